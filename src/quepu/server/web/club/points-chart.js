// The points of a member over time, as a curve; the list beside it has the same numbers.

import {html, svg} from "../vendor/lit-html/lit-html.js";
import {figure} from "../shared/names.js";
import {ticks} from "../shared/ticks.js";
import {say} from "./texts.js";

const [WIDTH, HEIGHT] = [360, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 10, 10, 12];

/** @param {readonly number[]} totals after each sheet */
export function pointsChart(totals) {
  const values = [0, ...totals];
  const marks = ticks(Math.min(...values), Math.max(...values));
  const [least, most] = [marks[0], Math.max(marks[marks.length - 1], marks[0] + 1)];
  /** @param {number} i */
  const x = (i) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / totals.length;
  /** @param {number} points */
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - points)) / (most - least);
  return html`<svg class="points-chart" role="img" aria-label=${say("chart_label", {count: totals.length})} viewBox="0 0 ${WIDTH} ${HEIGHT}">
    ${marks.map(
      (mark) => svg`<line class=${mark === 0 ? "zero" : "mark"} x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(mark)} y2=${y(mark)} />
      <text x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${figure(mark)}</text>`,
    )}
    <polyline points=${values.map((points, i) => `${x(i)},${y(points)}`).join(" ")} />
    ${totals.map((points, i) => svg`<circle cx=${x(i + 1)} cy=${y(points)} r=${totals.length > 40 ? 1.5 : 3} />`)}
  </svg>`;
}
