// The end of a deal: who won, the score and why, the payments, and the check of the shuffle.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {figure, list} from "../names.js";
import {scoreView} from "../score-view.js";
import {t} from "../settings.js";
import {WINDS, WIND_MARKS} from "../constants.js";
import {trustView} from "./trust.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").ExplainedWin} ExplainedWin */

/**
 * How the check of the shuffle ended. `right`: everything fits; `right_deal`: everything but the draws, because moves were taken back;
 * `recorded`: a record agrees with itself; `unpromised`: the same, and no nonce came from this browser; `own_withheld`: its nonce came too late;
 * `left_out`: its nonce was committed to, and the table did not take it. Anything else is what is wrong.
 * @typedef {"incomplete" | "unpromised" | "own_withheld" | "left_out" | "commitment" | "nonce_commitments" | "nonce" | "bot_nonce" |
 *   "nonce_changed" | "dice" | "deal" | "draw" | "right" | "right_deal" | "recorded"} Found
 * @typedef {Found | "asked" | null} Checked
 */

/** @type {Record<string, [string, string]>} How a result looks: its class and its sign. */
const RESULTS = {
  right: ["verified", "✓"],
  right_deal: ["verified", "✓"],
  recorded: ["verified", "✓"],
  unpromised: ["unproved", "–"],
  own_withheld: ["unproved", "–"],
  incomplete: ["unproved", "–"],
};

/** Whether a check has found something wrong. @param {Found} found */
export const isWrong = (found) => !RESULTS[found];

/** Who had committed to a nonce and did not open it. @param {readonly string[]} names by seat @param {readonly string[]} states of the nonces */
export function withheldWords(names, states) {
  const who = names.filter((_, seat) => states[seat] === "withheld");
  return who.length ? t("shuffle_withheld", {who: list(who)}) : "";
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/** Who won, in a line. @param {GameEvent} end @param {readonly string[]} names */
function headlineOf(end, names) {
  /** @param {string} seat */
  const name = (seat) => names[WINDS.indexOf(seat)];
  if (end.t !== "win") return t(end.declined ? "hand_declined" : "hand_drawn");
  return end.from ? t("won_from", {who: name(end.seat), from: name(end.from)}) : t("won_self", {who: name(end.seat)});
}

/**
 * @param {readonly GameEvent[]} events those of the hand
 * @param {readonly string[]} names by seat
 * @param {readonly number[]} seats the players by seat
 */
export function payments(events, names, seats) {
  const pay = events.find(({t: name}) => name === "pay");
  if (!pay) return nothing;
  return html`<table class="payments"><caption class="unseen">${t("payments")}</caption>
    <thead class="unseen"><tr><th scope="col">${t("player")}</th><th scope="col">${t("payments")}</th><th scope="col">${t("standing")}</th></tr></thead>
    <tbody>${WINDS.map(
      (_, i) => html`<tr><th scope="row"><span class="wind-of">${WIND_MARKS[i]}</span> ${names[i]}</th>
      <td class=${pay.payments[i] > 0 ? "gain" : pay.payments[i] < 0 ? "loss" : ""}>${signed(pay.payments[i])}</td><td>${figure(pay.scores[seats[i]])}</td></tr>`,
    )}</tbody></table>`;
}

/** @param {Checked} checked @param {() => void} check @param {string} note what there is to say besides */
function shuffleCheck(checked, check, note) {
  const [look, sign] = RESULTS[checked ?? ""] ?? ["problem", "✗"];
  return html`<div class="shuffle-check" data-checked=${checked ?? ""}>
    ${
      checked === null || checked === "asked"
        ? html`<button type="button" class="check" ?disabled=${checked === "asked"} @click=${check}>${t("check_shuffle")}</button>
          <p class="muted small-print">${t("check_shuffle_hint")}</p>`
        : html`<p class="shuffle-result ${look}" tabindex="-1"><span aria-hidden="true">${sign}</span> ${t(`shuffle_${checked}`)}</p>
          ${note ? html`<p class="shuffle-note muted small-print">${note}</p>` : nothing}`
    }${trustView()}</div>`;
}

/**
 * @param {{
 *   events: readonly GameEvent[], names: readonly string[], seats: readonly number[], score: ExplainedWin | null,
 *   checked: Checked, check: () => void, note?: string, marking: import("../score-view.js").Marking,
 * }} end
 */
export function dealEnd({events, names, seats, score, checked, check, note = "", marking}) {
  const end = events.find(({t: name}) => name === "win" || name === "exhausted");
  return html`
    <h2 class="end-title" tabindex="-1">${end ? headlineOf(end, names) : t("hand_over")}</h2>
    <div class="end-parts"><div>${payments(events, names, seats)}
      ${end?.flowers ? html`<p>${t("won_flowers", {points: end.points})}</p>` : nothing}</div>
      ${score ? html`<div class="end-score">${scoreView(score, marking)}</div>` : nothing}</div>
    ${shuffleCheck(checked, check, note)}`;
}

/** The end of a game. @param {readonly {name: string, score: number}[]} players */
export function standing(players) {
  const ranked = [...players].sort((a, b) => b.score - a.score);
  const [best, worst] = [ranked[0].score, ranked[ranked.length - 1].score];
  return html`<ol class="standing">${ranked.map(
    ({
      name,
      score,
    }) => html`<li class=${score === best && best > worst ? "leads" : ""}><span class="rank">${ranked.findIndex((other) => other.score === score) + 1}</span>
      <span class="who">${name}</span> <strong>${signed(score)}</strong></li>`,
  )}</ol>`;
}
