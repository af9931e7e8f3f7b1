// The people at a table who have an account, or not: to be friends, to block, to report. It is for who is signed in.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {problemWords} from "../shared/api.js";
import {peopleText} from "../shared/people-texts.js";
import {befriend, change} from "../shared/people.js";
import {reportForm} from "../shared/report-form.js";
import {knownAccount} from "../shared/session.js";
import {notice} from "../shared/shell.js";

/** @typedef {import("../shared/game/types.js").Room} Room */

/** @param {Promise<unknown>} request @param {string} words */
const done = (request, words) =>
  request.then(
    () => notice(words),
    (error) => notice(problemWords(error)),
  );

/** @param {Room} room @param {number | null} me */
export function peoplePanel(room, me) {
  const own = knownAccount();
  const others = room.members.filter(({member, account}) => member !== me && (account === null || account !== own?.id));
  if (!own || !others.length) return nothing;
  return html`<h2>${peopleText("at_table")}</h2><ul class="persons">${others.map(({member, name, account}) => {
    const press = (/** @type {Promise<unknown>} */ request, /** @type {string} */ words) => done(request, words);
    return html`<li data-person=${name}><strong>${name}</strong> ${
      account === null
        ? html`<span class="muted small-print">${peopleText("guest")}</span>`
        : html`<span class="actions"><button type="button" class="act-add" aria-label="${peopleText("add")}: ${name}"
            @click=${() => press(befriend({account}), peopleText("asked_done"))}>${peopleText("add")}</button>
          <button type="button" class="act-block" aria-label="${peopleText("block")}: ${name}"
            @click=${() => press(change("block", account), peopleText("blocked_how"))}>${peopleText("block")}</button></span>`
    } ${reportForm(String(member), {room: room.id, member}, name)}</li>`;
  })}</ul>`;
}
