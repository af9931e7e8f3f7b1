// The evenings of a club: the sheets of each day, and the form of a new one.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser} from "../shared/book-chooser.js";
import {seatMark, windName} from "../shared/game/wind-mark.js";
import {lengthChooser} from "../shared/game/room-form.js";
import {signed} from "../shared/names.js";
import {settings} from "../shared/settings.js";
import {bookOfKey, filters, memberLink, value} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */
/** @typedef {import("./ctrl.js").Summary} Summary */
/** @typedef {Summary["evenings"][number]["sheets"][number]} ClubSheet */

/** @param {ClubCtrl} ctrl */
export function eveningsView(ctrl) {
  const {state} = ctrl;
  if (!state) return nothing;
  return html`${openForm(ctrl)} ${filters(ctrl, state.books)}
    ${
      state.evenings.length
        ? state.evenings.map(
            ({date, sheets}) => html`<section class="evening" data-date=${date}><h2>${day(date)}</h2>
              <ul class="sheets">${sheets.map((sheet) => sheetView(ctrl, sheet))}</ul></section>`,
          )
        : html`<p class="muted">${say("no_evenings")}</p>`
    }
    ${problemsView(ctrl)} ${ctrl.mayEdit ? listForm(ctrl) : nothing}`;
}

/** A date in words. @param {string} date */
const day = (date) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(settings.lang === "zh" ? "zh-CN" : "en-GB", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });

/** @param {ClubCtrl} ctrl @param {ClubSheet} sheet */
function sheetView(ctrl, {id, key, title, names, members, scores, ranks, deals, over}) {
  const order = [0, 1, 2, 3].sort((a, b) => ranks[a] - ranks[b] || a - b);
  return html`<li class="card club-sheet" data-sheet=${id} data-over=${String(over)}>
    <h3><a href="/sheet/${id}">${title || bookOfKey(ctrl, key)}</a> <span class="sheet-state">${say(over ? "sheet_over" : "sheet_open", {deals})}</span></h3>
    ${title ? html`<p class="muted small-print">${bookOfKey(ctrl, key)}</p>` : nothing}
    <ol>${order.map(
      (
        player,
      ) => html`<li><span class="place">${ranks[player]}</span> <span class="who">${memberLink(ctrl, members[player], names[player])}</span>
        <span class="points">${signed(scores[player])}</span></li>`,
    )}</ol>
    ${
      ctrl.mayEdit
        ? html`<button type="button" class="link unlist screen-only" aria-label=${say("unlist_which", {name: names.join(say("comma"))})}
          @click=${() => confirm(say("unlist_sure")) && ctrl.takeBack("sheet", "sheet", id)}>${say("unlist")}</button>`
        : nothing
    }</li>`;
}

/** Sheets and tournaments that cannot be read. @param {ClubCtrl} ctrl */
function problemsView(ctrl) {
  const problems = ctrl.state?.problems ?? [];
  if (!problems.length) return nothing;
  return html`<p class="muted small-print unreadable">${say("unreadable", {count: problems.length})}</p>`;
}

/** A sheet that was made elsewhere. @param {ClubCtrl} ctrl */
function listForm(ctrl) {
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    ctrl.list("sheet", ctrl.fields.sheet ?? "");
  };
  return html`<details class="more screen-only"><summary>${say("list_sheet")}</summary>
    <form class="list-form" novalidate @submit=${onSubmit}><label class="form-line" for="list-sheet"><span>${say("link")}</span>
      <input id="list-sheet" type="text" autocomplete="off" maxlength="200" .value=${ctrl.fields.sheet ?? ""} placeholder="${location.origin}/sheet/…"
        @input=${(/** @type {Event} */ event) => ctrl.setField("sheet", value(event))}></label>
      <button type="submit" ?disabled=${!ctrl.fields.sheet?.trim()}>${say("list_it")}</button></form></details>`;
}

/** The way to a new sheet, or its form. @param {ClubCtrl} ctrl */
export function openForm(ctrl) {
  if (!ctrl.mayEdit) return nothing;
  if (!ctrl.sheetForm) {
    return html`<div class="actions screen-only new-sheet-line"><button type="button" class="primary new-sheet" @click=${ctrl.openForm}>${say("new_sheet")}</button></div>`;
  }
  return sheetForm(ctrl);
}

/** @param {ClubCtrl} ctrl */
function sheetForm(ctrl) {
  const form = /** @type {import("./sheet-form.js").SheetForm} */ (ctrl.sheetForm);
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    form.create();
  };
  return html`<form class="card sheet-form screen-only" novalidate @submit=${onSubmit} aria-labelledby="sheet-form-title"><h2 id="sheet-form-title">${say("new_sheet")}</h2>
    <fieldset class="seat-fields"><legend>${say("who_sits_where")}</legend>${form.seats.map((_, place) => seatField(ctrl, place))}</fieldset>
    <div class="actions"><button type="button" class="shuffle" @click=${form.shuffle}>${say("shuffle_seats")}</button></div>
    ${bookChooser(form.books, form.book, form.chooseBook, form.ownRules, "sheet-book")}
    ${lengthChooser("sheet-length", form.length, (length) => form.set("length", length))}
    <label class="form-line" for="sheet-title"><span>${say("title")}</span>
      <input id="sheet-title" type="text" maxlength="80" autocomplete="off" placeholder=${say("optional")} .value=${form.title}
        @input=${(/** @type {Event} */ event) => form.set("title", value(event))}></label>
    ${form.problem ? html`<p class="problem" role="alert">${form.problem}</p>` : nothing}
    <div class="actions"><button type="submit" class="primary" ?disabled=${form.busy}>${say("start_sheet")}</button>
      <button type="button" @click=${ctrl.closeForm}>${say("cancel")}</button></div></form>`;
}

/** @param {ClubCtrl} ctrl @param {number} place */
function seatField(ctrl, place) {
  const form = /** @type {import("./sheet-form.js").SheetForm} */ (ctrl.sheetForm);
  const {member, guest} = form.seats[place];
  const wind = windName(place);
  return html`<div class="seat-field"><label for="seat-${place}"><span class="wind">${seatMark(place)}</span></label>
    <select id="seat-${place}" aria-label=${say("seat_of", {wind})} @change=${(/** @type {Event} */ event) => form.seat(place, {member: value(event) || null})}>
      <option value="" .selected=${member === null}>${say("a_guest")}</option>
      ${ctrl.members.map(({id, name}) => html`<option value=${id} .selected=${id === member}>${name}</option>`)}</select>
    ${
      member === null
        ? html`<input id="guest-${place}" type="text" maxlength="40" autocomplete="off" aria-label=${say("guest_at", {wind})} placeholder=${say("guest_name")} .value=${guest}
          @input=${(/** @type {Event} */ event) => form.seat(place, {guest: value(event)})}>`
        : nothing
    }</div>`;
}
