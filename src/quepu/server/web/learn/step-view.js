// A step of a lesson: a few sentences, something to look at, something to do, and what there is to say about the answer.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {boardView} from "../shared/game/board.js";
import {ownHand} from "./own-tiles.js";
import {handView} from "../shared/hand-view.js";
import {readTiles} from "../shared/notation.js";
import {scoreView} from "../shared/score-view.js";
import {own, t} from "../shared/settings.js";
import {WINDS} from "../shared/constants.js";
import {face, row, tileName} from "../shared/tiles.js";

/** @typedef {import("./ctrl.js").LearnCtrl} LearnCtrl */
/** @typedef {import("./ctrl.js").Step} Step */
/** @typedef {import("./ctrl.js").Option} Option */
/** @typedef {import("../shared/types-generated.js").LessonBoard} Board */
/** @typedef {import("../shared/types-generated.js").LessonTask} Task */

/** @param {LearnCtrl} ctrl @param {import("./ctrl.js").Chapter} chapter @param {Step} step @param {boolean} wide */
export function stepView(ctrl, chapter, step, wide) {
  const {board, place} = ctrl;
  const {steps} = chapter;
  return html`<div class="lesson ${board ? "with-board" : ""}" data-step=${step.id}>
    <header class="lesson-head"><a href="/learn">${t("title_learn")}</a>
      <h1 class="step-title" tabindex="-1">${own(chapter.title)} <span class="muted">${t("learn_step", {step: place + 1, steps: steps.length})}</span></h1>
      <progress max=${steps.length} value=${place + (ctrl.isDone ? 1 : 0)} aria-label=${t("learn_step", {step: place + 1, steps: steps.length})}></progress></header>
    ${board ? html`<section class="felt" aria-label=${t("table_label")}>${table(board, wide, calledBy(ctrl.chosen))}</section>` : nothing}
    <div class="lesson-side">
      <p class="lesson-text">${own(step.text)}</p>
      ${step.rows.length ? html`<div class="lesson-rows">${step.rows.map((tiles) => row(readTiles(tiles)))}</div>` : nothing}
      ${step.score ? scored(ctrl) : nothing}
      ${step.task ? taskView(ctrl, step.task) : nothing}
      ${board ? ownHand(ctrl, board) : nothing}
      ${saidView(ctrl)}
      ${step.id === "first-game" ? playView(ctrl) : nothing}
      ${wayOn(ctrl, steps.length)}
    </div></div>`;
}

/** @type {Record<string, string>} The words that are called at a table. */
const CALLED = {chow: "吃", pung: "碰", kong: "杠", win: "和"};

/** What the learner has called. @param {Option | null} chosen */
const calledBy = (chosen) => (chosen?.right && chosen.word && CALLED[chosen.word]) || null;

/** @param {Board} board @param {boolean} wide @param {string | null} called */
const table = ({view, dice, round, number, tiles}, wide, called) =>
  boardView({
    view,
    dice,
    round,
    number,
    tiles,
    bottom: 0,
    ownHand: false,
    upright: !wide,
    names: [t("you"), t("learn_next"), t("learn_across"), t("learn_left")],
    scores: [0, 0, 0, 0],
    active: view.result || view.offer ? [] : [WINDS.indexOf(view.turn)],
    call: called === null ? null : {seat: 0, text: called, n: 0},
    won: null,
    away: [false, false, false, false],
    same: null,
  });

/** @param {LearnCtrl} ctrl */
const scored = ({score, marking}) =>
  score
    ? html`<section class="result" aria-label=${t("result")}>${scoreView(score, marking)}</section>`
    : html`<p class="muted">${t("loading")}</p>`;

/** @param {LearnCtrl} ctrl @param {Task} task */
function taskView(ctrl, task) {
  return html`<section class="task" aria-label=${t("learn_task")}>
    <p class="ask">${own(task.ask)}</p>
    ${task.kind === "pick" ? pickView(ctrl, task) : task.kind === "choose" ? chooseView(ctrl, task) : actView(ctrl, task)}</section>`;
}

