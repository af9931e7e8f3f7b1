// The time of a round in digits for a whole hall, and which tables have given their results.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {digits, WARNING} from "./timer-clock.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */

/** @param {TournamentCtrl} ctrl */
export function timerView(ctrl) {
  const {timer: screen} = ctrl;
  const {left, round, timer} = screen;
  const phase = !screen.begun ? "ready" : left <= 0 ? "up" : timer.running ? (left <= WARNING ? "last" : "running") : "paused";
  return html`<section class="timer ${phase}" aria-label=${say("timer")}>
    <p class="timer-round">${say("round_of", {round, rounds: ctrl.state?.settings.rounds ?? 0})}</p>
    <p class="digits" role="timer" data-phase=${phase}>${digits(left)}</p>
    <p class="timer-phase">${say(`timer_${phase}`)}</p>
    ${ctrl.mayEdit ? controls(ctrl, phase) : nothing}
    <div class="actions timer-more">
      <button type="button" class="bell" aria-pressed=${String(screen.sound)} @click=${screen.flipSound}>${say(screen.sound ? "sound_on" : "sound_off")}</button>
      <button type="button" class="full" @click=${screen.fullScreen}>${say("full_screen")}</button></div>
    ${tablesOf(ctrl, round)}
    ${ctrl.mayEdit ? html`<p class="muted small-print timer-keys">${say("timer_keys")}</p>` : nothing}
  </section>`;
}

/** @param {TournamentCtrl} ctrl @param {string} phase */
function controls(ctrl, phase) {
  const {timer: screen} = ctrl;
  const {round} = screen;
  const next = round < (ctrl.state?.settings.rounds ?? 0) ? round + 1 : null;
  return html`<div class="actions timer-controls">
    <button type="button" class="primary toggle" @click=${screen.toggle}>${say(screen.timer.running ? "pause" : phase === "ready" ? "start_round" : "go_on")}</button>
    <button type="button" class="minus" ?disabled=${phase === "ready"} @click=${() => screen.addMinutes(-1)}>${say("minute_less")}</button>
    <button type="button" class="plus" ?disabled=${phase === "ready"} @click=${() => screen.addMinutes(1)}>${say("minute_more")}</button>
    <button type="button" class="stop" ?disabled=${phase === "ready"} @click=${() => screen.command("stop")}>${say("reset")}</button>
    ${next !== null && screen.begun ? html`<button type="button" class="next-round" @click=${() => screen.startRound(next)}>${say("start_next", {round: next})}</button>` : nothing}
  </div>`;
}

/** Which tables of the round have given their results. @param {TournamentCtrl} ctrl @param {number} round */
function tablesOf(ctrl, round) {
  const tables = ctrl.tablesOf(round);
  if (!tables.length) return nothing;
  const done = tables.filter(({points}) => points).length;
  return html`<div class="timer-tables"><p>${say("results_in", {done, all: tables.length})}</p>
    <ul>${tables.map(
      ({table, points}) => html`<li class=${points ? "in" : ""}>${say("table_number", {table})}
        <span>${points ? html`<span aria-hidden="true">✓</span> ${say("result_in")}` : say("result_open")}</span></li>`,
    )}</ul></div>`;
}
