// The player's own tiles: large, in order, the drawn one apart; each is a button that discards it.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {meldLayout, meldName} from "../shared/game/board.js";
import {discardOf, isDiscard} from "./choices.js";
import {readTiles} from "../shared/notation.js";
import {settings, t} from "../shared/settings.js";
import {back, face, row, sorted, tileName} from "../shared/tiles.js";

/** @typedef {import("../shared/game/types.js").ViewJson} ViewJson */
/** @typedef {import("../shared/types.js").Tile} Tile */

/** @param {Tile[]} tiles @param {Tile} tile */
function without(tiles, tile) {
  const rest = [...tiles];
  const at = rest.indexOf(tile);
  if (at >= 0) rest.splice(at, 1);
  return rest;
}

/** Keeps the order of the tiles as they came, for those who sort them themselves. */
export class Rack {
  constructor() {
    /** @type {Tile[]} */
    this.tiles = [];
  }

  /** The tiles in the order in which they are shown, the drawn one left out. @param {ViewJson} view */
  shown(view) {
    const held = view.drawn ? without(readTiles(view.hand), view.drawn) : readTiles(view.hand);
    if (settings.autosort) {
      this.tiles = sorted(held);
      return this.tiles;
    }
    let fresh = [...held];
    const kept = this.tiles.filter((tile) => {
      const there = fresh.includes(tile);
      if (there) fresh = without(fresh, tile);
      return there;
    });
    this.tiles = [...kept, ...fresh];
    return this.tiles;
  }

  /** Move a tile by hand. @param {number} from @param {number} to */
  move(from, to) {
    if (from === to || to < 0 || to >= this.tiles.length) return;
    const [tile] = this.tiles.splice(from, 1);
    this.tiles.splice(to, 0, tile);
  }
}

/**
 * Whether a click was made by touch. Not every browser reports it with the click, but all do with the touch before; a click from the keyboard has `detail` 0.
 */
class Touch {
  constructor() {
    this.last = "";
    addEventListener("pointerdown", ({pointerType}) => (this.last = pointerType), {capture: true, passive: true});
  }

  /** @param {Event} event */
  made(event) {
    return event instanceof MouseEvent && event.detail > 0 && this.last === "touch";
  }
}

export const touch = new Touch();

/**
 * `marked` are all tiles of a kind, `lifted` is the place of the tile that the next tap discards, `cost` what that gives up.
 * @param {readonly Tile[]} tiles @param {ViewJson} view @param {readonly number[]} legal
 * @param {{
 *   marked: Tile | null, lifted: number | null, cost: string, discard: (tile: Tile, fromHand: boolean, index: number, event: Event) => void,
 *   look: (tile: Tile | null) => void,
 *   dropped: (from: number, to: number) => void,
 * }} options
 */
export function rackView(tiles, view, legal, {marked, lifted, cost, discard, look, dropped}) {
  const turn = legal.some(isDiscard);
  /** @param {Tile} tile @param {boolean} fromHand @param {number} index */
  const button = (tile, fromHand, index) => {
    const may = legal.includes(discardOf(tile));
    return html`<button type="button" class="mine ${fromHand ? "" : "just-drawn"} ${may || !turn ? "" : "kept"} ${marked === tile ? "marked" : ""} ${lifted === index ? "lifted" : ""}"
      data-tile=${tile} data-index=${index} aria-disabled=${may ? "false" : "true"} draggable=${!settings.autosort && fromHand ? "true" : nothing}
      aria-label=${t(may ? (fromHand ? "discard_tile" : "discard_drawn") : fromHand ? "tile_held" : "tile_drawn", {tile: tileName(tile)})}
      @click=${(/** @type {Event} */ event) => may && discard(tile, fromHand, index, event)}
      @mouseenter=${() => look(tile)} @mouseleave=${() => look(null)} @focus=${() => look(tile)} @blur=${() => look(null)}
      @dragstart=${(/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(index))}
      @dragover=${(/** @type {Event} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        dropped(Number(event.dataTransfer?.getData("text/plain")), index);
      }}>${face(tile)}${lifted === index ? html`<span class="lifted-name" aria-hidden="true">${cost ? `${tileName(tile)} · ${cost}` : tileName(tile)}</span>` : nothing}</button>`;
  };
  const drawn = view.drawn && readTiles(view.hand).includes(view.drawn) ? view.drawn : null;
  // the drawn tile has a place of its own, so that no other one moves when it comes
  const place = drawn || tiles.length % 3 === 1;
  return html`<div class="rack-tiles ${turn ? "asked" : ""}" role="group" aria-label=${t("your_hand")}>
    ${tiles.map((tile, i) => button(tile, true, i))}
    ${place ? html`<span class="apart">${drawn ? button(drawn, false, tiles.length) : nothing}</span>` : nothing}
  </div>`;
}

/** The player's melds and flowers, in a line that has its place before they come. @param {ViewJson} view @param {number} wind */
export function ownMelds(view, wind) {
  const {melds, flowers} = view.seats[wind];
  const widths = [...melds.map((meld) => readTiles(meld.tiles).length || 4), readTiles(flowers).length].filter(Boolean);
  const width = widths.reduce((sum, tiles) => sum + tiles + 0.6, 0);
  return html`<div class="own-melds" .style=${`--width: ${Math.max(width, 1)}`}>
    ${melds.map(
      (meld) =>
        html`<span class="own-meld" role="img" aria-label=${meldName(meld)}>${meldLayout(meld, wind).map(({face: name, turned}) =>
          turned ? html`<span class="lying">${face(name)}</span>` : name === "back" ? back() : face(name),
        )}</span>`,
    )}
    ${flowers ? row(readTiles(flowers), {classes: "own-flowers", label: `${t("flowers")} ${flowers}`}) : nothing}</div>`;
}
