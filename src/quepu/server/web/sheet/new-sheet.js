// A new sheet: made on this device, sent to the server as soon as that can be reached.

import {rememberBook} from "../shared/book-chooser.js";
import {listInClub} from "../shared/documents/clubs-here.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {keep, load} from "../shared/settings.js";

/** @typedef {{rules: string, overlay: string | null, names: string[], rounds: number, hands: number | null} & Record<string, unknown>} SheetStart */

const NAMES = "quepu.sheet-names";
/** How many names of earlier sheets are offered. */
const MOST_NAMES = 24;

/** The names of earlier sheets, the latest first. @returns {string[]} */
export const lastNames = () => load(NAMES, /** @type {string[]} */ ([])).filter((name) => typeof name === "string");

/** @param {readonly string[]} names */
export const rememberNames = (names) => keep(NAMES, [...new Set([...names, ...lastNames()])].slice(0, MOST_NAMES));

/** Make a sheet, and show it. @param {SheetStart} start */
export async function startSheet(start) {
  const doc = await LiveDocument.create("sheet", [{...start, t: "sheet"}], {title: start.names.join(" · ")});
  if (typeof start.club === "string") await listInClub(start.club, "sheet", doc.id);
  rememberNames(start.names);
  rememberBook({rules: start.rules, overlay: start.overlay});
  location.href = `/sheet/${doc.id}`;
}
