// The file of a sheet: made on this device, so it can be saved without a network too. The server reads it (quepu/club/files.py).

import {sha256} from "../vendor/noble-hashes/sha2.js";
import {canonical} from "../shared/documents/entries.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/documents/types.js").Entry} Entry */

const VERSION = 1;

/** @param {string} text */
const digest = (text) => Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} id @param {readonly Entry[]} entries in order */
export const sheetFile = (id, entries) => ({quepu_document: VERSION, kind: "sheet", id, entries, sha256: digest(canonical(entries))});

/** Save a sheet to a file. @param {string} id @param {readonly Entry[]} entries @returns {Promise<string>} what was done, in words */
export async function saveSheet(id, entries) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(sheetFile(id, entries), null, 1)], {type: "application/json"}));
  link.download = `quepu-sheet-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return say("file_saved");
}
