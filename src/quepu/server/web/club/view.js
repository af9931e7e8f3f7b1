// The frame of a club's page: its name, whether it is stored, and the ways to its views.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {documentLine, nothingYet, oldState, viewTabs} from "../shared/documents/page-parts.js";
import {t} from "../shared/settings.js";
import {VIEWS} from "./ctrl.js";
import {eveningsView} from "./evenings-view.js";
import {memberView} from "./member-view.js";
import {membersView} from "./members-view.js";
import {moreView} from "./more-view.js";
import {standingsView} from "./standings-view.js";
import {tournamentsView} from "./tournaments-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */
/** @typedef {import("./ctrl.js").View} View */

/** @type {Record<View, (ctrl: ClubCtrl) => unknown>} */
const DRAWN = {standings: standingsView, evenings: eveningsView, members: membersView, tournaments: tournamentsView, more: moreView};

/** @param {ClubCtrl} ctrl */
export function pageView(ctrl) {
  const {club, document: doc, member, server, view} = ctrl;
  if (!club || doc?.deleted) return nothingYet(server, doc, t("title_club"), "/club");
  return html`<header class="head"><p class="crumb screen-only"><a href="/club">${say("all_clubs")}</a></p>
      <h1>${club.name}</h1>
      ${club.about ? html`<p class="about">${club.about}</p>` : nothing}
      <p class="muted facts">${say("members_count", {count: ctrl.members.length})} · ${say("sheets_count", {count: club.sheets.length})}</p>
      <p class="screen-only state-line">${documentLine(doc, ctrl.addressOf("more"), ctrl.go)}</p></header>
    ${oldState(server, doc)}
    ${viewTabs({
      label: say("views"),
      views: VIEWS.map((id) => ({id, words: say(`view_${id}`), address: ctrl.addressOf(id)})),
      current: view,
      go: ctrl.go,
    })}
    <div class="view view-${view}">${member === null ? DRAWN[view](ctrl) : memberView(ctrl)}</div>`;
}
