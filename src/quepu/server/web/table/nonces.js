// The nonces of this browser: each is committed to before the table chooses its seed, and opened after. The page does it by itself.

import {givenFor, keepGiven} from "../shared/game/storage.js";
import {checkDeal, commitmentOf, nonceStates} from "../shared/game/shuffle.js";
import {WINDS} from "../shared/constants.js";

/** @typedef {import("../shared/game/types.js").TableJson} TableJson */

const newNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Nonces {
  /** @param {string} room @param {(message: object) => boolean} send */
  constructor(room, send) {
    this.room = room;
    this.send = send;
    /** What was sent on this connection. @type {Set<string>} */
    this.sent = new Set();
  }

  /** On a new connection everything that the table still requires is sent again. */
  connected() {
    this.sent.clear();
  }

  /** Send what the table requires. @param {TableJson} table */
  give({game, commit, open, waits}) {
    if (open !== null && waits.hand === open) this.open(game, open, waits);
    if (commit !== null) this.commit(game, commit);
  }

  /** Commit to a nonce: always the same for a deal, however often the table requires it. @param {string} game @param {number} hand */
  commit(game, hand) {
    if (this.seen(`commit ${game}/${hand}`)) return;
    let given = givenFor(this.room, game, hand);
    if (!given) {
      const nonce = newNonce();
      const own = commitmentOf(nonce);
      given = keepGiven(this.room, game, hand, {nonce, own}); // before it leaves the browser; another tab may have been faster
    }
    this.send({t: "commit", hand, commitment: given.own});
  }

  /**
   * Open a nonce, if the table shows its own commitment together with this browser's. The commitments are kept before, and never replaced: the
   * check of the deal needs them.
   * @param {string} game @param {number} hand @param {import("../shared/game/types.js").Waiting} waits
   */
  open(game, hand, {commitment, nonce_commitments}) {
    const given = givenFor(this.room, game, hand);
    if (!given || !commitment || !nonce_commitments?.includes(given.own) || this.seen(`open ${game}/${hand}`)) return;
    keepGiven(this.room, game, hand, {commitment, nonce_commitments});
    this.send({t: "open", hand, nonce: given.nonce});
  }

  /** @param {string} what */
  seen(what) {
    const before = this.sent.has(what);
    this.sent.add(what);
    return before;
  }

  /** The server has stored something. @param {string} game @param {{t: string, hand: number, commitment?: string}} message */
  confirmed(game, {t, hand, commitment}) {
    const given = givenFor(this.room, game, hand);
    if (t === "committed" && given?.own === commitment) keepGiven(this.room, game, hand, {committed: true});
    if (t === "opened" && given?.committed) keepGiven(this.room, game, hand, {opened: true});
  }

  /**
   * The result of the check of a deal, and the origin of each seat's nonce.
   * @param {import("./table-state.js").TableState} state
   * @returns {{found: import("../shared/game/deal-end.js").Found, states: readonly string[]}}
   */
  verdict({table, room, mine: seat, bots, altered, shuffleEvents: events}) {
    const hand = events.find(({t}) => t === "hand");
    const reveal = events.find(({t}) => t === "reveal");
    const given = hand && seat ? givenFor(this.room, table?.game ?? "", hand.number) : null;
    const {nonce, own, committed, commitment, nonce_commitments, opened = false} = given ?? {};
    const witness = nonce && seat && commitment && nonce_commitments ? {seat, nonce, commitment, nonce_commitments, opened, bots} : null;
    const states = hand && reveal ? nonceStates(hand, reveal) : [];
    const wrong = checkDeal(events, room?.settings.tiles ?? 0, witness);
    /** @returns {import("../shared/game/deal-end.js").Found} */
    const judged = () => {
      if (wrong) return wrong;
      if (committed && own && !hand?.nonce_commitments?.includes(own)) return "left_out";
      const at = WINDS.indexOf(seat ?? "");
      const promised = hand?.nonce_commitments?.[at] ?? null; // it may be that of another device
      if (!given || (promised !== null && promised !== own)) return "unpromised";
      if (!witness || states[at] !== "opened") return "own_withheld";
      return altered ? "right_deal" : "right";
    };
    return {found: judged(), states};
  }
}
