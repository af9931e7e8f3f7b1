// Entering a hand: who won, whose tile it was, the points, and what they make of the payments.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {circumstances} from "../shared/building/circumstances.js";
import {picker} from "../shared/building/picker.js";
import {tray} from "../shared/building/tray.js";
import {problemWords} from "../shared/api.js";
import {fanName, signed, value} from "../shared/names.js";
import {size} from "../shared/building/hand-edits.js";
import {t} from "../shared/settings.js";
import {draftPayments, draftPoints, isComplete, withDigit, withWinner} from "./draft.js";
import {moreFields} from "./hand-parts.js";
import {icon} from "./icons.js";
import {panelHead, playerChoice} from "./panel-parts.js";
import {typedFacts} from "./deals.js";
import {placeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("./draft.js").Draft} Draft */

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** How many usual points are offered. */
const QUICK = 6;

/** @param {SheetCtrl} ctrl */
export function handPanel(ctrl) {
  const {draft, rules} = ctrl;
  if (!draft) return nothing;
  const {place, replaces, insert} = draft;
  const title = say(replaces ? "title_correct" : insert ? "title_insert" : "title_new", {place: placeWords(rules, place)});
  return html`${panelHead(ctrl, title)}
    <form class="panel-body hand-form" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (isComplete(rules, draft)) ctrl.confirm();
    }} @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(ctrl, draft, event)}>
      ${replaces || insert ? drawSwitch(ctrl, draft) : nothing}
      ${draft.draw ? nothing : winFields(ctrl, draft)}
      ${moreFields(ctrl, draft)}
      <div class="panel-foot">${preview(ctrl, draft)}
        <button type="submit" class="primary confirm" ?disabled=${!isComplete(rules, draft)}>${say(replaces ? "confirm_correction" : draft.draw ? "confirm_draw" : "confirm")}</button></div>
    </form>`;
}

/** @param {SheetCtrl} ctrl @param {Draft} draft */
const drawSwitch = (ctrl, draft) =>
  html`<label class="switch" for="was-draw"><span>${say("drawn")}</span>
    <input id="was-draw" type="checkbox" role="switch" .checked=${draft.draw} @change=${() => ctrl.change({...draft, draw: !draft.draw})}></label>`;

/** @param {SheetCtrl} ctrl @param {Draft} draft */
function winFields(ctrl, draft) {
  const {names} = ctrl;
  const {seats} = draft.place;
  /** @param {number | "self"} winner */
  const win = (winner) => winner !== "self" && ctrl.change(withWinner(draft, winner));
  /** @param {number | "self"} source */
  const from = (source) => ctrl.change({...draft, source});
  const who = html`${playerChoice("winner", say("winner"), seats, names, draft.winner, win)}
    ${playerChoice("source", say("whose_tile"), seats, names, draft.source, from, {
      first: {value: "self", label: say("self_drawn")},
      without: draft.winner,
    })}`;
  const known = draft.winner !== null && draft.source !== null;
  return html`${draft.build && known ? folded(ctrl, draft, who) : who}
    <div class="views how-points" role="group" aria-label=${say("how_points")}>
      <button type="button" class="chip" data-how="typed" aria-pressed=${draft.build ? "false" : "true"} @click=${() => ctrl.change({...draft, build: false})}>${say("type_points")}</button>
      <button type="button" class="chip" data-how="built" aria-pressed=${draft.build ? "true" : "false"} @click=${() => ctrl.change({...draft, build: true})}>${say("build_hand")}</button>
    </div>
    ${draft.build ? buildFields(ctrl, draft) : pointsFields(ctrl, draft)}`;
}

/** Who won and whose tile it was in a line, so that the tiles have room. @param {SheetCtrl} ctrl @param {Draft} draft @param {unknown} who */
const folded = ({names}, {winner, source}, who) =>
  html`<details class="more who"><summary>${
    source === "self"
      ? say("who_self", {winner: names[Number(winner)]})
      : say("who_from", {winner: names[Number(winner)], source: names[Number(source)]})
  } <span class="change-who">${say("change_who")}</span></summary>${who}</details>`;

/** Points that were entered in this sheet, the most frequent first, then those that are usual in the book. @param {SheetCtrl} ctrl */
function quickPoints({doc, rules}) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const entry of doc?.entries ?? [])
    if (entry.t === "win" && entry.hand === undefined) counts.set(entry.points, (counts.get(entry.points) ?? 0) + 1);
  const own = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  const all = [...own.map(([points]) => points), ...typedFacts(rules).usual];
  return [...new Set(all)].slice(0, QUICK).sort((a, b) => a - b);
}

