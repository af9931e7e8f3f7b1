// What the browser keeps of the user, and what their account keeps: practice, daily hands, lessons and settings are the same in all their browsers.

import {ApiError, call} from "./api.js";
import {keepProgress, keptProgress, readPart, together} from "./progress.js";
import {knownAccount} from "./session.js";
import {CLOTHS, FACE_SETS, change, keep, load, settings} from "./settings.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {Progress & {settings: Record<string, unknown>}} Profile */

const KEY = "quepu.synced";
const TRIES = 4;
const PAUSE = 600_000;

/** Which account this browser belongs to, when it was compared with it, and its settings then. */
const synced = () => ({account: "", at: 0, settings: "", ...load(KEY, {})});

/** Whether the user has added this browser to their account. */
export const isAdded = () => synced().account !== "" && synced().account === knownAccount()?.id;

/** Whether this browser was added to another account. */
export const isAnothers = () => synced().account !== "" && !isAdded();

/** The settings in a profile, without anything that is none. @param {unknown} given */
function readSettings(given) {
  const known = /** @type {Record<string, unknown>} */ (given !== null && typeof given === "object" ? given : {});
  const choices = /** @type {Record<string, readonly unknown[]>} */ ({
    lang: ["zh", "en"],
    theme: ["auto", "light", "dark"],
    faces: FACE_SETS,
    cloth: CLOTHS,
  });
  const isRight = (/** @type {string} */ key, /** @type {unknown} */ value) => {
    if (key in choices) return choices[key].includes(value);
    return key === "volume" ? Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100 : typeof value === "boolean";
  };
  return Object.fromEntries(Object.keys(settings).flatMap((key) => (key in known && isRight(key, known[key]) ? [[key, known[key]]] : [])));
}

/** A profile that has been checked; parts that are wrong are left out. @param {any} given @returns {Profile} */
function readProfile(given) {
  const lessons = {done: {}, at: ""};
  const [practice, daily] = [readPart("practice", given?.practice ?? {}), readPart("daily", given?.daily ?? {})];
  const learnt = readPart("lessons", given?.lessons ?? lessons);
  return /** @type {Profile} */ ({
    practice: practice ?? {},
    daily: daily ?? {},
    lessons: learnt ?? lessons,
    settings: readSettings(given?.settings),
  });
}

/** Exchange the profile with the account; another browser may do so at the same time. */
export async function sync() {
  const account = knownAccount();
  if (account === null) return;
  for (let left = TRIES; left > 0; left--) {
    try {
      await exchange(account.id);
      return;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "profile_changed") || left === 1) throw error;
    }
  }
}

/** @param {string} account */
async function exchange(account) {
  const {number, profile} = await call("/account/profile");
  const stored = readProfile(profile);
  const before = synced();
  const unchanged = before.account !== account || JSON.stringify(settings) === before.settings;
  if (unchanged && Object.keys(stored.settings).length) change(stored.settings);
  keepProgress(together(keptProgress(), stored));
  const own = {...keptProgress(), settings: {...settings}};
  if (profile === null || JSON.stringify(own) !== JSON.stringify(profile)) await call("/account/profile", {body: {number, profile: own}});
  keep(KEY, {account, at: Date.now(), settings: JSON.stringify(settings)});
}

/** The same, if the user has added this browser, and the last time is some minutes ago. */
export async function syncSometimes() {
  if (isAdded() && !(Math.abs(Date.now() - synced().at) < PAUSE)) await sync();
}
