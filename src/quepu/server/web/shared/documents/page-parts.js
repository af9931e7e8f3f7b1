// What the pages of clubs and tournaments have in common: the ways to their views, and what they show without an answer of the server.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import {t} from "../settings.js";
import {moment} from "./here.js";
import {shareText} from "./share-texts.js";
import {statusView} from "./status-view.js";

/** @typedef {import("./sync.js").LiveDocument} LiveDocument */
/** @typedef {import("./server-state.js").ServerState<any>} ServerState */

/** A click that opens a link here, and not in another tab. @param {MouseEvent} event */
const isPlain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * A link to another view of the same page: it is shown without loading the page again.
 * @param {string} address @param {(address: string) => void} go
 */
export const follow = (address, go) => (/** @type {MouseEvent} */ event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  go(address);
};

/**
 * The views of a page as links in a row.
 * @param {{label: string, views: readonly {id: string, words: string, address: string}[], current: string, go: (address: string) => void}} options
 */
export const viewTabs = ({label, views, current, go}) =>
  html`<nav class="view-tabs screen-only" aria-label=${label}>${views.map(
    ({id, words, address}) =>
      html`<a href=${address} data-view=${id} aria-current=${id === current ? "page" : "false"} @click=${follow(address, go)}>${words}</a>`,
  )}</nav>`;

/** Whether the server cannot be reached. @param {ServerState} server @param {LiveDocument | null} doc */
const isOffline = (server, doc) => server.code === "offline" || doc?.status === "offline";

/** What is not stored yet, and why. @param {LiveDocument} doc */
function unsentView(doc) {
  const count = doc.unsent.length;
  const isRefused = doc.status === "refused";
  return html`${count && doc.status !== "sending" ? html`<span class="unsent">${shareText("unsent", {count})}</span>` : nothing}
    ${isRefused ? html`<span class="refused">${doc.lastError ? api.problemWords(doc.lastError) : nothing}</span> <button type="button" class="link" @click=${() => doc.retry()}>${t("again")}</button>` : nothing}
    ${doc.stored ? nothing : html`<span class="unsent">${shareText("not_stored")}</span>`}`;
}

/**
 * Whether it is stored, and whether this device may change it.
 * @param {LiveDocument | null} doc @param {string} sharing the address where the PIN is typed @param {(address: string) => void} go
 */
export function documentLine(doc, sharing, go) {
  if (!doc) return nothing;
  const toPin = html`<a class="to-pin" href=${sharing} @click=${follow(sharing, go)}>${shareText("to_edit")}</a>`;
  return html`${statusView(doc)} ${unsentView(doc)}
    ${doc.writable ? nothing : html`<span class="fact read-only">${shareText("read_only")}</span> ${doc.hasPin ? toPin : nothing}`}`;
}

/** That what is shown is not from now. @param {ServerState} server @param {LiveDocument | null} doc */
export const oldState = (server, doc) =>
  server.isOld && isOffline(server, doc)
    ? html`<p class="old-state" role="status">${shareText("as_of", {when: moment(server.at)})}</p>`
    : nothing;

/** There is nothing to show: not yet, or for a reason. @param {ServerState} server @param {LiveDocument | null} doc @param {string} title @param {string} list the address of all others */
export function nothingYet(server, doc, title, list) {
  const problem = doc?.deleted ? doc.lastError : server.problem;
  if (!problem && !isOffline(server, doc)) return html`<h1>${title}</h1><p class="muted">${t("loading")}</p>`;
  return html`<h1>${title}</h1>
    <p class="problem" role="alert">${isOffline(server, doc) ? shareText("needs_server") : api.problemWords(problem)}</p>
    <div class="actions"><button type="button" @click=${() => server.refresh()}>${t("again")}</button>
      <a class="button" href=${list}>${title}</a></div>`;
}
