// The rule book that was chosen last in this browser: the hand page opens with it, unless its address names a book or a hand.

import {keep, load} from "./settings.js";

/** @typedef {import("./types.js").BookChoice} BookChoice */

const KEY = "quepu.book";

/** @param {BookChoice} book */
export const rememberBook = ({rules, overlay}) => keep(KEY, {rules, overlay});

/** @returns {BookChoice | null} */
export function rememberedBook() {
  const {rules, overlay = null} = load(KEY, /** @type {Partial<BookChoice>} */ ({}));
  return typeof rules === "string" && (overlay === null || typeof overlay === "string") ? {rules, overlay} : null;
}
