// The state of a lesson, and what changes it. Which answer is right is in the lesson: the server has worked it out.

import * as api from "../shared/api.js";
import {pathPart} from "../shared/addresses.js";
import {FanMarking} from "../shared/fan-marking.js";
import {openRoom} from "../shared/game/open-room.js";
import {hasChosenBots} from "../shared/game/levels.js";
import {defaultChoices, roomSettings} from "../shared/game/room-form.js";
import {ownName} from "../shared/game/storage.js";
import {readTiles} from "../shared/notation.js";
import {own, t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";
import {sorted} from "../shared/tiles.js";
import {forgetProgress, keepAt, keepDone, progress} from "./progress.js";
import * as requests from "./requests.js";

/** @typedef {import("../shared/types-generated.js").LessonOption} Option */
/** @typedef {import("../shared/types-generated.js").LessonStep} Step */
/** @typedef {import("../shared/types-generated.js").LessonChapter} Chapter */
/** @typedef {import("../shared/types-generated.js").BookLessonJson} BookLesson */
/** @typedef {import("../shared/types.js").ExplainedWin} ExplainedWin */
/** @typedef {import("../shared/types.js").NoWin} NoWin */
/** What is said about an answer. @typedef {{right: boolean, text: string}} Said */

export class LearnCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The chapter or the book that the address names; "" for the list of all. */
    this.name = pathPart(2);
    /** @type {requests.Lessons | null} */
    this.lessons = null;
    /** @type {string | null} */
    this.problem = null;
    /** The place of the step in its chapter. */
    this.place = 0;
    /** The places of the tiles that are picked. @type {number[]} */
    this.picked = [];
    /** The option that was chosen last. @type {Option | null} */
    this.chosen = null;
    /** @type {Said | null} */
    this.said = null;
    /** The explained score of the step, once it is there. @type {ExplainedWin | null} */
    this.score = null;
    this.marking = new FanMarking(redraw, (fan) => `/rules/${this.lessons?.rules ?? ""}#${fan}`);
    /** @type {import("../shared/types.js").Difference | null} */
    this.difference = null;
    /** The scores of the examples of a book: in it, and in the one that the reader knows. @type {[ExplainedWin | NoWin, ExplainedWin | NoWin][]} */
    this.compared = [];
    /** Whether a room is being opened. */
    this.busy = false;
  }

  /** Load the lessons, and what the page shows of them. */
  async start() {
    this.problem = null;
    this.redraw();
    try {
      this.lessons = await requests.lessons();
    } catch (error) {
      this.problem = api.problemWords(error);
      this.redraw();
      return;
    }
    const {chapter, bookLesson} = this;
    if (chapter) this.go(this.firstOpen(chapter));
    else if (bookLesson) this.compareBooks(bookLesson);
    else this.redraw();
  }

  // ---- what is derived

  /** The chapter that is shown. @returns {Chapter | null} */
  get chapter() {
    return this.lessons?.chapters.find(({id}) => id === this.name) ?? null;
  }

  /** @returns {BookLesson | null} */
  get bookLesson() {
    return this.lessons?.books.find(({rules}) => rules === this.name) ?? null;
  }

  /** @returns {Step | null} */
  get step() {
    return this.chapter?.steps[this.place] ?? null;
  }

  /** The chapter after this one. */
  get nextChapter() {
    const all = this.lessons?.chapters ?? [];
    return all[all.findIndex(({id}) => id === this.name) + 1] ?? null;
  }

  /** Whether the step is done: its task was answered rightly, or there is none. */
  get isDone() {
    return this.step?.task === null || this.said?.right === true;
  }

  /** Whether the step is done, or was done before. */
  get mayGoOn() {
    return this.isDone || Boolean(progress().done[`${this.name}/${this.step?.id}`]);
  }

  /** The table as it is now. */
  get board() {
    return this.chosen?.after ?? this.step?.board ?? null;
  }

  /** How many steps of a chapter are done. @param {Chapter} chapter */
  doneIn({id, steps}) {
    const {done} = progress();
    return steps.filter((step) => done[`${id}/${step.id}`]).length;
  }

  /** The chapter to go on with; null when all are done. */
  get goOn() {
    const all = this.lessons?.chapters ?? [];
    const at = all.find(({id}) => progress().at.startsWith(`${id}/`));
    const open = all.filter((chapter) => this.doneIn(chapter) < chapter.steps.length);
    return at && open.includes(at) ? at : (open[0] ?? null);
  }

  /** Where to begin in a chapter: at the step of the address, else where the user was, else at the first that is not done. @param {Chapter} chapter */
  firstOpen({id, steps}) {
    const {at, done} = progress();
    const named = [location.hash.slice(1), at.startsWith(`${id}/`) && !done[at] ? at.slice(id.length + 1) : ""];
    const place = named.map((name) => steps.findIndex((step) => step.id === name)).find((found) => found >= 0);
    return (
      place ??
      Math.max(
        0,
        steps.findIndex((step) => !done[`${id}/${step.id}`]),
      )
    );
  }

  // ---- what changes it

  /** Show a step of the chapter. @param {number} place */
  go(place) {
    const {chapter} = this;
    if (!chapter || place < 0 || place >= chapter.steps.length) return;
    this.place = place;
    this.picked = [];
    this.chosen = this.said = this.score = null;
    this.marking.reset();
    const step = chapter.steps[place];
    keepAt(`${chapter.id}/${step.id}`);
    if (!step.task) keepDone(`${chapter.id}/${step.id}`);
    history.replaceState(null, "", `${location.pathname}#${step.id}`);
    if (step.score) this.explain(step.score);
    this.redraw();
  }

  /** @param {string} hand */
  async explain(hand) {
    const found = await requests.score(this.lessons?.rules ?? "", hand).catch(() => null);
    if (found?.win && this.step?.score === hand) this.score = found;
    this.redraw();
  }

  /** Pick a tile, or put it back; with enough tiles the answer is checked. @param {number} place */
  pick(place) {
    const task = this.step?.task;
    if (!task || this.isDone) return;
    this.said = null;
    this.picked = this.picked.includes(place) ? this.picked.filter((other) => other !== place) : [...this.picked, place];
    const wanted = task.answers.map((answer) => sorted(readTiles(answer)).join(" "));
    if (this.picked.length === readTiles(task.answers[0]).length) {
      const tiles = readTiles(task.tiles);
      const right = wanted.includes(sorted(this.picked.map((one) => tiles[one])).join(" "));
      if (!right) this.picked = this.rightOnes(tiles, readTiles(task.answers[0]));
      this.say(right, null);
    }
    this.redraw();
  }

  /** Those of the picked tiles that belong to the answer. @param {readonly string[]} tiles @param {readonly string[]} answer */
  rightOnes(tiles, answer) {
    const wanted = [...answer];
    return this.picked.filter((place) => {
      const at = wanted.indexOf(tiles[place]);
      if (at >= 0) wanted.splice(at, 1);
      return at >= 0;
    });
  }

  /** @param {Option} option */
  choose(option) {
    if (!this.step?.task || this.isDone) return;
    this.chosen = option;
    this.say(option.right, option);
    this.redraw();
  }

  /** @param {boolean} right @param {Option | null} option */
  say(right, option) {
    const {chapter, step} = this;
    if (!chapter || !step?.task) return;
    const text = own(right ? step.task.right : (option?.why ?? step.task.hint));
    this.said = {right, text};
    announce(right ? text : `${t("learn_wrong")} ${text}`);
    if (right) keepDone(`${chapter.id}/${step.id}`);
  }

  /** Forget what was learnt. */
  reset() {
    forgetProgress();
    this.redraw();
  }

  /** Compare a book with the one that the reader knows. @param {BookLesson} lesson */
  async compareBooks({rules, known, hands}) {
    this.redraw();
    api.loadOptional(requests.difference(rules, known), (found) => (this.difference = found), this.redraw);
    const both = (/** @type {string} */ hand) => Promise.all([requests.score(rules, hand), requests.score(known, hand)]);
    api.loadOptional(Promise.all(hands.map(both)), (found) => (this.compared = found), this.redraw);
  }

  /** Open a table and go there: against bots, for one deal if it is to learn, with open hands. @param {string} rules @param {boolean} teaching */
  async play(rules, teaching) {
    if (this.busy) return;
    this.busy = true;
    this.redraw();
    const choices = {...defaultChoices(), ...(teaching ? {length: "hands-1", open_hands: true} : {})};
    if (!hasChosenBots()) choices.bots = "easy";
    try {
      await openRoom({rules, overlay: null}, ownName(), {...roomSettings(choices), start: true});
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }
}
