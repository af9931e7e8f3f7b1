// The people at a table: to be friends, to block, to report. It is for who is signed in.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {peopleText} from "../shared/people-texts.js";
import {personView} from "../shared/person-view.js";
import {reportForm} from "../shared/report-form.js";
import {knownAccount} from "../shared/session.js";

/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/people-ctrl.js").PeopleCtrl} PeopleCtrl */

/** What is said about somebody with an account, by what they are to the user. */
const WORDS = /** @type {const} */ ({friend: "is_friend", asking: "asking", asked: "asked", blocked: "is_blocked", stranger: null});

/** @param {PeopleCtrl} people @param {string | null} account */
function wordsAbout(people, account) {
  const relation = account === null ? null : people.relation(account);
  const key = account === null ? "guest" : relation && WORDS[relation];
  return key ? peopleText(key) : "";
}

/** Folded away; what they are to the user is loaded when it is opened. @param {Room} room @param {number | null} me @param {PeopleCtrl} people @param {string} [look] */
export function peoplePanel(room, me, people, look = "") {
  const own = knownAccount();
  const others = room.members.filter(({member, account}) => member !== me && (account === null || account !== own?.id));
  if (!own || !others.length) return nothing;
  const toggled = (/** @type {Event} */ event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (!details.open) return;
    details.scrollIntoView({block: "nearest"}); // in the menu it may be below the edge
    people.load();
  };
  return html`<details class="people-here ${look}" @toggle=${toggled}><summary>${peopleText("at_table")}</summary>
    ${people.problem === null ? nothing : html`<p class="problem" role="alert">${people.problem}</p>`}
    <ul class="persons">${others.map(({member, name, account}) => {
      const form = reportForm(String(member), {room: room.id, member}, name);
      return personView(people, {id: account, name}, account === null ? null : people.relation(account), wordsAbout(people, account), form);
    })}</ul></details>`;
}
