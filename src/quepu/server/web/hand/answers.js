// What the server says about a hand: its score, its waits or its discards. In words: for a screen reader, and in one line above the tiles.

import {html} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {otherEdition, usualBook} from "../shared/constants.js";
import {size, stage} from "../shared/building/hand-edits.js";
import {withoutImpossible} from "../shared/building/circumstances.js";
import {fanName, list} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {row, tileName} from "../shared/tiles.js";
import {waitsSpoken} from "../shared/waits-view.js";

/** @typedef {import("./ctrl.js").HandCtrl} HandCtrl */
/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("../shared/types.js").Discards} Discards */
/** @typedef {import("../shared/types.js").ExplainedWin | import("../shared/types.js").NoWin} Scored */
/** @typedef {import("../shared/building/circumstances.js").Impossible} Impossible */
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

/** The answer for a screen reader. @param {HandCtrl} ctrl */
export function answerSpoken(ctrl) {
  const {endedWords, hand} = ctrl;
  const short = ctrl.answer.kind === "waits" && hand.winning ? t("build_one_short") : "";
  return [endedWords, short, answerAlone(ctrl)].filter(Boolean).join(" ");
}

/** @param {HandCtrl} ctrl */
function answerAlone({answer, assumed, bookProblem, hand}) {
  if (answer.kind === "score") {
    const {points, fans, legal, minimum} = answer.score;
    const spoken = t("spoken_score", {points, fans: list(fans.map(fanName)), verdict: legal ? "" : t("too_few", {minimum})});
    return assumed && hand.winning ? `${t("assumed_winning", {tile: tileName(hand.winning)})} ${spoken}` : spoken;
  }
  if (answer.kind === "waits") return waitsSpoken(answer.waits);
  if (answer.kind === "discards") return t("spoken_discards", {count: answer.discards.discards.length});
  if (answer.kind === "none") return answer.reason;
  if (answer.kind === "error") return api.inWords(answer.error);
  if (bookProblem) return api.inWords(bookProblem);
  return size(hand) ? t("tiles_so_far", {count: size(hand)}) : "";
}

/** The answer in a line, above the tiles that hide the rest of it on a phone. @param {HandCtrl} ctrl @returns {import("../shared/types.js").View} */
export function answerSummary(ctrl) {
  const {answer, hand} = ctrl;
  if (answer.kind === "waits" && hand.winning) return html`${t("build_one_short")}`;
  if (answer.kind === "score") {
    const {points, fans} = answer.score;
    return html`<strong>${t("value_points", {points})}</strong> ${list(fans.map((fan) => ctrl.marking.naming(fan.id, fan.name)))}`;
  }
  if (answer.kind === "waits" && answer.waits.waits.length) {
    const {waits} = answer.waits;
    const points = Math.max(...waits.flatMap(({discard, self_drawn}) => [discard?.points ?? 0, self_drawn?.points ?? 0]));
    const tiles = waits.map((wait) => wait.tile);
    return html`${t("summary_waits")} ${row(tiles, {classes: "small"})} ${t("summary_most", {points})}`;
  }
  if (answer.kind === "discards" && answer.discards.discards.length)
    return html`${t("discard_tile", {tile: ""})} ${row([answer.discards.discards[0].tile], {classes: "small"})}`;
  return html`${answerSpoken(ctrl)}`;
}
