// The file that a user saves or loads: their games, what they have practised, and the lessons they have done. Every part of a file is checked,
// as it can come from anyone.

import {MOST_GAMES, readGame} from "../shared/game/own-games.js";
import {readPart} from "../shared/progress.js";

/** @typedef {import("../shared/game/own-games.js").OwnGame} OwnGame */
/** @typedef {import("../shared/progress.js").Progress} Progress */

const VERSION = 1;
const MOST_BYTES = 20_000_000;

/** @param {readonly OwnGame[]} games @param {Progress} progress @param {Date} now */
export const asFile = (games, progress, now) =>
  JSON.stringify({quepu_games: VERSION, saved: now.toISOString(), games, ...progress}, null, 1);

/** Why a file was refused. `game`: the number of the first wrong game in it. */
export class WrongFile extends Error {
  /** @param {"file_not_json" | "file_not_ours" | "file_newer" | "file_too_large" | "file_wrong" | "file_wrong_practice" | "file_wrong_lessons"} reason @param {number} [game] */
  constructor(reason, game) {
    super(reason);
    this.reason = reason;
    this.game = game;
  }
}

/** What is in a file; one of an earlier page has only games. @param {string} text @returns {{games: OwnGame[], progress: Progress}} */
export function readFile(text) {
  if (text.length > MOST_BYTES) throw new WrongFile("file_too_large");
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new WrongFile("file_not_json");
  }
  if (!Number.isInteger(found?.quepu_games) || !Array.isArray(found.games)) throw new WrongFile("file_not_ours");
  if (found.quepu_games > VERSION) throw new WrongFile("file_newer");
  if (found.games.length > MOST_GAMES) throw new WrongFile("file_too_large");
  const games = found.games.map((/** @type {unknown} */ one, /** @type {number} */ i) => {
    const game = readGame(one);
    if (!game) throw new WrongFile("file_wrong", i + 1);
    return game;
  });
  const {practice = {}, daily = {}, lessons = {done: {}, at: ""}} = found;
  const [practised, days, learnt] = [readPart("practice", practice), readPart("daily", daily), readPart("lessons", lessons)];
  if (!practised || !days) throw new WrongFile("file_wrong_practice");
  if (!learnt) throw new WrongFile("file_wrong_lessons");
  return {games, progress: /** @type {Progress} */ ({practice: practised, daily: days, lessons: learnt})};
}
