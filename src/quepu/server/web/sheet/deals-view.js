// The list of the deals with their payments, and one of them in detail.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookHandAddress, handAddress} from "../shared/addresses.js";
import * as api from "../shared/api.js";
import {handView} from "../shared/hand-view.js";
import {figure, list, signed} from "../shared/names.js";
import {sharePicture} from "../shared/share-score.js";
import {notice} from "../shared/shell.js";
import {dealAt} from "./deals.js";
import {icon} from "./icons.js";
import {panelHead} from "./panel-parts.js";
import {paymentLines} from "./payment-words.js";
import {entryTime} from "./history.js";
import {dealWords, penaltyWords, placeWords, roundName} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").SheetDeal} SheetDeal */
/** @typedef {import("../shared/documents/types.js").Entry} Entry */

/** @param {SheetCtrl} ctrl */
export function dealsView(ctrl) {
  const state = /** @type {SheetState} */ (ctrl.state);
  const {names} = state;
  if (!state.deals.length && !state.open) return html`<p class="muted">${say("no_hands")}</p>`;
  return html`<table class="deals">
    <thead><tr><th scope="col" class="deal-col"><span class="unseen">${say("hands")}</span></th>${names.map((name) => html`<th scope="col"><span class="head-name">${name}</span></th>`)}</tr></thead>
    <tbody>
      ${state.open ? openRow(ctrl, state) : nothing}
      ${[...state.deals].reverse().map((deal) => dealRow(ctrl, deal))}
    </tbody></table>`;
}

/** The penalties of the deal that is being played. @param {SheetCtrl} ctrl @param {SheetState} state */
const openRow = (ctrl, state) => html`<tr class="open-penalties"><th scope="row"><span class="deal-words">${say("open_penalties")}</span>
    ${(state.open?.penalties ?? []).map((id) => penaltyLine(ctrl, id))}</th>
  ${(state.open?.penalty_payments ?? []).map((points) => html`<td>${points ? signed(points) : nothing}</td>`)}</tr>`;

/** @param {SheetCtrl} ctrl @param {SheetDeal} deal */
function dealRow(ctrl, deal) {
  const {names, rules} = ctrl;
  const words = dealWords(names, deal);
  const conflict = deal.candidates.length > 1;
  const flags = [
    ...(conflict ? [say("in_conflict")] : []),
    ...(deal.counts ? [] : [say("not_counted")]),
    ...(deal.penalties.length ? [say("with_penalty")] : []),
  ];
  return html`<tr class="deal ${conflict ? "conflict" : ""} ${deal.counts ? "" : "beyond"}" data-slot=${deal.slot}>
    <th scope="row"><button type="button" class="deal-open"
      @click=${() => ctrl.open({kind: "deal", slot: deal.slot})}>
      <span class="deal-place">${roundName(rules, deal.round)} · ${deal.number}</span><span class="deal-words">${words}</span>
      ${flags.map((flag) => html`<span class="flag">${conflict ? icon("warning") : nothing}${flag}</span>`)}</button></th>
    ${deal.payments.map((points, player) => {
      const all = points + deal.penalty_payments[player];
      return html`<td class=${all > 0 ? "gain" : all < 0 ? "loss" : "even"}>${all ? signed(all) : html`<span aria-label="0">·</span>`}<small>${figure(deal.scores[player])}</small></td>`;
    })}</tr>`;
}

/** A penalty, with a way to take it back. @param {SheetCtrl} ctrl @param {string} id */
function penaltyLine(ctrl, id) {
  const entry = ctrl.find(id);
  if (!entry) return nothing;
  return html`<span class="penalty-line" data-entry=${id}>${penaltyWords(ctrl.names, entry)}
    ${ctrl.writable ? html`<button type="button" class="link" @click=${() => ctrl.undo(id)}>${say("undo")}</button>` : nothing}</span>`;
}

