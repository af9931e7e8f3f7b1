// The templates of the front page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {lastBots, levelName} from "../shared/game/levels.js";
import {bookName, calledBook} from "../shared/names.js";
import {own, t} from "../shared/settings.js";
import {face, fanOfTiles} from "../shared/tiles.js";

/** @typedef {import("./ctrl.js").HomeCtrl} HomeCtrl */

/** @type {[string, string, "home_friends" | "home_learn" | "home_sheet" | "home_score" | "home_rules_page" | "home_practice"][]} address, tile, text */
const WAYS = [
  ["/play#friends", "E", "home_friends"],
  ["/learn", "1m", "home_learn"],
  ["/sheet", "9s", "home_sheet"],
  ["/hand", "5p", "home_score"],
  ["/rules", "F", "home_rules_page"],
  ["/practice", "1s", "home_practice"],
];

/** @type {Record<typeof WAYS[number][2], "home_friends_how" | "home_learn_how" | "home_sheet_how" | "home_score_how" | "home_rules_how" | "home_practice_how">} */
const HOW = {
  home_friends: "home_friends_how",
  home_learn: "home_learn_how",
  home_sheet: "home_sheet_how",
  home_score: "home_score_how",
  home_rules_page: "home_rules_how",
  home_practice: "home_practice_how",
};

/** @param {HomeCtrl} ctrl */
export function pageView(ctrl) {
  const {busy, problem} = ctrl;
  return html`${runningView(ctrl)}<section class="hero" aria-labelledby="home-title">
      ${fanOfTiles()}
      <h1 id="home-title">${t("home_lead")}</h1>
      <p class="hero-how">${t("home_how")}</p>
      <button type="button" class="primary play-now" ?disabled=${busy} @click=${() => ctrl.playNow()}>${t("play_now")}</button>
      <p class="home-book"><span>${ctrl.books.length ? t("home_rules", {book: ctrl.bookName, level: levelName(lastBots())}) : "\u00a0"}</span> <a href="/play">${t("home_change")}</a></p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    </section>
    <nav aria-label=${t("home_ways")}><ul class="ways">${WAYS.map(
      ([href, tile, key]) => html`<li><a class="card way" href=${href}>${face(tile)}
        <strong>${t(key)}</strong><span class="muted">${t(HOW[key])}</span></a></li>`,
    )}</ul></nav>
    <p class="home-games"><a href="/me">${t("title_profile")}</a> · <a href="/players">${t("title_players")}</a> ·
      <a href="/gallery">${t("title_gallery")}</a> · <a href="/event">${t("title_event")}</a> · <a href="/club">${t("title_club")}</a> ·
      <a href="/tournament">${t("title_tournament")}</a> · <a href="/lab">${t("title_lab")}</a></p>
    <section aria-labelledby="books-title"><h2 id="books-title">${t("home_books")}</h2>
      <ul class="home-books">${ctrl.books.map(
        (book) => html`<li class="card"><h3><a href="/rules/${book.id}">${bookName(book)}</a></h3>
          <p>${own(book.about)}</p>
          <button type="button" class="link" ?disabled=${busy} aria-label=${`${t("home_play_book")} · ${bookName(book)}`}
            @click=${() => ctrl.playNow({rules: book.id, overlay: null})}>${t("home_play_book")}</button></li>`,
      )}</ul></section>`;
}

/** The way back to games that are not over. @param {HomeCtrl} ctrl */
const runningView = ({running}) =>
  running.length
    ? html`<section class="running" aria-label=${t("running_game")}>${running.map(
        ({id, settings: {rules, overlay}}) => html`<a class="card" href="/play/${id}"><strong>${t("running_game")}</strong>
          <span class="muted">${overlay ? own(overlay) : calledBook(rules)}</span> <span class="go">${t("to_table")}</span></a>`,
      )}</section>`
    : nothing;
