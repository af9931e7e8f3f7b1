// The templates of a duplicate event: the invitation, the tables, the results.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {copy} from "../shared/clipboard.js";
import {calledBook} from "../shared/names.js";
import {nameOf, playerAddress} from "../shared/players/parts.js";
import {qrCode} from "../shared/qr-code.js";
import {knownAccount} from "../shared/session.js";
import {t} from "../shared/settings.js";
import {resultsView} from "./results-view.js";
import {say} from "./texts.js";

/** @typedef {import("./event-ctrl.js").EventCtrl} EventCtrl */
/** @typedef {import("./event-ctrl.js").EventInfo} EventInfo */

/** @param {EventCtrl} ctrl */
export function eventView(ctrl) {
  const {event, problem} = ctrl;
  const toAll = html`<p class="links"><a href="/event">${say("all_events")}</a></p>`;
  if (!event) return html`<h1>${t("title_event")}</h1>${problem ? html`<p class="problem" role="alert">${problem}</p>${toAll}` : nothing}`;
  return html`${toAll}<h1 class="event-name">${event.title}</h1>
    <p class="muted facts-line"><strong class="status">${say(`status_${event.status}`)}</strong> · ${calledBook(event.rules)} ·
      ${say("deals_of", {count: event.deals})} · ${say("people_at_table", {count: event.people})}</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    ${event.status === "over" ? resultsView(ctrl, event) : html`${placeView(ctrl, event)} ${organiserView(ctrl, event)}`}
    <div class="event-columns">${playersView(event)} ${event.tables.length ? tablesView(event) : nothing}</div>
    ${seedsView(event)}`;
}

/** What the user can do in it. @param {EventCtrl} ctrl @param {EventInfo} event */
function placeView(ctrl, event) {
  const {busy} = ctrl;
  if (event.you?.room) return html`<p><a class="button to-table" href="/play/${event.you.room}">${say("to_table")}</a></p>`;
  if (event.status !== "open") return nothing;
  if (event.you)
    return html`<section class="card joined"><p>${say("you_joined")}</p>
      <button type="button" class="leave" ?disabled=${busy} @click=${ctrl.leave}>${say("leave")}</button></section>`;
  const onSubmit = (/** @type {Event} */ submitted) => {
    submitted.preventDefault();
    ctrl.join();
  };
  const account = knownAccount();
  return html`<form class="card join-event" @submit=${onSubmit}>
    ${
      account
        ? html`<p class="join-as">${say("join_as", account)}</p>`
        : html`<label class="form-line" for="join-name"><span>${say("your_name")}</span>
          <input id="join-name" type="text" maxlength="24" autocomplete="nickname" placeholder=${t("guest")} .value=${ctrl.name}
            @input=${(/** @type {Event} */ typed) => ctrl.setName(/** @type {HTMLInputElement} */ (typed.target).value)}></label>`
    }
    <button type="submit" class="primary" ?disabled=${busy}>${say("join")}</button></form>`;
}

/** @param {EventCtrl} ctrl @param {EventInfo} event */
function organiserView(ctrl, event) {
  const {organises, busy} = ctrl;
  const invite = html`<p>${say("share")}</p>
    <div class="event-invite">${qrCode(location.href, t("qr_alt", {link: location.href}))}
      <div><code class="event-link">${location.href}</code> <button type="button" @click=${() => copy(location.href, say("copied"))}>${say("copy")}</button></div></div>`;
  if (!organises) return event.status === "open" ? html`<section class="card invited">${invite}</section>` : nothing;
  return html`<section class="card organiser"><p class="muted">${say("you_organise")}</p>
    ${
      event.status === "open"
        ? html`${invite}<p class="muted small-print">${say("begin_how")}</p>
          <button type="button" class="primary begin" ?disabled=${busy || !event.players.length} @click=${ctrl.begin}>${say("begin")}</button>`
        : html`<button type="button" class="end-event" ?disabled=${busy} @click=${ctrl.end}>${say("end")}</button>`
    }</section>`;
}

/** @param {EventInfo} event */
const playersView = ({
  players,
  you,
}) => html`<section class="card" aria-labelledby="players-title"><h2 id="players-title">${say("players")}</h2>
  ${
    players.length
      ? html`<ol class="event-players">${players.map(
          ({number, name, player, table}) => html`<li class=${number === you?.number ? "own" : ""}>
            ${player ? html`<a href=${playerAddress(player)}>${nameOf({name, bot: null})}</a>` : name}
            ${table ? html`<span class="muted">${say("table", {number: table})}</span>` : nothing}</li>`,
        )}</ol>`
      : html`<p class="muted">${say("no_players")}</p>`
  }</section>`;

/** How far a table is. @param {EventInfo} event @param {EventInfo["tables"][number]} table */
function progress(event, {finished, deals}) {
  if (finished) return say("table_done");
  return event.status === "over"
    ? say("table_not_done")
    : deals
      ? say("table_deals", {count: deals, all: event.deals})
      : say("table_begins");
}

/** @param {EventInfo} event */
const tablesView = (event) => html`<section class="card" aria-labelledby="tables-title"><h2 id="tables-title">${say("tables")}</h2>
  <ul class="event-tables">${event.tables.map(
    (table) => html`<li data-table=${table.table}><strong>${say("table", {number: table.table})}</strong>
      <span class="muted">${progress(event, table)}</span>
      ${table.game ? html`<a href="/replay/${table.game}">${say("replay")}</a>` : nothing}</li>`,
  )}</ul></section>`;

/** @param {EventInfo} event */
const seedsView = ({commitments, seeds}) => html`<details class="more seeds"><summary>${say("seeds")}</summary>
  <p class="muted small-print">${say("seeds_how")}</p>
  <ol class="seed-list">${commitments.map(
    (commitment, i) => html`<li><strong>${say("deal", {number: i + 1})}</strong>
      <span>${say("commitment")} <code>${commitment}</code></span>
      ${seeds ? html`<span>${say("seed")} <code>${seeds[i]}</code></span>` : nothing}</li>`,
  )}</ol></details>`;
