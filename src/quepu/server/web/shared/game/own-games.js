// The user's own games as this browser keeps them: what a deal was for them, and two copies of a game in one.

import {WINDS} from "../constants.js";
import {readCanonical} from "../notation.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */

/**
 * How a deal ended for the user: they won by self-draw, on a discard, or by eight flowers; they dealt in; another won; nobody did.
 * @typedef {"self" | "discard" | "flowers" | "dealt_in" | "other" | "drawn"} Outcome
 */

/**
 * A deal from the user's seat. `payment` is what they gained or lost; `points`, `hand` and `fans` are those of their own win; `altered`: moves were taken back.
 * @typedef {{
 *   number: number, at: number, seat: string, outcome: Outcome, payment: number,
 *   points: number | null, hand: string | null, fans: Record<string, number>, altered: boolean,
 * }} OwnDeal
 */

/**
 * A game. `own` is the name of custom rules; `me` the place of the user among the players; `ended` and `scores` are null until it is over.
 * @typedef {{
 *   game: string, at: number, ended: number | null, rules: string, own: {zh: string, en: string} | null,
 *   players: string[], me: number, scores: number[] | null, deals: OwnDeal[],
 * }} OwnGame
 */

export const MOST_GAMES = 20_000;
const MOST_DEALS = 1000;
const OUTCOMES = ["self", "discard", "flowers", "dealt_in", "other", "drawn"];

/** @param {GameEvent | undefined} end @param {string} seat @returns {Outcome} */
function outcomeOf(end, seat) {
  if (end?.t !== "win") return "drawn";
  if (end.seat !== seat) return end.from === seat ? "dealt_in" : "other";
  return end.flowers ? "flowers" : end.from ? "discard" : "self";
}

/**
 * What a deal was for a player; null unless its beginning and its end are among the events.
 * @param {readonly GameEvent[]} events @param {number} player @param {number} at milliseconds since 1970 @returns {OwnDeal | null}
 */
export function dealOf(events, player, at) {
  const start = events.findLast(({t}) => t === "hand");
  const end = events.findLast(({t}) => t === "win" || t === "exhausted");
  const pay = events.findLast(({t}) => t === "pay");
  const wind = start?.seats.indexOf(player) ?? -1;
  if (!start || !end || !pay || wind < 0) return null;
  const seat = WINDS[wind];
  const outcome = outcomeOf(end, seat);
  const won = end.t === "win" && end.seat === seat;
  return {
    number: start.number,
    at,
    seat,
    outcome,
    payment: pay.payments[wind],
    points: won ? end.points : null,
    hand: won && end.hand && readCanonical(end.hand) ? end.hand : null,
    fans: won ? {...end.fans} : {},
    altered: events.some(({t}) => t === "back"),
  };
}

/** All deals of a record for a player. @param {string} record its lines @param {number} player @param {number} at @returns {OwnDeal[]} */
export function dealsOf(record, player, at) {
  /** @type {GameEvent[][]} */
  const deals = [];
  for (const line of record.trim().split("\n").slice(1)) {
    const event = JSON.parse(line);
    if (event.t === "hand") deals.push([]);
    deals.at(-1)?.push(event);
  }
  return deals.flatMap((events) => dealOf(events, player, at) ?? []);
}

/** What two copies of a game know together; what was known first stays. @param {OwnGame | undefined} first @param {OwnGame} second @returns {OwnGame} */
export function together(first, second) {
  if (!first) return second;
  const known = new Set(first.deals.map(({number}) => number));
  const deals = [...first.deals, ...second.deals.filter(({number}) => !known.has(number))].sort((a, b) => a.number - b.number);
  return {...first, at: Math.min(first.at, second.at), ended: first.ended ?? second.ended, scores: first.scores ?? second.scores, deals};
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
const isNumber = (value, least, most) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** @param {unknown} value @param {number} most @returns {value is string} */
const isText = (value, most) => typeof value === "string" && value.length <= most;

const isTime = (/** @type {unknown} */ value) => isNumber(value, 0, 8e15);
const isPoints = (/** @type {unknown} */ value) => isNumber(value, -1e9, 1e9);

/** A name in both languages. @param {unknown} value */
const isNamed = (value) => isObject(value) && isText(value.zh, 200) && isText(value.en, 200);

/** Four of something. @param {unknown} value @param {(one: unknown) => boolean} check @returns {value is any[]} */
const isFour = (value, check) => Array.isArray(value) && value.length === 4 && value.every(check);

/** A game that has been checked, without anything else that was in it. @param {unknown} one @returns {OwnGame | null} */
export function readGame(one) {
  if (!isObject(one)) return null;
  const {game, at, ended, rules, own, players, me, scores, deals} = one;
  const right =
    isText(game, 64) &&
    /^[\w-]+$/.test(game) &&
    isTime(at) &&
    (ended === null || isTime(ended)) &&
    isText(rules, 64) &&
    /^[\w+.-]+$/.test(rules) &&
    (own === null || isNamed(own)) &&
    isFour(players, (name) => isText(name, 100)) &&
    isNumber(me, 0, 3) &&
    (scores === null || isFour(scores, isPoints)) &&
    Array.isArray(deals) &&
    deals.length <= MOST_DEALS;
  if (!right) return null;
  const read = deals.map(readDeal);
  if (read.includes(null) || new Set(read.map((deal) => deal?.number)).size !== read.length) return null;
  const name = own && {zh: own.zh, en: own.en};
  return {
    game,
    at,
    ended,
    rules,
    own: name,
    players: [...players],
    me,
    scores: scores && [...scores],
    deals: /** @type {OwnDeal[]} */ (read),
  };
}

/** @param {unknown} one @returns {OwnDeal | null} */
function readDeal(one) {
  if (!isObject(one)) return null;
  const {number, at, seat, outcome, payment, points, hand, fans, altered} = one;
  const right =
    isNumber(number, 1, 100_000) &&
    isTime(at) &&
    WINDS.includes(seat) &&
    OUTCOMES.includes(outcome) &&
    isPoints(payment) &&
    (points === null || isPoints(points)) &&
    (hand === null || (isText(hand, 300) && readCanonical(hand) !== null)) &&
    isObject(fans) &&
    Object.keys(fans).length <= 100 &&
    Object.entries(fans).every(([id, count]) => /^[a-z]\w{0,63}$/.test(id) && isNumber(count, 1, 100)) &&
    typeof altered === "boolean";
  return right ? {number, at, seat, outcome, payment, points, hand, fans: Object.fromEntries(Object.entries(fans)), altered} : null;
}
