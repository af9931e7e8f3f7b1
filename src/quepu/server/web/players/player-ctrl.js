// The state of a profile, and what changes it.

import * as api from "../shared/api.js";
import {pathPart} from "../shared/addresses.js";
import {Fans} from "../shared/players/parts.js";

/** @typedef {import("../shared/types-generated.js").PlayerAnswer} Player */

export class PlayerCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.id = pathPart(2);
    /** @type {Player | null} */
    this.player = null;
    /** @type {api.ApiError | null} */
    this.error = null;
    /** The rule book that is shown; the first one at the beginning. */
    this.rules = "";
    this.fans = new Fans(redraw);
  }

  async start() {
    try {
      const found = /** @type {Player} */ (await api.call(`/players/${encodeURIComponent(this.id)}`));
      this.player = found;
      this.rules = found.books[0]?.rules ?? "";
      for (const {rules} of found.books) this.fans.load(rules);
    } catch (error) {
      if (error instanceof api.ApiError) this.error = error;
    }
    this.redraw();
  }

  /** What the player has done under the book that is shown. */
  get book() {
    return this.player?.books.find(({rules}) => rules === this.rules) ?? null;
  }

  /** @param {string} rules */
  choose = (rules) => {
    this.rules = rules;
    this.redraw();
  };
}
