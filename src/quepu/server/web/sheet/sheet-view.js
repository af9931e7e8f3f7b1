// The templates of a sheet's page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {t} from "../shared/settings.js";
import {chartView} from "./chart.js";
import {conflictBanner, conflictPanel} from "./conflicts-view.js";
import {dealPanel, dealsView} from "./deals-view.js";
import {endPanel} from "./end-view.js";
import {handPanel} from "./hand-panel.js";
import {historyView} from "./history-view.js";
import {icon} from "./icons.js";
import {penaltyPanel} from "./penalty-panel.js";
import {seatsPanel, settingsPanel} from "./settings-view.js";
import {sharePanel, unlockForm} from "./share-view.js";
import {statisticsView} from "./statistics-view.js";
import {tableView} from "./table-view.js";
import {dealAt, openSlot} from "./deals.js";
import {bookWords, dealWords, lengthWords, penaltyWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/types.js").View} View */

/** @param {SheetCtrl} ctrl */
export function sheetPage(ctrl) {
  if (ctrl.problem || (ctrl.doc && !ctrl.state)) return missing();
  if (!ctrl.doc || !ctrl.state) return html`<p class="muted sheet-loading">${say("loading")}</p>`;
  return html`<div class="sheet-page" aria-busy=${ctrl.adding ? "true" : "false"}>
      <div class="sheet-main">
        ${head(ctrl)} ${conflictBanner(ctrl)} ${tableView(ctrl)} ${actions(ctrl)} ${lastEntry(ctrl)}
      </div>
      <div class="sheet-more">
        <div class="views" role="group" aria-label=${say("views")}>${
          /** @type {const} */ (["hands", "chart", "statistics", "history"]).map(
            (view) => html`<button type="button" class="chip" data-view=${view} aria-pressed=${ctrl.view === view ? "true" : "false"}
            @click=${() => ctrl.show(view)}>${say(view)}</button>`,
          )
        }</div>
        <section class="sheet-view" aria-label=${say(ctrl.view)}>${viewed(ctrl)}</section>
      </div>
    </div>
    <dialog class="panel" @cancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      ctrl.close();
    }} aria-labelledby="panel-title">${panelOf(ctrl)}</dialog>`;
}

const missing = () => html`<section class="card sheet-missing">
    <h1>${say("no_sheet")}</h1><p>${say("no_sheet_how")}</p>
    <p><a class="button" href="/sheet">${say("all_sheets")}</a></p></section>`;

/** @param {SheetCtrl} ctrl */
function viewed(ctrl) {
  if (ctrl.view === "chart") return chartView(ctrl);
  if (ctrl.view === "statistics") return statisticsView(ctrl);
  if (ctrl.view === "history") return historyView(ctrl);
  return dealsView(ctrl);
}

/** @param {SheetCtrl} ctrl */
function panelOf(ctrl) {
  const {panel} = ctrl;
  if (panel?.kind === "hand") return handPanel(ctrl);
  if (panel?.kind === "penalty") return penaltyPanel(ctrl, panel.draft);
  if (panel?.kind === "deal") return dealPanel(ctrl, panel.slot);
  if (panel?.kind === "conflict") return conflictPanel(ctrl, panel.slot);
  if (panel?.kind === "seats") return seatsPanel(ctrl, panel);
  if (panel?.kind === "share") return sharePanel(ctrl, panel.edit);
  if (panel?.kind === "settings") return settingsPanel(ctrl);
  return panel?.kind === "end" ? endPanel(ctrl) : nothing;
}

/** The book, what can be done with the sheet, and whether everything is saved. @param {SheetCtrl} ctrl */
function head(ctrl) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  /** @type {["share" | "settings" | "finish", import("./sheet-ctrl.js").Panel][]} */
  const buttons = [
    ["share", {kind: "share", edit: ctrl.writable}],
    ["finish", {kind: "end"}],
    ["settings", {kind: "settings"}],
  ];
  return html`<header class="sheet-head">
    <div class="sheet-title"><h1>${state.title || bookWords(state)}</h1>
      <p class="muted">${state.title ? `${bookWords(state)} · ` : ""}${lengthWords(state)}</p>${belongsTo(state)}</div>
    <div class="sheet-tools" role="group" aria-label=${say("more_actions")}>${buttons.map(
      ([name, panel]) =>
        html`<button type="button" class="tool" data-open=${panel.kind} @click=${() => ctrl.open(panel)}>${icon(name)}<span>${say(name)}</span></button>`,
    )}</div>
    ${statusLine(ctrl)}
  </header>`;
}

