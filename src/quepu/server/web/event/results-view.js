// The templates of the results of a duplicate event: the standings, and a deal at all tables.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address} from "../shared/addresses.js";
import {WINDS} from "../shared/constants.js";
import {recordedNames} from "../shared/game/narrate.js";
import {figure, signed} from "../shared/names.js";
import {tileName} from "../shared/tiles.js";
import {say} from "./texts.js";

/** @typedef {import("./event-ctrl.js").EventCtrl} EventCtrl */
/** @typedef {import("./event-ctrl.js").EventInfo} EventInfo */
/** @typedef {import("./event-ctrl.js").Results} Results */

/** @param {EventCtrl} ctrl @param {EventInfo} event */
export function resultsView(ctrl, event) {
  const {results} = ctrl;
  if (!results) return nothing;
  if (!results.standings.length) return html`<p class="muted none">${say("no_results")}</p>`;
  return html`<section aria-labelledby="standings-title"><h2 id="standings-title">${say("standings")}</h2>
      <table class="event-standings"><thead><tr><th scope="col"><span class="unseen">${say("rank")}</span></th><th scope="col" class="who-cell">${say("player")}</th>
        <th scope="col">${say("difference")}</th><th scope="col">${say("score")}</th><th scope="col">${say("at_table")}</th></tr></thead>
      <tbody>${results.standings.map(
        ({
          rank,
          number,
          name,
          table,
          score,
          difference,
        }) => html`<tr class=${number === event.you?.number ? "own" : ""} data-number=${number}>
          <td>${rank}</td><th scope="row" class="who-cell">${name}</th><td><strong>${decimal(difference)}</strong></td><td>${signed(score)}</td><td>${table}</td></tr>`,
      )}</tbody></table>
      <p class="muted small-print">${say("standings_how")}</p></section>
    ${dealView(ctrl, event, results)}`;
}

/** A difference with a sign. @param {number} number */
const decimal = (number) => (number > 0 ? `+${number.toFixed(1)}` : figure(/** @type {any} */ (number.toFixed(1))));

/** @param {EventCtrl} ctrl @param {EventInfo} event @param {Results} results */
function dealView(ctrl, event, results) {
  const numbers = Array.from({length: event.deals}, (_, i) => i + 1);
  return html`<section aria-labelledby="deals-title"><h2 id="deals-title">${say("compare")}</h2>
    <div class="chips" role="group" aria-label=${say("compare")}>${numbers.map(
      (number) =>
        html`<button type="button" class="chip" aria-pressed=${String(number === ctrl.deal)} @click=${() => ctrl.chooseDeal(number)}>${number}</button>`,
    )}</div>
    ${results.deal ? tableOfDeal(event, results.deal) : nothing}</section>`;
}

/** What was paid at each seat of each table. @param {EventInfo} event @param {NonNullable<Results["deal"]>} deal */
function tableOfDeal(event, {deal, seats}) {
  const tables = [...new Set(seats.map(({table}) => table))];
  /** @param {number} table @param {string} wind */
  const cell = (table, wind) => {
    const seat = seats.find((one) => one.table === table && one.seat === wind);
    if (!seat) return html`<td>–</td>`;
    const shown = seat.number === null ? say("bot") : recordedNames([seat.name])[0];
    return html`<td class=${seat.number !== null && seat.number === event.you?.number ? "own" : ""}><span class="seat-name">${shown}</span>
      <strong>${signed(seat.payment)}</strong> <span class="muted">${decimal(seat.difference)}</span></td>`;
  };
  /** @param {number} table */
  const replay = (table) => {
    const game = event.tables.find((one) => one.table === table)?.game;
    return game
      ? html` <a href=${address(`/replay/${game}`, new URLSearchParams({hand: String(deal)}))} aria-label=${`${say("replay")} · ${say("table", {number: table})}`}>${say("replay")}</a>`
      : nothing;
  };
  return html`<div class="wide-table" tabindex="0" role="region" aria-label=${say("deal", {number: deal})}><table class="event-deal" data-deal=${deal}>
    <thead><tr><th scope="col">${say("at_table")}</th>${WINDS.map((wind) => html`<th scope="col">${tileName(wind)}</th>`)}</tr></thead>
    <tbody>${tables.map((table) => html`<tr><th scope="row">${table}${replay(table)}</th>${WINDS.map((wind) => cell(table, wind))}</tr>`)}</tbody></table></div>`;
}
