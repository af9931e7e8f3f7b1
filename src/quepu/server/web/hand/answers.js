// What the server says about a hand: its score, its waits or its discards. A circumstance that is impossible is left out, and named.

import * as api from "../shared/api.js";
import {otherEdition, usualBook} from "../shared/constants.js";
import {stage} from "../shared/building/hand-edits.js";
import {withoutImpossible} from "../shared/building/impossible.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("../shared/types.js").Discards} Discards */
/** @typedef {import("../shared/types.js").ExplainedWin | import("../shared/types.js").NoWin} Scored */
/** @typedef {import("../shared/building/impossible.js").Impossible} Impossible */
/** The score under another edition of the same rules, or under the rules that most people play. @typedef {{id: string, score: Scored}} Edition */
/** @typedef {{kind: "score", score: import("../shared/types.js").ExplainedWin, editions: Edition[]} | {kind: "none", reason: string, discards: Discards}
 *   | {kind: "waits", waits: import("../shared/types.js").Waits} | {kind: "discards", discards: Discards}
 *   | {kind: "error", error: api.ApiError} | {kind: "nothing"}} Answer */

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
