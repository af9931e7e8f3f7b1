// What several pages of the laboratory show of a study.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {levelName} from "../shared/game/levels.js";
import {list} from "../shared/names.js";
import {labText} from "./texts.js";
import {isOpen} from "./watch.js";

/** @typedef {import("./requests.js").Study} Study */

/** A whole number with commas, as the reports write it. @param {number} number */
const whole = (number) => number.toLocaleString("en");

/** The four players; one name if they are the same. @param {Study} study */
function playersWords({players}) {
  const names = players.map(levelName);
  return new Set(players).size === 1 ? `${names[0]} ×4` : list(names);
}

/** @param {Study} study */
export const studyFacts = (study) => labText("facts", {players: playersWords(study), hands: whole(study.hands), seed: study.seed});

/** @param {Study} study */
export const statusWords = ({status}) => labText(`status_${status}`);

/** About how long something takes. @param {number} seconds */
function timeWords(seconds) {
  if (seconds < 90) return labText("seconds", {count: Math.max(1, Math.ceil(seconds))});
  return seconds < 5400 ? labText("minutes", {count: Math.round(seconds / 60)}) : labText("hours", {count: Math.round(seconds / 3600)});
}

/** How far a study is, while it is not done. @param {Study} study @param {string} name what screen readers call it */
export function progressView(study, name) {
  const {ahead, deals, hands, seconds_left: left, status} = study;
  if (!isOpen(study)) return nothing;
  const words = [
    labText("progress_words", {deals: whole(deals), hands: whole(hands)}),
    ...(status === "waiting" ? [labText("status_waiting")] : []),
    ...(ahead ? [labText("waiting_ahead", {ahead})] : []),
    ...(left === null ? [] : [labText("seconds_left", {time: timeWords(left)})]),
  ];
  return html`<div class="lab-progress"><progress max=${hands} .value=${deals} aria-label="${labText("progress")}: ${name}"></progress>
    <p class="small-print muted">${words.join(" · ")}</p></div>`;
}

/** What a report is of, if it is not of all deals. @param {Study} study @param {number} deals */
export function incompleteView(study, deals) {
  if (study.status === "done" || !deals) return nothing;
  return html`<p class="lab-incomplete"><strong>${labText(isOpen(study) ? "incomplete" : "partial", {deals: whole(deals)})}</strong></p>`;
}
