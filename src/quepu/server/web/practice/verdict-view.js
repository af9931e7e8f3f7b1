// What was right and what was not, and why.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {fanLabel, fanName, list, value} from "../shared/names.js";
import {readTiles} from "../shared/notation.js";
import {own, settings, t} from "../shared/settings.js";
import {row} from "../shared/tiles.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").ExplainedFan} ExplainedFan */
/** @typedef {import("./quiz.js").Verdict} Verdict */

/** @param {ExplainedFan} fan @param {string} mark @param {string} kind */
const counted = (fan, mark, kind) => html`<li class="judged ${kind}"><span class="mark-sign" aria-hidden="true">${mark}</span>
  <div><p>${fanLabel(fan, fan.count)} <span class="fan-value">${value(fan, fan.count)}</span> <span
    class="tag">${t(kind === "right" ? "named_right" : "named_missed")}</span></p>
  ${kind === "right" ? nothing : html`<p class="why">${own(fan.text)}</p>`}
  <p class="marks">${fan.groups.filter(Boolean).map((tiles) => row(readTiles(tiles), {classes: "small"}))}</p></div></li>`;

/** @param {import("./quiz.js").WrongFan} wrong @param {Book} book */
function wrongFan({id, refused}, book) {
  const fan = book.fans.find((known) => known.id === id);
  return html`<li class="judged wrong"><span class="mark-sign" aria-hidden="true">✗</span>
    <div><p>${fan ? fanLabel(fan) : id} <span class="tag">${t(refused ? "named_refused" : "named_wrong")}</span></p>
    <p class="why">${refused ? own(refused.clause) : fan ? t("does_not_hold", {text: own(fan.text)}) : nothing}</p></div></li>`;
}

/** @param {Verdict} verdict @param {import("../shared/types.js").ExplainedWin} score @param {Book} book */
export function verdictView(verdict, score, book) {
  return html`<div class="verdict-head ${verdict.perfect ? "perfect" : ""}"><h2 tabindex="-1"
    id="verdict">${verdict.perfect ? t("perfect") : t("not_perfect")}</h2>
      <p>${t("fans_right", {right: verdict.right.length, all: score.fans.length})}${verdict.wrong.length ? t("fans_wrong", {wrong: verdict.wrong.length}) : ""}</p></div>
    <ul class="judgement">
      ${verdict.right.map((fan) => counted(fan, "✓", "right"))}
      ${verdict.missed.map((fan) => counted(fan, "○", "missed"))}
      ${verdict.wrong.map((wrong) => wrongFan(wrong, book))}
      <li class="judged ${verdict.pointsRight ? "right" : "missed"}"><span class="mark-sign"
        aria-hidden="true">${verdict.pointsRight ? "✓" : "○"}</span>
        <div><p><strong>${t("value_points", {points: score.points})}</strong> ${
          verdict.pointsRight
            ? nothing
            : html`<span class="tag">${verdict.points === null ? t("no_points_given") : t("you_said", {points: verdict.points})}</span>`
        }</p>
          <ol class="why">${score.steps[settings.lang].map((step) => html`<li>${step}</li>`)}</ol></div></li>
    </ul>`;
}

/** @param {Verdict} verdict @param {import("../shared/types.js").ExplainedWin} score @param {Book} book */
export function verdictSpoken(verdict, score, book) {
  const wrong = verdict.wrong.map(({id}) => fanName(book.fans.find((fan) => fan.id === id) ?? {name: id}));
  const parts = [verdict.perfect ? t("perfect") : t("fans_right", {right: verdict.right.length, all: score.fans.length})];
  if (verdict.missed.length) parts.push(`${t("named_missed")}: ${list(verdict.missed.map(fanName))}`);
  if (wrong.length) parts.push(`${t("named_wrong")}: ${list(wrong)}`);
  parts.push(t("value_points", {points: score.points}));
  return parts.join(settings.lang === "zh" ? "；" : ". ");
}
