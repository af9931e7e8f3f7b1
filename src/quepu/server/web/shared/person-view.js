// Somebody in a list, and what the user can do about them.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {single} from "./clicks.js";
import {peopleText} from "./people-texts.js";

/** @typedef {import("./people-ctrl.js").PeopleCtrl} PeopleCtrl */
/** @typedef {import("./people-ctrl.js").Relation} Relation */
/** @typedef {"add" | "accept" | "decline" | "take_back" | "end" | "block" | "unblock"} Act */

/** @type {Record<Relation, readonly Act[]>} */
const ACTS = {
  stranger: ["add", "block"],
  asking: ["accept", "decline", "block"],
  asked: ["take_back", "block"],
  friend: ["end", "block"],
  blocked: ["unblock"],
};

/** @param {PeopleCtrl} ctrl @param {string} account @param {Act} act */
function perform(ctrl, account, act) {
  if (act === "add" || act === "accept") ctrl.befriend({account});
  else ctrl.change(act === "block" || act === "unblock" ? act : "friends/end", account);
}

/** The buttons for a person. @param {PeopleCtrl} ctrl @param {{id: string, name: string}} person @param {Relation} relation */
const actsView = (ctrl, {id, name}, relation) =>
  html`<span class="actions">${ACTS[relation].map(
    (act) => html`<button type="button" class="act-${act}" aria-label="${peopleText(act)}: ${name}"
      @click=${single(() => perform(ctrl, id, act))}>${peopleText(act)}</button>`,
  )}</span>`;

/**
 * @param {PeopleCtrl} ctrl @param {{id: string | null, name: string}} person without an id it is a guest @param {Relation | null} relation null before it is known
 * @param {string} [words] what is said about them @param {unknown} [more]
 */
export const personView = (ctrl, {id, name}, relation, words = "", more = nothing) =>
  html`<li data-person=${name}><span><strong>${name}</strong> <span class="muted small-print">${words}</span></span>
  ${id === null || relation === null ? nothing : actsView(ctrl, {id, name}, relation)} ${more}</li>`;
