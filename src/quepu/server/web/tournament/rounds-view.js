// The tables of a round: who sits where, the results, and the forms in which they are entered.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {seatMark} from "../shared/game/wind-mark.js";
import {moment} from "../shared/documents/here.js";
import {signed} from "../shared/names.js";
import {decimal, gain, roundChooser, sittingOut} from "./parts.js";
import {resultForm} from "./result-form.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */
/** @typedef {import("./ctrl.js").Table} Table */

/** The last rank in the prize list: below it are the standings, with everybody. */
const MOST_PRIZES = 8;

/** @param {TournamentCtrl} ctrl */
export function roundsView(ctrl) {
  const {round} = ctrl;
  const found = ctrl.roundOf(round);
  const tables = found?.tables ?? [];
  const open = tables.filter(({points}) => !points).length;
  return html`${prizesView(ctrl)} ${roundChooser(ctrl)}
    <h2>${say("round_of", {round, rounds: ctrl.state?.settings.rounds ?? 0})}</h2>
    ${
      tables.length
        ? html`<p class="muted">${open ? say("results_in", {done: tables.length - open, all: tables.length}) : say("all_results_of_round")}</p>
          <ul class="tournament-tables">${tables.map((table) => tableView(ctrl, round, table))}</ul>
          ${sittingOut(ctrl, found?.sitting_out ?? [])} ${ctrl.mayEdit && open ? forAll(ctrl, round) : nothing}`
        : html`<p>${say("round_not_drawn")} ${ctrl.mayEdit ? html`<a href=${ctrl.addressOf("draw")}>${say("to_draw")}</a>` : nothing}</p>`
    }
    ${missingView(ctrl)}`;
}

/** @param {TournamentCtrl} ctrl @param {number} round */
const forAll = (ctrl, round) => html`<div class="actions screen-only">
  <button type="button" class="open-sheets" ?disabled=${ctrl.busy} @click=${() => ctrl.openSheets(round)}>${say("open_sheets")}</button>
  <a class="button" href=${ctrl.addressOf("slips", round)}>${say("to_slips")}</a></div>`;

/** Who sits where, and what they have. @param {TournamentCtrl} ctrl @param {Table} table */
function seatsView(ctrl, {players, points, penalties, ranks, standard, reduced, sheet_scores: scores}) {
  const shown = points ?? scores;
  const earned = reduced ?? (ctrl.state?.settings.system === "points" ? null : standard);
  /** @param {number} place */
  const earnedAt = (place) => {
    if (!points) return nothing;
    return html`<b class="earned">${earned ? decimal(earned[place]) : ranks ? say("place", {place: ranks[place]}) : nothing}</b>`;
  };
  return html`<ol class="seats">${players.map(
    (id, place) => html`<li><span class="wind">${seatMark(place)}</span> <span class="who">${ctrl.nameOf(id)}</span>
      ${penalties[place] ? html`<span class="penalty" title=${say("penalty")}>${gain(penalties[place])}</span>` : nothing}
      ${shown ? html`<span class="points ${points ? "" : "so-far"}">${signed(shown[place])}</span>` : nothing} ${earnedAt(place)}</li>`,
  )}</ol>`;
}

/** @param {TournamentCtrl} ctrl @param {number} round @param {Table} table */
function tableView(ctrl, round, table) {
  const {players, points, conflict, not_zero: notZero} = table;
  const typed = ctrl.typed.get(`${round}.${table.table}`);
  const isTyped = ctrl.mayEdit && typed !== undefined;
  return html`<li class="card tournament-table" data-table=${table.table} data-state=${conflict ? "conflict" : points ? "done" : table.sheet ? "sheet" : "open"}>
    <h3>${say("table_number", {table: table.table})} <span class="table-state">${stateWords(table)}</span></h3>
    ${isTyped ? nothing : seatsView(ctrl, table)}
    ${notZero ? html`<p class="problem">${say("not_zero")}</p>` : nothing}
    ${conflict ? conflictView(ctrl, table) : nothing}
    ${table.other_draw.length ? html`<p class="muted small-print">${say("other_draw", {count: table.other_draw.length})}</p>` : nothing}
    ${
      isTyped && typed
        ? resultForm({
            id: `result-${round}-${table.table}`,
            names: players.map((id) => ctrl.nameOf(id)),
            fields: typed.fields,
            change: (place, text) => ctrl.type(round, table.table, place, text),
            save: () => ctrl.saveResult(round, table.table),
            cancel: () => ctrl.flipForm(round, table),
          })
        : actions(ctrl, round, table)
    }</li>`;
}

