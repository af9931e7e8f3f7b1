// What the server says about a hand: its score, its waits or its discards. A circumstance that is impossible is left out, and named.

import * as api from "../shared/api.js";
import {otherEdition} from "../shared/constants.js";
import {FLAGS, formatHand, plainWin} from "../shared/notation.js";
import {stage} from "./hand-edits.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("../shared/types.js").Discards} Discards */
/** @typedef {import("../shared/types.js").ExplainedWin | import("../shared/types.js").NoWin} Scored */
/** A circumstance that this hand cannot have, and why. @typedef {{name: typeof FLAGS[number] | "ready", message: string}} Impossible */
/** The score under another edition of the same rules. @typedef {{id: string, score: Scored}} Edition */
/** @typedef {{kind: "score", score: import("../shared/types.js").ExplainedWin, edition: Edition | null} | {kind: "none", reason: string, discards: Discards}
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
      impossible.push({name, message: api.inWords(/** @type {api.ApiError} */ (error))});
      Object.assign(win, {[name]: plainWin()[name]});
    }
  }
}

/**
 * @param {BookChoice} book @param {Hand} hand @param {boolean} discarding whether one of fourteen tiles is to be discarded, though the winning one is known
 * @param {AbortSignal} signal @returns {Promise<{answer: Answer, impossible: Impossible[]}>}
 */
export async function answerAbout(book, hand, discarding, signal) {
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
  const {found, impossible, text} = await withoutImpossible(hand, (text) => scores(book, text, signal));
  const {score, edition} = found;
  if (score.win) return {answer: {kind: "score", score, edition}, impossible};
  return {answer: {kind: "none", reason: score.reason, discards: await api.discards(book, text, signal)}, impossible};
}

/** The score, and that of another edition where it differs. @param {BookChoice} book @param {string} text @param {AbortSignal} signal */
async function scores(book, text, signal) {
  const id = book.overlay === null ? otherEdition(book.rules) : undefined;
  const [score, other] = await Promise.all([
    api.score(book, text, signal),
    id === undefined ? null : api.score({rules: id, overlay: null}, text, signal, false).catch(() => null),
  ]);
  const differs = other !== null && score.win && !(other.win && other.points === score.points && other.legal === score.legal);
  return {score, edition: differs && id !== undefined ? {id, score: other} : null};
}
