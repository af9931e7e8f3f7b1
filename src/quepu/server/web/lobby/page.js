// Where play begins: at once against bots, at a table with friends, or at an open one; and the games that were played.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {bookChooser, keptOverlay, ownRules} from "../shared/book-chooser.js";
import {readBook} from "../shared/addresses.js";
import {DEFAULT_RULES} from "../shared/constants.js";
import {forgetRoom, keepName, keepRoom, ownName, ownRooms, seenGames} from "../shared/game/storage.js";
import {calledBook, figure} from "../shared/names.js";
import {playerName, recordedName} from "../shared/game/narrate.js";
import * as play from "../shared/game/rooms-api.js";
import {acceptRecords, recordField} from "../shared/game/record-upload.js";
import {lengthChooser, plainWishes, roomForm, wishedSettings} from "../shared/game/room-form.js";
import {keep, load, own as inOwnLanguage, t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {face} from "../shared/tiles.js";

const BOOK = "quepu.play.book";

/** @type {import("../shared/types.js").BookChoice} */
let book = load(BOOK, {rules: DEFAULT_RULES, overlay: null});
/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** @type {import("../shared/game/types.js").ListedRoom[] | null} */
let tables = null;
/** @type {import("../shared/game/types.js").PlayOptions | null} */
let options = null;
/** The rooms in which one plays or is going to. @type {import("../shared/game/types.js").Room[]} */
let running = [];
let wishes = plainWishes();
let name = ownName();
let busy = false;
/** @type {string | null} */
let problem = null;

/** @param {Record<string, unknown>} wanted */
async function begin(wanted) {
  if (busy) return;
  busy = true;
  problem = null;
  draw();
  try {
    keepName(name.trim());
    const rules = book.overlay === null ? {rules: book.rules} : {overlay: book.overlay};
    const opened = await play.makeRoom({name: name.trim() || t("guest"), ...rules, ...wanted});
    keepRoom(opened.room, {token: opened.token});
    location.assign(`/play/${opened.room}`);
  } catch (error) {
    problem = api.problemWords(error);
  }
  busy = false;
  draw();
}

const playNow = () => begin({...wishedSettings({...plainWishes(), length: wishes.length}), start: true});
const makeTable = () => begin(wishedSettings(wishes));

async function refresh() {
  try {
    tables = await play.openRooms();
  } catch {
    tables = null;
  }
  draw();
}

/** Which of the rooms one was in still go on. */
async function findRunning() {
  const found = await Promise.all(
    ownRooms().map((id) =>
      play.room(id).catch((error) => {
        if (error instanceof api.ApiError && error.code === "not_found") forgetRoom(id);
        return null;
      }),
    ),
  );
  running = found.flatMap((room) => (room && room.phase !== "over" ? [room] : []));
  draw();
}

/** @param {import("../shared/types.js").BookChoice} chosen */
function chooseBook(chosen) {
  book = chosen;
  keep(BOOK, book);
  draw();
}

/** @param {Partial<import("../shared/game/room-form.js").Wishes>} changes */
function wish(changes) {
  wishes = {...wishes, ...changes};
  draw();
}

/** The rules of one's own that can be chosen: those that are, else those used last. */
function own() {
  const kept = keptOverlay();
  return book.overlay === null || book.overlay === kept?.toml ? kept : ownRules(book.overlay, null);
}

/** @param {string} rules */
const called = (rules) => calledBook(books, rules);

function hero() {
  return html`<section class="hero" aria-labelledby="play-title">
    <div class="fan-of-tiles" aria-hidden="true">${["E", "1s", "5p", "C", "1m", "F", "9p", "P"].map((tile) => face(tile))}</div>
    <h1 id="play-title">${t("play_lead")}</h1>
    <p class="hero-how">${t("play_how")}</p>
    <button type="button" class="primary play-now" ?disabled=${busy} @click=${playNow}>${t("play_now")}</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    <div class="hero-choices">
      ${bookChooser(books, book, chooseBook, own())}
      ${lengthChooser("play-length", wishes.length, (length) => wish({length}))}
      <label class="form-line" for="play-name"><span>${t("your_name")}</span>
        <input id="play-name" type="text" maxlength="24" autocomplete="nickname" placeholder=${t("guest")} .value=${name}
          @input=${(/** @type {Event} */ event) => (name = /** @type {HTMLInputElement} */ (event.target).value)}></label>
    </div></section>`;
}

function tablesView() {
  if (!tables?.length) return html`<p class="muted">${t("no_open_tables")}</p>`;
  return html`<ul class="tables">${tables.map(
    (table) => html`<li><a href="/play/${table.id}">
      <strong>${table.host ?? "–"}</strong> <span class="muted">${called(table.rules)}${table.overlay ? ` · ${t("own_rules")}` : ""}</span>
      <span class="fact">${t("seated_count", {count: table.seated})}</span>
      <span class="muted">${t(/** @type {"phase_lobby"} */ (`phase_${table.phase}`))}</span>
      <span class="go">${t(table.phase === "lobby" && table.seated < 4 ? "join_it" : "watch_it")}</span></a></li>`,
  )}</ul>`;
}

/** The way back to games that are not over. */
function runningView() {
  if (!running.length) return nothing;
  return html`<section class="card running" aria-labelledby="running-title"><h2 id="running-title">${t("running_game")}</h2>
    <ul class="tables">${running.map(
      ({id, settings: {rules, overlay}, phase, players, members}) => html`<li><a href="/play/${id}">
        <strong>${overlay ? inOwnLanguage(overlay) : called(rules)}</strong>
        <span class="muted">${(players?.map(playerName) ?? members.map((member) => member.name)).join(" · ")}</span>
        <span class="muted">${t(/** @type {"phase_lobby"} */ (`phase_${phase}`))}</span>
        <span class="go">${t("to_table")}</span></a></li>`,
    )}</ul></section>`;
}

function gamesView() {
  const games = seenGames();
  if (!games.length) return html`<p class="muted">${t("no_games")}</p>`;
  return html`<ul class="tables">${games.slice(0, 8).map(
    ({game, rules, players, scores}) =>
      html`<li><a href="/replay/${game}"><strong>${called(rules)}</strong>
        <span class="muted">${players.map((player, i) => `${recordedName(player, options?.bots ?? [])} ${figure(scores[i])}`).join(" · ")}</span></a></li>`,
  )}</ul>`;
}

function draw() {
  render(
    html`${runningView()} ${hero()}
    <div class="play-columns">
      <section class="card" aria-labelledby="friends-title"><h2 id="friends-title">${t("friends")}</h2><p class="muted">${t("friends_how")}</p>
        ${roomForm(wishes, wish, options)}
        <button type="button" class="wide-button make-table" ?disabled=${busy} @click=${makeTable}>${t("make_table")}</button></section>
      <section class="card" aria-labelledby="open-title"><h2 id="open-title">${t("open_tables")}</h2>${tablesView()}
        <button type="button" @click=${refresh}>${t("refresh")}</button>
        <h2>${t("replays")}</h2>${recordField()}
        <h3>${t("your_games")}</h3>${gamesView()}</section>
    </div>`,
    /** @type {HTMLElement} */ (document.getElementById("main")),
  );
}

const query = new URLSearchParams(location.search);
if (query.has("rules") || query.has("overlay")) {
  readBook(query).then(({rules, overlay}) => {
    book = {rules, overlay};
    draw();
  });
}
open("lobby", draw);
acceptRecords();
findRunning();
api
  .books()
  .then((found) => (books = found))
  .then(draw, () => {});
play
  .playOptions()
  .then((found) => (options = found))
  .then(draw, () => {});
refresh();
setInterval(() => !document.hidden && refresh(), 10_000);
