// Use without a network: download what it needs, update it, remove it. Without a network the same page is shown for those that need the server.

import {html, render} from "../vendor/lit-html/lit-html.js";
import {OfflineOffer} from "../shared/offline-offer.js";
import {t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {say} from "./texts.js";

/** @typedef {"title_sheet" | "title_club" | "title_tournament" | "nav_learn" | "nav_hand" | "nav_rules" | "nav_practice" | "title_profile"} Title */

/** What works without a network, and what of it needs the scorer. @type {[string, Title, boolean][]} */
const PLACES = [
  ["/sheet", "title_sheet", false],
  ["/club", "title_club", false],
  ["/tournament", "title_tournament", false],
  ["/learn", "nav_learn", false],
  ["/hand", "nav_hand", true],
  ["/rules", "nav_rules", false],
  ["/practice", "nav_practice", true],
  ["/me", "title_profile", false],
];

/** The page that the user wanted, if it is not this one. */
const wanted = location.pathname === "/offline" ? null : location.pathname.split("/")[1];
const offer = new OfflineOffer(draw);

/** Why the page that was wanted is not there. @param {string} wanted */
function needsServer(wanted) {
  const what = wanted === "play" ? "table" : wanted === "replay" ? "replay" : "page";
  const places = PLACES.filter(([, , scorer]) => !scorer || offer.has === "scorer");
  return html`<section class="card offline-card needs-server"><h1>${say(`${what}_title`)}</h1><p>${say(`${what}_why`)}</p>
    <p><button type="button" class="primary" @click=${() => location.reload()}>${t("again")}</button></p>
    <p>${say("meanwhile")}</p>
    <ul class="chips">${places.map(([href, key]) => html`<li><a class="button" href=${href}>${t(key)}</a></li>`)}</ul></section>`;
}

const manage = () =>
  html`<section class="card offline-card"><h1>${say("lead")}</h1><p>${say("what")}</p><p class="muted">${say("not_table")}</p>
  ${offer.view()}</section>`;

function draw() {
  render(wanted === null ? manage() : needsServer(wanted), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("offline", draw);
if (wanted === null) offer.start();
