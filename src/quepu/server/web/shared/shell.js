// The frame of every page: the bar at the top with its settings, and announcements for screen readers.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import {knownAccount} from "./session.js";
import {change, load, onSettings, settings, t, touchable} from "./settings.js";
import {skins} from "./skins.js";
import {loadFaces} from "./tiles.js";

/** @typedef {"home" | "learn" | "lobby" | "hand" | "rules" | "practice" | "sheet" | "table" | "replay" | "profile" | "players" | "bots" | "gallery" | "event" | "club" | "tournament" | "lab" | "offline" | "account" | "operator" | "missing"} Page */

/** @type {[Page, string, "nav_play" | "nav_learn" | "nav_hand" | "nav_rules" | "nav_practice" | "nav_sheet"][]} */
const PAGES = [
  ["lobby", "/play", "nav_play"],
  ["learn", "/learn", "nav_learn"],
  ["hand", "/hand", "nav_hand"],
  ["rules", "/rules", "nav_rules"],
  ["practice", "/practice", "nav_practice"],
  ["sheet", "/sheet", "nav_sheet"],
];

/** Pages for which the bar of a phone has no room: the menu and the front page lead there. @type {readonly Page[]} */
const ROOMY = ["sheet"];

/** Pages that belong to another one in the bar. @type {Partial<Record<Page, Page>>} */
const PARENTS = {
  table: "lobby",
  replay: "lobby",
  profile: "lobby",
  players: "lobby",
  bots: "lobby",
  gallery: "lobby",
  event: "lobby",
  account: "account",
  operator: "account",
  lab: "rules",
  club: "sheet",
  tournament: "sheet",
};

/** @type {HTMLElement | null} */
let announcer = null;
let last = "";

/** Announce a text to screen readers. The same text twice is announced once. @param {string} text */
export function announce(text) {
  if (!announcer || text === last) return;
  last = text;
  announcer.textContent = text;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Show a short message for as long as it takes to read it, or until something is done, and announce it. @param {string} text @param {Promise<unknown>} [until] */
export function notice(text, until) {
  const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
  toast.textContent = text;
  toast.classList.add("shown");
  announce(text);
  clearTimeout(fading);
  const hide = () => toast.textContent === text && toast.classList.remove("shown");
  if (until) until.then(hide, hide);
  else fading = setTimeout(hide, Math.min(8000, Math.max(2400, 60 * text.length)));
}

/** @param {string} id @param {string} label @param {boolean} on @param {() => void} flip */
export const toggle = (id, label, on, flip) => html`
  <label class="switch" for=${id}><span>${label}</span>
    <input id=${id} type="checkbox" role="switch" .checked=${on} @change=${flip}></label>`;

function menu() {
  const theme = /** @param {Event} event */ (event) =>
    change({theme: /** @type {"auto" | "light" | "dark"} */ (/** @type {HTMLSelectElement} */ (event.target).value)});
  return html`<details class="settings">
    <summary aria-label=${t("settings")} title=${t("settings")}>
      <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="M4 7h9m5 0h2M4 17h2m5 0h9"/><circle cx="15.5" cy="7"
        r="2.5"/><circle cx="8.5" cy="17" r="2.5"/></svg>
    </summary>
    <div class="menu">
      ${accountLink("switch account-link")}
      <label class="switch" for="set-theme"><span>${t("theme")}</span>
        <select id="set-theme" @change=${theme}>
          ${
            /** @type {const} */ (["auto", "light", "dark"]).map(
              (name) => html`<option value=${name} .selected=${settings.theme === name}>${t(`theme_${name}`)}</option>`,
            )
          }
        </select></label>
      ${skins()}
      ${toggle("set-corners", t("corners"), settings.corners, () => change({corners: !settings.corners}))}
      ${toggle("set-large", t("large"), settings.large, () => change({large: !settings.large}))}
      ${toggle("set-motion", t("motion"), settings.motion, () => change({motion: !settings.motion}))}
      ${toggle("set-sound", t("sound"), settings.sound, () => change({sound: !settings.sound}))}
      ${touchable() ? toggle("set-twotap", t("two_taps"), settings.twotap, () => change({twotap: !settings.twotap})) : nothing}
      <a class="switch" href="/sheet">${t("title_sheet")}</a>
      <a class="switch" href="/me">${t("title_profile")}</a>
      <a class="switch" href="/players">${t("title_players")}</a>
      <a class="switch" href="/bots">${t("title_bots")}</a>
      <a class="switch" href="/offline">${t("title_offline")}</a>
    </div>
  </details>`;
}

/** Somebody is signed in. */
const PERSON = html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><circle cx="12" cy="8" r="3.75"/><path d="M4.5 20c.75-4 3.75-6 7.5-6s6.75 2 7.5 6"/></svg>`;

/** The way to the account: who is signed in, by name. @param {string} look */
function accountLink(look) {
  const account = knownAccount();
  return html`<a class=${look} href="/account" title=${t("title_account")}>${account ? PERSON : nothing}<span>${account?.name ?? t("sign_in_or_up")}</span></a>`;
}

/** @param {Page} current */
const bar = (current) => html`
  <a class="skip" href="#main">${t("skip")}</a>
  <a class="mark" href="/" aria-label="雀谱 Quepu">雀谱<span>Quepu</span></a>
  <nav aria-label=${t("nav")}>
    ${PAGES.map(([page, href, key]) => html`<a href=${href} class=${ROOMY.includes(page) ? "roomy" : nothing} aria-current=${page === (PARENTS[current] ?? current) ? "page" : "false"}>${t(key)}</a>`)}
  </nav>
  ${knownAccount() ? accountLink("who") : nothing}
  <button type="button" class="quiet language" lang=${settings.lang === "zh" ? "en" : "zh-Hans"}
    aria-label=${settings.lang === "zh" ? "EN English" : "中文"}
    @click=${() => change({lang: settings.lang === "zh" ? "en" : "zh"})}>${settings.lang === "zh" ? "EN" : "中"}</button>
  ${menu()}`;

/** How the bar of this page is drawn. */
const drawn = {bar: () => {}};

/** Draw the bar again: who is signed in has changed. */
export const refresh = () => drawn.bar();

/**
 * Set up a page: its bar, its announcements, the faces of the tiles. `draw` draws the rest and is called again when a setting changes.
 * @param {Page} page @param {() => void} draw
 */
export function open(page, draw) {
  announcer = document.getElementById("announcer");
  drawn.bar = () => render(bar(page), /** @type {HTMLElement} */ (document.getElementById("bar")));
  const all = () => {
    document.title = `${t(`title_${page}`)} · 雀谱 Quepu`;
    drawn.bar();
    draw();
    loadFaces();
  };
  onSettings(all);
  all();
  const top = /** @type {HTMLElement} */ (document.getElementById("bar"));
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${top.offsetHeight}px`)).observe(top);
  document.addEventListener("click", closeMenus);
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenus());
  if (knownAccount() && navigator.onLine) import("./profile-sync.js").then((profile) => profile.syncSometimes()).catch(() => {});
  if (load("quepu.offline", null) && navigator.onLine) import("./offline.js").then((offline) => offline.update()).catch(() => {});
}

/** Close menus when something else is clicked, or by Escape. @param {MouseEvent} [event] */
function closeMenus(event) {
  for (const details of document.querySelectorAll("details.settings[open]")) {
    if (!event || !details.contains(/** @type {Node} */ (event.target))) details.removeAttribute("open");
  }
}
