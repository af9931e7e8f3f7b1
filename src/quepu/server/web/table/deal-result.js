// The result of a deal on the table page: the score of the win, and the check of the shuffle.

import {handAddress} from "../shared/addresses.js";
import {FanMarking} from "../shared/fan-marking.js";
import {isWrong, withheldWords} from "../shared/game/deal-end.js";
import {lastScore} from "../shared/game/rooms-api.js";
import {shuffleText} from "../shared/game/shuffle-texts.js";
import {writeOverlay} from "../shared/overlay-toml.js";
import {announce, notice} from "../shared/shell.js";
import {Reveal} from "./reveal.js";
import * as sounds from "./sounds.js";

export class DealResult {
  /** @param {import("./table-state.js").TableState} state @param {import("./nonces.js").Nonces} nonces @param {() => void} redraw */
  constructor(state, nonces, redraw) {
    this.state = state;
    this.nonces = nonces;
    this.redraw = redraw;
    /** The deal that the score belongs to. */
    this.of = "";
    /** @type {import("../shared/types.js").ExplainedWin | null} */
    this.score = null;
    /** Who pays what and why. @type {readonly import("../shared/types-generated.js").PaymentJson[]} */
    this.payments = [];
    /** The book of the room, once it is loaded. @type {import("../shared/types.js").Book | null} */
    this.book = null;
    /** The hand page with the win. */
    this.handLink = "";
    /** Whether the deal has ended before the eyes of the player, and not before the page was opened. */
    this.isNew = false;
    this.reveal = new Reveal(redraw, (last) => sounds.play(last ? "total" : "fan"));
    /** Whether the player has closed the result to see the table. */
    this.closed = false;
    /** @type {import("../shared/game/deal-end.js").Checked} */
    this.checked = null;
    /** Who had committed to a nonce and did not open it, in words. */
    this.note = "";
    this.marking = new FanMarking(redraw, (fan) => `/rules/${state.room?.settings.rules}#${fan}`, true);
  }

  /** A new deal begins. */
  reset() {
    this.checked = null;
    this.marking.reset();
  }

  /** @param {import("../shared/types.js").Book} book */
  setBook(book) {
    this.book = book;
    this.marking.setBook(book);
    this.linkHand();
  }

  /** Make the address of the hand page with the win, under the rules of the room. */
  async linkHand() {
    const {score, book} = this;
    const rules = this.state.room?.settings.rules;
    if (!score || !book || !rules) return;
    const link = await handAddress({rules, overlay: book.overlay ? writeOverlay(book.overlay) : null}, score.hand);
    if (score === this.score) this.handLink = link;
    this.redraw();
  }

  toggle() {
    this.closed = !this.closed;
    this.redraw();
  }

  /** Load the score of the win that ended the deal, once. */
  async load() {
    const {id, table} = this.state;
    const of = `${table?.game}/${table?.hand?.number}`;
    if (this.of === of) return;
    this.of = of;
    this.score = null;
    this.payments = [];
    this.handLink = "";
    try {
      const last = await lastScore(id);
      if (this.of === of && `${last.game}/${last.hand}` === of) {
        this.score = last.score;
        this.payments = last.payments;
        this.linkHand();
        if (this.isNew && last.score) this.reveal.start(last.score.fans.length + 2);
      }
      this.isNew = false;
    } catch {
      this.of = ""; // the next message loads it again
    }
    this.redraw();
    // a player who already does something with the result keeps the focus
    const isUsed = document.querySelector(".end")?.contains(document.activeElement);
    if (!this.closed && !isUsed)
      /** @type {HTMLElement | null} */ (document.querySelector(".game-over, .end-title"))?.focus({preventScroll: true});
  }

  /** Check the shuffle because the player wants to. */
  async check() {
    if (!this.state.table?.hand) return;
    this.checked = "asked";
    this.redraw();
    await this.judge(() => true);
    /** @type {HTMLElement | null} */ (document.querySelector(".shuffle-result"))?.focus();
  }

  /** Check the shuffle, and show what was found if it is to be shown; an error in it must not stop the table. @param {(found: import("../shared/game/deal-end.js").Found) => boolean} shows */
  async judge(shows) {
    const {state} = this;
    const of = state.table?.hand?.number;
    const {found, states} = this.nonces.verdict(state);
    if (!shows(found) || state.table?.hand?.number !== of) return;
    this.checked = found;
    this.note = withheldWords(state.names, states);
    (isWrong(found) ? notice : announce)(shuffleText(`shuffle_${found}`));
    this.redraw();
  }
}
