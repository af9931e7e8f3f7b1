// The scores through the hands, drawn: four lines that differ by their marks and dashes too, and the same numbers as a table.

import {html, svg} from "../vendor/lit-html/lit-html.js";
import {figure} from "../shared/names.js";
import {ticks} from "../shared/ticks.js";
import {PLAYERS} from "./deals.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */

const [WIDTH, HEIGHT] = [360, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 18, 12, 24];

/** The mark of each player: a circle, a square, a triangle, a diamond. @type {((x: number, y: number) => string)[]} */
const MARKS = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 8h-9z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
];

/** The mark of a player beside their name. @param {number} player */
const sample = (player) =>
  html`<svg class="mark-of player-${player}" viewBox="0 0 28 12" aria-hidden="true"><path class="line" d="M1 6H27" /><path class="dot" d=${MARKS[player](14, 6)} /></svg>`;

/** @param {SheetCtrl} ctrl */
export function chartView(ctrl) {
  const state = /** @type {SheetState} */ (ctrl.state);
  if (!state.deals.length) return html`<p class="muted">${say("chart_empty")}</p>`;
  return html`<figure class="score-chart">
      <ul class="legend">${PLAYERS.map((player) => html`<li>${sample(player)}<span>${state.names[player]}</span><b>${figure(state.scores[player])}</b></li>`)}</ul>
      ${drawing(state)}
    </figure>
    <details class="more"><summary>${say("chart_table")}</summary>${tableOf(state)}</details>`;
}

/** @param {SheetState} state */
function drawing({deals, names}) {
  const series = [[0, 0, 0, 0], ...deals.map((deal) => deal.scores)];
  const all = series.flat();
  const marks = ticks(Math.min(...all), Math.max(...all));
  const [least, most] = [marks[0], marks[marks.length - 1]];
  /** @param {number} i */
  const x = (i) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / Math.max(1, series.length - 1);
  /** @param {number} points */
  const y = (points) => TOP + ((HEIGHT - TOP - BOTTOM) * (most - points)) / (most - least);
  const every = Math.ceil(series.length / 8);
  const dots = series.length > 30 ? Math.ceil(series.length / 15) : 1;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${say("chart_label")}>
    ${marks.map((mark) => svg`<line class=${mark === 0 ? "zero" : "grid"} x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(mark)} y2=${y(mark)} /><text x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${figure(mark)}</text>`)}
    ${series.map((_, i) => (i % every === 0 ? svg`<text x=${x(i)} y=${HEIGHT - 6} text-anchor="middle">${i}</text>` : svg``))}
    ${PLAYERS.map(
      (
        player,
      ) => svg`<g class="player-${player}"><polyline class="line" points=${series.map((scores, i) => `${x(i)},${y(scores[player])}`).join(" ")} />
      ${series.map((scores, i) => (i && (i % dots === 0 || i === series.length - 1) ? svg`<path class="dot" d=${MARKS[player](x(i), y(scores[player]))}><title>${names[player]} ${figure(scores[player])}</title></path>` : svg``))}</g>`,
    )}</svg>`;
}

/** @param {SheetState} state */
const tableOf = ({
  deals,
  names,
}) => html`<table class="chart-table"><thead><tr><th scope="col">${say("hands")}</th>${names.map((name) => html`<th scope="col"><span class="head-name">${name}</span></th>`)}</tr></thead>
  <tbody>${deals.map((deal) => html`<tr><th scope="row">${deal.number}</th>${deal.scores.map((score) => html`<td>${figure(score)}</td>`)}</tr>`)}</tbody></table>`;
