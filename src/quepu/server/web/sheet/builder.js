// A winning hand that is built with the tiles, and scored. The seat, the round and the self-draw are those of the deal.

import * as api from "../shared/api.js";
import {WINDS} from "../shared/constants.js";
import {
  FULL,
  addMeld,
  addTile,
  removeLast,
  removeMeld,
  removeTile,
  removeWinning,
  setWinning,
  size,
  stage,
} from "../shared/building/hand-edits.js";
import {withoutImpossible} from "../shared/building/circumstances.js";
import {Typing, pickable} from "../shared/building/picker.js";
import {emptyHand, formatHand, readCanonical} from "../shared/notation.js";
import {t} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/building/circumstances.js").Impossible} Impossible */
/** What is known about the hand: nothing yet, its score, why it is no win, or what went wrong.
 * @typedef {{kind: "nothing"} | {kind: "score", score: import("../shared/types.js").ExplainedWin} | {kind: "none", reason: string} | {kind: "error", error: unknown}} Scored */

export class HandBuilder {
  /**
   * @param {import("../shared/types.js").BookChoice} book @param {{seat: number, round: number, self: boolean}} place @param {string | null} text a hand to begin with
   * @param {(builder: HandBuilder) => void} onChange called when the hand or its score has changed
   */
  constructor(book, place, text, onChange) {
    this.book = book;
    this.onChange = onChange;
    /** @type {Hand} */
    this.hand = (text && readCanonical(text)) || emptyHand();
    /** @type {import("../shared/building/picker.js").Mode} */
    this.mode = "tile";
    this.assumed = false;
    /** @type {Scored} */
    this.scored = {kind: "nothing"};
    /** @type {Impossible[]} */
    this.impossible = [];
    /** Why a circumstance was switched off. */
    this.ended = "";
    this.typing = new Typing();
    this.asking = new AbortController();
    this.place(place);
  }

  /** The hand in notation, once it is a win with its points. */
  get text() {
    return this.scored.kind === "score" ? this.scored.score.hand : null;
  }

  /** The points, flowers included; null before they are known. */
  get points() {
    return this.scored.kind === "score" ? this.scored.score.points : null;
  }

  get fans() {
    return this.scored.kind === "score" ? this.scored.score.fans.map((fan) => fan.id) : [];
  }

  get flowers() {
    const {flowers} = this.hand.win;
    return Array.isArray(flowers) ? flowers.length : flowers;
  }

  /** The kongs that the winner has. */
  get kongs() {
    return this.hand.melds.filter(({type}) => type === "kong" || type === "concealed_kong").length;
  }

  /** Where the hand was won. @param {{seat: number, round: number, self: boolean}} place */
  place({seat, round, self}) {
    const win = {...this.hand.win, seat: WINDS[seat], round: WINDS[round % 4], self};
    // drawn it is the replacement of a kong, else a robbed tile: who says the one does not mean the other
    if (win.self !== this.hand.win.self) win.kong = false;
    this.become({...this.hand, win});
  }

  /** @param {Hand} next */
  become(next) {
    this.hand = next;
    this.assumed = false;
    this.onChange(this);
    this.ask();
  }

  /** @param {string} tile */
  pick(tile) {
    const {hand, mode} = this;
    if (!pickable(hand, mode, tile)) {
      if (size(hand) >= FULL) notice(t("build_full"));
      return;
    }
    this.mode = "tile";
    if (mode === "winning") this.become(setWinning(hand, tile));
    else if (mode !== "tile") this.become(addMeld(hand, mode, tile));
    else {
      const next = addTile(hand, tile);
      this.become(next);
      this.assumed = next.winning !== hand.winning;
      this.onChange(this);
    }
  }

  /** @param {string} tile */
  tapTile(tile) {
    if (this.mode === "tile") this.become(removeTile(this.hand, tile));
    else this.pick(tile);
  }

  /** @param {number} index */
  tapMeld = (index) => this.become(removeMeld(this.hand, index));

  tapWinning = () => this.become(removeWinning(this.hand));

  back = () => this.become(removeLast(this.hand));

  clear = () => this.become({...emptyHand(), win: this.hand.win});

  /** @param {import("../shared/building/picker.js").Mode} mode */
  arm = (mode) => {
    this.mode = mode;
    if (mode !== "tile") announce(t(`mode_${mode}_hint`));
    this.onChange(this);
  };

  /** @param {Partial<import("../shared/types.js").Circumstances>} changes */
  changeWin = (changes) => this.become({...this.hand, win: {...this.hand.win, ...changes}});

  /** A key that was typed outside of a field. @param {string} key @returns {boolean} whether it meant something */
  press(key) {
    if (key === "Backspace") {
      if (this.typing.digits) this.typing.digits = this.typing.digits.slice(0, -1);
      else this.back();
    } else if (key === "+") this.mode = "winning";
    else {
      const tiles = this.typing.press(key);
      if (tiles === null) return false;
      for (const tile of tiles) this.pick(tile);
    }
    this.onChange(this);
    return true;
  }

  /** Ask what the hand is worth. */
  async ask() {
    this.asking.abort();
    this.asking = new AbortController();
    const {signal} = this.asking;
    const was = this.scored;
    this.scored = {kind: "nothing"};
    if (stage(this.hand) !== "score") {
      this.impossible = [];
      if (was.kind !== "nothing") this.onChange(this);
      return;
    }
    try {
      const {found, impossible} = await withoutImpossible(this.hand, (text) => api.score(this.book, text, signal));
      if (signal.aborted) return;
      this.impossible = impossible;
      this.scored = found.win ? {kind: "score", score: found} : {kind: "none", reason: found.reason};
    } catch (error) {
      if (signal.aborted) return;
      this.scored = {kind: "error", error};
    }
    this.onChange(this);
  }

  /** The hand in notation, whether it is complete or not. */
  get written() {
    return formatHand(this.hand);
  }
}
