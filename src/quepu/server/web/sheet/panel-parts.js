// What the panels of a sheet share: their head, steppers, choices of a player.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {windMark} from "../shared/game/wind-mark.js";
import {icon} from "./icons.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/types.js").View} View */

/** The title of a panel, and how it is closed. @param {SheetCtrl} ctrl @param {string} title */
export const panelHead = (ctrl, title) => html`<header class="panel-head"><h2 id="panel-title" tabindex="-1">${title}</h2>
  <button type="button" class="tool panel-close" aria-label=${say("close")} title=${say("close")} @click=${ctrl.close}>${icon("close")}</button></header>`;

/**
 * A number with a button on both sides.
 * @param {string} label @param {number} value @param {number} most @param {(value: number) => void} change @param {string} name
 */
export const stepper = (label, value, most, change, name) => html`<div class="stepper" role="group" aria-label=${label}>
  <span class="stepper-label">${label}</span>
  <button type="button" class="step" aria-label=${say("fewer_of", {what: label})} ?disabled=${value <= 0} @click=${() => change(value - 1)}>−</button>
  <output data-name=${name}>${value}</output>
  <button type="button" class="step" aria-label=${say("more_of", {what: label})} ?disabled=${value >= most} @click=${() => change(value + 1)}>+</button></div>`;

/**
 * One of the players, in the order of their seats.
 * @param {string} name of the group @param {string} legend @param {readonly number[]} seats @param {readonly string[]} names
 * @param {number | "self" | null} chosen @param {(player: number | "self") => void} choose
 * @param {{first?: {value: "self", label: string}, without?: number | null}} [options] a choice before the players, and who is left out
 */
export function playerChoice(name, legend, seats, names, chosen, choose, {first, without = null} = {}) {
  /** @param {number | "self"} value @param {unknown} mark @param {string} label */
  const option = (value, mark, label) => html`<label class="choose-player" data-player=${value}>
    <input type="radio" name=${name} value=${value} .checked=${chosen === value} @change=${() => choose(value)}>
    <span class="choose-face">${mark === nothing ? nothing : html`<b class="seat-wind" aria-hidden="true">${mark}</b>`}<span class="choose-name">${label}</span></span></label>`;
  return html`<fieldset class="choose"><legend>${legend}</legend><div class="choose-row ${first ? "with-first" : ""}">
    ${first ? option(first.value, nothing, first.label) : nothing}
    ${seats.map((player, seat) => (player === without ? nothing : option(player, windMark(seat), names[player])))}
  </div></fieldset>`;
}

/** What a text field holds now. @param {Event} event */
export const fieldValue = (event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
