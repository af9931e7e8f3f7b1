// Two entries for the same hand: both are shown, and somebody chooses.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {handView} from "../shared/hand-view.js";
import {signed} from "../shared/names.js";
import {dealAt, entryPayments} from "./deals.js";
import {entryTime} from "./history.js";
import {icon} from "./icons.js";
import {panelHead} from "./panel-parts.js";
import {dealWords, placeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("../shared/documents/types.js").SheetDeal} SheetDeal */

/** @param {SheetDeal} deal @param {string} rules */
const title = (deal, rules) => say("conflict_title", {place: placeWords(rules, deal), count: deal.candidates.length});

/** What is to be settled, at the top of the page. @param {SheetCtrl} ctrl */
export function conflictBanner(ctrl) {
  const state = /** @type {SheetState} */ (ctrl.state);
  return state.conflicts.map((slot) => {
    const deal = /** @type {SheetDeal} */ (dealAt(state, slot));
    return html`<section class="conflict-banner" role="alert" data-slot=${slot}>${icon("warning")}
      <p><strong>${title(deal, state.rules)}</strong> ${say("conflict_how")}</p>
      <button type="button" class="settle" @click=${() => ctrl.open({kind: "conflict", slot})}>${say("conflict_settle")}</button></section>`;
  });
}

/** @param {SheetCtrl} ctrl @param {number} slot */
export function conflictPanel(ctrl, slot) {
  const state = /** @type {SheetState} */ (ctrl.state);
  const deal = dealAt(state, slot);
  if (!deal || deal.candidates.length < 2)
    return html`${panelHead(ctrl, say("conflict_settled"))}<div class="panel-body"><button type="button" @click=${ctrl.close}>${say("close")}</button></div>`;
  return html`${panelHead(ctrl, title(deal, state.rules))}
    <div class="panel-body">
      <p class="muted">${say("conflict_how")}</p>
      <div class="versions">${deal.candidates.map((id, i) => version(ctrl, state, deal, id, i + 1))}</div>
      ${ctrl.writable ? html`<button type="button" class="keep-all wide-button" @click=${() => ctrl.keepAll(slot)}>${say("conflict_both")}</button>` : nothing}
    </div>`;
}

/** @param {SheetCtrl} ctrl @param {SheetState} state @param {SheetDeal} deal @param {string} id @param {number} number */
function version(ctrl, state, deal, id, number) {
  const entry = ctrl.find(id);
  if (!entry) return nothing;
  const payments = entryPayments(state.rules, deal.seats, entry);
  return html`<section class="version card ${id === deal.entry ? "counting" : ""}" data-entry=${id}>
    <h3>${say("version", {number})}${id === deal.entry ? html` <span class="flag">${say("conflict_counts")}</span>` : nothing}</h3>
    <p class="deal-result">${dealWords(state.names, entry)}</p>
    <p class="muted small-print">${entryTime(ctrl, entry)}${entry.note ? ` · ${entry.note}` : ""}</p>
    <ul class="preview">${deal.seats.map((player) => html`<li class=${payments[player] > 0 ? "gain" : payments[player] < 0 ? "loss" : ""}><span>${state.names[player]}</span><b>${signed(payments[player])}</b></li>`)}</ul>
    ${entry.hand ? html`<div class="deal-hand">${handView(entry.hand, {rules: state.rules})}</div>` : nothing}
    ${ctrl.writable ? html`<button type="button" class="primary choose-version" @click=${() => ctrl.choose(deal.slot, id)}>${say("conflict_choose")}</button>` : nothing}
  </section>`;
}
