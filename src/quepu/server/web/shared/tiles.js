// The tiles: their names, and how they are drawn.

import {html} from "../vendor/lit-html/lit-html.js";
import {CHINESE, FLOWERS, KINDS} from "./constants.js";
import {FACE_SETS, settings} from "./settings.js";

/** @typedef {import("./types.js").Tile} Tile */

const ORDER = new Map([...KINDS, ...FLOWERS].map((tile, index) => [tile, index]));

/** @type {Record<string, string>} */
const HONOURS = {E: "east", S: "south", W: "west", N: "north", C: "red dragon", F: "green dragon", P: "white dragon"};
const SUITS = {m: "characters", p: "dots", s: "bamboos"};
const FLOWER_NAMES = ["spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo flower", "chrysanthemum"];

/** The place of a tile in the order of the notation. @param {Tile} tile */
export const order = (tile) => ORDER.get(tile) ?? -1;

/** @param {readonly Tile[]} tiles @returns {Tile[]} */
export const sorted = (tiles) => [...tiles].sort((a, b) => order(a) - order(b));

/** @param {Tile} tile */
export const isNumbered = (tile) => /^[1-9][mps]$/.test(tile);

/** The name of a tile, for screen readers. @param {Tile} tile @returns {string} */
export function tileName(tile) {
  if (settings.lang === "zh") return CHINESE[tile];
  if (tile in HONOURS) return HONOURS[tile];
  const number = Number(tile[0]);
  if (tile[1] === "f") return FLOWER_NAMES[number - 1];
  const suit = SUITS[/** @type {"m" | "p" | "s"} */ (tile[1])];
  return `${number} ${number === 1 ? suit.slice(0, -1) : suit}`;
}

/** @param {readonly Tile[]} tiles */
export const tileNames = (tiles) => tiles.map(tileName).join(settings.lang === "zh" ? "" : ", ");

/** The face of a tile, without a name for screen readers: the element around it has one. @param {Tile} tile @param {string} [classes] */
export const face = (tile, classes = "") =>
  html`<svg class="tile ${classes}" aria-hidden="true" focusable="false"><use href="#t-${tile}"></use></svg>`;

/** The back of a tile. */
export const back = () => html`<svg class="tile" aria-hidden="true" focusable="false"><use href="#t-back"></use></svg>`;

/**
 * Tiles in a row, named as one picture. A concealed kong shows its two outer tiles from behind.
 * @param {readonly Tile[]} tiles @param {{lit?: readonly boolean[], hidden?: boolean, classes?: string, label?: string, won?: number}} [options] `won`: the place of the winning tile
 */
export function row(tiles, {lit, hidden = false, classes = "", label, won} = {}) {
  return html`<span class="group ${classes}" role="img" aria-label=${label ?? tileNames(tiles)}>${tiles.map((tile, i) =>
    hidden && (i === 0 || i === 3) ? back() : face(tile, `${lit ? (lit[i] ? "lit" : "dim") : ""} ${i === won ? "won" : ""}`),
  )}</span>`;
}

/** Tiles held like a fan, for the head of a page. */
export const fanOfTiles = () =>
  html`<div class="fan-of-tiles" aria-hidden="true">${["E", "1s", "5p", "C", "1m", "F", "9p", "P"].map((tile) => face(tile))}</div>`;

/** The file of a tile's face, or of all of them (`sprite`), in a set. @param {string} set @param {string} name */
export const faceAddress = (set, name) => `/static/tiles/${set === FACE_SETS[0] ? "" : `${set}/`}${name}.svg`;

/** Put the drawings of all tiles into the page, in the set that the user has chosen; every face refers to them. */
export async function loadFaces() {
  const set = settings.faces;
  if (document.getElementById("faces")?.dataset.set === set) return;
  const response = await fetch(faceAddress(set, "sprite"));
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  if (set !== settings.faces) return; // another set was chosen meanwhile
  drawn.id = "faces";
  drawn.dataset.set = set;
  drawn.setAttribute("aria-hidden", "true");
  drawn.classList.add("faces");
  document.getElementById("faces")?.remove();
  document.body.append(document.adoptNode(drawn));
}
