// Entering a penalty. No rule book fixes the amount: what is offered is a suggestion, and says so.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {signed} from "../shared/names.js";
import {PLAYERS, dealAt, typedFacts} from "./deals.js";
import {fieldValue, panelHead, playerChoice} from "./panel-parts.js";
import {placeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("./sheet-ctrl.js").PenaltyDraft} PenaltyDraft */

const KINDS = /** @type {const} */ (["false_win", "dead_hand", "other"]);
/** The suggested amounts, in minimums of the book. */
const TIMES = [1, 2, 4];
const MOST_DIGITS = 7;

/** The amounts that are suggested. A dead hand usually pays nothing: its player cannot win. @param {string} rules @param {PenaltyDraft["kind"]} kind */
const suggested = (rules, kind) => [
  ...(kind === "dead_hand" ? [0] : []),
  ...TIMES.map((times) => times * (typedFacts(rules).minimum || 10)),
];

/** @param {SheetCtrl} ctrl @param {PenaltyDraft} draft */
export function penaltyPanel(ctrl, draft) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  const place = dealAt(state, draft.slot) ?? ctrl.place;
  /** @param {Partial<PenaltyDraft>} changes */
  const change = (changes) => ctrl.open({kind: "penalty", draft: {...draft, ...changes}});
  const ready = draft.by !== null && (draft.each !== "" || draft.kind === "dead_hand");
  return html`${panelHead(ctrl, say("penalty_title", {place: placeWords(ctrl.rules, place)}))}
    <form class="panel-body" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (ready) ctrl.confirmPenalty(draft);
    }}>
      ${playerChoice("penalised", say("penalty_by"), place.seats, ctrl.names, draft.by, (by) => by !== "self" && change({by}))}
      <div class="group-of"><span class="label">${say("penalty_kind")}</span>
        <div class="chips" role="group" aria-label=${say("penalty_kind")}>${KINDS.map(
          (kind) =>
            html`<button type="button" class="chip" data-kind=${kind} aria-pressed=${draft.kind === kind ? "true" : "false"} @click=${() => change({kind})}>${say(kind)}</button>`,
        )}</div></div>
      ${amount(ctrl, draft, change)} ${receivers(ctrl, draft, change)}
      <label class="form-line" for="penalty-note"><span>${say("note")}</span>
        <input id="penalty-note" type="text" maxlength="200" autocomplete="off" .value=${draft.note} @input=${(/** @type {Event} */ event) => change({note: fieldValue(event)})}></label>
      <div class="panel-foot">${preview(ctrl, draft)}<button type="submit" class="primary confirm" ?disabled=${!ready}>${say("confirm")}</button></div>
    </form>`;
}

/** @param {SheetCtrl} ctrl @param {PenaltyDraft} draft @param {(changes: Partial<PenaltyDraft>) => void} change */
const amount = (ctrl, draft, change) => html`<div class="group-of">
  <div class="points-line"><label for="each">${say("penalty_each")}</label>
    <input id="each" type="text" inputmode="numeric" pattern="[0-9]*" autocomplete="off" .value=${draft.each}
      @input=${(/** @type {Event} */ event) => change({each: fieldValue(event).replace(/\D/g, "").slice(0, MOST_DIGITS)})}></div>
  <div class="chips quick" role="group" aria-label=${say("quick")}>${suggested(ctrl.rules, draft.kind).map(
    (points) =>
      html`<button type="button" class="chip" data-points=${points} aria-pressed=${draft.each === String(points) ? "true" : "false"} @click=${() => change({each: String(points)})}>${points}</button>`,
  )}</div>
  <p class="muted small-print">${say("penalty_suggestion")}</p></div>`;

/** @param {SheetCtrl} ctrl @param {PenaltyDraft} draft @param {(changes: Partial<PenaltyDraft>) => void} change */
function receivers(ctrl, draft, change) {
  if (draft.by === null) return nothing;
  /** @param {number} player */
  const flip = (player) => change({to: draft.to.includes(player) ? draft.to.filter((other) => other !== player) : [...draft.to, player]});
  return html`<div class="group-of"><span class="label">${say("penalty_to")}</span>
    <div class="chips" role="group" aria-label=${say("penalty_to")}>${PLAYERS.filter((player) => player !== draft.by).map(
      (player) =>
        html`<button type="button" class="chip" data-to=${player} aria-pressed=${draft.to.includes(player) ? "true" : "false"} @click=${() => flip(player)}>${ctrl.names[player]}</button>`,
    )}</div></div>`;
}

/** @param {SheetCtrl} ctrl @param {PenaltyDraft} draft */
function preview({names}, {by, each, to}) {
  const amount = Number(each || 0);
  if (by === null || (each === "" && amount === 0)) return nothing;
  const receivers = PLAYERS.filter((player) => player !== by && to.includes(player));
  if (!amount || !receivers.length) return html`<p class="muted">${say("penalty_nothing")}</p>`;
  return html`<ul class="preview" aria-label=${say("payments")}>
    <li class="loss"><span>${names[by]}</span><b>${signed(-amount * receivers.length)}</b></li>
    ${receivers.map((player) => html`<li class="gain"><span>${names[player]}</span><b>${signed(amount)}</b></li>`)}</ul>`;
}
