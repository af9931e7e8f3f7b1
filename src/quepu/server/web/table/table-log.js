// What was said at the table: the log, the phrases of players, and the call over the board.

import {WINDS} from "../shared/constants.js";

const MOST_LINES = 40;
/** How many lines of the deal before stay. */
const KEPT_LINES = 6;
const MOST_PHRASES = 3;
/** In milliseconds. */
const [PHRASE_LASTS, CALL_LASTS] = [5000, 1600];

export class TableLog {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {string[]} */
    this.lines = [];
    /** @type {{text: string, until: number}[]} */
    this.phrases = [];
    /** @type {{seat: number, text: string, n: number} | null} */
    this.called = null;
  }

  /** @param {string} line */
  add(line) {
    this.lines = [...this.lines, line].slice(-MOST_LINES);
  }

  /** A new deal begins. */
  shorten() {
    this.lines = this.lines.slice(-KEPT_LINES);
  }

  /** A player says a phrase. @param {string} text */
  say(text) {
    this.phrases = [...this.currentPhrases, {text, until: Date.now() + PHRASE_LASTS}].slice(-MOST_PHRASES);
    setTimeout(this.redraw, PHRASE_LASTS + 100);
    this.add(text);
  }

  get currentPhrases() {
    return this.phrases.filter(({until}) => until > Date.now());
  }

  /** Show a call beside a seat for a moment. @param {string} seat @param {string} text @param {number} n of the update */
  call(seat, text, n) {
    const called = (this.called = {seat: WINDS.indexOf(seat), text, n});
    setTimeout(() => {
      if (this.called === called) this.called = null;
      this.redraw();
    }, CALL_LASTS);
  }
}
