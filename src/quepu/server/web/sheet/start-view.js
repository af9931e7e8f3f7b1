// The templates of the page that lists the sheets of this device and makes new ones.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {isStored} from "../shared/documents/keep.js";
import {figure, list} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {windName} from "../shared/game/wind-mark.js";
import {PLAYERS} from "./deals.js";
import {bookField, lengthField} from "./form-parts.js";
import {fieldValue} from "./panel-parts.js";
import {bookWords, timeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./start-ctrl.js").StartCtrl} StartCtrl */
/** @typedef {import("./start-ctrl.js").OwnSheet} OwnSheet */

/** @param {StartCtrl} ctrl */
export const startPage = (ctrl) => html`<div class="sheet-start">
    <header class="start-head"><h1>${say("lead")}</h1><p class="muted">${say("lead_how")}</p></header>
    ${newForm(ctrl)}
    <div class="start-more">${ownSheets(ctrl)} ${joinForm(ctrl)} ${offline(ctrl)}</div>
    <p class="to-clubs"><a href="/club">${t("title_club")}</a> · <a href="/tournament">${t("title_tournament")}</a></p>
  </div>`;

/** @param {StartCtrl} ctrl */
const newForm = (ctrl) => html`<form class="card new-sheet" novalidate @submit=${(/** @type {Event} */ event) => {
  event.preventDefault();
  ctrl.begin();
}}>
  <h2>${say("new_sheet")}</h2>
  ${bookField("new-book", ctrl.book, null, (value) => ctrl.chooseBook(value))}
  ${lengthField("new", "rounds-4", ctrl.fields, (name, value) => ctrl.setField(name, value))}
  <fieldset class="group-of"><legend>${say("players")}</legend>
    <div class="name-fields">${PLAYERS.map(
      (player) => html`<label class="form-line" for="name-${player}"><span>${say("name_at", {wind: windName(player)})}</span>
        <input id="name-${player}" type="text" maxlength="40" autocomplete="off" required .value=${ctrl.fields[`name-${player}`] ?? ""}
          @input=${(/** @type {Event} */ event) => ctrl.setField(`name-${player}`, fieldValue(event))}></label>`,
    )}</div>
    ${
      ctrl.offered.length && ctrl.names.some((name) => !name)
        ? html`<div class="chips offered">${ctrl.offered.slice(0, 12).map((name) => html`<button type="button" class="chip" data-name=${name} @click=${() => ctrl.takeName(name)}>${name}</button>`)}</div>`
        : nothing
    }
    <button type="button" class="link draw-seats" @click=${() => ctrl.drawSeats()}>${say("draw_seats")}</button></fieldset>
  ${ctrl.problem ? html`<p class="problem" role="alert">${ctrl.problem}</p>` : nothing}
  ${isStored() ? nothing : html`<p class="note-line">${say("nothing_kept")}</p>`}
  <button type="submit" class="primary start-sheet" ?disabled=${ctrl.busy}>${say("start")}</button>
</form>`;

/** @param {StartCtrl} ctrl */
const ownSheets = ({sheets}) => html`<section aria-labelledby="own-title"><h2 id="own-title">${say("own_sheets")}</h2>
  ${sheets?.length ? html`<ul class="own-sheets">${sheets.map(sheetCard)}</ul>` : html`<p class="muted no-sheets">${sheets ? say("no_sheets") : "\u00a0"}</p>`}</section>`;

/** @param {OwnSheet} sheet */
const sheetCard = ({id, began, state}) => html`<li><a class="card sheet-card" href="/sheet/${id}">
  <span class="card-top"><strong>${state.title || bookWords(state)}</strong><span class="muted">${timeWords(began)}</span></span>
  <span class="card-scores">${PLAYERS.map((player) => html`<span class="card-player"><span class="card-name">${state.names[player]}</span> <b>${figure(state.scores[player])}</b></span>`)}</span>
  <span class="muted small-print">${list([say(state.over ? "finished" : "running"), say("deals_so_far", {count: state.deals.length})])}</span></a></li>`;

/** @param {StartCtrl} ctrl */
const offline = (ctrl) => html`<section class="card" aria-labelledby="offline-title"><h2 id="offline-title">${t("title_offline")}</h2>
  ${ctrl.offline.view({brief: true})}</section>`;

/** @param {StartCtrl} ctrl */
const joinForm = (ctrl) => html`<section class="card join-sheet" aria-labelledby="join-title"><h2 id="join-title">${say("join")}</h2>
  <p class="muted">${say("join_how")}</p>
  <form class="join-form" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    ctrl.join(ctrl.fields["link"] ?? "");
  }}><label class="form-line" for="join-link"><span>${say("join_link")}</span>
    <input id="join-link" type="text" autocomplete="off" spellcheck="false" .value=${ctrl.fields["link"] ?? ""} @input=${(/** @type {Event} */ event) => ctrl.setField("link", fieldValue(event))}></label>
    <button type="submit" class="join-go">${say("join_go")}</button></form>
  <h3>${say("import_file")}</h3><p class="muted small-print" id="import-how">${say("import_how")}</p>
  <label class="button choose-file"><input type="file" id="import-file" class="unseen" accept=".json,application/json" aria-label=${say("import_file")} aria-describedby="import-how"
    @change=${(/** @type {Event} */ event) => ctrl.load(/** @type {HTMLInputElement} */ (event.target).files?.[0])}>${say("choose_file")}</label></section>`;
