// The history of a sheet: every entry, and what became of it.

import {timeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */
/** What became of an entry. @typedef {{kind: "live" | "undone" | "replaced" | "ignored", by: Entry | null}} Fate */

/** The device that made an entry. @param {Entry} entry */
const deviceOf = (entry) => entry.id.split(".")[0];

/** What a device is called: this one, or a letter in the order in which they came. @param {SheetCtrl} ctrl @param {Entry} entry */
export function deviceWords({doc, device: own}, entry) {
  const device = deviceOf(entry);
  if (device === own) return say("this_device");
  const others = [...new Set((doc?.entries ?? []).map(deviceOf))].filter((name) => name !== own);
  const place = others.indexOf(device);
  return say("device", {letter: place < 26 ? String.fromCharCode(65 + place) : device});
}

/** When and where an entry was made. @param {SheetCtrl} ctrl @param {Entry} entry */
export const entryTime = (ctrl, entry) => say("entered_by", {time: timeWords(entry.when), device: deviceWords(ctrl, entry)});

/** @param {SheetCtrl} ctrl @param {Entry} entry @returns {Fate} */
export function fateOf(ctrl, entry) {
  const {state, doc} = ctrl;
  if (!state || !doc) return {kind: "live", by: null};
  if (state.undone.includes(entry.id)) return {kind: "undone", by: ctrl.undosOf(entry.id).at(-1) ?? null};
  if (state.replaced.includes(entry.id)) {
    const by = doc.entries.findLast((other) => other.replaces === entry.id && !ctrl.isUndone(other.id));
    return {kind: "replaced", by: by ?? null};
  }
  return {kind: state.ignored.includes(entry.id) ? "ignored" : "live", by: null};
}

/** Whether there is anything to undo: the settings with which a sheet begins stay. @param {SheetCtrl} ctrl @param {Entry} entry */
export const isUndoable = ({doc}, entry) => entry !== doc?.entries.find((one) => one.t === "sheet");
