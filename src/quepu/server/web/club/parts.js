// What several views of a club have.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {follow} from "../shared/documents/page-parts.js";
import {figure} from "../shared/names.js";
import {own} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */

/** A number with up to two decimals. @param {number | null} number */
export const decimal = (number) => (number === null ? "–" : figure(/** @type {any} */ (String(Math.round(number * 100) / 100))));

/** The same as a gain or a loss. @param {number | null} number */
export const gain = (number) => (number !== null && number > 0 ? `+${decimal(number)}` : decimal(number));

/** A share in percent. @param {number | null} rate */
export const percent = (rate) => (rate === null ? "–" : `${(100 * rate).toFixed(1)} %`);

/** @param {Event} event */
export const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** What a key of a rule book is called. @param {ClubCtrl} ctrl @param {string} key */
export function bookOfKey(ctrl, key) {
  const found = ctrl.state?.books.find((book) => book.key === key);
  return found ? own(found.name) : key;
}

/** The name of a member, with the way to their page. @param {ClubCtrl} ctrl @param {string | null} member @param {string} name */
export function memberLink(ctrl, member, name) {
  if (member === null) return html`${name} <small class="muted">${say("guest")}</small>`;
  const address = ctrl.addressOf("members", {member});
  return html`<a href=${address} data-member=${member} @click=${follow(address, ctrl.go)}>${name}</a>`;
}

/** The choice of a season and of a rule book. @param {ClubCtrl} ctrl @param {readonly {key: string, name: {zh: string, en: string}}[]} books */
export function filters(ctrl, books) {
  const seasons = ctrl.club?.seasons ?? [];
  const {season, rules} = ctrl.filter;
  if (!seasons.length && books.length < 2 && !rules) return nothing;
  /** @param {"season" | "rules"} name @param {string} chosen @param {string} all @param {[string, string][]} options */
  const chooser = (name, chosen, all, options) => html`<label class="field" for="filter-${name}"><span>${say(name)}</span>
    <select id="filter-${name}" @change=${(/** @type {Event} */ event) => ctrl.choose({[name]: value(event)})}>
      <option value="" .selected=${chosen === ""}>${all}</option>
      ${options.map(([id, words]) => html`<option value=${id} .selected=${id === chosen}>${words}</option>`)}
      ${chosen && !options.some(([id]) => id === chosen) ? html`<option value=${chosen} selected>${bookOfKey(ctrl, chosen)}</option>` : nothing}</select></label>`;
  return html`<div class="filters screen-only">
    ${
      seasons.length
        ? chooser(
            "season",
            season,
            say("all_seasons"),
            seasons.map(({id, name}) => [id, name]),
          )
        : nothing
    }
    ${chooser(
      "rules",
      rules,
      say("all_books"),
      books.map(({key, name}) => [key, own(name)]),
    )}</div>`;
}
