// What the server says about a hand: its score, its waits or its discards. A circumstance that is impossible is left out, and named.

import * as api from "../shared/api.js";
import {otherEdition, usualBook} from "../shared/constants.js";
import {FLAGS, formatHand, plainWin} from "../shared/notation.js";
import {stage} from "./hand-edits.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("../shared/types.js").Discards} Discards */
/** @typedef {import("../shared/types.js").ExplainedWin | import("../shared/types.js").NoWin} Scored */
/** A circumstance that this hand cannot have, and why. @typedef {{name: typeof FLAGS[number] | "ready", code: string, message: string}} Impossible */
/** The score under another edition of the same rules, or under the rules that most people play. @typedef {{id: string, score: Scored}} Edition */
/** @typedef {{kind: "score", score: import("../shared/types.js").ExplainedWin, editions: Edition[]} | {kind: "none", reason: string, discards: Discards}
 *   | {kind: "waits", waits: import("../shared/types.js").Waits} | {kind: "discards", discards: Discards}
 *   | {kind: "error", error: api.ApiError} | {kind: "nothing"}} Answer */

/** The circumstance that an error is about. @type {Record<string, Impossible["name"]>} */
const IMPOSSIBLE = {
  kong_without_kong: "kong",
  robbed_copy_held: "kong",
  first_turn_impossible: "first_turn",
  first_turn_last_tile: "first_turn",
  last_tile_not_last: "last_tile",
  last_copy_held: "last_copy",
  heaven_ready_claimed: "ready",
};

/**
 * Ask about a hand; where a circumstance is impossible, ask again without it.
 * @template T @param {Hand} hand @param {(text: string) => Promise<T>} ask @returns {Promise<{found: T, impossible: Impossible[], text: string}>}
 */
async function withoutImpossible(hand, ask) {
  /** @type {Impossible[]} */
  const impossible = [];
  const win = {...hand.win};
  for (;;) {
    const text = formatHand({...hand, win});
    try {
      return {found: await ask(text), impossible, text};
    } catch (error) {
      const name = error instanceof api.ApiError ? IMPOSSIBLE[error.code] : undefined;
      if (name === undefined || !win[name]) throw error;
      const {code, message} = /** @type {api.ApiError} */ (error);
      impossible.push({name, code, message});
      Object.assign(win, {[name]: plainWin()[name]});
    }
  }
}

/**
 * @param {BookChoice} book @param {Hand} hand @param {boolean} discarding whether one of fourteen tiles is to be discarded, though the winning one is known
 * @param {boolean} isChosen whether the user has ever chosen a book @param {AbortSignal} signal
 * @returns {Promise<{answer: Answer, impossible: Impossible[]}>}
 */
export async function answerAbout(book, hand, discarding, isChosen, signal) {
  const now = stage(hand, discarding);
  if (now === "waits") {
    const {found, impossible} = await withoutImpossible(hand, (text) => api.waits(book, text, signal));
    return {answer: {kind: "waits", waits: found}, impossible};
  }
  if (now === "discards") {
    const {found, impossible} = await withoutImpossible(hand, (text) => api.discards(book, text, signal));
    return {answer: {kind: "discards", discards: found}, impossible};
  }
  if (now !== "score") return {answer: {kind: "nothing"}, impossible: []};
  const {found, impossible, text} = await withoutImpossible(hand, (text) => scores(book, text, isChosen, signal));
  const {score, editions} = found;
  if (score.win) return {answer: {kind: "score", score, editions}, impossible};
  return {answer: {kind: "none", reason: score.reason, discards: await api.discards(book, text, signal)}, impossible};
}

/**
 * The score, and that of another edition where it differs. To those who have never chosen a book also that of the usual one.
 * @param {BookChoice} book @param {string} text @param {boolean} isChosen @param {AbortSignal} signal
 */
async function scores(book, text, isChosen, signal) {
  const edition = book.overlay === null ? otherEdition(book.rules) : undefined;
  const usual = book.overlay === null && !isChosen ? usualBook(book.rules) : undefined;
  const ids = [edition, usual].filter((id) => id !== undefined);
  const [score, ...others] = await Promise.all([
    api.score(book, text, signal),
    ...ids.map((id) => api.score({rules: id, overlay: null}, text, signal, false).catch(() => null)),
  ]);
  /** @param {Scored} other */
  const differs = (other) => score.win && !(other.win && other.points === score.points && other.legal === score.legal);
  const editions = ids.flatMap((id, i) => {
    const other = others[i];
    return other && (id === usual || differs(other)) ? [{id, score: other}] : [];
  });
  return {score, editions};
}