/** @param {SheetCtrl} ctrl @param {number} slot */
export function dealPanel(ctrl, slot) {
  const state = /** @type {SheetState} */ (ctrl.state);
  const deal = dealAt(state, slot);
  const entry = deal && ctrl.find(deal.entry);
  if (!deal || !entry)
    return html`${panelHead(ctrl, say("hands"))}<div class="panel-body"><p class="muted">${say("unknown_entry")}</p></div>`;
  return html`${panelHead(ctrl, placeWords(state.rules, deal))}
    <div class="panel-body deal-detail">
      <p class="deal-result">${dealWords(state.names, deal)}</p>
      <p class="muted">${say("dealer_is", {dealer: state.names[deal.dealer]})} · ${entryTime(ctrl, entry)}${entry.note ? ` · ${entry.note}` : ""}</p>
      ${deal.counts ? nothing : html`<p class="note-line">${say("not_counted")}</p>`}
      ${deal.candidates.length > 1 ? html`<p><button type="button" class="primary" @click=${() => ctrl.open({kind: "conflict", slot})}>${say("conflict_settle")}</button></p>` : nothing}
      ${deal.kind === "win" && deal.counts ? payments(state, deal, entry) : nothing}
      ${particulars(state, entry)}
      ${entry.hand ? handOf(ctrl, entry) : nothing}
      ${deal.penalties.length ? html`<h3>${say("penalty")}</h3><div class="penalty-lines">${deal.penalties.map((id) => penaltyLine(ctrl, id))}</div>` : nothing}
      ${ctrl.writable ? dealActions(ctrl, deal) : nothing}
    </div>`;
}

/** @param {SheetState} state @param {SheetDeal} deal @param {Entry} entry */
const payments = (state, deal, entry) => html`<h3>${say("who_gets_what")}</h3>
  <ul class="pay-lines">${paymentLines(state, deal, entry).map(({who, why}) => html`<li><span>${who}</span><span class="muted">${why}</span></li>`)}</ul>`;

/** Flowers, tiles given, kongs. @param {SheetState} state @param {Entry} entry */
function particulars({names}, entry) {
  /** @param {number[] | undefined} counts @param {"given_were" | "kongs_were"} key */
  const each = (counts, key) => (counts ?? []).flatMap((count, player) => (count ? [say(key, {name: names[player], count})] : []));
  const words = [
    ...(entry.flowers ? [say("flowers_were", {count: entry.flowers})] : []),
    ...each(entry.given, "given_were"),
    ...each(entry.kongs, "kongs_were"),
  ];
  return words.length ? html`<p class="muted">${list(words)}</p>` : nothing;
}

/** The tiles of a hand that was built: a link, a picture. @param {SheetCtrl} ctrl @param {Entry} entry */
function handOf(ctrl, entry) {
  const follow = async (/** @type {Event} */ event) => {
    if (ctrl.book.overlay === null) return;
    event.preventDefault(); // the overlay is packed first
    location.href = await handAddress(ctrl.book, entry.hand);
  };
  const picture = async () => {
    try {
      const [score, book] = await Promise.all([api.score(ctrl.book, entry.hand), api.bookOf(ctrl.book)]);
      if (score.win) await sharePicture(score, book);
    } catch (error) {
      notice(api.problemWords(error));
    }
  };
  return html`<h3>${say("tile_hand")}</h3>
    <div class="deal-hand">${handView(entry.hand, {rules: ctrl.rules})}</div>
    <p class="actions"><a class="button" href=${bookHandAddress(ctrl.rules, entry.hand)} @click=${follow}>${say("hand_page")}</a>
      <button type="button" class="hand-picture" @click=${picture}>${say("picture")}</button></p>`;
}

/** @param {SheetCtrl} ctrl @param {SheetDeal} deal */
function dealActions(ctrl, deal) {
  const {slot} = deal;
  const penalty = {slot, replaces: null, by: null, kind: /** @type {const} */ ("false_win"), each: "", to: [0, 1, 2, 3], note: ""};
  return html`<div class="actions deal-actions">
    <button type="button" class="primary do-correct" @click=${() => ctrl.correct(deal.entry, slot)}>${say("correct")}</button>
    <button type="button" class="do-undo" @click=${() => {
      ctrl.close();
      ctrl.undo(deal.entry);
    }}>${say("undo")}</button>
    <button type="button" class="do-insert" @click=${() => ctrl.insertBefore(slot)}>${say("insert_before")}</button>
    <button type="button" class="do-penalty" @click=${() => ctrl.open({kind: "penalty", draft: penalty})}>${say("add_penalty")}</button>
    <button type="button" class="do-seats" @click=${() => ctrl.open({kind: "seats", slot, seats: [...deal.seats]})}>${say("seats_from")}</button>
  </div>`;
}
