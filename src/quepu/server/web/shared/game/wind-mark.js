// A seat by its wind: the Chinese character, and for those who do not read it the letter beside it.

import {html, nothing, svg} from "../../vendor/lit-html/lit-html.js";
import {WINDS, WIND_MARKS} from "../constants.js";
import {settings} from "../settings.js";
import {tileName} from "../tiles.js";

/** The name of a wind; in English with a capital. @param {number} wind */
export function windName(wind) {
  const name = tileName(WINDS[wind]);
  return name[0].toUpperCase() + name.slice(1);
}

/** @param {number} wind @param {boolean} [dealer] */
export const windMark = (wind, dealer = false) =>
  html`<span class="wind-of ${dealer ? "dealer" : ""}">${WIND_MARKS[wind]}${settings.lang === "zh" ? nothing : html`<small class="wind-letter">${WINDS[wind]}</small>`}</span>`;

/** The same, read aloud by its name. @param {number} wind @param {boolean} [dealer] */
export const seatMark = (wind, dealer = false) =>
  html`<span aria-hidden="true">${windMark(wind, dealer)}</span><span class="unseen">${windName(wind)}</span>`;

/** The same in a drawing. @param {number} wind */
export const windDrawn = (wind) =>
  svg`${WIND_MARKS[wind]}${settings.lang === "zh" ? nothing : svg`<tspan class="wind-letter">${WINDS[wind]}</tspan>`}`;
