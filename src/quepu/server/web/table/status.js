// What the table waits for, and how much time is left, in a line.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {answerText, isDiscard, winWorth} from "./choices.js";
import {textWith, winWorthView} from "./fan-names.js";
import {seatName} from "../shared/game/narrate.js";
import {WINDS} from "../shared/constants.js";
import {list} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {tileName} from "../shared/tiles.js";

/** @typedef {import("./table-state.js").TableState} TableState */

/** How much time is left, in words; at a table without a clock nothing is counted. @param {TableState} state */
export function timeLeft({room, table, toldAt, legal}) {
  const waits = room?.settings.clock ? table?.waits : null;
  if (waits?.for === "claims" && !waits.held && !legal.length) return nothing;
  if (!waits || waits.left === null || waits.left === undefined || !["turn", "claims", "ready"].includes(waits.for)) return nothing;
  const left = waits.left + (waits.bank ?? 0) - (Date.now() - toldAt);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return html`<span class="time ${seconds <= 5 ? "short" : ""}">${t("seconds_left", {seconds})}</span>`;
}

/** What the next tap does, and what it gives up. @param {string} tile @param {TableState["win"]} win */
export const againWords = (tile, win) =>
  win ? t("tap_again_gives_up", {tile: tileName(tile), worth: winWorth(win)}) : t("tap_again", {tile: tileName(tile)});

/** @param {TableState} state @param {string | null} lifted the tile that the next tap discards @returns {string | import("../shared/types.js").View} */
export function statusLine(state, lifted) {
  const {table, legal, names, mine, gone} = state;
  if (!table) return "";
  const {waits, view} = table;
  if (waits.for === "over") return "";
  if (waits.for === "paused") return t("paused");
  if (waits.for === "vote") return t(state.room?.proposal?.kind === "end" ? "waiting_vote_end" : "waiting_vote_takeback");
  if (state.away) return t("away_now");
  if (lifted && state.win) return textWith("tap_again_gives_up", winWorthView(state.win), {tile: tileName(lifted)}, "worth");
  if (lifted) return againWords(lifted, null);
  if (legal.length) {
    if (state.claiming) return claimWords(state);
    if (state.win) return t("you_can_win");
    if (!legal.some(isDiscard)) return t("your_turn");
    return t(legal.every(isDiscard) && view?.seats[state.bottom].ready ? "ready_choose" : "your_turn_discard");
  }
  if (table.answered !== null && state.claiming) return t("answered_is", {answer: answerText(table.answered, view?.offer?.tile ?? null)});
  if (waits.for === "turn" && waits.seat) {
    if (waits.seat === mine) return t("just_sent"); // answered here, and the table has not gone on yet
    const who = seatName(names, waits.seat, mine);
    const player = table.hand?.seats[WINDS.indexOf(waits.seat)] ?? -1;
    return gone.includes(player) ? returnWords(state, [player], who) : t("waiting_for", {who});
  }
  if (waits.for === "claims") {
    if (waits.held && gone.length && !state.thinks) return returnWords(state, gone, list(gone.map((one) => state.playerName(one))));
    return t(state.thinks ? "thinking" : waits.held ? "somebody_thinks" : "waiting_claims");
  }
  if (!["commit", "ready"].includes(waits.for)) return "";
  return table.prompt?.ready ? waitedFor(state) : readyWords(state);
}

/** What the user is asked about a tile on offer. @param {TableState} state */
function claimWords({table, thinks, winWaits}) {
  const {held, window} = table?.waits ?? {};
  if (thinks || (winWaits && held)) return t("thinking");
  return t(winWaits ? "your_win_waits" : window ? "your_claim_soon" : "your_claim");
}

/** Whose return is waited for, and when a bot plays for them. @param {TableState} state @param {readonly number[]} gone @param {string} who */
function returnWords(state, gone, who) {
  const [seconds] = gone.flatMap((player) => state.botIn(player) ?? []).sort((a, b) => a - b);
  return seconds === undefined ? t("waiting_return", {who}) : t("waiting_return_bot", {who, seconds});
}

/** Who is not ready for the next deal. @param {TableState} state */
export function readyWords(state) {
  const {gone, table, room} = state;
  const missing = (table?.waits.players ?? []).filter((player) => player !== table?.you && !room?.players?.[player].away);
  const names = missing.map((one) => (gone.includes(one) ? t("name_offline", {who: state.playerName(one)}) : state.playerName(one)));
  return missing.length ? t("waiting_ready", {who: list(names)}) : t("waiting_next");
}

/** That others are ready for the next deal, and wait for the user; "" if nobody is. @param {TableState} state */
export function waitedFor(state) {
  const {players = []} = state.room ?? {};
  const missing = state.table?.waits.players ?? [];
  const ready = (players ?? []).map((_, i) => i).filter((i) => players?.[i].member !== null && !players?.[i].away && !missing.includes(i));
  if (!ready.length) return "";
  return t(missing.length > 1 ? "ready_already" : "all_wait_for_you", {who: list(ready.map((one) => state.playerName(one)))});
}

/** The time in which the user can claim the tile on offer, as a bar that gets shorter. @param {TableState} state */
export const claimBar = ({claimTime}) =>
  claimTime === null
    ? nothing
    : html`<span class="claim-bar" aria-hidden="true"><i .style=${`--left: ${claimTime.toFixed(3)}`}></i></span>`;
