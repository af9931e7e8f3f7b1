// Hints: what the hand waits for or may discard, requested from the server while the panel is open.

import {problemWords} from "../shared/api.js";
import {hint} from "../shared/game/rooms-api.js";
import {keptRoom} from "../shared/game/storage.js";

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
  }

  reset() {
    this.hint = this.markedTile = null;
  }

  /** Request the hint for the current question, once. */
  async load() {
    const {id, table, question} = this.state;
    const {token} = keptRoom(id);
    if (!token || !table?.view || table.view.result) return;
    if (this.hint && `${this.hint.game}/${this.hint.n}` === question) return;
    try {
      this.hint = await hint(id, token);
      this.problem = null;
    } catch (error) {
      this.hint = null;
      this.problem = problemWords(error);
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
