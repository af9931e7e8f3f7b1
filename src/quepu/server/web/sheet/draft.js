// A hand that is being entered: the choices so far, and the entry that they make.

import {NOBODY, PLAYERS, numbersOf, typedFacts, winPayments} from "./deals.js";

/** @typedef {import("../shared/documents/types.js").Entry} Entry */
/** @typedef {import("./deals.js").DealPlace} DealPlace */
/**
 * `source` is the player whose tile it was, "self" by self-draw. `typed` are digits. `hand` and `fans` are of a hand that was built.
 * @typedef {{
 *   place: DealPlace, insert: boolean, replaces: string | null, draw: boolean, winner: number | null, source: number | "self" | null, typed: string, build: boolean,
 *   flowers: number, given: number[], kongs: number[], note: string, more: boolean, points: number | null, hand: string | null, fans: string[],
 * }} Draft
 */

/** The maximum of digits: the points of an entry are at most 100,000,000. */
const MOST_DIGITS = 8;

/** @param {DealPlace} place @param {{winner?: number | null, insert?: boolean}} [known] @returns {Draft} */
export const newDraft = (place, {winner = null, insert = false} = {}) => ({
  place,
  insert,
  replaces: null,
  draw: false,
  winner,
  source: null,
  typed: "",
  build: false,
  flowers: 0,
  given: [...NOBODY],
  kongs: [...NOBODY],
  note: "",
  more: false,
  points: null,
  hand: null,
  fans: [],
});

/** The draft that corrects an entry. Its flowers are in its points already where they count. @param {string} rules @param {DealPlace} place @param {Entry} entry @returns {Draft} */
export function draftOf(rules, place, entry) {
  const draft = {...newDraft(place), replaces: entry.id, note: entry.note ?? "", kongs: [...(entry.kongs ?? NOBODY)]};
  if (entry.t === "draw") return {...draft, draw: true};
  const flowers = entry.flowers ?? 0;
  const isBuilt = typeof entry.hand === "string";
  return {
    ...draft,
    winner: entry.winner,
    source: entry.source === null ? "self" : entry.source,
    typed: isBuilt ? "" : String(Math.max(0, entry.points - flowers * typedFacts(rules).flower)),
    build: isBuilt,
    flowers,
    given: [...(entry.given ?? NOBODY)],
    more: flowers > 0 || [...(entry.given ?? []), ...(entry.kongs ?? [])].some(Boolean) || Boolean(entry.note),
    points: isBuilt ? entry.points : null,
    hand: entry.hand ?? null,
    fans: entry.fans ?? [],
  };
}

/** The points that are settled, flowers included; null if they are not known yet. @param {string} rules @param {Draft} draft */
export function draftPoints(rules, {build, points, typed, flowers}) {
  if (build) return points;
  return typed === "" ? null : Number(typed) + flowers * typedFacts(rules).flower;
}

/** Whether the winner, the tile and the points are known. @param {string} rules @param {Draft} draft */
export const isComplete = (rules, draft) =>
  draft.draw || (draft.winner !== null && draft.source !== null && draftPoints(rules, draft) !== null);

/** What each player receives; null while something is missing. @param {string} rules @param {Draft} draft */
export function draftPayments(rules, draft) {
  const {winner, source, place, given} = draft;
  const points = draftPoints(rules, draft);
  if (winner === null || source === null || points === null) return null;
  return winPayments(rules, place.seats, winner, source === "self" ? null : source, points, given);
}

/** Choose the winner; who gave the tile cannot be the winner too. @param {Draft} draft @param {number} winner @returns {Draft} */
export const withWinner = (draft, winner) => ({
  ...draft,
  winner,
  source: draft.source === winner ? null : draft.source,
  given: draft.given.map((count, player) => (player === winner ? 0 : count)),
});

/** Type a digit, or take the last one back. @param {Draft} draft @param {string} key @returns {Draft} */
export function withDigit(draft, key) {
  const typed = key === "erase" ? draft.typed.slice(0, -1) : (draft.typed + key).replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS);
  return {...draft, typed};
}

/** The maximum that the others can have given together: five tiles of others are the maximum in a hand. @param {string} rules */
export const mostGiven = (rules) => Math.max(0, numbersOf(rules).liable);

/** The type and the fields of the entry. @param {string} rules @param {Draft} draft @returns {[string, Record<string, unknown>]} */
export function draftEntry(rules, draft) {
  const {place, replaces, winner, source, build, flowers, given, kongs, note, hand, fans} = draft;
  const common = {
    deal: place.slot,
    ...(kongs.some(Boolean) ? {kongs} : {}),
    ...(note.trim() ? {note: note.trim()} : {}),
    ...(replaces ? {replaces} : {}),
  };
  if (draft.draw) return ["draw", common];
  return [
    "win",
    {
      ...common,
      winner,
      source: source === "self" ? null : source,
      points: draftPoints(rules, draft),
      ...(flowers ? {flowers} : {}),
      ...(PLAYERS.some((player) => given[player]) ? {given} : {}),
      ...(build && hand ? {hand, fans} : {}),
    },
  ];
}
