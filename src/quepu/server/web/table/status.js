// What the table waits for, and how much time is left, in a line.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {answerText, isDiscard, winWorth} from "./choices.js";
import {textWith, winWorthView} from "./fan-names.js";
import {seatName} from "../shared/game/narrate.js";
import {t} from "../shared/settings.js";
import {tileName} from "../shared/tiles.js";

/** @typedef {import("./table-state.js").TableState} TableState */

/** How much time is left, in words. @param {TableState} state */
export function timeLeft({table, toldAt, legal}) {
  const waits = table?.waits;
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
  const {table, legal, names, mine} = state;
  if (!table) return "";
  const {waits, view} = table;
  if (waits.for === "over") return "";
  if (waits.for === "paused") return t("paused");
  if (state.away) return t("away_now");
  if (lifted && state.win) return textWith("tap_again_gives_up", winWorthView(state.win), {tile: tileName(lifted)}, "worth");
  if (lifted) return againWords(lifted, null);
  if (legal.length) {
    if (state.claiming) return t(state.thinks ? "thinking" : waits.window ? "your_claim_soon" : "your_claim");
    if (!legal.some(isDiscard)) return t("your_turn");
    return t(legal.every(isDiscard) && view?.seats[state.bottom].ready ? "ready_choose" : "your_turn_discard");
  }
  if (table.answered !== null && state.claiming) return t("answered_is", {answer: answerText(table.answered, view?.offer?.tile ?? null)});
  if (waits.for === "turn" && waits.seat) return t("waiting_for", {who: seatName(names, waits.seat, mine)});
  if (waits.for === "claims") return t(state.thinks ? "thinking" : waits.held ? "somebody_thinks" : "waiting_claims");
  return ["commit", "ready"].includes(waits.for) && !table.prompt?.ready ? t("waiting_next") : "";
}
