// The rating of a player over time, with its uncertainty; the numbers are in the text beside it.

import {html, svg} from "../vendor/lit-html/lit-html.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").RatingPoint} RatingPoint */

const [WIDTH, HEIGHT] = [360, 180];
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 8, 10, 10];
/** The distance of the marks at the axis, by the range that they cover. */
const UNITS = [50, 100, 200, 500, 1000];

/** @param {readonly RatingPoint[]} history */
export function ratingChart(history) {
  const low = Math.min(...history.map(({rating, deviation}) => rating - 2 * deviation));
  const high = Math.max(...history.map(({rating, deviation}) => rating + 2 * deviation));
  const unit = UNITS.find((one) => (high - low) / one <= 5) ?? UNITS[UNITS.length - 1];
  const [least, most] = [Math.floor(low / unit) * unit, Math.ceil(high / unit) * unit];
  const marks = Array.from({length: (most - least) / unit + 1}, (_, i) => least + i * unit);
  /** @param {number} i */
  const x = (i) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / Math.max(1, history.length - 1);
  /** @param {number} rating */
  const y = (rating) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - rating)) / (most - least);
  /** @param {number} sign */
  const edge = (sign) => history.map(({rating, deviation}, i) => `${x(i).toFixed(1)},${y(rating + sign * 2 * deviation).toFixed(1)}`);
  const last = history[history.length - 1];
  return html`<svg class="rating-chart" role="img" aria-label=${say("chart_label", {count: history.length, rating: last.rating})} viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${marks.map(
      (mark) => svg`<line class="mark-line" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(mark)} y2=${y(mark)} />
      <text x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${mark}</text>`,
    )}
    <polygon points=${[...edge(1), ...edge(-1).reverse()].join(" ")} />
    <polyline points=${history.map(({rating}, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(" ")} />
    <circle cx=${x(history.length - 1)} cy=${y(last.rating)} r="3.5" />
  </svg>`;
}
