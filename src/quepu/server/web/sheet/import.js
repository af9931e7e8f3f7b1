// Restoring a sheet from a file, through the server, which checks it.

import {call} from "../shared/api.js";
import {KEY_LETTERS, newId} from "../shared/documents/ids.js";
import {keptDocument} from "../shared/documents/keep.js";

/** A larger file cannot be a document. */
const MOST_BYTES = 10_000_000;

/**
 * Send a file to the server. A sheet that this device may write, or that nobody has any more, gets its entries back; of another one there
 * is a copy. The address of the sheet. @param {File} file @returns {Promise<string>}
 */
export async function importSheet(file) {
  const content = file.size > MOST_BYTES ? null : JSON.parse(await file.text());
  if (content?.kind !== "sheet") throw new SyntaxError("not a sheet");
  const known = (await keptDocument(String(content.id)))?.document.key ?? null;
  const key = known ?? newId(KEY_LETTERS);
  const {id} = await call("/documents/import", {body: {key, file: content, copy: false}});
  return `/sheet/${id}#key=${key}`;
}
