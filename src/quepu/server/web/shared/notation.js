// The canonical form of the notation, written and read back. Every other form is read by the server's parser, which answers with this one.

import {CHINESE, FLOWERS, KINDS, READY, WINDS} from "./constants.js";
import {isNumbered, order, sorted} from "./tiles.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Meld} Meld */
/** @typedef {import("./types.js").Hand} Hand */
/** @typedef {import("./types.js").Circumstances} Circumstances */

export const FLAGS = /** @type {const} */ (["last_tile", "kong", "first_turn", "last_copy"]);

/** @returns {Circumstances} */
export const plainWin = () => ({
  self: false,
  seat: "E",
  round: "E",
  last_tile: false,
  kong: false,
  first_turn: false,
  last_copy: false,
  flowers: 0,
  ready: null,
  tiles_left: null,
});

/** @returns {Hand} */
export const emptyHand = () => ({concealed: [], melds: [], winning: null, win: plainWin()});

/** Tiles with the numbers of a suit together: `19m1pE`. @param {readonly Tile[]} tiles */
export function formatTiles(tiles) {
  const names = sorted(tiles);
  return names.map((name, i) => (name.length === 2 && names[i + 1]?.[1] === name[1] ? name[0] : name)).join("");
}

/** The tiles of a meld. @param {Meld} meld @returns {Tile[]} */
export function meldTiles({type, tile}) {
  if (type === "chow") return [0, 1, 2].map((step) => KINDS[order(tile) + step]);
  return Array(type === "pung" ? 3 : 4).fill(tile);
}

/** All tiles of a hand. @param {Hand} hand @returns {Tile[]} */
export const allTiles = ({concealed, melds, winning}) => [...concealed, ...melds.flatMap(meldTiles), ...(winning ? [winning] : [])];

/** @param {Meld} meld */
export const formatMeld = (meld) =>
  meld.type === "concealed_kong" ? `(${formatTiles(meldTiles(meld))})` : `[${formatTiles(meldTiles(meld))}]`;

/** The options that are not the defaults. @param {Circumstances} win @returns {string[]} */
function formatOptions(win) {
  const words = win.self ? ["self"] : [];
  if (win.seat !== "E") words.push(`seat=${win.seat}`);
  if (win.round !== "E") words.push(`round=${win.round}`);
  words.push(...FLAGS.filter((flag) => win[flag]));
  const flowers = Array.isArray(win.flowers) ? sorted(win.flowers).join("") : win.flowers;
  if (flowers) words.push(`flowers=${flowers}`);
  if (win.ready) words.push(`ready=${win.ready}`);
  if (win.tiles_left !== null) words.push(`tiles_left=${win.tiles_left}`);
  return words;
}

/** @param {Hand} hand @returns {string} */
export function formatHand({concealed, melds, winning, win}) {
  const parts = [...(concealed.length ? [formatTiles(concealed)] : []), ...melds.map(formatMeld)];
  if (winning) parts.push("+" + winning);
  const options = formatOptions(win);
  if (options.length) parts.push("|", ...options);
  return parts.join(" ");
}

const IN_CHINESE = {chow: "吃", pung: "碰", kong: "明杠", concealed_kong: "暗杠"};

/**
 * A hand as Chinese players write it, from its canonical form: 一二三萬 碰南南南 自摸東 東家 東圈.
 * @param {string} text @param {(flag: typeof FLAGS[number], self: boolean) => string} flagName
 */
export function handInChinese(text, flagName) {
  const {concealed, melds, winning, win} = readWritten(text);
  const write = (/** @type {readonly Tile[]} */ tiles) =>
    sorted(tiles)
      .map((tile, i, all) => (isNumbered(tile) && all[i + 1]?.[1] === tile[1] ? CHINESE[tile][0] : CHINESE[tile]))
      .join("");
  const winds = [`${CHINESE[win.seat]}家`, `${CHINESE[win.round]}圈`];
  const won = winning ? [(win.self ? "自摸" : "和") + CHINESE[winning]] : [];
  const flags = FLAGS.filter((flag) => win[flag]).map((flag) => flagName(flag, win.self));
  const flowers = Array.isArray(win.flowers) ? [`花=${write(win.flowers)}`] : win.flowers ? [`花${win.flowers}`] : [];
  return [write(concealed), ...melds.map((meld) => IN_CHINESE[meld.type] + write(meldTiles(meld))), ...won, ...winds, ...flags, ...flowers]
    .filter(Boolean)
    .join(" ");
}

/** Tiles as the canonical form writes them; the server's answers use it too. @param {string} text @returns {Tile[]} */
export function readTiles(text) {
  return [...text.matchAll(/([1-9]+)([mpsf])|([ESWNCFP])/g)].flatMap(([, numbers, suit, honour]) =>
    honour ? [honour] : [...numbers].map((number) => number + suit),
  );
}

/** @param {string} word @returns {Meld} */
export function readMeld(word) {
  const tiles = readTiles(word);
  if (tiles.length === 4) return {type: word[0] === "(" ? "concealed_kong" : "kong", tile: tiles[0]};
  return {type: tiles[0] === tiles[1] ? "pung" : "chow", tile: tiles[0]};
}

/** @param {Circumstances} win @param {string} word */
function readOption(win, word) {
  const [name, value] = word.split("=");
  if (name === "self") win.self = true;
  else if (name === "seat" || name === "round") win[name] = value;
  else if (name === "flowers") win.flowers = /^\d$/.test(value) ? Number(value) : FLOWERS.filter((flower) => value.includes(flower));
  else if (name === "ready") win.ready = value;
  else if (name === "tiles_left") win.tiles_left = Number(value);
  else for (const flag of FLAGS) if (flag === name) win[flag] = true;
}

/** A hand that the server wrote, its tiles in any order: the examples of a book are. @param {string} text @returns {Hand} */
export function readWritten(text) {
  const [body, options = ""] = text.split(" | ");
  const hand = emptyHand();
  for (const word of body.split(" ")) {
    if (word[0] === "[" || word[0] === "(") hand.melds.push(readMeld(word));
    else if (word[0] === "+") hand.winning = word.slice(1);
    else hand.concealed.push(...readTiles(word));
  }
  for (const word of options.split(" ")) readOption(hand.win, word);
  return hand;
}

/** A hand from its canonical form; null if the text is anything else. @param {string} text @returns {Hand | null} */
export function readCanonical(text) {
  const hand = readWritten(text);
  try {
    return formatHand(hand) === text && possible(hand) && sensible(hand.win) ? hand : null;
  } catch {
    return null; // a meld of tiles that do not exist
  }
}

/** Whether the options have values that they can have. @param {Circumstances} win */
const sensible = ({seat, round, flowers, ready, tiles_left}) =>
  [seat, round].every((wind) => WINDS.includes(wind)) &&
  (Array.isArray(flowers) || flowers <= FLOWERS.length) &&
  (ready === null || READY.includes(ready)) &&
  (tiles_left === null || (Number.isInteger(tiles_left) && tiles_left >= 0 && tiles_left <= 144));

/** Whether the tiles exist in a set. @param {Hand} hand */
function possible(hand) {
  const all = allTiles(hand);
  return (
    all.every((tile) => KINDS.includes(tile) && all.filter((other) => other === tile).length <= 4) &&
    hand.melds.every(({type, tile}) => type !== "chow" || (isNumbered(tile) && tile[0] <= "7"))
  );
}
