// The report of a study, or of a comparison: loaded again while there are new results.

import {ApiError, problemWords} from "../shared/api.js";
import {settings} from "../shared/settings.js";
import {report as askReport} from "./requests.js";

/** @typedef {import("./requests.js").Report} Report */

/** Milliseconds between two reports of a study that runs. */
const PACE = 4000;

export class ReportLoader {
  #loading = false;
  #loaded = -Infinity;
  /** What the report that is shown is of, and its language. */
  #key = "";

  /** @param {string} id @param {string | null} other @param {() => void} changed */
  constructor(id, other, changed) {
    this.id = id;
    this.other = other;
    this.changed = changed;
    /** @type {Report | null} */
    this.report = null;
    /** @type {string | null} */
    this.problem = null;
    /** The code of an error that will not go away. @type {string | null} */
    this.refused = null;
  }

  /**
   * Load the report if there is a newer one than that which is shown.
   * @param {number} deals how many deals there are now @param {boolean} isComplete whether these are all
   */
  async update(deals, isComplete) {
    const key = `${settings.lang} ${deals}`;
    const isDue = isComplete || !this.#key.startsWith(settings.lang) || performance.now() - this.#loaded >= PACE;
    if (!deals || key === this.#key || !isDue || this.#loading || this.refused !== null) return;
    this.#loading = true;
    try {
      this.report = await askReport(this.id, this.other);
      this.#key = key;
      this.problem = null;
    } catch (error) {
      this.problem = problemWords(error);
      if (error instanceof ApiError && error.code === "studies_not_comparable") this.refused = error.code;
    }
    this.#loaded = performance.now();
    this.#loading = false;
    this.changed();
  }
}

/**
 * Show the HTML of a report, which the server has made of figures and escaped texts. What the reader has unfolded stays so, and what has the
 * focus keeps it; the first time the part that the address names comes into view.
 * @param {HTMLElement} holder @param {string} text
 */
export function showReport(holder, text) {
  const shown = /** @type {HTMLElement & {shownText?: string}} */ (holder);
  if (shown.shownText === text) return;
  const isFirst = shown.shownText === undefined;
  /** @returns {HTMLDetailsElement[]} */
  const details = () => Array.from(holder.querySelectorAll("details"));
  /** @returns {HTMLElement[]} */
  const stops = () => Array.from(holder.querySelectorAll("a, summary, [tabindex]"));
  const open = details().map((one) => one.open);
  const focused = stops().findIndex((one) => one === document.activeElement);
  holder.innerHTML = text;
  shown.shownText = text;
  details().forEach((one, i) => (one.open = open[i] ?? one.open));
  if (focused >= 0) stops()[focused]?.focus({preventScroll: true});
  if (isFirst && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
