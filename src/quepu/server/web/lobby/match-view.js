// The templates of matchmaking.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {knownAccount} from "../shared/session.js";
import {sayOfMatch} from "./texts.js";

/** @typedef {import("./match-ctrl.js").MatchCtrl} MatchCtrl */

const ROUNDS = /** @type {const} */ ([1, 2, 4]);

/** @param {MatchCtrl} match @param {unknown} book the choice of the rule book @param {unknown} name the field of the name */
export const matchView = (match, book, name) => html`<section class="card match" id="match" aria-labelledby="match-title">
  <h2 id="match-title">${sayOfMatch("match")}</h2>
  <p class="muted">${sayOfMatch("match_how")}</p>
  ${match.ticket ? waitingView(match) : formView(match, book, name)}
  ${match.problem ? html`<p class="problem" role="alert">${match.problem}</p>` : nothing}
  <p class="to-events"><a href="/event">${sayOfMatch("to_events")}</a></p></section>`;

/** @param {MatchCtrl} match @param {unknown} book @param {unknown} name */
function formView(match, book, name) {
  const chosen = (/** @type {Event} */ event) => match.choose({rounds: Number(/** @type {HTMLSelectElement} */ (event.target).value)});
  const custom = match.book().overlay !== null;
  return html`<div class="room-form">${name} ${book}
      <label class="form-line" for="match-rounds"><span>${sayOfMatch("rounds")}</span>
        <select id="match-rounds" @change=${chosen}>${ROUNDS.map(
          (rounds) => html`<option value=${rounds} .selected=${rounds === match.rounds}>${sayOfMatch(`rounds_${rounds}`)}</option>`,
        )}</select></label>
      ${
        knownAccount()
          ? html`<label class="switch" for="match-rated"><span>${sayOfMatch("rated")}</span>
            <input id="match-rated" type="checkbox" role="switch" .checked=${match.wantsRated} @change=${() => match.choose({wantsRated: !match.wantsRated})}></label>`
          : html`<p class="muted small-print">${sayOfMatch("rated_guest")}</p>`
      }</div>
    ${custom ? html`<p class="muted">${sayOfMatch("custom_rules")}</p>` : nothing}
    <button type="button" class="primary wide-button find-players" ?disabled=${custom} @click=${match.start}>${sayOfMatch("start")}</button>`;
}

/** @param {MatchCtrl} match */
function waitingView(match) {
  const others = (match.state?.waiting ?? 1) - 1;
  return html`<div class="match-waiting"><p><strong>${sayOfMatch("waiting", {seconds: Math.floor(match.state?.waited ?? 0)})}</strong></p>
    <p class="muted">${others > 0 ? sayOfMatch("others", {count: others}) : sayOfMatch("nobody")} · ${sayOfMatch("bots_in", {seconds: match.botsIn})}</p>
    <button type="button" class="stop-match" @click=${match.cancel}>${sayOfMatch("cancel")}</button></div>`;
}
