// What the server computes from a document: the state of a club or a tournament. The last answer is kept, so that it can be shown without a network.

import * as api from "../api.js";
import {keep, load} from "../settings.js";

const KEY = "quepu.states";
/** How many answers are kept, and the maximum of letters of one: other settings need the space too. */
const [MOST_KEPT, MOST_LETTERS] = [6, 300_000];

/** @typedef {{path: string, at: number, state: any}} Kept */

/** @returns {Kept[]} */
function kept() {
  const found = load(KEY, /** @type {Kept[]} */ ([]));
  return Array.isArray(found) ? found.filter((one) => typeof one?.path === "string" && typeof one.at === "number" && one.state) : [];
}

/** @template State */
export class ServerState {
  /** @param {string} path @param {() => void} redraw */
  constructor(path, redraw) {
    this.path = path;
    this.redraw = redraw;
    const found = kept().find((one) => one.path === path);
    /** @type {State | null} */
    this.state = found?.state ?? null;
    /** When the server last answered. */
    this.at = found?.at ?? 0;
    /** Whether what is shown is from before this page was opened. */
    this.isOld = this.state !== null;
    /** Why there is no newer one. @type {unknown} */
    this.problem = null;
    /** @type {Promise<void> | null} */
    this.running = null;
    this.again = false;
  }

  /** Ask for something else: until the answer is there, what was known of it is shown, or the state before. @param {string} path */
  use(path) {
    if (path === this.path) return;
    this.path = path;
    const found = kept().find((one) => one.path === path);
    if (found) [this.state, this.at] = [found.state, found.at];
    this.isOld = true;
    this.refresh();
  }

  /** The code of the last error; null if there was none. */
  get code() {
    return this.problem === null ? null : this.problem instanceof api.ApiError ? this.problem.code : "offline";
  }

  /** Ask the server. While it computes an answer, at most one more question waits. @returns {Promise<void>} */
  refresh() {
    if (this.running) {
      this.again = true;
      return this.running;
    }
    this.running = this.#ask().finally(() => {
      this.running = null;
      if (!this.again) return;
      this.again = false;
      this.refresh();
    });
    return this.running;
  }

  async #ask() {
    const {path} = this;
    try {
      const state = await api.call(path);
      if (path !== this.path) return; // something else is wanted by now
      this.state = state;
      this.at = Date.now();
      this.isOld = false;
      this.problem = null;
      this.#keep();
    } catch (error) {
      this.problem = error;
    }
    this.redraw();
  }

  #keep() {
    const {at, path, state} = this;
    if (JSON.stringify(state).length > MOST_LETTERS) return;
    keep(KEY, [{path, at, state}, ...kept().filter((one) => one.path !== path)].slice(0, MOST_KEPT));
  }
}
