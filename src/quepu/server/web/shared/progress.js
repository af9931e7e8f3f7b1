// What the user has learnt, as this browser keeps it: the fans practised, the daily hands, the lessons. The profile saves it to a file and loads it.

import {forget, keep, load} from "./settings.js";

/** The fans practised under a book; `weak` counts how often a fan is still to come back. @typedef {{asked: number, perfect: number, weak: Record<string, number>}} Practised */
/** An answer that was given. @typedef {{named: string[], points: number | null, perfect: boolean}} Given */
/** The daily hands of a book, by their dates. @typedef {{last: string, streak: number, best: number, given: Record<string, Given>}} Days */
/** Steps of lessons are named as `chapter/step`. @typedef {{done: Record<string, boolean>, at: string}} Lessons */
/** @typedef {{practice: Record<string, Practised>, daily: Record<string, Days>, lessons: Lessons}} Progress */

/** Where each part is kept. */
export const PRACTICE = "quepu.practice";
export const DAILY = "quepu.daily";
export const LESSONS = "quepu.learn";

const MOST_DAYS = 60;

/** @template T @param {Record<string, T>} given @returns {Record<string, T>} */
export const recentDays = (given) =>
  Object.fromEntries(
    Object.entries(given)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-MOST_DAYS),
  );

/** Everything that is kept; parts that are damaged are left out. @returns {Progress} */
export function keptProgress() {
  const lessons = {done: {}, at: "", ...load(LESSONS, /** @type {Partial<Lessons>} */ ({}))};
  const parts = {practice: load(PRACTICE, {}), daily: load(DAILY, {}), lessons};
  return /** @type {Progress} */ ({
    practice: readPart("practice", parts.practice) ?? {},
    daily: readPart("daily", parts.daily) ?? {},
    lessons: readPart("lessons", parts.lessons) ?? {done: {}, at: ""},
  });
}

/** Whether there is anything in it. @param {Progress} progress */
export const isEmpty = ({practice, daily, lessons}) => ![practice, daily, lessons.done].some((part) => Object.keys(part).length);

/** Keep it instead of what was kept. @param {Progress} progress */
export function keepProgress({practice, daily, lessons}) {
  keep(PRACTICE, practice);
  keep(DAILY, daily);
  keep(LESSONS, lessons);
}

export const forgetProgress = () => [PRACTICE, DAILY, LESSONS].forEach(forget);

/** What two browsers know together. The same practice in both counts once. @param {Progress} first @param {Progress} second @returns {Progress} */
export const together = (first, second) => ({
  practice: merged(first.practice, second.practice, (a, b) => (b.asked > a.asked ? b : a)),
  daily: merged(first.daily, second.daily, (a, b) => {
    const [older, newer] = a.last <= b.last ? [a, b] : [b, a];
    const streak = older.last === newer.last ? Math.max(a.streak, b.streak) : newer.streak;
    return {last: newer.last, streak, best: Math.max(a.best, b.best), given: recentDays({...b.given, ...a.given})};
  }),
  lessons: {done: {...second.lessons.done, ...first.lessons.done}, at: first.lessons.at || second.lessons.at},
});

/** @template T @param {Record<string, T>} first @param {Record<string, T>} second @param {(a: T, b: T) => T} both @returns {Record<string, T>} */
function merged(first, second, both) {
  const found = {...first};
  for (const [key, value] of Object.entries(second)) found[key] = key in first ? both(first[key], value) : value;
  return found;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} most @returns {value is number} */
const isCount = (value, most) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** An object with only such keys and values, rebuilt from them; null if anything in it is wrong. @param {unknown} value @param {number} most @param {RegExp} key @param {(one: unknown) => unknown} read null if it is wrong @returns {any} */
function readMap(value, most, key, read) {
  if (!isObject(value) || Object.keys(value).length > most) return null;
  const entries = Object.entries(value).map(([name, one]) => /** @type {const} */ ([name, key.test(name) ? read(one) : null]));
  return entries.some(([, one]) => one === null) ? null : Object.fromEntries(entries);
}

const BOOK = /^[a-z][\w+.-]{0,63}$/;
const FAN = /^[a-z]\w{0,63}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const STEP = /^[\w-]{1,64}\/[\w-]{1,64}$/;

/** @param {unknown} one @returns {Practised | null} */
function readPractised(one) {
  if (!isObject(one) || !isCount(one.asked, 1e9) || !isCount(one.perfect, one.asked)) return null;
  const weak = readMap(one.weak, 1000, FAN, (count) => (isCount(count, 100) ? count : null));
  return weak && {asked: one.asked, perfect: one.perfect, weak};
}

/** @param {unknown} one @returns {Given | null} */
function readGiven(one) {
  if (!isObject(one) || !Array.isArray(one.named) || one.named.length > 200) return null;
  const {named, points, perfect} = one;
  const right = named.every((fan) => typeof fan === "string" && FAN.test(fan)) && (points === null || isCount(points, 1e9));
  return right && typeof perfect === "boolean" ? {named: [...named], points, perfect} : null;
}

/** @param {unknown} one @returns {Days | null} */
function readDays(one) {
  if (!isObject(one) || !(one.last === "" || DATE.test(one.last)) || !isCount(one.streak, 1e6) || !isCount(one.best, 1e6)) return null;
  const given = readMap(one.given, 1000, DATE, readGiven);
  return given && {last: one.last, streak: one.streak, best: one.best, given: recentDays(given)};
}

/** @param {unknown} one @returns {Lessons | null} */
function readLessons(one) {
  if (!isObject(one) || !(one.at === "" || (typeof one.at === "string" && STEP.test(one.at)))) return null;
  const done = readMap(one.done, 2000, STEP, (value) => value === true || null);
  return done && {done, at: one.at};
}

/** A part that has been checked, without anything else that was in it; null if it is wrong. @param {keyof Progress} name @param {unknown} value */
export function readPart(name, value) {
  if (name === "practice") return readMap(value, 100, BOOK, readPractised);
  return name === "daily" ? readMap(value, 100, BOOK, readDays) : readLessons(value);
}
