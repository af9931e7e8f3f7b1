// The templates of the lobby.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser} from "../shared/book-chooser.js";
import {botsChooser, lastBots, levelName} from "../shared/game/levels.js";
import {playerName, recordedNames} from "../shared/game/narrate.js";
import {recordField} from "../shared/game/record-upload.js";
import {lengthChooser, roomForm} from "../shared/game/room-form.js";
import {scoreList} from "../shared/game/score-list.js";
import {seenGames} from "../shared/game/storage.js";
import {alsoCalled, calledBook} from "../shared/names.js";
import {knownAccount} from "../shared/session.js";
import {own, t} from "../shared/settings.js";
import {matchView} from "./match-view.js";
import {fanOfTiles} from "../shared/tiles.js";

/** @typedef {import("./ctrl.js").LobbyCtrl} LobbyCtrl */

/** How many games are listed. */
const MOST_GAMES = 8;

/** @param {LobbyCtrl} ctrl */
export function pageView(ctrl) {
  const {book, books, busy, chooseBook, makeTable, options, ownRules, refresh, choose, choices} = ctrl;
  return html`${runningView(ctrl)} ${hero(ctrl)}
    <div class="play-columns">
      ${matchView(ctrl.match, bookChooser(books, book, chooseBook, ownRules, "match-book"), nameField("match-name", ctrl))}
      <section class="card" id="friends" aria-labelledby="friends-title"><h2 id="friends-title">${t("friends")}</h2><p class="muted">${t("friends_how")}</p>
        ${nameField("room-name", ctrl)}
        ${roomForm(choices, choose, options, bookChooser(books, book, chooseBook, ownRules, "room-book"))}
        <button type="button" class="primary wide-button make-table" ?disabled=${busy} @click=${makeTable}>${t("make_table")}</button></section>
      <section class="card" aria-labelledby="open-title"><h2 id="open-title">${t("open_tables")}</h2>${tablesView(ctrl)}
        <button type="button" @click=${refresh}>${t("refresh")}</button>
        <h2>${t("replays")}</h2>${recordField()}
        <h3>${t("your_games")}</h3>${gamesView()}</section>
    </div>`;
}

/** @param {LobbyCtrl} ctrl */
function hero(ctrl) {
  const {book, books, busy, chooseBook, playNow, problem, choose, choices} = ctrl;
  return html`<section class="hero" aria-labelledby="play-title">
    ${fanOfTiles()}
    <h1 id="play-title">${t("play_lead")}</h1>
    <p class="hero-how">${t("play_how")}</p>
    <button type="button" class="primary play-now" ?disabled=${busy} @click=${playNow}>${t("play_now")}</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    <div class="hero-choices">
      ${bookChooser(books, book, chooseBook, ctrl.ownRules)}
      ${lengthChooser("play-length", choices.length, (length) => choose({length}))}
      ${botsChooser("play-bots", t("opponents"), lastBots(), (bots) => choose({bots}), levelName, false)}
      ${nameField("play-name", ctrl)}
    </div>
    <p class="hero-games"><a href="/me">${t("title_profile")}</a> · <a href="/players">${t("title_players")}</a></p></section>`;
}

/** The name that the others see. It is the same wherever it is typed; who is signed in has the name of the account. @param {string} id @param {LobbyCtrl} ctrl */
const nameField = (id, {name, setName}) =>
  knownAccount()
    ? nothing
    : html`<label class="form-line" for=${id}><span>${t("your_name")}</span>
  <input id=${id} type="text" maxlength="24" autocomplete="nickname" placeholder=${t("guest")} .value=${name}
    @input=${(/** @type {Event} */ event) => setName(/** @type {HTMLInputElement} */ (event.target).value)}></label>`;

/** @param {string} phase */
const phaseWords = (phase) => t(/** @type {"phase_lobby"} */ (`phase_${phase}`));

/** @param {LobbyCtrl} ctrl */
function tablesView({tables}) {
  if (!tables?.length) return html`<p class="muted">${t("no_open_tables")}</p>`;
  return html`<ul class="tables">${tables.map(
    (table) => html`<li><a href="/play/${table.id}">
      <strong>${table.host ?? "–"}</strong> <span class="muted">${calledBook(table.rules)}${table.overlay ? "" : alsoCalled(table.rules)}${table.overlay ? ` · ${t("own_rules")}` : ""}</span>
      <span class="fact">${t("seated_count", {count: table.seated})}</span>
      <span class="muted">${phaseWords(table.phase)}</span>
      <span class="go">${t(table.phase === "lobby" && table.seated < 4 ? "join_it" : "watch_it")}</span></a></li>`,
  )}</ul>`;
}

/** The way back to games that are not over. @param {LobbyCtrl} ctrl */
function runningView({running}) {
  if (!running.length) return nothing;
  return html`<section class="card running" aria-labelledby="running-title"><h2 id="running-title">${t("running_game")}</h2>
    <ul class="tables">${running.map(
      ({id, settings: {rules, overlay}, phase, players, members}) => html`<li><a href="/play/${id}">
        <strong>${overlay ? own(overlay) : calledBook(rules)}</strong>
        ${scoreList(players?.map(playerName) ?? members.map((member) => member.name), null)}
        <span class="muted">${phaseWords(phase)}</span>
        <span class="go">${t("to_table")}</span></a></li>`,
    )}</ul></section>`;
}

function gamesView() {
  const games = seenGames();
  if (!games.length) return html`<p class="muted">${t("no_games")}</p>`;
  return html`<ul class="tables">${games.slice(0, MOST_GAMES).map(
    ({game, rules, players, scores}) =>
      html`<li><a href="/replay/${game}"><strong>${calledBook(rules)}</strong>
        ${scoreList(recordedNames(players), scores)}</a></li>`,
  )}</ul>`;
}