/** The way back to the tournament or the club of a sheet. @param {import("../shared/documents/types.js").SheetState} state */
function belongsTo({club, tournament}) {
  if (tournament)
    return html`<p><a class="to-tournament" href="/tournament/${tournament.id}?round=${tournament.round}">${t("to_tournament")}</a></p>`;
  return club ? html`<p><a class="to-club" href="/club/${club}?view=evenings">${t("to_club")}</a></p>` : nothing;
}

/** Whether everything is on the server, in words. @param {SheetCtrl} ctrl */
function statusLine({doc, writable, adding}) {
  if (!doc) return nothing;
  const {lastError} = doc;
  const status = adding && doc.status === "saved" ? "sending" : doc.status;
  const words = doc.deleted
    ? say("status_deleted")
    : status === "refused"
      ? say("status_refused", {why: lastError?.message ?? ""})
      : say(status === "offline" && !writable ? "status_offline_read" : `status_${status}`);
  return html`<p class="save-status" data-status=${doc.deleted ? "refused" : status} role="status">${icon(doc.deleted ? "refused" : status)}<span>${words}</span></p>
    ${doc.stored ? nothing : html`<p class="note-line unkept">${say("nothing_kept")}</p>`}`;
}

/** What is entered most: a hand, a draw, a penalty. @param {SheetCtrl} ctrl */
function actions(ctrl) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  if (!ctrl.writable)
    return html`<div class="sheet-actions"><p class="muted">${say("read_only")}</p>${ctrl.doc?.hasPin ? unlockForm(ctrl) : nothing}</div>`;
  if (state.over)
    return html`<div class="sheet-actions"><p class="over-words">${say(state.ended ? "game_ended" : "game_over")}</p>
      <button type="button" class="primary enter" data-open="end" @click=${() => ctrl.open({kind: "end"})}>${say("finish")}</button></div>`;
  const penalty = {
    slot: openSlot(state),
    replaces: null,
    by: null,
    kind: /** @type {const} */ ("false_win"),
    each: "",
    to: [0, 1, 2, 3],
    note: "",
  };
  return html`<div class="sheet-actions">
    <button type="button" class="primary enter" @click=${() => ctrl.enterHand()}>${say("enter_hand")}</button>
    <button type="button" class="enter-draw" @click=${() => ctrl.enterDraw()}>${say("exhaustive")}</button>
    <button type="button" class="enter-penalty" @click=${() => ctrl.open({kind: "penalty", draft: penalty})}>${say("penalty")}</button>
  </div>`;
}

/** The entry that this page has made last, with a way back. @param {SheetCtrl} ctrl */
function lastEntry(ctrl) {
  const state = /** @type {import("../shared/documents/types.js").SheetState} */ (ctrl.state);
  const last = ctrl.latest && !ctrl.isUndone(ctrl.latest) ? ctrl.find(ctrl.latest) : null;
  if (!last || !ctrl.writable) return nothing;
  const words = last.t === "penalty" ? penaltyWords(ctrl.names, last) : dealWords(ctrl.names, last);
  const isDeal = last.t !== "penalty" && dealAt(state, last.deal)?.entry === last.id;
  return html`<p class="last-entry"><span><span class="muted">${say("last_entry")}</span> ${words}</span>
    <span class="actions"><button type="button" class="undo-last" @click=${() => ctrl.undo(last.id)}>${say("undo")}</button>
    ${isDeal ? html`<button type="button" class="correct-last" @click=${() => ctrl.correct(last.id, last.deal)}>${say("correct")}</button>` : nothing}</span></p>`;
}
