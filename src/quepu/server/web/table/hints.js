// Hints: what the hand waits for or may discard, requested from the server while the panel is open.

import {ApiError, problemWords} from "../shared/api.js";
import {hint} from "../shared/game/rooms-api.js";
import {keptRoom} from "../shared/game/storage.js";

/** Where there is room for more than a few lines. */
const roomy = matchMedia("(min-aspect-ratio: 1/1) and (min-height: 32rem)");

export class Hints {
  /** @param {import("./table-state.js").TableState} state @param {() => void} redraw */
  constructor(state, redraw) {
    this.state = state;
    this.redraw = redraw;
    /** @type {import("../shared/game/types.js").Hint | null} */
    this.hint = null;
    /** @type {string | null} */
    this.problem = null;
    /** The kind of tile that was chosen in the hint. @type {string | null} */
    this.markedTile = null;
    /** Whether tables and examples are shown; null: where there is room for them. @type {boolean | null} */
    this.opened = null;
    /** The question for which a hint was requested last, and the player's tiles then. */
    this.requested = {question: "", tiles: ""};
  }

  reset() {
    this.hint = this.markedTile = null;
    this.requested = {question: "", tiles: ""};
  }

  get detailed() {
    return this.opened ?? roomy.matches;
  }

  toggle() {
    this.opened = !this.detailed;
    this.redraw();
  }

  /** Whether the hint is about the current question. */
  get fresh() {
    return this.hint !== null && `${this.hint.game}/${this.hint.n}` === this.state.question;
  }

  /** Whether the last request does not fit: there is something to choose, or the player's tiles have changed. */
  get outdated() {
    const {question, legal} = this.state;
    return (legal.length > 0 && this.requested.question !== question) || this.requested.tiles !== this.tiles;
  }

  /** The player's own tiles. */
  get tiles() {
    const {table, bottom} = this.state;
    return table?.view ? `${table.game}/${table.hand?.number}/${table.view.hand}/${table.view.seats[bottom].melds.length}` : "";
  }

  /** Request the hint, once for what it depends on. */
  async load() {
    const {id, table} = this.state;
    const {token} = keptRoom(id);
    if (!token || !table?.view || table.view.result) return;
    if (!this.outdated) return;
    const asked = {question: this.state.question, tiles: this.tiles};
    this.requested = asked;
    try {
      const found = await hint(id, token);
      if (this.requested !== asked) return; // a newer one is on its way
      this.hint = found;
      this.problem = null;
    } catch (error) {
      if (this.requested !== asked) return;
      this.hint = null;
      this.problem = error instanceof ApiError && error.code === "not_now" ? null : problemWords(error); // the hand has just ended
    }
    this.redraw();
  }

  /** Show a tile of the hint in the player's hand. @param {string} tile */
  mark(tile) {
    this.markedTile = tile;
    this.redraw();
    /** @type {HTMLElement | null} */ (document.querySelector(`.mine[data-tile="${tile}"]`))?.focus();
  }
}
