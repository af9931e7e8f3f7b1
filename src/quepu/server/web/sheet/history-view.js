// The history of a sheet as a list: nothing is ever removed, and everything can be undone and restored.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {deviceWords, entryTime, fateOf, isUndoable} from "./history.js";
import {timeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */

/** @param {SheetCtrl} ctrl */
export const historyView = (ctrl) => html`<p class="muted small-print">${say("history_how")}</p>
  <ol class="history">${[...(ctrl.doc?.entries ?? [])].reverse().map((entry) => entryRow(ctrl, entry))}</ol>`;

/** @param {SheetCtrl} ctrl @param {Entry} entry */
function entryRow(ctrl, entry) {
  const {kind, by} = fateOf(ctrl, entry);
  const words = ctrl.words(entry);
  return html`<li class="history-entry ${kind}" data-entry=${entry.id} data-fate=${kind}>
    <p class="history-what">${kind === "live" ? words : html`<s>${words}</s>`}</p>
    <p class="muted small-print">${entryTime(ctrl, entry)}${fateWords(ctrl, kind, by)}</p>
    ${ctrl.writable ? button(ctrl, entry, kind, words) : nothing}</li>`;
}

/** @param {SheetCtrl} ctrl @param {ReturnType<typeof fateOf>["kind"]} kind @param {Entry | null} by */
function fateWords(ctrl, kind, by) {
  if (kind === "ignored") return html` · ${say("was_ignored")}`;
  if (!by) return nothing;
  const who = {who: deviceWords(ctrl, by), time: timeWords(by.when)};
  return html` · ${say(kind === "undone" ? "was_undone" : "was_replaced", who)}`;
}

/** @param {SheetCtrl} ctrl @param {Entry} entry @param {string} kind @param {string} words */
function button(ctrl, entry, kind, words) {
  if (kind === "undone")
    return html`<button type="button" class="redo" aria-label=${`${say("redo")}: ${words}`} @click=${() => ctrl.redo(entry.id)}>${say("redo")}</button>`;
  if (kind !== "live" || !isUndoable(ctrl, entry)) return nothing;
  return html`<button type="button" class="undo" aria-label=${`${say("undo")}: ${words}`} @click=${() => ctrl.undo(entry.id)}>${say("undo")}</button>`;
}
