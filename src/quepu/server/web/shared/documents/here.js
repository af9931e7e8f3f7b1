// The documents that this device has: those that were made or opened here.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {settings} from "../settings.js";
import {keptDocuments} from "./keep.js";
import {shareText} from "./share-texts.js";

/** @typedef {import("./keep.js").KeptDocument} Kept */

/** The documents of a kind on this device, the last opened first. @param {"sheet" | "club" | "tournament"} kind @returns {Promise<Kept[]>} */
export const documentsHere = (kind) => keptDocuments(kind).catch(() => []);

/** A moment in words. @param {number} when */
export const moment = (when) =>
  new Date(when).toLocaleString(settings.lang === "zh" ? "zh-CN" : "en-GB", {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

/** @param {readonly Kept[]} documents */
export const documentList = (documents) =>
  html`<ul class="document-list">${documents.map(
    ({id, key, kind, opened, title}) => html`<li><a href="/${kind}/${id}"><strong>${title || shareText("unnamed")}</strong>
      <span class="muted small-print">${shareText("opened", {when: moment(opened)})}</span>
      ${key ? html`<span class="fact">${shareText("may_edit")}</span>` : nothing}</a></li>`,
  )}</ul>`;
