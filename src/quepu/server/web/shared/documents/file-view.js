// Export and import of documents as files.

import {html} from "../../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import {notice} from "../shell.js";
import {KEY_LETTERS, newId} from "./ids.js";
import {keptDocument} from "./keep.js";
import {shareText} from "./share-texts.js";

/** The maximum size of a file, in bytes: no document is larger. */
const MOST_BYTES = 8 * 2 ** 20;

/** @param {string} id @param {string} table @param {string} label */
export const csvLink = (id, table, label) =>
  html`<a class="button csv" data-table=${table} href="/api/v1/documents/${id}/csv?table=${table}" download>${label}</a>`;

/** @param {string} id */
export const exportLink = (id) =>
  html`<a class="button export" href="/api/v1/documents/${id}/export" download="quepu-${id}.json">${shareText("export")}</a>`;

/** Read a file, send it to the server, and open what is in it. @param {File} file @param {boolean} copy */
async function importFile(file, copy) {
  if (file.size > MOST_BYTES) return notice(shareText("import_too_large"));
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return notice(shareText("import_not_json"));
  }
  try {
    // what this device may write gets its entries back; of all else there is a copy
    const known = copy ? null : (await keptDocument(String(content?.id)))?.document.key;
    const key = known ?? newId(KEY_LETTERS);
    const {id, kind} = await api.call("/documents/import", {body: {key, file: content, copy}});
    location.assign(`/${kind}/${id}#key=${key}`);
  } catch (error) {
    notice(api.problemWords(error));
  }
}

/** The field for a file of any kind of document. @param {string} id of the element */
export function importField(id) {
  const chosen = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    const copy = /** @type {HTMLInputElement | null} */ (document.getElementById(`${id}-copy`))?.checked ?? false;
    if (file) importFile(file, copy);
    field.value = ""; // or the same file could not be chosen once more
  };
  return html`<div class="import"><p class="muted small-print">${shareText("import_how")}</p>
    <div class="actions"><span class="load"><input id="${id}-file" class="unseen" type="file" accept=".json,application/json" @change=${chosen}>
      <label class="button" for="${id}-file">${shareText("import")}</label></span>
      <label class="copy"><input id="${id}-copy" type="checkbox"> ${shareText("import_copy")}</label></div></div>`;
}
