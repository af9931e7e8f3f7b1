// Changes of a hand. Every function returns a new hand and leaves the old one unchanged.

import {allTiles, emptyHand, formatHand, meldTiles} from "../notation.js";
import {isNumbered, sorted} from "../tiles.js";

/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").MeldType} MeldType */
/** @typedef {import("../types.js").Hand} Hand */

export const FULL = 14;
/** @type {readonly MeldType[]} */
export const MELDS = ["chow", "pung", "kong", "concealed_kong"];

/** How many tiles, a kong counting three. @param {Hand} hand */
export const size = (hand) => hand.concealed.length + 3 * hand.melds.length + (hand.winning ? 1 : 0);

/** How many of a tile the hand uses. @param {Hand} hand @param {Tile} tile */
export function used(hand, tile) {
  return allTiles(hand).filter((other) => other === tile).length;
}

/** @param {Hand} hand @param {Tile} tile */
export const canAdd = (hand, tile) => size(hand) < FULL && used(hand, tile) < 4;

/** Add a tile: the fourteenth is the winning one. @param {Hand} hand @param {Tile} tile @returns {Hand} */
export function addTile(hand, tile) {
  if (!canAdd(hand, tile)) return hand;
  if (size(hand) === FULL - 1 && !hand.winning) return {...hand, winning: tile};
  return {...hand, concealed: sorted([...hand.concealed, tile])};
}

/**
 * Take tiles away from the concealed ones; null if some are not there.
 * @param {readonly Tile[]} concealed
 * @param {readonly Tile[]} tiles
 */
function without(concealed, tiles) {
  const rest = [...concealed];
  for (const tile of tiles) {
    const index = rest.indexOf(tile);
    if (index < 0) return null;
    rest.splice(index, 1);
  }
  return rest;
}

/** @param {Hand} hand @param {Tile} tile @returns {Hand} */
export const removeTile = (hand, tile) => ({...hand, concealed: without(hand.concealed, [tile]) ?? hand.concealed});

/** @param {Hand} hand @param {number} index @returns {Hand} */
export const removeMeld = (hand, index) => ({...hand, melds: hand.melds.filter((_, i) => i !== index)});

/** @param {Hand} hand @returns {Hand} */
export const removeWinning = (hand) => ({...hand, winning: null});

/** Remove what was added last, as far as that is known. @param {Hand} hand @returns {Hand} */
export function removeLast(hand) {
  if (hand.winning) return removeWinning(hand);
  if (hand.melds.length) return removeMeld(hand, hand.melds.length - 1);
  return {...hand, concealed: hand.concealed.slice(0, -1)};
}

/** Whether a meld of this type may be laid down, its lowest tile this one. @param {Hand} hand @param {MeldType} type @param {Tile} tile */
export const canMeld = (hand, type, tile) => addMeld(hand, type, tile) !== hand;

/**
 * Lay down a meld, with tiles of the hand if it has them all, else with new ones; the same hand if neither can be.
 * @param {Hand} hand @param {MeldType} type @param {Tile} tile @returns {Hand}
 */
export function addMeld(hand, type, tile) {
  if (hand.melds.length === 4 || (type === "chow" && !(isNumbered(tile) && tile[0] <= "7"))) return hand;
  const tiles = meldTiles({type, tile});
  const rest = without(hand.concealed, tiles);
  const next = {...hand, concealed: rest ?? hand.concealed, melds: [...hand.melds, {type, tile}]};
  const fits = size(next) <= FULL && tiles.every((kind) => used(next, kind) <= 4);
  return fits ? next : hand;
}

/** Make a tile the winning one: one of the hand, or a new one. @param {Hand} hand @param {Tile} tile @returns {Hand} */
export function setWinning(hand, tile) {
  // with a place left it is a new tile, even where the hand has others of its kind
  if (!hand.winning && canAdd(hand, tile)) return {...hand, winning: tile};
  const open = takeIn(hand);
  const rest = without(open.concealed, [tile]);
  if (rest) return {...open, concealed: rest, winning: tile};
  const place = {...hand, winning: null};
  return canAdd(place, tile) ? {...place, winning: tile} : hand;
}

/** Put the winning tile among the others: fourteen tiles of which one is to be discarded. @param {Hand} hand @returns {Hand} */
export const takeIn = (hand) => (hand.winning ? {...hand, winning: null, concealed: sorted([...hand.concealed, hand.winning])} : hand);

/** Discard a tile. @param {Hand} hand @param {Tile} tile @returns {Hand} */
export const discard = (hand, tile) => removeTile(takeIn(hand), tile);

/** The tiles of a hand, without how it was won. @param {Hand} hand */
const tilesOf = (hand) => formatHand({...hand, win: emptyHand().win});

/** Whether a hand is another one, and not a correction: more than two of its tiles differ. @param {Hand} hand @param {Hand} before */
function isAnother(hand, before) {
  const rest = allTiles(before);
  const added = allTiles(hand).filter((tile) => {
    const index = rest.indexOf(tile);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
  return added.length > 2;
}

/**
 * A hand from a text, which takes the place of another. If other tiles are written without any option, the seats stay, and everything that
 * was said before there were tiles; the self-draw stays only if the text corrects a hand. An option taken away from the same tiles is gone.
 * @param {Hand} read @param {Hand} before @param {boolean} saysDiscarded @param {boolean} saysWinds @returns {Hand}
 */
export function withCircumstances(read, before, saysDiscarded, saysWinds) {
  const tiles = tilesOf(read);
  if (formatHand(read) !== tiles || tiles === tilesOf(before)) return read;
  const {self, seat, round} = before.win;
  const win = size(before) ? {...emptyHand().win, self: self && !isAnother(read, before), seat, round} : before.win;
  const winds = saysWinds ? {seat: read.win.seat, round: read.win.round} : {};
  return {...read, win: {...win, ...winds, ...(saysDiscarded ? {self: false} : {})}};
}

/**
 * What there is to say about a hand.
 * @param {Hand} hand @param {boolean} discarding whether one of fourteen tiles is to be discarded, though the winning one is known
 * @returns {"empty" | "building" | "waits" | "discards" | "score" | "too_many"}
 */
export function stage(hand, discarding = false) {
  const tiles = size(hand);
  if (!tiles) return "empty";
  if (tiles > FULL || hand.melds.length > 4) return "too_many";
  if (tiles === FULL) return hand.winning && !discarding ? "score" : "discards";
  return tiles === FULL - 1 ? "waits" : "building";
}
