// The answer about a hand in words: for a screen reader, and in one line above the tiles to pick from.

import {html} from "../vendor/lit-html/lit-html.js";
import {inWords} from "../shared/api.js";
import {fanName, list} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {row, tileName} from "../shared/tiles.js";
import {waitsSpoken} from "../shared/waits-view.js";
import {size} from "../shared/building/hand-edits.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").HandCtrl} HandCtrl */

/** The answer for a screen reader. @param {HandCtrl} ctrl */
export function answerSpoken(ctrl) {
  const {endedWords, hand} = ctrl;
  const short = ctrl.answer.kind === "waits" && hand.winning ? say("one_short") : "";
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
  if (answer.kind === "error") return inWords(answer.error);
  if (bookProblem) return inWords(bookProblem);
  return size(hand) ? t("tiles_so_far", {count: size(hand)}) : "";
}

/** The answer in a line, above the tiles that hide the rest of it on a phone. @param {HandCtrl} ctrl @returns {import("../shared/types.js").View} */
export function answerSummary(ctrl) {
  const {answer, hand} = ctrl;
  if (answer.kind === "waits" && hand.winning) return html`${say("one_short")}`;
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
