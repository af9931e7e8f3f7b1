// A seat by its wind: the Chinese character, and for those who do not read it the letter beside it.

import {html, nothing, svg} from "../../vendor/lit-html/lit-html.js";
import {WINDS, WIND_MARKS} from "../constants.js";
import {settings} from "../settings.js";

/** @param {number} wind @param {boolean} [dealer] */
export const windMark = (wind, dealer = false) =>
  html`<span class="wind-of ${dealer ? "dealer" : ""}">${WIND_MARKS[wind]}${settings.lang === "zh" ? nothing : html`<small class="wind-letter">${WINDS[wind]}</small>`}</span>`;

/** The same in a drawing. @param {number} wind */
export const windDrawn = (wind) =>
  svg`${WIND_MARKS[wind]}${settings.lang === "zh" ? nothing : svg`<tspan class="wind-letter">${WINDS[wind]}</tspan>`}`;
