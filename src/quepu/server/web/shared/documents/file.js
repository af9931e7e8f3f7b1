// Documents as files: saved from what this device has, without a network too, and restored through the server, which checks them
// (quepu/club/files.py).

import {sha256} from "../../vendor/noble-hashes/sha2.js";
import {ApiError, call} from "../api.js";
import {canonical} from "./entries.js";
import {KEY_LETTERS, newId} from "./ids.js";
import {keptDocument} from "./keep.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./keep.js").Kind} Kind */

const VERSION = 1;
/** A larger file cannot be a document. */
const MOST_BYTES = 10_000_000;
/** Why a file cannot become the document that it was: others have it, or it was deleted. */
const TAKEN = ["document_exists", "wrong_key", "no_document"];

/** @param {string} text */
const digest = (text) => Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Kind} kind @param {string} id @param {readonly Entry[]} entries in order */
export function documentFile(kind, id, entries) {
  const content = {quepu_document: VERSION, kind, id, entries};
  return {...content, sha256: digest(canonical(content))};
}

/** Save a document to a file. @param {Kind} kind @param {string} id @param {readonly Entry[]} entries in order */
export function saveFile(kind, id, entries) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(documentFile(kind, id, entries), null, 1)], {type: "application/json"}));
  link.download = `quepu-${kind}-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {Kind} kind @param {string} key @param {unknown} file @param {boolean} copy @returns {Promise<string>} the address of the document */
async function send(kind, key, file, copy) {
  const {id} = await call("/documents/import", {body: {key, file, copy}});
  return `/${kind}/${id}#key=${key}`;
}

/**
 * Send a file to the server. A document that this device may write, or that the server has never had, gets its entries back; else there is
 * a copy. Raises SyntaxError if it is not a file of this kind. @param {Kind} kind @param {File} file @returns {Promise<string>} the address of the document
 */
export async function restoreFile(kind, file) {
  const content = file.size > MOST_BYTES ? null : JSON.parse(await file.text());
  if (content?.kind !== kind) throw new SyntaxError(`not a ${kind}`);
  const known = (await keptDocument(String(content.id)))?.document.key ?? null;
  try {
    return await send(kind, known ?? newId(KEY_LETTERS), content, false);
  } catch (error) {
    if (!(error instanceof ApiError) || !TAKEN.includes(error.code)) throw error;
    return send(kind, newId(KEY_LETTERS), content, true);
  }
}
