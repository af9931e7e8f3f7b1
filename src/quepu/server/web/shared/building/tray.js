// The hand: the concealed tiles, the melds, the winning tile. A tap removes a tile, or does what the mode says.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {FULL, size} from "./hand-edits.js";
import {allTiles, meldTiles} from "../notation.js";
import {t} from "../settings.js";
import {back, face, tileName, tileNames} from "../tiles.js";

/** @typedef {import("../types.js").Tile} Tile */
/** @typedef {import("../types.js").Hand} Hand */
/** @typedef {import("../types.js").Meld} Meld */
/** @typedef {import("./picker.js").Mode} Mode */

/**
 * @typedef {{
 *   tapTile: (tile: Tile) => void, tapMeld: (index: number) => void, tapWinning: () => void, chooseWinning: () => void, example: (() => void) | null, undo: (() => void) | null,
 * }} TrayActions
 */

/** @param {Meld} meld @param {number} index @param {TrayActions} actions */
function meldButton(meld, index, actions) {
  const tiles = meldTiles(meld);
  const hidden = meld.type === "concealed_kong";
  return html`<button type="button" class="meld" aria-label=${t("remove_meld", {meld: t(`mode_${meld.type}`), tiles: tileNames(tiles)})}
    @click=${() => actions.tapMeld(index)}>${tiles.map((tile, i) => (hidden && (i === 0 || i === 3) ? back() : face(tile)))}</button>`;
}

/** @param {Mode} mode */
const tapLabel = (mode) => (mode === "tile" ? "remove_tile" : mode === "winning" ? "make_winning" : "make_meld");

/**
 * @param {Hand} hand @param {Mode} mode @param {boolean} assumed whether the winning tile was not named
 * @param {boolean} stale whether it is the hand before a text that cannot be read @param {TrayActions} actions
 */
export function tray(hand, mode, assumed, stale, actions) {
  const missing = Math.max(0, FULL - 1 - size(hand) + (hand.winning ? 1 : 0));
  return html`<section class="tray ${stale ? "stale" : ""}" aria-label=${t("your_hand")}>
    <div class="rack" data-tiles=${Math.max(FULL, allTiles(hand).length)} data-melds=${hand.melds.length}>
      <div class="concealed">
        ${hand.concealed.map(
          (tile) => html`<button type="button" class="held" data-tile=${tile}
          aria-label=${t(tapLabel(mode), {tile: tileName(tile), meld: mode === "tile" || mode === "winning" ? "" : t(`mode_${mode}`)})}
          @click=${() => actions.tapTile(tile)}>${face(tile)}</button>`,
        )}
        ${Array.from({length: missing}, () => html`<span class="place" aria-hidden="true"></span>`)}
      </div>
      ${hand.melds.length ? html`<div class="melds">${hand.melds.map((meld, i) => meldButton(meld, i, actions))}</div>` : nothing}
      <div class="winning">
        ${
          hand.winning
            ? html`<button type="button" class="held won" data-tile=${hand.winning}
          aria-label=${t("remove_winning", {tile: tileName(hand.winning)})} @click=${actions.tapWinning}>${face(hand.winning)}</button>`
            : html`<span class="place ${size(hand) >= FULL - 1 ? "next" : ""}" aria-hidden="true"></span>`
        }
        <span class="caption">${t("winning_short")}</span>
      </div>
    </div>
    <div class="onfelt-line">${stale ? html`<p>${t("build_stale")}</p>` : line(hand, mode, assumed, actions)}</div>
  </section>`;
}

/**
 * What to do next. The line is there even where it is empty: the tiles below it stay where they are while a hand is built.
 * @param {Hand} hand @param {Mode} mode @param {boolean} assumed @param {TrayActions} actions
 */
function line(hand, mode, assumed, actions) {
  const count = size(hand);
  if (!count) {
    const {undo} = actions;
    return html`<p>${t("begin")}</p>${undo ? html`<button type="button" class="onfelt undo" @click=${undo}>${t("build_undo")}</button>` : nothing}
      ${actions.example ? html`<button type="button" class="onfelt" @click=${actions.example}>${t("example")}</button>` : nothing}`;
  }
  if (count === FULL - 1 && !hand.winning) return html`<p>${t("next_wins")}</p>`;
  if (count === FULL - 1) return html`<p>${t("build_one_short")}</p>`;
  if (count < FULL) return hand.winning ? nothing : html`<p>${t("tiles_to_go", {count: FULL - 1 - count})}</p>`;
  if (hand.winning ? !assumed : count > FULL) return nothing;
  if (mode === "winning") return html`<p>${t("mode_winning_hint")}</p>`;
  return html`${hand.winning ? html`<p>${t("assumed_winning", {tile: tileName(hand.winning)})}</p>` : nothing}
    <button type="button" class="onfelt" @click=${actions.chooseWinning}>${t(hand.winning ? "change_winning" : "mark_winning")}</button>`;
}
