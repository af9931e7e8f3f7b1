// The result of a deal on the table page: the score of the win, and the check of the shuffle.

import {FanMarking} from "../shared/fan-marking.js";
import {isWrong, withheldWords} from "../shared/game/deal-end.js";
import {lastScore} from "../shared/game/rooms-api.js";
import {t} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";

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
    /** Whether the player has closed the result to see the table. */
    this.closed = false;
    /** @type {import("../shared/game/deal-end.js").Checked} */
    this.checked = null;
    /** Who had committed to a nonce and did not open it, in words. */
    this.note = "";
    this.marking = new FanMarking(redraw, (fan) => `/rules/${state.room?.settings.rules}#${fan}`);
  }

  /** A new deal begins. */
  reset() {
    this.checked = null;
    this.marking.reset();
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
    try {
      const last = await lastScore(id);
      if (this.of === of && `${last.game}/${last.hand}` === of) this.score = last.score;
    } catch {
      this.of = ""; // the next message loads it again
    }
    this.redraw();
    if (!this.closed) /** @type {HTMLElement | null} */ (document.querySelector(".end-title"))?.focus({preventScroll: true});
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
    (isWrong(found) ? notice : announce)(t(`shuffle_${found}`));
    this.redraw();
  }
}
