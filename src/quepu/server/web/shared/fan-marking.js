// The fans of a score: their names in the page's language, and whose tiles are marked. It is what `scoreView` needs besides the score.

import {settings} from "./settings.js";

export class FanMarking {
  /** @param {() => void} redraw @param {(fan: string) => string} fanAddress the page of a fan @param {boolean} [inGame] */
  constructor(redraw, fanAddress, inGame = false) {
    this.redraw = redraw;
    this.fanAddress = fanAddress;
    this.inGame = inGame;
    /** The fan that was clicked. @type {string | null} */
    this.pinned = null;
    /** The fan under the pointer. @type {string | null} */
    this.hovered = null;
    /** The fans of the book, for their names. @type {Map<string, import("./types.js").Fan>} */
    this.fans = new Map();
  }

  /** The fan whose tiles are marked. */
  get active() {
    return this.hovered ?? this.pinned;
  }

  /** @param {import("./types.js").Book} book */
  setBook(book) {
    this.fans = new Map(book.fans.map((fan) => [fan.id, fan]));
  }

  reset() {
    this.pinned = this.hovered = null;
  }

  /** The name of a fan in the page's language; Chinese until the book is loaded. @param {string} id @param {string} name the Chinese one */
  naming = (id, name) => (settings.lang === "zh" ? name : (this.fans.get(id)?.en ?? name));

  /** @param {string | null} fan */
  hover = (fan) => {
    this.hovered = fan;
    this.redraw();
  };

  /** @param {string} fan */
  pin = (fan) => {
    this.pinned = this.pinned === fan ? null : fan;
    this.hovered = null;
    this.redraw();
  };
}
