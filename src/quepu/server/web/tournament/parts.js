// What several views of a tournament have.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {follow} from "../shared/documents/page-parts.js";
import {figure} from "../shared/names.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */

/** A number with up to two decimals. @param {number | null} number */
export const decimal = (number) => (number === null ? "–" : figure(/** @type {any} */ (String(Math.round(number * 100) / 100))));

/** The same as a gain or a loss. @param {number | null} number */
export const gain = (number) => (number !== null && number > 0 ? `+${decimal(number)}` : decimal(number));

/** The choice of a round; those that are complete have a sign. @param {TournamentCtrl} ctrl */
export const roundChooser = (ctrl) =>
  html`<nav class="round-chooser screen-only" aria-label=${say("rounds")}>${(ctrl.state?.rounds ?? []).map(({round, complete}) => {
    const address = ctrl.addressOf(ctrl.view, round);
    return html`<a href=${address} data-round=${round} aria-current=${round === ctrl.round ? "true" : "false"} @click=${follow(address, ctrl.go)}>
      ${say("round_number", {round})}${complete ? html` <span class="done" role="img" aria-label=${say("complete")}>✓</span>` : nothing}</a>`;
  })}</nav>`;

/** Who sits out. @param {TournamentCtrl} ctrl @param {readonly string[]} players */
export const sittingOut = (ctrl, players) =>
  players.length
    ? html`<p class="sitting-out">${say("sit_out", {names: players.map((id) => ctrl.nameOf(id)).join(say("comma"))})}</p>`
    : nothing;
