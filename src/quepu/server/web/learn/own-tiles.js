// The learner's own tiles below the table: buttons where one is to be discarded.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {meldName} from "../shared/game/board.js";
import {WINDS} from "../shared/constants.js";
import {readTiles} from "../shared/notation.js";
import {t} from "../shared/settings.js";
import {face, row, sorted, tileName} from "../shared/tiles.js";

/** @typedef {import("./ctrl.js").LearnCtrl} LearnCtrl */

/** The tiles in order, the drawn one last. @param {import("../shared/game/types.js").ViewJson} view */
function inOrder({hand, drawn}) {
  const tiles = sorted(readTiles(hand));
  if (drawn && tiles.includes(drawn)) tiles.splice(tiles.indexOf(drawn), 1);
  return tiles;
}

/** @param {LearnCtrl} ctrl @param {import("../shared/types-generated.js").LessonBoard} board */
export function ownHand(ctrl, {view}) {
  const all = ctrl.step?.task?.options.filter(({word}) => word === "discard") ?? [];
  const discards = ctrl.isDone ? [] : all;
  const drawn = view.drawn && readTiles(view.hand).includes(view.drawn) ? view.drawn : null;
  /** @param {string} tile @param {boolean} isDrawn */
  const one = (tile, isDrawn) => {
    const option = discards.find(({tiles}) => tiles === tile);
    const classes = `own-tile ${isDrawn ? "just-drawn" : ""}`;
    if (!option) return html`<span class=${classes} role="img" aria-label=${tileName(tile)}>${face(tile)}</span>`;
    return html`<button type="button" class=${classes} data-tile=${tile} aria-label=${t(isDrawn ? "discard_drawn" : "discard_tile", {tile: tileName(tile)})}
      @click=${() => ctrl.choose(option)}>${face(tile)}</button>`;
  };
  const seat = view.seats[WINDS.indexOf(view.seat ?? WINDS[0])];
  return html`<div class="own-hand ${all.length ? "to-tap" : ""}" role="group" aria-label=${t("your_hand")}>
    ${inOrder(view).map((tile) => one(tile, false))}${drawn ? one(drawn, true) : nothing}
    ${seat.melds.map((meld) => row(readTiles(meld.tiles), {classes: "claimed", label: meldName(meld)}))}</div>`;
}
