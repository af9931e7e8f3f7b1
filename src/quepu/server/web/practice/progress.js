// What a player has practised, kept in the browser: the fans missed, which come back, and the days in a row.

import {DAILY, PRACTICE, recentDays} from "../shared/progress.js";
import {keep, load} from "../shared/settings.js";

/** @typedef {import("./quiz.js").Verdict} Verdict */
/** @typedef {import("../shared/progress.js").Practised} Progress */
/** @typedef {import("../shared/progress.js").Given} Given */
/** @typedef {import("../shared/progress.js").Days} Days */

/** How often a missed fan must be named correctly before it stops coming back. */
const MISSED = 2;

/** @param {string} rules @returns {Progress} */
export const progress = (rules) => ({
  asked: 0,
  perfect: 0,
  weak: {},
  .../** @type {Record<string, Partial<Progress>>} */ (load(PRACTICE, {}))[rules],
});

/** @param {string} rules @returns {Days} */
export const days = (rules) => ({
  last: "",
  streak: 0,
  best: 0,
  given: {},
  .../** @type {Record<string, Partial<Days>>} */ (load(DAILY, {}))[rules],
});

/** The fans to bring back, the weakest first. @param {Progress} kept */
export const weakFans = ({weak}) =>
  Object.entries(weak)
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id);

/** @param {Progress} kept @param {Verdict} verdict @returns {Progress} */
export function learned({asked, perfect, weak}, verdict) {
  const next = {...weak};
  for (const {id} of [...verdict.missed, ...verdict.wrong]) next[id] = Math.min(4, (next[id] ?? 0) + MISSED);
  for (const {id} of verdict.right) {
    if (id in next && --next[id] <= 0) delete next[id];
  }
  return {asked: asked + 1, perfect: perfect + (verdict.perfect ? 1 : 0), weak: next};
}

/** @param {string} rules @param {Progress} value */
export const keepProgress = (rules, value) => keep(PRACTICE, {...load(PRACTICE, {}), [rules]: value});

/** A day's date as the daily hand is named by it. @param {Date} day */
export const dateText = (day) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;

/** @param {string} date */
function dayBefore(date) {
  const [year, month, day] = date.split("-").map(Number);
  return dateText(new Date(year, month - 1, day - 1, 12));
}

/** The days in a row up to this date. @param {Days} kept @param {string} today */
export const streak = ({last, streak: count}, today) => (last === today || last === dayBefore(today) ? count : 0);

/** @param {Days} kept @param {string} today @param {Given} given @returns {Days} */
export function dayDone(kept, today, given) {
  const count = kept.last === today ? kept.streak : streak(kept, today) + 1;
  const recent = recentDays({...kept.given, [today]: given});
  return {last: today, streak: count, best: Math.max(kept.best, count), given: recent};
}

/** @param {string} rules @param {Days} value */
export const keepDays = (rules, value) => keep(DAILY, {...load(DAILY, {}), [rules]: value});
