// The seats as they are around the table, with the totals. Who deals is marked; a tap on a player enters their win.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {seatMark} from "../shared/game/wind-mark.js";
import {figure} from "../shared/names.js";
import {around} from "./deals.js";
import {roundName} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */

const SIDES = ["near", "right", "far", "left"];

/** How far a player is behind, in words. @param {readonly number[]} scores @param {number} player */
export function leadWords(scores, player) {
  const most = Math.max(...scores);
  if (scores[player] < most) return say("behind", {points: most - scores[player]});
  return scores.filter((score) => score === most).length > 1 ? say("level") : say("leader");
}

/** @param {SheetCtrl} ctrl */
export function tableView(ctrl) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  const {place} = ctrl;
  return html`<section class="felt-table" aria-label=${say("table")}>
    <div class="middle">
      <strong class="middle-round">${roundName(state.rules, place.round)}</strong>
      <span class="middle-hand">${state.over ? say(state.ended ? "game_ended" : "game_over") : say("hand_number", {number: place.number})}</span>
    </div>
    ${around(place.seats, ctrl.nearest).map((player, i) => seat(ctrl, player, SIDES[i]))}
  </section>`;
}

/** @param {SheetCtrl} ctrl @param {number} player @param {string} side */
function seat(ctrl, player, side) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  const {place, names} = ctrl;
  const wind = place.seats.indexOf(player);
  const deals = !state.over && place.dealer === player;
  const [score, lead] = [state.scores[player], leadWords(state.scores, player)];
  const face = html`<span class="seat-top">${seatMark(wind, deals)}
      <span class="seat-name">${names[player]}</span>${deals ? html`<span class="seat-dealer">${say("dealer")}</span>` : nothing}</span>
    <strong class="seat-score">${figure(score)}</strong><span class="seat-lead">${lead}</span>`;
  return ctrl.writable && state.next
    ? html`<button type="button" class="seat ${side}" data-player=${player} @click=${() => ctrl.enterHand(player)}>${face}<span class="unseen">${say("seat_wins", {name: names[player]})}</span></button>`
    : html`<div class="seat ${side}" data-player=${player}>${face}</div>`;
}