/** @param {Table} table */
function stateWords({conflict, points, origin, sheet, sheet_deals: deals, sheet_over: over}) {
  if (conflict) return say("state_conflict");
  if (points) return say(origin === "sheet" ? "state_by_sheet" : "state_done");
  if (sheet) return over ? say("state_sheet_over") : say("state_sheet", {deals: deals ?? 0});
  return say("state_open");
}

/** @param {TournamentCtrl} ctrl @param {number} round @param {Table} table */
function actions(ctrl, round, table) {
  const {points, sheet, origin, entry} = table;
  const edits = ctrl.mayEdit
    ? html`<button type="button" class="enter" @click=${() => ctrl.flipForm(round, table)}>${say(points ? "correct_result" : "enter_result")}</button>
      ${sheet ? nothing : html`<button type="button" class="open-sheet" ?disabled=${ctrl.busy} @click=${() => ctrl.openSheet(round, table)}>${say("open_sheet")}</button>`}
      ${origin === "result" && entry && !table.conflict ? html`<button type="button" class="take-back" @click=${() => ctrl.undo(entry)}>${say("take_back")}</button>` : nothing}`
    : nothing;
  return html`<div class="actions screen-only">${edits}
    ${sheet ? html`<a class="button to-sheet" href="/sheet/${sheet}">${say("to_sheet")}</a>` : nothing}</div>`;
}

/** Several results of a table that do not replace each other. @param {TournamentCtrl} ctrl @param {Table} table */
const conflictView = (
  ctrl,
  table,
) => html`<div class="conflict" role="group" aria-label=${say("state_conflict")}><p>${say("conflict_how")}</p>
  <ul>${table.candidates.map((id) => {
    const entry = ctrl.entryOf(id);
    return html`<li><span class="tabular">${entry?.points?.map(signed).join(" / ") ?? id}</span>
      <span class="muted small-print">${entry ? moment(entry.when) : nothing}</span>
      ${ctrl.mayEdit ? html`<button type="button" class="keep-result" @click=${() => ctrl.settle(table, id)}>${say("keep_this")}</button>` : nothing}</li>`;
  })}</ul></div>`;

/** What has to be done before the tournament is complete, apart from results that are not there yet. @param {TournamentCtrl} ctrl */
function missingView({state, mayEdit}) {
  const found = (state?.missing ?? []).filter(({what}) => what !== "result" && what !== "draw");
  if (!mayEdit || !found.length) return nothing;
  return html`<section class="card missing" aria-labelledby="missing-title"><h2 id="missing-title">${say("to_do")}</h2>
    <ul>${found.map(
      ({what, round, table, player}) =>
        html`<li>${say(`missing_${what}`, {
          round,
          table: table ?? "",
          name: state?.players.find(({id}) => id === player)?.name ?? "",
        })}</li>`,
    )}</ul></section>`;
}

/** The prizes, when the tournament is finished. @param {TournamentCtrl} ctrl */
export function prizesView({state}) {
  if (!state?.prizes) return nothing;
  return html`<section class="card prizes" aria-labelledby="prizes-title"><h2 id="prizes-title">${say("prizes")}</h2>
    <ol>${state.prizes
      .filter(({rank}) => rank <= MOST_PRIZES)
      .map(
        ({
          rank,
          names,
          total,
          points,
        }) => html`<li data-rank=${rank}><span class="rank">${rank}</span> <strong>${names.join(say("comma"))}</strong>
        <span class="tabular">${decimal(total)}${state.settings.system === "points" ? nothing : html` <span class="muted">${gain(points)}</span>`}</span></li>`,
      )}</ol></section>`;
}
