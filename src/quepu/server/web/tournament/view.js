// The frame of a tournament's page: its name, whether it is stored, the ways to its views, and what is missing.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {moment} from "../shared/documents/here.js";
import {shareText} from "../shared/documents/share-texts.js";
import {statusView} from "../shared/documents/status-view.js";
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
  const {problem, server, state} = ctrl;
  if (!state) return emptyView(ctrl, problem ?? server.problem);
  const {name, rules, overlay, rounds, minutes, system} = state.settings;
  return html`<header class="head"><p class="crumb screen-only"><a href="/tournament">${say("all_tournaments")}</a></p>
      <h1>${name}</h1>
      <p class="muted facts">${calledBook(rules)}${overlay === null ? nothing : html` · ${t("own_rules")}`} · ${say(`system_${system}`)} ·
        ${say("rounds_minutes", {rounds, minutes})} · ${say("players_now", {count: state.players.length})}</p>
      <p class="screen-only state-line">${ctrl.document ? statusView(ctrl.document) : nothing}
        ${ctrl.document && !ctrl.mayEdit ? html`<span class="fact read-only">${shareText("read_only")}</span>` : nothing}
        <span class="fact">${progressWords(ctrl)}</span></p></header>
    ${server.isOld && server.code === "offline" ? html`<p class="old-state" role="status">${shareText("as_of", {when: moment(server.at)})}</p>` : nothing}
    ${tabs(ctrl)}
    <div class="view view-${ctrl.view}">${DRAWN[ctrl.view](ctrl)}</div>`;
}

/** How far the tournament is. @param {TournamentCtrl} ctrl */
function progressWords({state, currentRound, isDrawn}) {
  if (state?.finished) return say("is_finished");
  if (!isDrawn) return say("not_drawn");
  return state?.current === null ? say("all_results_in") : say("round_of", {round: currentRound, rounds: state?.settings.rounds ?? 0});
}

/** @param {TournamentCtrl} ctrl @param {unknown} problem */
function emptyView({server}, problem) {
  if (problem === null) return html`<h1>${t("title_tournament")}</h1><p class="muted">${t("loading")}</p>`;
  const isOffline = !(problem instanceof api.ApiError) || problem.code === "offline";
  return html`<h1>${t("title_tournament")}</h1><p class="problem" role="alert">${isOffline ? shareText("needs_server") : api.problemWords(problem)}</p>
    <div class="actions"><button type="button" @click=${() => server.refresh()}>${t("again")}</button>
      <a class="button" href="/tournament">${say("all_tournaments")}</a></div>`;
}

/** @param {TournamentCtrl} ctrl */
function tabs(ctrl) {
  const shown = VIEWS.filter((view) => view !== "players" || ctrl.mayEdit || (ctrl.state?.players.length ?? 0) > 0);
  /** @param {MouseEvent} event @param {View} view */
  const onClick = (event, view) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    ctrl.go(view);
  };
  return html`<nav class="view-tabs screen-only" aria-label=${say("views")}>${shown.map(
    (view) => html`<a href=${ctrl.addressOf(view)} data-view=${view} aria-current=${view === ctrl.view ? "page" : "false"}
      @click=${(/** @type {MouseEvent} */ event) => onClick(event, view)}>${say(`view_${view}`)}</a>`,
  )}</nav>`;
}
