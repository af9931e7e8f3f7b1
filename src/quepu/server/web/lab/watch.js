// Watching a study while the server works on it.

import {ApiError, inWords, problemWords} from "../shared/api.js";
import {announce} from "../shared/shell.js";
import {keepKnown} from "./own-studies.js";
import {study as askStudy} from "./requests.js";
import {labText} from "./texts.js";

/** @typedef {import("./requests.js").Study} Study */

/** Milliseconds between two questions how far the server is; more where nobody looks, or where it does not answer. */
const PACE = 1000;
const SLOW_PACE = 8000;

/** Whether the server works on a study, or will. @param {Study} study */
export const isOpen = ({status}) => status === "waiting" || status === "running";

export class StudyWatch {
  /** The last of the quarters that was announced. */
  #quarter = 0;
  #wasOpen = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {string} id @param {() => void} changed called after every answer */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {Study | null} */
    this.study = null;
    /** What went wrong with the last question. @type {string | null} */
    this.problem = null;
    /** Whether there is no such study. */
    this.isGone = false;
  }

  /** Ask now, and again while the server works. */
  async ask() {
    clearTimeout(this.#timer);
    let pace = document.hidden ? SLOW_PACE : PACE;
    try {
      this.take(await askStudy(this.id));
    } catch (error) {
      this.isGone = error instanceof ApiError && error.code === "not_found";
      this.problem = error instanceof ApiError && error.code !== "offline" ? inWords(error) : problemWords(error);
      pace = SLOW_PACE;
    }
    if (!this.isGone && (this.study === null || isOpen(this.study))) this.#timer = setTimeout(() => this.ask(), pace);
    this.changed();
  }

  /** @param {Study} study */
  take(study) {
    this.study = study;
    this.problem = null;
    keepKnown(study);
    this.#announce(study);
  }

  /** Screen readers get the quarters and the end, not every second. @param {Study} study */
  #announce(study) {
    const {status, deals, hands} = study;
    const quarter = Math.floor((4 * deals) / hands);
    if (isOpen(study)) {
      if (quarter > this.#quarter) announce(labText("done_share", {percent: 25 * quarter}));
      this.#quarter = quarter;
    } else if (this.#wasOpen) {
      announce(labText(status === "done" ? "finished" : status === "cancelled" ? "cancelled" : "failed", {code: study.error ?? ""}));
    }
    this.#wasOpen = isOpen(study);
  }
}
