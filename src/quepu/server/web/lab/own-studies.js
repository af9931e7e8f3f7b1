// The studies of this browser: their ids, with the tokens by which they can be cancelled, and what was last known of them.

import {keep, load} from "../shared/settings.js";

/** @typedef {import("./requests.js").Study} Study */
/** @typedef {{id: string, token: string, study: Study | null}} OwnStudy */

const KEY = "quepu.studies";
const MOST = 50;

/** The storage can contain anything. @param {any} one @returns {one is OwnStudy} */
const isOne = (one) =>
  typeof one?.id === "string" &&
  /^\w{1,64}$/.test(one.id) &&
  typeof one.token === "string" &&
  (one.study === null || one.study?.id === one.id);

/** The latest first. @returns {OwnStudy[]} */
export const ownStudies = () => {
  const kept = load(KEY, /** @type {unknown[]} */ ([]));
  return Array.isArray(kept) ? kept.filter(isOne) : [];
};

/** The token of a study that was started in this browser. @param {string} id */
export const tokenOf = (id) => ownStudies().find((one) => one.id === id)?.token ?? null;

/** @param {string} id @param {string} token */
export const keepStudy = (id, token) => keep(KEY, [{id, token, study: null}, ...ownStudies()].slice(0, MOST));

/** What is known of a study now; nothing happens if it is not one of this browser. @param {Study} study */
export const keepKnown = (study) =>
  keep(
    KEY,
    ownStudies().map((one) => (one.id === study.id ? {...one, study} : one)),
  );

/** @param {string} id */
export const forgetStudy = (id) =>
  keep(
    KEY,
    ownStudies().filter((one) => one.id !== id),
  );
