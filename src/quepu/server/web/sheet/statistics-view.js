// The statistics of a sheet, and the hands that were built.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {handView} from "../shared/hand-view.js";
import {statisticsOf} from "./statistics.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */

/** @param {SheetCtrl} ctrl */
export function statisticsView(ctrl) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  const {players, fans, hands} = statisticsOf(state, ctrl.find);
  /** @type {[string, (player: typeof players[number]) => number | string][]} */
  const rows = [
    [say("stat_wins"), ({wins}) => wins],
    [say("stat_self"), ({selfDraws}) => selfDraws],
    [say("stat_dealt"), ({dealIns}) => dealIns],
    [say("stat_mean"), ({wins, points}) => (wins ? Math.round(points / wins) : "–")],
    [say("stat_best"), ({best}) => best?.points ?? "–"],
    [say("stat_kongs"), ({kongs}) => kongs],
    [say("stat_penalty"), ({penalties}) => penalties],
  ];
  return html`<table class="statistics"><thead><tr><td></td>${state.names.map((name) => html`<th scope="col"><span class="head-name">${name}</span></th>`)}</tr></thead>
    <tbody>${rows.map(([label, of]) => html`<tr><th scope="row">${label}</th>${players.map((player) => html`<td>${of(player)}</td>`)}</tr>`)}</tbody></table>
    <h3>${say("stat_fans")}</h3>
    ${fans.length ? html`<ul class="fan-counts">${fans.map(([id, count]) => html`<li data-fan=${id}><span>${ctrl.fanName(id)}</span><b>×${count}</b></li>`)}</ul>` : html`<p class="muted">${say("stat_no_fans")}</p>`}
    ${
      hands.length
        ? html`<h3>${say("stat_hands")}</h3><ul class="built-hands">${hands.map(
            ({winner, entry}) =>
              html`<li><span>${say("stat_hand_of", {name: state.names[winner], points: entry.points})}</span>${handView(entry.hand, {classes: "small", rules: state.rules})}</li>`,
          )}</ul>`
        : nothing
    }`;
}
