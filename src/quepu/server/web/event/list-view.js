// The templates of the page that lists the duplicate events and makes a new one.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser} from "../shared/book-chooser.js";
import {botsChooser, levelName} from "../shared/game/levels.js";
import {calledBook} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {CLOCKS} from "./list-ctrl.js";
import {say} from "./texts.js";

/** @typedef {import("./list-ctrl.js").ListCtrl} ListCtrl */

const DEALS = [1, 2, 4, 8, 12, 16];
const PEOPLE = /** @type {const} */ ([1, 2, 3, 4]);

/** @param {ListCtrl} ctrl */
export const listView = (ctrl) => html`<h1>${t("title_event")}</h1>
  <p class="lead">${say("lead")}</p>
  <p class="muted lead">${say("fair")}</p>
  <div class="event-columns">
    <section class="card" aria-labelledby="new-title"><h2 id="new-title">${say("new_event")}</h2>${formView(ctrl)}</section>
    <section class="card" aria-labelledby="events-title"><h2 id="events-title">${say("events")}</h2>${eventsView(ctrl)}</section>
  </div>`;

/**
 * @param {string} id @param {string} label @param {[string | number, string][]} values @param {string | number} value
 * @param {(value: string) => void} choose
 */
const chooser = (id, label, values, value, choose) => html`<label class="form-line" for=${id}><span>${label}</span>
  <select id=${id} @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
    ${values.map(([name, text]) => html`<option value=${name} .selected=${name === value}>${text}</option>`)}</select></label>`;

/** @param {ListCtrl} ctrl */
function formView(ctrl) {
  const {wanted, books, busy, problem} = ctrl;
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    ctrl.make();
  };
  return html`<form class="new-event" novalidate @submit=${onSubmit}>
    <label class="form-line" for="event-title"><span>${say("title")}</span>
      <input id="event-title" type="text" maxlength="60" autocomplete="off" placeholder=${say("title_example")} .value=${wanted.title}
        aria-invalid=${String(problem !== null && !wanted.title.trim())}
        @input=${(/** @type {Event} */ event) => ctrl.choose({title: /** @type {HTMLInputElement} */ (event.target).value})}></label>
    ${bookChooser(books, {rules: wanted.rules, overlay: null}, ({rules}) => ctrl.choose({rules}), null, "event-book")}
    ${chooser(
      "event-deals",
      say("deals"),
      DEALS.map((count) => [count, say("deals_of", {count})]),
      wanted.deals,
      (deals) => ctrl.choose({deals: Number(deals)}),
    )}
    ${chooser(
      "event-people",
      say("people"),
      PEOPLE.map((count) => [count, say(`people_${count}`)]),
      wanted.people,
      (people) => ctrl.choose({people: Number(people)}),
    )}
    ${chooser(
      "event-clock",
      say("clock"),
      Object.keys(CLOCKS).map((name) => [name, say(/** @type {"clock_none"} */ (`clock_${name}`))]),
      wanted.clock,
      (clock) => ctrl.choose({clock}),
    )}
    ${wanted.people < 4 ? botsChooser("event-bots", say("bots"), wanted.bots, (bots) => ctrl.choose({bots}), levelName, false) : nothing}
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    <button type="submit" class="primary wide-button" ?disabled=${busy}>${say("make")}</button></form>`;
}

/** @param {ListCtrl} ctrl */
function eventsView({events}) {
  if (!events?.length) return html`<p class="muted none">${say("none")}</p>`;
  return html`<ul class="tables">${events.map(
    ({id, title, rules, deals, joined, status}) => html`<li data-event=${id}><a href="/event/${id}"><strong>${title}</strong>
      <span class="muted">${calledBook(rules)} · ${say("deals_of", {count: deals})} · ${say("joined_count", {count: joined})}</span>
      <span class="go">${say(`status_${status}`)}</span></a></li>`,
  )}</ul>`;
}
