// Whether what was entered is stored: said in words, beside a sign.

import {html} from "../../vendor/lit-html/lit-html.js";
import {shareText} from "./share-texts.js";

const SIGNS = {saved: "✓", sending: "…", offline: "⇡", refused: "!"};

/** @param {import("./sync.js").LiveDocument} doc */
export const statusView = ({status}) =>
  html`<span class="document-status" data-status=${status} role="status"><span aria-hidden="true">${SIGNS[status]}</span> ${shareText(`status_${status}`)}</span>`;
