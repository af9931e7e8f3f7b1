// What was entered, in words.

import {BOOK_FACTS, bookSees} from "../shared/constants.js";
import {calledBook, list, signed} from "../shared/names.js";
import {keptOverlay} from "../shared/book-chooser.js";
import {windName} from "../shared/game/wind-mark.js";
import {own, settings} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").SheetDeal} SheetDeal */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */

/** The name of the 圈: by its wind where the book has one. @param {string} rules @param {number} round */
export const roundName = (rules, round) =>
  bookSees(rules, "round") ? say("round_wind", {wind: windName(round % 4)}) : say("round_plain", {round: round + 1});

/** Where a deal is in the match. @param {string} rules @param {{round: number, number: number}} place */
export const placeWords = (rules, {round, number}) =>
  say("place", {
    round: roundName(rules, round),
    hand: settings.lang === "zh" ? say("hand_number", {number}) : say("hand_number", {number}).toLowerCase(),
  });

/** How a deal ended. @param {readonly string[]} names @param {{t?: string, kind?: string, winner?: any, source?: any, points?: any}} deal a deal or its entry */
export function dealWords(names, {t, kind, winner, source, points}) {
  if ((t ?? kind) === "draw") return say("drawn");
  return source === null
    ? say("won_self", {who: names[winner], points})
    : say("won_from", {who: names[winner], source: names[source], points});
}

/** Names with a gain or a loss each; those with nothing are left out. @param {readonly string[]} names @param {readonly number[]} payments */
export const paymentWords = (names, payments) =>
  list(payments.flatMap((points, player) => (points ? [`${names[player]} ${signed(points)}`] : []))) || say("penalty_nothing");

/** Who was penalised, why, and what is paid. @param {readonly string[]} names @param {Entry} entry */
export const penaltyWords = (names, {by, kind, payments, note}) =>
  say("penalty_words", {
    name: names[by],
    kind: say(/** @type {"false_win" | "dead_hand" | "other"} */ (kind)),
    payments: paymentWords(names, payments),
  }) + (note ? say("noted", {note}) : "");

/** @param {readonly string[]} names @param {readonly number[]} scores */
export const scoreWords = (names, scores) => list(names.map((name, player) => `${name} ${signed(scores[player])}`));

/** How long a match is. @param {{rounds: number, hands: number | null}} length */
export const lengthWords = ({rounds, hands}) =>
  hands === null ? say("length_rounds", {count: rounds}) : say("length_hands", {count: hands});

/** What the book of a sheet is called; own rules by the name in them. @param {{rules: string, overlay: string | null}} choice */
export function bookWords({rules, overlay}) {
  if (overlay === null) return calledBook(rules);
  const known = keptOverlay();
  const name = known?.toml === overlay ? known.name : /^\s*name\s*=\s*"([^"]*)"/m.exec(overlay)?.[1];
  return name ?? own(BOOK_FACTS[rules].name);
}

/** @param {number} when @returns {string} */
export function timeWords(when) {
  const date = new Date(when);
  const today = date.toDateString() === new Date().toDateString();
  const lang = settings.lang === "zh" ? "zh-CN" : "en-GB";
  return today
    ? date.toLocaleTimeString(lang, {hour: "2-digit", minute: "2-digit"})
    : date.toLocaleString(lang, {month: "short", day: "numeric", hour: "2-digit", minute: "2-digit"});
}

/**
 * The number of the deal at a slot, as the list of the deals has it: a deal that was inserted or taken back moves those after it.
 * @param {SheetState} state @param {number} slot
 */
const numberAt = ({deals}, slot) => 1 + deals.filter((deal) => deal.slot < slot).length;

/** What an entry did. @param {SheetState} state @param {Entry} entry @param {(id: string) => Entry | undefined} find */
export function entryWords(state, entry, find) {
  const {names} = state;
  const number = entry.deal === undefined ? 0 : numberAt(state, entry.deal);
  const correction = entry.replaces ? say("did_correct") : "";
  if (entry.t === "win" || entry.t === "draw") return say("did_deal", {number, what: dealWords(names, entry)}) + correction;
  if (entry.t === "penalty") return say("did_penalty", {number, what: penaltyWords(names, entry)}) + correction;
  if (entry.t === "seats") {
    const seated = list(
      entry.seats.map((/** @type {number} */ player, /** @type {number} */ seat) => `${windName(seat)} ${names[player]}`),
    );
    return say("did_seats", {number, names: seated});
  }
  if (entry.t === "names") return say("did_names", {names: list(entry.names)});
  if (entry.t === "end") return say("did_end");
  if (entry.t === "undo") return undoWords(state, entry, find);
  const book = bookWords({rules: entry.rules, overlay: entry.overlay ?? null});
  const length = lengthWords({rounds: entry.rounds ?? BOOK_FACTS[entry.rules].sheet.rounds, hands: entry.hands ?? null});
  return say("did_sheet", {book, length, names: list(entry.names)});
}

/** Who undoes an undo restores what it undid. @param {SheetState} state @param {Entry} entry @param {(id: string) => Entry | undefined} find @returns {string} */
function undoWords(state, entry, find) {
  const target = find(entry.of);
  if (!target) return say("did_undo", {what: say("unknown_entry")});
  const restored = target.t === "undo" ? find(target.of) : undefined;
  if (restored && restored.t !== "undo") return say("did_redo", {what: entryWords(state, restored, find)});
  return say("did_undo", {what: target.t === "undo" ? say("unknown_entry") : entryWords(state, target, find)});
}
