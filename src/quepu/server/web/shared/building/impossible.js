// Circumstances that a hand cannot have: they are left out, and named.

import {ApiError} from "../api.js";
import {formatHand, plainWin} from "../notation.js";

/** @typedef {import("../types.js").Hand} Hand */
/** A circumstance that this hand cannot have, and why. @typedef {{name: typeof import("../notation.js").FLAGS[number] | "ready", code: string, message: string}} Impossible */

/** The circumstance that an error is about. @type {Record<string, Impossible["name"]>} */
const IMPOSSIBLE = {
  kong_without_kong: "kong",
  robbed_copy_held: "kong",
  first_turn_impossible: "first_turn",
  first_turn_last_tile: "first_turn",
  last_tile_not_last: "last_tile",
  last_copy_held: "last_copy",
  heaven_ready_claimed: "ready",
};

/**
 * Ask about a hand; where a circumstance is impossible, ask again without it.
 * @template T @param {Hand} hand @param {(text: string) => Promise<T>} ask @returns {Promise<{found: T, impossible: Impossible[], text: string}>}
 */
export async function withoutImpossible(hand, ask) {
  /** @type {Impossible[]} */
  const impossible = [];
  const win = {...hand.win};
  for (;;) {
    const text = formatHand({...hand, win});
    try {
      return {found: await ask(text), impossible, text};
    } catch (error) {
      const name = error instanceof ApiError ? IMPOSSIBLE[error.code] : undefined;
      if (name === undefined || !win[name]) throw error;
      const {code, message} = /** @type {ApiError} */ (error);
      impossible.push({name, code, message});
      Object.assign(win, {[name]: plainWin()[name]});
    }
  }
}
