// Open a room and go there; the book that was chosen last.

import {DEFAULT_RULES} from "../constants.js";
import {keep, load, t} from "../settings.js";
import {makeRoom} from "./rooms-api.js";
import {keepName, keepRoom} from "./storage.js";

/** @typedef {import("../types.js").BookChoice} BookChoice */

/** Where the browser keeps the book that was chosen last. */
const BOOK = "quepu.play.book";

/** The book that was chosen last. @returns {BookChoice} */
export const lastBook = () => load(BOOK, {rules: DEFAULT_RULES, overlay: null});

/** @param {BookChoice} book */
export const keepLastBook = (book) => keep(BOOK, book);

/** Open a room under a book and go there. @param {BookChoice} book @param {string} name @param {Record<string, unknown>} wanted its settings */
export async function openRoom({rules, overlay}, name, wanted) {
  const own = name.trim();
  keepName(own);
  const opened = await makeRoom({name: own || t("guest"), ...(overlay === null ? {rules} : {overlay}), ...wanted});
  keepRoom(opened.room, {token: opened.token});
  location.assign(`/play/${opened.room}`);
}