/** @param {LearnCtrl} ctrl @param {Task} task */
const pickView = (ctrl, task) =>
  html`<div class="pick" role="group" aria-label=${t("tiles")}>${readTiles(task.tiles).map((tile, place) => {
    const on = ctrl.picked.includes(place);
    return html`<button type="button" class="pick-tile ${on ? "on" : ""}" data-tile=${tile} aria-pressed=${on ? "true" : "false"} aria-label=${tileName(tile)}
    ?disabled=${ctrl.isDone && !on} @click=${() => ctrl.pick(place)}>${face(tile)}</button>`;
  })}</div>`;

/** @param {LearnCtrl} ctrl @param {Task} task */
const chooseView = (ctrl, task) =>
  html`<div class="options">${task.options.map(
    (option) => html`<button type="button" class="option ${ctrl.chosen === option ? (option.right ? "right" : "wrong") : ""}"
    ?disabled=${ctrl.isDone && ctrl.chosen !== option} @click=${() => ctrl.choose(option)}>${
      option.hand ? handView(option.hand, {classes: "small"}) : option.text ? own(option.text) : nothing
    }</button>`,
  )}</div>`;

/** What can be done at the table besides discarding a tile. @param {LearnCtrl} ctrl @param {Task} task */
function actView(ctrl, task) {
  const options = task.options.filter(({word}) => word !== "discard");
  if (!options.length || ctrl.isDone) return nothing;
  return html`<div class="options">${options.map((option) => {
    const tiles = readTiles(option.tiles);
    return html`<button type="button" class="option act ${option.word}" data-action=${option.action} @click=${() => ctrl.choose(option)}>
      <strong>${actWord(option)}</strong>${tiles.length ? row(tiles, {classes: "small"}) : nothing}</button>`;
  })}</div>`;
}

/** @param {Option} option */
function actWord({word}) {
  if (word === "win") return t("act_win");
  if (word === "chow" || word === "pung" || word === "kong") return t(`mode_${word}`);
  return t("act_pass");
}

/** What there is to say about the answer. @param {LearnCtrl} ctrl */
function saidView({said}) {
  if (!said) return nothing;
  if (said.right) return html`<p class="said right"><span aria-hidden="true">✓</span> ${said.text}</p>`;
  return html`<p class="said wrong"><strong><span aria-hidden="true">✗</span> ${t("learn_wrong")}</strong> ${said.text}</p>`;
}

/** @param {LearnCtrl} ctrl */
function playView(ctrl) {
  const rules = ctrl.lessons?.rules ?? "";
  return html`<div class="actions">
    <button type="button" class="primary teaching" ?disabled=${ctrl.busy} @click=${() => ctrl.play(rules, true)}>${t("learn_teaching_table")}</button>
    <button type="button" ?disabled=${ctrl.busy} @click=${() => ctrl.play(rules, false)}>${t("learn_real_table")}</button>
    <a class="button" href="/practice">${t("home_practice")}</a></div>
    ${ctrl.problem ? html`<p class="problem" role="alert">${ctrl.problem}</p>` : nothing}`;
}

/** Back and on. @param {LearnCtrl} ctrl @param {number} steps */
function wayOn(ctrl, steps) {
  const {mayGoOn, nextChapter, place} = ctrl;
  const last = place === steps - 1;
  return html`<nav class="way-on" aria-label=${t("learn_ways")}>
    <button type="button" class="back" ?disabled=${place === 0} @click=${() => ctrl.go(place - 1)}>${t("learn_back")}</button>
    ${
      last
        ? nextChapter
          ? html`<a class="button go-on ${mayGoOn ? "primary" : ""}" href="/learn/${nextChapter.id}">${mayGoOn ? t("learn_next_chapter", {title: own(nextChapter.title)}) : t("learn_skip")}</a>`
          : html`<a class="button go-on" href="/learn">${t("learn_to_list")}</a>`
        : html`<button type="button" class="go-on ${mayGoOn ? "primary" : ""}" @click=${() => ctrl.go(place + 1)}>${t(mayGoOn ? "learn_on" : "learn_skip")}</button>`
    }</nav>`;
}
