// The tournaments of a club.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {moment} from "../shared/documents/here.js";
import {calledBook} from "../shared/names.js";
import {value} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */

/** @param {ClubCtrl} ctrl */
export function tournamentsView(ctrl) {
  const tournaments = ctrl.state?.tournaments ?? [];
  return html`${ctrl.mayEdit ? html`<div class="actions new-sheet-line"><a class="button new-tournament" href="/tournament?club=${ctrl.id}">${say("new_tournament")}</a></div>` : nothing}
    ${
      tournaments.length
        ? html`<ul class="document-list">${tournaments.map(
            ({
              id,
              name,
              rules,
              players,
              rounds,
              played,
              finished,
              when,
            }) => html`<li data-tournament=${id}><a href="/tournament/${id}"><strong>${name}</strong>
            <span class="muted small-print">${calledBook(rules)} · ${moment(when)}</span>
            <span class="muted small-print">${say("tournament_facts", {players, rounds, played})}</span>
            <span class="fact">${say(finished ? "finished" : "not_finished")}</span></a></li>`,
          )}</ul>`
        : html`<p class="muted">${say("no_tournaments")}</p>`
    }
    ${ctrl.mayEdit ? listForm(ctrl) : nothing}`;
}

/** A tournament that was made elsewhere. @param {ClubCtrl} ctrl */
function listForm(ctrl) {
  const onSubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    ctrl.list("tournament", ctrl.fields.tournament ?? "");
  };
  return html`<details class="more"><summary>${say("list_tournament")}</summary>
    <form class="list-form" novalidate @submit=${onSubmit}><label class="form-line" for="list-tournament"><span>${say("link")}</span>
      <input id="list-tournament" type="text" autocomplete="off" maxlength="200" .value=${ctrl.fields.tournament ?? ""} placeholder="${location.origin}/tournament/…"
        @input=${(/** @type {Event} */ event) => ctrl.setField("tournament", value(event))}></label>
      <button type="submit" ?disabled=${!ctrl.fields.tournament?.trim()}>${say("list_it")}</button></form></details>`;
}
