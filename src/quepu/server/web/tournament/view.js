// The frame of a tournament's page: its name, whether it is stored, the ways to its views, and what is missing.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {documentLine, nothingYet, oldState, viewTabs} from "../shared/documents/page-parts.js";
import {calledBook} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {VIEWS} from "./ctrl.js";
import {drawView} from "./draw-view.js";
import {moreView} from "./more-view.js";
import {playersView} from "./players-view.js";
import {roundsView} from "./rounds-view.js";
import {slipsView} from "./slips-view.js";
import {standingsView} from "./standings-view.js";
import {say} from "./texts.js";
import {timerView} from "./timer-view.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */
/** @typedef {import("./ctrl.js").View} View */

/** @type {Record<View, (ctrl: TournamentCtrl) => unknown>} */
const DRAWN = {
  rounds: roundsView,
  standings: standingsView,
  players: playersView,
  draw: drawView,
  timer: timerView,
  slips: slipsView,
  more: moreView,
};

/** @param {TournamentCtrl} ctrl */
export function pageView(ctrl) {
  const {document: doc, server, state} = ctrl;
  if (!state || doc?.deleted) return nothingYet(server, doc, t("title_tournament"), "/tournament");
  const {name, rules, overlay, rounds, minutes, system} = state.settings;
  return html`<header class="head"><p class="crumb screen-only"><a href="/tournament">${say("all_tournaments")}</a></p>
      <h1>${name}</h1>
      <p class="muted facts">${calledBook(rules)}${overlay === null ? nothing : html` · ${t("own_rules")}`} · ${say(`system_${system}`)} ·
        ${say("rounds_minutes", {rounds, minutes})} · ${say("players_now", {count: state.players.length})}</p>
      <p class="screen-only state-line">${documentLine(doc, ctrl.addressOf("more"), ctrl.go)} <span class="fact">${progressWords(ctrl)}</span></p></header>
    ${oldState(server, doc)} ${tabs(ctrl)}
    <div class="view view-${ctrl.view}">${DRAWN[ctrl.view](ctrl)}</div>`;
}

/** How far the tournament is. @param {TournamentCtrl} ctrl */
function progressWords({state, currentRound, isDrawn}) {
  if (state?.finished) return say("is_finished");
  if (!isDrawn) return say("not_drawn");
  return state?.current === null ? say("all_results_in") : say("round_of", {round: currentRound, rounds: state?.settings.rounds ?? 0});
}

/** @param {TournamentCtrl} ctrl */
const tabs = (ctrl) =>
  viewTabs({
    label: say("views"),
    views: VIEWS.map((id) => ({id, words: say(`view_${id}`), address: ctrl.addressOf(id)})),
    current: ctrl.view,
    go: ctrl.go,
  });
