// The templates of the page that lists the tournaments of this device and makes a new one.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser} from "../shared/book-chooser.js";
import {documentList} from "../shared/documents/here.js";
import {importField} from "../shared/documents/file-view.js";
import {lengthChooser} from "../shared/game/room-form.js";
import {canReduce, MOST_MINUTES, MOST_ROUNDS} from "./start-ctrl.js";
import {say} from "./texts.js";

/** @typedef {import("./start-ctrl.js").StartCtrl} StartCtrl */

/** @param {StartCtrl} ctrl */
export function startView(ctrl) {
  return html`<h1>${say("lead")}</h1>
    <p class="how">${say("how")}</p>
    <div class="two-columns">
      <section class="card" aria-labelledby="new-title"><h2 id="new-title">${say("new_tournament")}</h2>${form(ctrl)}</section>
      <section class="card" aria-labelledby="here-title"><h2 id="here-title">${say("here")}</h2>
        ${ctrl.here?.length ? documentList(ctrl.here) : html`<p class="muted">${say("none_here")}</p>`}
        ${importField("tournament")}</section>
    </div>`;
}

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/**
 * A line of the form.
 * @param {StartCtrl} ctrl @param {"name" | "rounds" | "minutes" | "pin"} field @param {string} label
 * @param {{type?: string, most?: number, placeholder?: string, letters?: number}} [more]
 */
const line = (ctrl, field, label, {type = "text", most, placeholder = "", letters = 40} = {}) =>
  html`<label class="form-line" for="new-${field}"><span>${label}</span>
    <input id="new-${field}" type=${type} min=${type === "number" ? 1 : nothing} max=${most ?? nothing} maxlength=${letters} placeholder=${placeholder}
      inputmode=${type === "number" || field === "pin" ? "numeric" : "text"} autocomplete="off" .value=${ctrl[field]}
      aria-invalid=${ctrl.problem?.field === field} aria-describedby=${ctrl.problem?.field === field ? "new-problem" : nothing}
      @input=${(/** @type {Event} */ event) => ctrl.set(field, value(event))}></label>`;

/** @param {StartCtrl} ctrl */
function form(ctrl) {
  const {book, books, busy, problem, system} = ctrl;
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    ctrl.create();
  };
  /** @type {("standard" | "reduced" | "points")[]} */
  const systems = canReduce(book.rules) ? ["standard", "reduced", "points"] : ["standard", "points"];
  return html`<form class="new-form" novalidate @submit=${onSubmit}>
    ${line(ctrl, "name", say("name"), {placeholder: say("name_example")})}
    ${bookChooser(books, book, ctrl.chooseBook, ctrl.ownRules, "new-book")}
    ${line(ctrl, "rounds", say("rounds_count"), {type: "number", most: MOST_ROUNDS})}
    ${line(ctrl, "minutes", say("minutes_a_round"), {type: "number", most: MOST_MINUTES})}
    ${lengthChooser("new-length", ctrl.length, (length) => ctrl.set("length", length))}
    <label class="form-line" for="new-system"><span>${say("system")}</span>
      <select id="new-system" aria-describedby="new-system-note" @change=${(/** @type {Event} */ event) => ctrl.set("system", value(event))}>
        ${systems.map((name) => html`<option value=${name} .selected=${name === system}>${say(`system_${name}`)}</option>`)}</select></label>
    <p class="note" id="new-system-note">${say(`system_${system}_how`)}</p>
    ${playersFields(ctrl)}
    ${line(ctrl, "pin", say("pin"), {placeholder: say("optional"), letters: 12})}
    <p class="note">${say("pin_how")}</p>
    ${problem ? html`<p class="problem" role="alert" id="new-problem">${problem.words}</p>` : nothing}
    <button type="submit" class="primary wide-button" ?disabled=${busy}>${say("create")}</button>
  </form>`;
}

/** @param {StartCtrl} ctrl */
function playersFields(ctrl) {
  const {club, clubs, everybody, members, players, problem} = ctrl;
  const count = everybody.length;
  return html`${
    clubs.length
      ? html`<label class="form-line" for="new-club"><span>${say("from_club")}</span>
        <select id="new-club" @change=${(/** @type {Event} */ event) => ctrl.chooseClub(value(event))}>
          <option value="">${say("no_club")}</option>
          ${clubs.map(({id, title}) => html`<option value=${id} .selected=${id === club}>${title}</option>`)}</select></label>`
      : nothing
  }
    ${
      members.length
        ? html`<fieldset class="members"><legend>${say("members_who_play")}</legend>${members.map(
            ({id, name, plays}) => html`<label class="member"><input type="checkbox" .checked=${plays} @change=${() => ctrl.flip(id)}>
              <span>${name}</span></label>`,
          )}</fieldset>`
        : nothing
    }
    <label class="stacked" for="new-players"><span>${say(members.length ? "more_players" : "players")}</span>
      <textarea id="new-players" rows="8" spellcheck="false" autocomplete="off" .value=${players} aria-describedby="new-players-note"
        aria-invalid=${problem?.field === "players"} @input=${(/** @type {Event} */ event) => ctrl.set("players", value(event))}></textarea></label>
    <p class="note" id="new-players-note">${say("players_how")}
      <b class="count">${say("players_now", {count})}</b>${count % 4 && count > 4 ? html` ${say("sit_out_each_round", {count: count % 4})}` : nothing}</p>`;
}
