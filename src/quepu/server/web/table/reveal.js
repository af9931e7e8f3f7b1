// The end of a deal is shown step by step: the fans one after another, then the points, then the payments. Any key or tap shows all of it.

import {moves} from "../shared/settings.js";

/** How long a step takes, and all of them together, in milliseconds. */
const [STEP, LONGEST] = [250, 3000];

export class Reveal {
  /** How many parts are shown. */
  shown = Infinity;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #running;
  #redraw;
  #sound;

  /** @param {() => void} redraw @param {(last: boolean) => void} sound called with each part */
  constructor(redraw, sound) {
    this.#redraw = redraw;
    this.#sound = sound;
  }

  /** Begin with nothing; where nothing may move, everything is shown at once. @param {number} parts */
  start(parts) {
    this.finish();
    if (!moves()) return;
    this.shown = 0;
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, this.finish, {capture: true});
    this.#running = setInterval(
      () => {
        this.shown++;
        this.#sound(this.shown >= parts);
        if (this.shown >= parts) this.finish();
        else this.#redraw();
      },
      Math.min(STEP, LONGEST / parts),
    );
  }

  /** Show everything. */
  finish = () => {
    clearInterval(this.#running);
    for (const name of ["pointerdown", "keydown"]) removeEventListener(name, this.finish, {capture: true});
    if (this.shown === Infinity) return;
    this.shown = Infinity;
    this.#redraw();
  };
}
