// The standings, now or after an earlier round, and how equal ones are told apart.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {csvLink} from "../shared/documents/file-view.js";
import {decimal, gain} from "./parts.js";
import {prizesView} from "./rounds-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */

/** @param {TournamentCtrl} ctrl */
export function standingsView(ctrl) {
  const {state} = ctrl;
  if (!state) return nothing;
  const rounds = state.after.map(({round}) => round);
  const last = rounds.at(-1) ?? null;
  const after = ctrl.after !== null && rounds.includes(ctrl.after) ? ctrl.after : last;
  return html`${prizesView(ctrl)}
    <h2>${after === null ? say("standings") : say("standings_after", {round: after})}</h2>
    ${
      rounds.length > 1
        ? html`<div class="chips screen-only" role="group" aria-label=${say("after_which")}>${rounds.map(
            (round) => html`<button type="button" class="chip" aria-pressed=${String(round === after)} data-after=${round}
              @click=${() => {
                ctrl.after = round === last ? null : round;
                ctrl.redraw();
              }}>${say("after_round", {round})}</button>`,
          )}</div>`
        : nothing
    }
    ${after === last ? wholeTable(ctrl) : earlierTable(ctrl, after ?? 0)} ${teamsView(ctrl)}
    <p class="note tie-breaks">${say(`tie_breaks_${state.settings.system}`)} ${say("tie_breaks_shared")}</p>
    <div class="actions screen-only"><button type="button" class="print" @click=${() => print()}>${say("print")}</button>
      ${csvLink(ctrl.id, "standings", say("csv_standings"))}</div>`;
}

/** @param {TournamentCtrl} ctrl */
function wholeTable({state}) {
  if (!state) return nothing;
  const {system, rounds} = state.settings;
  const isByPoints = system === "points";
  const numbers = Array.from({length: rounds}, (_, i) => i + 1);
  const hasPenalty = state.standings.some(({penalty}) => penalty);
  return html`<div class="wide-table" tabindex="0" role="region" aria-label=${say("standings")}><table class="standings">
    <thead><tr><th scope="col">${say("rank")}</th><th scope="col" class="name">${say("player")}</th>
      <th scope="col">${say(`total_${system}`)}</th>
      ${isByPoints ? nothing : html`<th scope="col">${say("table_points")}</th>`}
      <th scope="col">${say("places")}</th>
      ${hasPenalty ? html`<th scope="col">${say("penalty")}</th>` : nothing}
      ${numbers.map((round) => html`<th scope="col" class="by-round">${say("round_short", {round})}</th>`)}</tr></thead>
    <tbody>${state.standings.map(
      (row) => html`<tr data-player=${row.player} class=${row.withdrawn === null ? "" : "withdrawn"}>
        <td class="rank">${row.rank ?? "–"}</td>
        <th scope="row" class="name">${row.name}${row.team ? html` <small class="muted">${row.team}</small>` : nothing}
          ${row.substitute ? html` <small class="muted">${say("substitute")}</small>` : nothing}
          ${row.withdrawn === null ? nothing : html` <small class="muted">${say("withdrawn")}</small>`}</th>
        <td class="total">${isByPoints ? gain(row.total) : decimal(row.total)}</td>
        ${isByPoints ? nothing : html`<td class="table-points">${gain(row.points)}</td>`}
        <td class="places">${row.places.join("-")}</td>
        ${hasPenalty ? html`<td>${row.penalty ? gain(row.penalty) : ""}</td>` : nothing}
        ${numbers.map((round) => html`<td class="by-round">${row.by_round[round - 1] === null ? "·" : decimal(row.by_round[round - 1])}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

/** @param {TournamentCtrl} ctrl @param {number} after */
function earlierTable({state}, after) {
  const found = state?.after.find(({round}) => round === after);
  if (!state || !found) return nothing;
  const {system} = state.settings;
  const names = new Map(state.players.map(({id, name}) => [id, name]));
  return html`<div class="wide-table" tabindex="0" role="region" aria-label=${say("standings_after", {round: after})}><table class="standings">
    <thead><tr><th scope="col">${say("rank")}</th><th scope="col" class="name">${say("player")}</th><th scope="col">${say(`total_${system}`)}</th>
      ${system === "points" ? nothing : html`<th scope="col">${say("table_points")}</th>`}</tr></thead>
    <tbody>${found.standings.map(
      ({rank, player, total, points}) => html`<tr data-player=${player}><td class="rank">${rank ?? "–"}</td>
        <th scope="row" class="name">${names.get(player) ?? "–"}</th><td class="total">${decimal(total)}</td>
        ${system === "points" ? nothing : html`<td class="table-points">${gain(points)}</td>`}</tr>`,
    )}</tbody></table></div>`;
}

/** @param {TournamentCtrl} ctrl */
function teamsView({state}) {
  if (!state?.teams.length) return nothing;
  return html`<h2>${say("teams")}</h2><table class="standings teams">
    <thead><tr><th scope="col">${say("rank")}</th><th scope="col" class="name">${say("team")}</th><th scope="col">${say(`total_${state.settings.system}`)}</th></tr></thead>
    <tbody>${state.teams.map(
      ({rank, team, total}) =>
        html`<tr><td class="rank">${rank}</td><th scope="row" class="name">${team}</th><td class="total">${decimal(total)}</td></tr>`,
    )}</tbody></table>`;
}
