// Keep the screen on while a sheet is shown, if the user wants it and the browser can.

import {keep, load} from "../shared/settings.js";

const KEY = "quepu.awake";

export class ScreenLock {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {WakeLockSentinel | null} */
    this.held = null;
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#update());
    this.#update();
  }

  get possible() {
    return "wakeLock" in navigator;
  }

  /** @returns {boolean} */
  get wanted() {
    return this.possible && load(KEY, false);
  }

  set wanted(on) {
    keep(KEY, on);
    this.#update();
    this.redraw();
  }

  /** The system releases the lock when the page is hidden; it is taken again when the page is back. */
  async #update() {
    if (!this.possible) return;
    try {
      if (this.wanted) this.held = await navigator.wakeLock.request("screen");
      else await this.held?.release();
    } catch {
      this.held = null; // the battery is low, or the page is not visible
    }
  }
}
