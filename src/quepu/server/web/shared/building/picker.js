// The tiles to pick from, and what a pick does: into the hand, as a meld, or as the winning tile.

import {html} from "../../vendor/lit-html/lit-html.js";
import {FULL, MELDS, canAdd, canMeld, setWinning, size, used} from "./hand-edits.js";
import {t} from "../settings.js";
import {KINDS} from "../constants.js";
import {formatHand} from "../notation.js";
import {face, tileName} from "../tiles.js";

/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").Hand} Hand */
/** @typedef {import("../types.js").MeldType} MeldType */
/** What the next tile becomes. @typedef {"tile" | MeldType | "winning"} Mode */

/** @type {readonly Mode[]} */
const MODES = ["tile", ...MELDS, "winning"];
const ROWS = [KINDS.slice(0, 9), KINDS.slice(9, 18), KINDS.slice(18, 27), KINDS.slice(27)];

/** The tile that has the focus of the arrow keys. @type {Tile} */
let focused = KINDS[0];

/** Whether a tile may be picked. @param {Hand} hand @param {Mode} mode @param {Tile} tile */
export function pickable(hand, mode, tile) {
  if (mode === "tile") return canAdd(hand, tile);
  if (mode === "winning") return setWinning(hand, tile) !== hand;
  return canMeld(hand, mode, tile);
}

/** A label whose last word is left out where there is no room for it. @param {string} label */
function short(label) {
  const [first, ...rest] = label.split(" ");
  return rest.length ? html`${first}<b class="optional"> ${rest.join(" ")}</b>` : label;
}

/** Move among the tiles by arrow keys. @param {KeyboardEvent} event */
function move(event) {
  const y = ROWS.findIndex((row) => row.includes(focused));
  const x = ROWS[y].indexOf(focused);
  /** @type {Record<string, [number, number]>} */
  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-x, 0], End: [9, 0]};
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const row = ROWS[Math.max(0, Math.min(ROWS.length - 1, y + step[1]))];
  focused = row[Math.max(0, Math.min(row.length - 1, x + step[0]))];
  const keys = /** @type {HTMLElement} */ (event.currentTarget);
  for (const key of keys.querySelectorAll("button")) {
    key.tabIndex = key.dataset.tile === focused ? 0 : -1;
    if (key.dataset.tile === focused) key.focus();
  }
}

/** @param {Hand} hand @param {Mode} mode @param {Tile} tile @param {(tile: Tile) => void} pick */
function key(hand, mode, tile, pick) {
  const able = pickable(hand, mode, tile);
  const left = 4 - used(hand, tile);
  return html`<button type="button" class="key" data-tile=${tile} tabindex=${tile === focused ? 0 : -1}
    aria-label=${t("pick_tile", {tile: tileName(tile), left})} aria-disabled=${able ? "false" : "true"}
    @click=${() => pick(tile)} @focus=${() => (focused = tile)}>
    ${face(tile)}<span class="left" aria-hidden="true">${left < 4 ? left : ""}</span></button>`;
}

/**
 * @param {Hand} hand @param {Mode} mode @param {string} typed digits that wait for their suit
 * @param {{pick: (tile: Tile) => void, arm: (mode: Mode) => void, back: () => void, clear: () => void}} actions
 */
export function picker(hand, mode, typed, actions) {
  return html`<section class="picker" aria-label=${t("picker")}>
    <div class="modes" role="radiogroup" aria-label=${t("pick_as")}>
      ${MODES.map(
        (name) => html`<label class="mode" title=${t(`mode_${name}_hint`)}>
        <input type="radio" name="mode" value=${name} .checked=${name === mode} @change=${() => actions.arm(name)}>
        <span>${short(t(`mode_${name}`))}</span></label>`,
      )}
    </div>
    <div class="keys" role="group" aria-label=${t("tiles")} @keydown=${move}>
      ${ROWS.map(
        (row) => html`<div class="keyrow">${row.map((tile) => key(hand, mode, tile, actions.pick))}
        ${
          row.length < 9
            ? html`
          <button type="button" class="key tool" aria-label=${t("back_one")} title=${t("back_one")} ?disabled=${!size(hand)}
            @click=${actions.back}>
            <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="M9 5h11v14H9l-6-7zM12 9.5l5 5m0-5l-5 5"/></svg></button>
          <button type="button" class="key tool" aria-label=${t("clear")} title=${t("clear")} ?disabled=${!formatHand(hand)}
            @click=${actions.clear}>
            <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="M5 7h14M10 7V4h4v3m-7 0l1 13h8l1-13"/></svg></button>`
            : ""
        }
      </div>`,
      )}
    </div>
    <p class="typing ${mode === "tile" ? "" : "mode-hint"}" aria-hidden="true">${typed ? html`<kbd>${typed}</kbd> m p s` : mode === "tile" ? t("typing_hint") : t(`mode_${mode}_hint`)}</p>
  </section>`;
}

/** The tiles picked by typing: digits wait for their suit, letters are honours. */
export class Typing {
  digits = "";

  /** The tiles that a key completes; null if the key means nothing here. @param {string} key @returns {Tile[] | null} */
  press(key) {
    if (/^[1-9]$/.test(key)) {
      this.digits = (this.digits + key).slice(-FULL);
      return [];
    }
    if (/^[ESWNCFP]$/.test(key)) return [key];
    if (/^[mpsz]$/.test(key) && this.digits) {
      const tiles = [...this.digits].map((digit) => (key === "z" ? "ESWNPFC"[Number(digit) - 1] : digit + key));
      this.digits = "";
      return tiles.filter((tile) => KINDS.includes(tile));
    }
    return null;
  }
}
