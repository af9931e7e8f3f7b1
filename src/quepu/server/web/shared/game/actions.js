// The actions of a player, in words and tiles.

import {t} from "../settings.js";
import {ACTIONS, FLOWERS, KINDS} from "../constants.js";
import {order, tileName} from "../tiles.js";

/** @typedef {import("../types.js").Tile} Tile */

/** The action that discards a tile. @param {Tile} tile */
export const discardOf = (tile) => ACTIONS.discard + order(tile);

/** Whether an action is a discard. @param {number} action */
export const isDiscard = (action) => action < ACTIONS.concealed_kong;

/** The tile that an action discards. @param {number} action */
export const discarded = (action) => [...KINDS, ...FLOWERS][action - ACTIONS.discard];

/** Whether an action claims another player's tile for a set. @param {number} action */
export const isCall = (action) => action >= ACTIONS.chow && action <= ACTIONS.kong;

/**
 * A choice: its text, more about it, the tiles of the meld, its key.
 * @typedef {{action: number, text: string, more?: string, tiles: Tile[], key: string, kind: "win" | "call" | "pass"}} Choice
 */

/** @param {number} action @param {Tile | null} offered @returns {Omit<Choice, "action" | "key"> & {key: string}} */
export function choice(action, offered) {
  if (action === ACTIONS.win) return {text: t("act_win"), tiles: [], key: "w", kind: "win"};
  if (action === ACTIONS.pass) return {text: t("act_pass"), tiles: [], key: "x", kind: "pass"};
  if (action === ACTIONS.replace_flower) return {text: t("act_flower"), tiles: [], key: "f", kind: "call"};
  if (action === ACTIONS.declare_ready) return {text: t("act_ready"), tiles: [], key: "r", kind: "call"};
  if (action === ACTIONS.decline) return {text: t("act_decline"), tiles: [], key: "d", kind: "pass"};
  if (action >= ACTIONS.chow && action < ACTIONS.pung && offered) {
    const lowest = order(offered) - (action - ACTIONS.chow);
    return {text: t("mode_chow"), tiles: [0, 1, 2].map((step) => KINDS[lowest + step]), key: "c", kind: "call"};
  }
  if (action === ACTIONS.pung && offered) return {text: t("mode_pung"), tiles: Array(3).fill(offered), key: "p", kind: "call"};
  if (action === ACTIONS.kong && offered) return {text: t("mode_kong"), tiles: Array(4).fill(offered), key: "k", kind: "call"};
  const kind = KINDS[action - (action >= ACTIONS.added_kong ? ACTIONS.added_kong : ACTIONS.concealed_kong)];
  return {
    text: t(action >= ACTIONS.added_kong ? "act_added_kong" : "mode_concealed_kong"),
    tiles: Array(4).fill(kind),
    key: "k",
    kind: "call",
  };
}

/** The word for an action. @param {number} action */
export const actionWord = (action) => choice(action, KINDS[0]).text;

/** The tiles of the meld that an action makes. @param {number} action @param {Tile | null} offered */
export const actionTiles = (action, offered) => choice(action, offered).tiles;

/** What was answered, in words. @param {number} action @param {Tile | null} offered */
export function answerText(action, offered) {
  if (isDiscard(action)) return t("discard_tile", {tile: tileName(discarded(action))});
  return choice(action, offered).text;
}
