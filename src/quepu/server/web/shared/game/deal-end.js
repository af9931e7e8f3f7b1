// The end of a deal: who won, the score and why, the payments, and the check of the shuffle.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {handView} from "../hand-view.js";
import {figure, list, signed} from "../names.js";
import {countedFans, headline, markedReading, scoreDetails} from "../score-view.js";
import {settings, t} from "../settings.js";
import {WINDS} from "../constants.js";
import {narrate, wonOn} from "./narrate.js";
import {shuffleText} from "./shuffle-texts.js";
import {trustView} from "./trust.js";
import {windMark} from "./wind-mark.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").ExplainedWin} ExplainedWin */
/** @typedef {import("../types-generated.js").PaymentJson} Payment */

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
  return who.length ? shuffleText("shuffle_withheld", {who: list(who)}) : "";
}

/** Who won, in a line. @param {GameEvent} end @param {readonly string[]} names @param {string | null} mine the seat of this page's player */
function headlineOf(end, names, mine) {
  /** @param {string} seat */
  const name = (seat) => names[WINDS.indexOf(seat)];
  if (end.t !== "win") return t(end.declined ? "hand_declined" : "hand_drawn");
  if (end.from && end.from === mine) return t("won_from_you", {who: name(end.seat), what: wonOn(end)});
  if (!end.from) return t("won_self", {who: name(end.seat)});
  return t("won_from", {who: name(end.seat), from: name(end.from), what: wonOn(end)});
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
    <thead><tr><th scope="col"><span class="unseen">${t("player")}</span></th><th scope="col">${t("this_deal")}</th><th scope="col">${t("standing")}</th></tr></thead>
    <tbody>${WINDS.map(
      (_, i) => html`<tr><th scope="row">${windMark(i)} ${names[i]}</th>
      <td class=${pay.payments[i] > 0 ? "gain" : pay.payments[i] < 0 ? "loss" : ""}>${signed(pay.payments[i])}</td><td>${figure(pay.scores[seats[i]])}</td></tr>`,
    )}</tbody></table>`;
}

/**
 * Who pays what and why, in sentences.
 * @param {readonly Payment[]} payments @param {readonly string[]} names by seat @param {string} winner @param {string | null} mine
 */
function paymentWords(payments, names, winner, mine) {
  if (!payments.length) return nothing;
  const name = (/** @type {string} */ seat) => names[WINDS.indexOf(seat)];
  return html`<ul class="pay-words">${payments.map(
    ({seat, points, why}) =>
      html`<li><b>${t(seat === mine ? "you_pay" : winner === mine ? "pays_you" : "pays_to", {who: name(seat), to: name(winner), points})}</b> ${why[settings.lang].join(settings.lang === "zh" ? "；" : "; ")}</li>`,
  )}</ul>`;
}

/** @param {Checked} checked @param {() => void} check @param {string} note what there is to say besides */
function shuffleCheck(checked, check, note) {
  const [look, sign] = RESULTS[checked ?? ""] ?? ["problem", "✗"];
  return html`<div class="shuffle-check" data-checked=${checked ?? ""}>
    ${
      checked === null || checked === "asked"
        ? html`<button type="button" class="check" ?disabled=${checked === "asked"} @click=${check}>${shuffleText("check_shuffle")}</button>
          <p class="muted small-print">${shuffleText("check_shuffle_hint")}</p>`
        : html`<p class="shuffle-result ${look}" tabindex="-1"><span aria-hidden="true">${sign}</span> ${shuffleText(`shuffle_${checked}`)}</p>
          ${note ? html`<p class="shuffle-note muted small-print">${note}</p>` : nothing}`
    }${trustView()}</div>`;
}

/**
 * What is known of the end of a deal. `shown` is how many parts are revealed so far: the fans, then the points, then the payments.
 * @typedef {{
 *   events: readonly GameEvent[], names: readonly string[], seats: readonly number[], mine?: string | null, score: ExplainedWin | null,
 *   payments: readonly Payment[], checked: Checked, check: () => void, note?: string, marking: import("../score-view.js").Marking,
 *   shown?: number, actions?: import("../types.js").View,
 * }} DealEnd
 */

/** @param {DealEnd} end */
export function dealEnd({shown = Infinity, mine = null, actions = nothing, note = "", ...deal}) {
  const {events, names, score} = deal;
  const end = events.find(({t: name}) => name === "win" || name === "exhausted");
  const isOwn = end?.t === "win" && end.seat === mine;
  const line = end ? headlineOf(end, names, mine) : t("hand_over");
  const fans = score?.fans.length ?? 0;
  return html`
    <h2 class="end-title ${isOwn ? "own-win" : ""}" tabindex="-1">${isOwn ? t("you_won") : line}</h2>
    ${isOwn ? html`<p class="end-how">${narrate(end, names, mine)}</p>` : nothing}
    ${score ? html`<div class="laid-out">${handView(score.hand)}</div>` : nothing}
    <div class="end-parts">
      ${
        score
          ? html`<div class="end-score">${countedFans(score, deal.marking, shown)}</div>
          <div class="end-total ${shown > fans ? "" : "unrevealed"}">${headline(score)}</div>`
          : nothing
      }
      <div class="end-pay ${shown > fans + 1 ? "" : "unrevealed"}">${payments(events, names, deal.seats)}
        ${end?.flowers ? html`<p>${t("won_flowers", {points: end.points})}</p>` : nothing}
        ${paymentWords(deal.payments, names, end?.seat, mine)}${actions}</div></div>
    ${
      score
        ? html`<details class="end-details"><summary>${t("how_points")}</summary>${markedReading(score, deal.marking)}${scoreDetails(score, deal.marking)}</details>`
        : nothing
    }
    ${shuffleCheck(deal.checked, deal.check, note)}`;
}

/** The end of a game; the user's own row is marked. @param {readonly {name: string, score: number, isOwn?: boolean}[]} players */
export function standing(players) {
  const ranked = [...players].sort((a, b) => b.score - a.score);
  const [best, worst] = [ranked[0].score, ranked[ranked.length - 1].score];
  return html`<ol class="standing">${ranked.map(
    ({
      name,
      score,
      isOwn,
    }) => html`<li class="${score === best && best > worst ? "leads" : ""} ${isOwn ? "own" : ""}"><span class="rank">${ranked.findIndex((other) => other.score === score) + 1}</span>
      <span class="who">${name}${isOwn && name !== t("you") ? t("that_is_you") : ""}</span> <strong>${signed(score)}</strong></li>`,
  )}</ol>`;
}
