// What is entered of a hand besides the winner and the points: flowers, who gave tiles, kongs, a note.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {mostGiven} from "./draft.js";
import {numbersOf, typedFacts} from "./deals.js";
import {fieldValue, stepper} from "./panel-parts.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("./draft.js").Draft} Draft */

const MOST_FLOWERS = 8;
const MOST_KONGS = 4;

/** @param {SheetCtrl} ctrl @param {Draft} draft */
export function moreFields(ctrl, draft) {
  const {liable} = numbersOf(ctrl.rules);
  return html`<details class="more more-fields" ?open=${draft.more} @toggle=${(/** @type {Event} */ event) => {
    const {open} = /** @type {HTMLDetailsElement} */ (event.target);
    if (ctrl.draft && open !== ctrl.draft.more) ctrl.change({...ctrl.draft, more: open});
  }}><summary>${say(liable && !draft.draw ? "more" : "more_plain")}</summary>
    ${draft.draw || draft.build ? nothing : flowers(ctrl, draft)}
    ${liable && !draft.draw && draft.winner !== null ? given(ctrl, draft) : nothing}
    ${kongs(ctrl, draft)}
    <label class="form-line" for="note"><span>${say("note")}</span>
      <input id="note" type="text" maxlength="200" autocomplete="off" .value=${draft.note} @input=${(/** @type {Event} */ event) => ctrl.change({...draft, note: fieldValue(event)})}></label>
  </details>`;
}

/** @param {SheetCtrl} ctrl @param {Draft} draft */
function flowers(ctrl, draft) {
  const worth = typedFacts(ctrl.rules).flower;
  return html`${stepper(say("flowers"), draft.flowers, MOST_FLOWERS, (count) => ctrl.change({...draft, flowers: count}), "flowers")}
    <p class="muted small-print">${worth ? say("flowers_worth", {points: worth}) : say("flowers_info")}</p>`;
}

/** @param {SheetCtrl} ctrl @param {Draft} draft */
function given(ctrl, draft) {
  const {half_liable, liable} = numbersOf(ctrl.rules);
  const left = mostGiven(ctrl.rules) - draft.given.reduce((sum, count) => sum + count, 0);
  /** @param {number} player @param {number} count */
  const change = (player, count) => ctrl.change({...draft, given: draft.given.map((old, i) => (i === player ? count : old))});
  return html`<fieldset class="group-of"><legend>${say("given")}</legend>
    ${draft.place.seats.map((player) => (player === draft.winner ? nothing : stepper(ctrl.names[player], draft.given[player], draft.given[player] + left, (count) => change(player, count), `given-${player}`)))}
    <p class="muted small-print">${say("given_how", {half: half_liable, all: liable})}</p></fieldset>`;
}

/** @param {SheetCtrl} ctrl @param {Draft} draft */
function kongs(ctrl, draft) {
  /** @param {number} player @param {number} count */
  const change = (player, count) => ctrl.change({...draft, kongs: draft.kongs.map((old, i) => (i === player ? count : old))});
  return html`<fieldset class="group-of"><legend>${say("kongs")}</legend>
    ${draft.place.seats.map((player) => stepper(ctrl.names[player], draft.kongs[player], MOST_KONGS, (count) => change(player, count), `kongs-${player}`))}
    <p class="muted small-print">${say("kongs_how")}</p></fieldset>`;
}