/** The number pad, and points that are usual. @param {SheetCtrl} ctrl @param {Draft} draft */
function pointsFields(ctrl, draft) {
  const {minimum} = ctrl;
  const {flowers, typed} = draft;
  const worth = typedFacts(ctrl.rules).flower;
  const sum = draftPoints(ctrl.rules, draft);
  /** @param {string} key */
  const press = (key) => ctrl.change(withDigit(draft, key));
  /** @param {string} key */
  const digit = (key) =>
    html`<button type="button" class="digit" data-digit=${key} aria-label=${say("digit", {digit: key})} @click=${() => press(key)}>${key}</button>`;
  return html`<div class="points-fields">
    <div class="points-line"><label for="points">${say("points")}</label>
      <input id="points" type="text" inputmode="none" autocomplete="off" maxlength="8" .value=${typed} aria-describedby="points-note"
        @input=${(/** @type {Event} */ event) => ctrl.change({...draft, typed: /** @type {HTMLInputElement} */ (event.target).value.replace(/\D/g, "").slice(0, 8)})}>
      <span class="points-note ${typed !== "" && Number(typed) < minimum ? "low-points" : ""}" id="points-note">${
        typed !== "" && Number(typed) < minimum ? say("below_minimum", {minimum}) : minimum ? say("minimum", {minimum}) : nothing
      } ${flowers && worth && typed !== "" ? say("flowers_add", {points: typed, flowers, sum: sum ?? ""}) : nothing}</span></div>
    <div class="chips quick" role="group" aria-label=${say("quick")}>${quickPoints(ctrl).map(
      (points) => html`<button type="button" class="chip" data-points=${points} aria-pressed=${typed === String(points) ? "true" : "false"}
        @click=${() => ctrl.change({...draft, typed: String(points)})}>${points}</button>`,
    )}</div>
    <div class="pad" role="group" aria-label=${say("points")}>${DIGITS.map(digit)}<span></span>${digit("0")}
      <button type="button" class="digit" data-digit="erase" aria-label=${say("erase")} ?disabled=${typed === ""} @click=${() => press("erase")}>${icon("erase")}</button></div>
  </div>`;
}

/** The tiles of the winner. @param {SheetCtrl} ctrl @param {Draft} draft */
function buildFields(ctrl, draft) {
  const {builder} = ctrl;
  if (!builder || draft.winner === null) return html`<p class="muted">${say("choose_first")}</p>`;
  const {hand, mode} = builder;
  return html`<section class="build-fields" aria-label=${say("hand_of", {name: ctrl.names[draft.winner]})}>
    ${tray(hand, mode, builder.assumed, false, {
      tapTile: (tile) => builder.tapTile(tile),
      tapMeld: builder.tapMeld,
      tapWinning: builder.tapWinning,
      chooseWinning: () => builder.arm("winning"),
      example: null,
      undo: null,
    })}
    ${builtResult(ctrl)}
    ${picker(hand, mode, builder.typing.digits, {pick: (tile) => builder.pick(tile), arm: builder.arm, back: builder.back, clear: builder.clear})}
    ${circumstances(hand.win, ctrl.rules, builder.changeWin, builder.impossible, builder.ended, true)}
  </section>`;
}

/** What the built hand is worth. @param {SheetCtrl} ctrl */
function builtResult({builder}) {
  if (!builder) return nothing;
  const {scored} = builder;
  if (scored.kind === "none") return html`<p class="built problem" role="status">${scored.reason}</p>`;
  if (scored.kind === "error")
    return html`<p class="built problem" role="status">${problemWords(scored.error)} <button type="button" @click=${() => builder.ask()}>${t("again")}</button></p>`;
  if (scored.kind === "nothing") return html`<p class="built muted" role="status">${size(builder.hand) ? say("built_wait") : nothing}</p>`;
  const {score} = scored;
  return html`<p class="built" role="status"><strong class="built-points">${say("built_points", {points: score.points})}</strong>
    <span class="muted">${score.fans.map((fan) => `${fanName(fan)}${fan.count > 1 ? `×${fan.count}` : ""} ${value(fan, fan.count)}`).join(" · ")}</span>
    ${score.legal ? nothing : html`<span class="low-points">${say("built_below", {base: score.base, minimum: score.minimum})}</span>`}</p>`;
}

/** What each player receives. @param {SheetCtrl} ctrl @param {Draft} draft */
function preview({rules, names}, draft) {
  if (draft.draw) return nothing;
  const payments = draftPayments(rules, draft);
  if (!payments) return html`<p class="muted preview-wait">${say("payments_wait")}</p>`;
  return html`<ul class="preview" aria-label=${say("payments")}>${draft.place.seats.map(
    (player) =>
      html`<li class=${payments[player] > 0 ? "gain" : payments[player] < 0 ? "loss" : ""}><span>${names[player]}</span><b data-player=${player}>${signed(payments[player])}</b></li>`,
  )}</ul>`;
}

/** Digits that are typed outside of a field are points; tiles, if the hand is built. @param {SheetCtrl} ctrl @param {Draft} draft @param {KeyboardEvent} event */
function onKey(ctrl, draft, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    draft.draw ||
    target.matches("input:not([type=radio], [type=checkbox]), select, textarea")
  )
    return;
  if (draft.build) {
    if (ctrl.builder?.press(event.key)) event.preventDefault();
    return;
  }
  const key = event.key === "Backspace" ? "erase" : event.key;
  if (!/^\d$/.test(key) && key !== "erase") return;
  event.preventDefault();
  ctrl.change(withDigit(draft, key));
}
