// A room: its lobby, its table, the end of each hand and of the game.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {boardView} from "../shared/game/board.js";
import {PASS, choiceButtons, choiceWords, choices, chosenBy, discardOf} from "./choices.js";
import {handEnd, isWrong, standing, withheldWords} from "../shared/game/deal-end.js";
import {pathPart} from "../shared/addresses.js";
import {joinView, lobbyView, nextGame, settingsWords} from "./waiting-room.js";
import {keepName, keepRemoved, keepRoom, keptRoom, ownName, rememberGame, takeInvite, takeSeat} from "../shared/game/storage.js";
import {list} from "../shared/names.js";
import {calledWord, narrate, playerName, wonTile} from "../shared/game/narrate.js";
import {Nonces} from "./nonces.js";
import * as play from "../shared/game/rooms-api.js";
import {Rack, ownMelds, rackView, touch} from "./rack.js";
import {change, moves, own, settings, t} from "../shared/settings.js";
import {announce, notice, open} from "../shared/shell.js";
import {RoomSocket} from "./socket.js";
import * as sounds from "./sounds.js";
import {statusLine, timeLeft} from "./status.js";
import {banner, hintView, keysDialog, menuView, playersView, proposalView, switches} from "./panels.js";
import {TableState} from "./table-state.js";
import {WINDS, tileName} from "../shared/tiles.js";

/** @typedef {import("../shared/game/types.js").GameEvent} GameEvent */

const id = pathPart(2);
const state = new TableState(id);
const rack = new Rack();
const wide = matchMedia("(min-aspect-ratio: 1/1)");

/** @type {import("./socket.js").State} */
let connection = "connecting";
/** @type {number | null} */
let closedBy = null;
/** @type {string | null} */
let joinProblem = null;
/** Who joins when a game is over wants to play in the next one. */
let sitsDown = false;
/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** @type {Map<string, import("../shared/types.js").Fan>} */
let fans = new Map();
/** @type {import("../shared/game/types.js").PlayOptions | null} */
let options = null;
/** @type {{seat: number, text: string, n: number} | null} */
let call = null;
/** @type {string[]} */
let lines = [];
/** @type {{text: string, until: number}[]} */
let said = [];
/** @type {"none" | "hint" | "menu"} */
let panel = "none";
/** @type {import("../shared/game/types.js").Hint | null} */
let hint = null;
/** @type {string | null} */
let hintProblem = null;
/** @type {string | null} */
let markedTile = null;
/** The tile that was tapped once, by its place, and at which question. @type {{question: string, index: number, tile: string} | null} */
let tapped = null;
/** The kind of tile that the pointer is over, or the keys have come to. @type {string | null} */
let looked = null;
/** The win that ended the hand, and of which hand. @type {{of: string, score: import("../shared/types.js").ExplainedWin | null}} */
let result = {of: "", score: null};
let endShut = false;
/** @type {import("../shared/game/deal-end.js").Checked} */
let checked = null;
/** Who had committed to a nonce and did not open it, in words. */
let shuffleNote = "";
/** @type {string | null} */
let pinned = null;
/** @type {string | null} */
let hovered = null;
/** So many milliseconds after a new question a click is taken for one that was aimed before. */
const AIMED_BEFORE = 250;
/** When the question came that is asked now; one that a page begins with has nothing before it. */
let askedAt = -AIMED_BEFORE;

const socket = new RoomSocket(id, {hello: () => state.hello(), message: hear, state: connected});
const nonces = new Nonces(id, (message) => socket.send(message));

// ---- what the server tells

/** @param {import("./socket.js").State} now @param {number | null} code */
function connected(now, code) {
  connection = now;
  if (code !== null) closedBy = code;
  if (now === "waiting" || now === "lost") announce(t(now === "lost" ? "connection_lost" : "connection_waiting"));
  if (code === 4401) {
    keepRoom(id, {token: null}); // the server knows it no more: one is a guest again
    socket.again();
    return;
  }
  if (code === 4403) {
    keepRemoved(id); // the host has removed one: the table is no more to be seen
    state.leave();
  }
  state.answeredHere = null;
  draw();
}

/** @param {any} message */
function hear(message) {
  if (message.t === "welcome") {
    nonces.connected();
    news(state.welcome(message), false);
    if (sitsDown && state.room?.phase === "over") socket.send({t: "sit"});
    sitsDown = false;
  } else if (message.t === "update") {
    news(state.update(message), true);
    askedAt = performance.now();
  } else if (message.t === "table") state.tell(message.table);
  else if (message.t === "room") state.room = message.room;
  else if (message.t === "invite") state.invite = message.invite;
  else if (message.t === "answered" && state.table && message.n === state.table.n) {
    state.table = {...state.table, prompt: null, answered: message.action};
  } else if (["committed", "opened"].includes(message.t) && state.table) {
    nonces.confirmed(state.table.game, message);
    state.given(message);
  } else if (message.t === "phrase") say(message);
  else if (message.t === "more") notice(t("more_time_asked"));
  else if (message.t === "error") refused(message);
  after();
}

/** @param {{member: number, phrase: string}} message */
function say({member, phrase}) {
  const who = state.room?.members.find((one) => one.member === member)?.name ?? "";
  const words = options?.phrases[phrase];
  if (!words) return;
  const text = t("says", {who, phrase: own(words)});
  said = [...said.filter((one) => one.until > Date.now()), {text, until: Date.now() + 5000}].slice(-3);
  setTimeout(draw, 5100);
  tellLine(text);
}

/** @param {{re: string | null, error: {code: string, message: string}}} message */
function refused({re, error}) {
  // another tab was faster, or the table has gone on: what is shown is the truth
  const harmless = ["stale", "answered_already", "not_asked"].includes(error.code);
  if (re === "act") state.answeredHere = null;
  if (!harmless) notice(error.message);
}

/** @param {string} line */
function tellLine(line) {
  lines = [...lines, line].slice(-40);
}

/** @param {readonly GameEvent[]} events @param {boolean} now whether they happen now, or have happened before */
function news(events, now) {
  const {table, names, mine} = state;
  if (!table) return;
  for (const event of events) {
    const line = narrate(event, names, mine);
    if (line) tellLine(line);
    const word = calledWord(event);
    if (word && now) {
      const shown = (call = {seat: WINDS.indexOf(event.seat), text: word, n: table.n});
      setTimeout(() => {
        if (call === shown) call = null;
        draw();
      }, 1600);
    }
    if (event.t === "hand") startHand();
    if (now) sounds.play(sounds.soundOf(event));
  }
  if (events.some((event) => event.t === "reveal")) {
    endShut = false;
    judgeShuffle((found) => isWrong(found) || found === "own_withheld"); // without being asked
  }
}

function startHand() {
  checked = pinned = hovered = null;
  hint = null;
  markedTile = looked = null;
  lines = lines.slice(-6);
}

/** After anything was told: what the page does by itself, and what it shows. */
function after() {
  const {table, room} = state;
  if (table) nonces.give(table);
  if (table?.prompt?.ready && !table.hand) next();
  const answer = state.ownAnswer;
  if (answer) answerAfter(answer.at === "once" ? 0 : answer.at === "thought" ? 600 + 1800 * Math.random() : moves() ? 500 : 0);
  else if (state.legal.length) prompted();
  if (table?.view?.result && state.events.some(({t: name}) => name === "reveal")) explain();
  if (room?.phase === "over" && table && room.players && state.hasRecord) {
    rememberGame({
      game: table.game,
      rules: room.settings.rules,
      players: room.players.map(({name}) => name), // as a record has them, to be told in any language
      scores: table.scores,
      at: Date.now(),
    });
  }
  if (panel === "hint") askHint();
  draw();
}

let plannedFor = "";

/** Let the page answer by itself, if it still would when the pause is over. @param {number} pause in milliseconds */
function answerAfter(pause) {
  const asked = state.question;
  const now = () => {
    const answer = state.question === asked ? state.ownAnswer : null;
    if (answer) act(answer.action, false, asked);
  };
  if (!pause) return now();
  if (plannedFor === asked) return;
  plannedFor = asked;
  setTimeout(now, pause);
}

let promptedFor = "";

/** Tell that something is asked, once. */
function prompted() {
  if (promptedFor === state.question) return;
  promptedFor = state.question;
  const found = currentChoices().filter(({action}) => action !== PASS);
  if (found.length || !state.claiming) sounds.play("turn");
  if (found.length) tellLine(t("told_choices", {choices: list(found.map(choiceWords))}));
}

async function explain() {
  const {table} = state;
  const of = `${table?.game}/${table?.hand?.number}`;
  if (result.of === of) return;
  result = {of, score: null};
  try {
    const told = await play.lastScore(id);
    if (`${told.game}/${told.hand}` === of) result = {of, score: told.score};
  } catch {
    result = {of: "", score: null}; // it is asked for again with the next message
  }
  draw();
  if (!endShut) /** @type {HTMLElement | null} */ (document.querySelector(".end-title"))?.focus({preventScroll: true});
}

async function askHint() {
  const {token} = keptRoom(id);
  if (!token || !state.table?.view || state.table.view.result) return;
  const asked = state.question;
  if (hint && `${hint.game}/${hint.n}` === asked) return;
  try {
    hint = await play.hint(id, token);
    hintProblem = null;
  } catch (error) {
    hint = null;
    hintProblem = api.problemWords(error);
  }
  draw();
}

async function checkShuffle() {
  if (!state.table?.hand) return;
  checked = "asked";
  draw();
  await judgeShuffle(() => true);
  /** @type {HTMLElement | null} */ (document.querySelector(".shuffle-result"))?.focus();
}

/** Check the shuffle, and show what was found if it is to be shown. @param {(found: import("../shared/game/deal-end.js").Found) => boolean} shows */
async function judgeShuffle(shows) {
  const of = state.table?.hand?.number;
  const {found, states} = await nonces.verdict(state);
  if (!shows(found) || state.table?.hand?.number !== of) return;
  checked = found;
  shuffleNote = withheldWords(state.names, states);
  (isWrong(found) ? notice : announce)(t(`shuffle_${found}`));
  draw();
}

// ---- what the player does

/** @param {object} message */
function send(message) {
  if (!socket.send(message)) notice(t("connection_waiting"));
}

/**
 * Answer a question, if it is still asked. A second click of a double click is none, nor is one that was aimed at what lay there before;
 * keys and other tools press a button without a count of clicks.
 * @param {number} action @param {boolean} fromHand @param {string} question @param {Event} [event]
 */
function act(action, fromHand, question, event) {
  if (event instanceof MouseEvent && (event.detail > 1 || (event.detail === 1 && performance.now() - askedAt < AIMED_BEFORE))) return;
  if (question !== state.question || !state.legal.includes(action) || !state.table) return;
  state.answeredHere = question;
  markedTile = looked = null;
  if (!socket.send({t: "act", n: state.table.n, action, from_hand: fromHand})) state.answeredHere = null;
  draw();
}

/** Throw a tile; by touch only the second tap on it does, as a thumb is easily wrong. @param {string} tile @param {boolean} fromHand @param {number} index @param {Event} event */
function throwTile(tile, fromHand, index, event) {
  const {table, question} = state;
  const view = table?.view;
  if (!view) return;
  const touched = settings.twotap && touch.made(event);
  if (touched && lifted()?.index !== index) {
    tapped = {question, index, tile};
    announce(t("tap_again", {tile: tileName(tile)}));
    draw();
    return;
  }
  const keepsDrawn = fromHand && tile === view.drawn && !view.seats[state.bottom].ready;
  act(discardOf(tile), keepsDrawn, question, touched ? undefined : event);
}

/** Show where tiles of this kind lie open already. @param {string | null} tile */
function look(tile) {
  if (looked === tile) return;
  looked = tile;
  draw();
}

/** What the next tap would throw. */
const lifted = () => (tapped?.question === state.question && state.legal.length ? tapped : null);

/** Ready for the next hand. */
function next() {
  const {table} = state;
  if (table?.prompt?.ready) socket.send({t: "ready", hand: table.waits.hand});
}

/** @param {string} name */
async function join(name) {
  keepName(name);
  try {
    const {invite, removed} = keptRoom(id);
    const joined = await play.join(id, {name, invite, token: removed});
    keepRoom(id, {token: joined.token});
    joinProblem = null;
    sitsDown = state.room?.phase === "over";
    socket.again();
  } catch (error) {
    joinProblem = api.problemWords(error);
    draw();
  }
}

/** @param {"none" | "hint" | "menu"} wanted */
function toggle(wanted) {
  panel = panel === wanted ? "none" : wanted;
  if (panel === "hint") askHint();
  draw();
}

/** @param {Partial<import("./panels.js").Auto>} changes */
function setAuto(changes) {
  Object.assign(state.auto, changes);
  after();
}

/** @param {number} step */
function moveFocus(step) {
  const tiles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".mine")]);
  if (!tiles.length) return;
  const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  tiles[at < 0 ? (step > 0 ? 0 : tiles.length - 1) : (at + step + tiles.length) % tiles.length].focus();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => moveFocus(-1),
  ArrowRight: () => moveFocus(1),
  d: () => /** @type {HTMLElement | null} */ (document.querySelector(".just-drawn"))?.click(),
  n: () => /** @type {HTMLElement | null} */ (document.querySelector(".go-next"))?.click(),
  h: () => state.room?.phase !== "over" && toggle("hint"),
  u: () => send({t: "propose", kind: "takeback"}),
  s: () => change({autosort: !settings.autosort}),
  m: () => change({sound: !settings.sound}),
  "?": keysDialog.show,
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  const {target} = event;
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog.open || !state.table) return;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.repeat && !key.startsWith("Arrow")) {
    // a key that is held does once what it does; on a button the browser would press it again and again
    if (key === "Enter" || key === " ") event.preventDefault();
    return;
  }
  const chosen = chosenBy(currentChoices(), key);
  if (chosen) act(chosen.action, false, state.question);
  else if (KEYS[key]) KEYS[key]();
  else if (key === "Escape" && panel !== "none") toggle(panel);
  else return;
  event.preventDefault();
}

// ---- what is shown

function currentChoices() {
  const {table, legal} = state;
  const lastDraw = legal.includes(118);
  return choices(legal, table?.view?.offer?.tile ?? null, lastDraw);
}

function tableDrawn() {
  const {table, room} = state;
  if (!table?.view || !table.hand || !room)
    return html`<p class="dealing">${t(table?.waits.for === "ready" ? "waiting_next" : "loading")}</p>`;
  const {waits, view, hand} = table;
  return boardView({
    view,
    dice: hand.dice,
    round: hand.round,
    number: hand.number,
    tiles: room.settings.tiles,
    bottom: state.bottom,
    ownHand: state.mine === null,
    upright: !wide.matches,
    names: state.names,
    scores: hand.seats.map((player) => table.scores[player]),
    active: waits.for === "turn" && waits.seat ? [WINDS.indexOf(waits.seat)] : [],
    call,
    won: wonTile(state.events),
    away: hand.seats.map((player) => room.players?.[player].away ?? false),
    same: lifted()?.tile ?? looked,
  });
}

/** @param {string} fan */
const fanAddress = (fan) => `/rules/${state.room?.settings.rules}#${fan}`;

function marking() {
  return {
    active: hovered ?? pinned,
    pinned,
    hover: /** @param {string | null} fan */ (fan) => {
      hovered = fan;
      draw();
    },
    pin: /** @param {string} fan */ (fan) => {
      pinned = pinned === fan ? null : fan;
      hovered = null;
      draw();
    },
    fanAddress,
    naming,
  };
}

function shutEnd() {
  endShut = !endShut;
  draw();
}

/** The end of the hand, and of the game. */
function endView() {
  const {table, room, names, events} = state;
  if (!table?.hand || !room?.players) return nothing;
  const over = room.phase === "over";
  const between = table.view?.result && (table.waits.for === "ready" || table.waits.for === "paused");
  if (!over && !between) return nothing;
  if (endShut) return html`<button type="button" class="primary reopen" @click=${shutEnd}>${t("see_result_again")}</button>`;
  const {players} = room;
  const {hand, scores, game} = table;
  const player = table.you !== null;
  return html`<section class="end result" aria-label=${t("hand_over")}><div class="end-body">
    ${over ? html`<h1>${t("game_over")}</h1>${standing(players.map((one, i) => ({name: playerName(one), score: scores[i]})))}` : nothing}
    ${over && state.member === null ? joinView(ownName(), join, joinProblem, room, books) : nothing}
    ${over ? nextGame(room, state.member, send) : nothing}
    ${table.view?.result ? handEnd({events, names, seats: hand.seats, score: result.score, checked, check: checkShuffle, note: shuffleNote, marking: marking()}) : nothing}
    </div><div class="actions end-actions">
      ${!over && table.prompt?.ready ? html`<button type="button" class="primary go-next" @click=${next}>${t("go_next")}</button>` : nothing}
      ${!over && !table.prompt?.ready ? html`<p class="muted">${t("waiting_next")} ${timeLeft(state)}</p>` : nothing}
      ${over && player ? html`<button type="button" class="primary rematch" @click=${() => send({t: "propose", kind: "rematch"})}>${t("rematch")}</button>` : nothing}
      ${over && state.hasRecord ? html`<a class="button" href="/replay/${game}">${t("see_replay")}</a>` : nothing}
      ${over ? html`<a class="button" href="/play">${t("all_tables")}</a>` : nothing}
      <button type="button" @click=${shutEnd}>${t("see_table")}</button>
    </div></section>`;
}

/** @param {string} tile */
function showTile(tile) {
  markedTile = tile;
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector(`.mine[data-tile="${tile}"]`))?.focus();
}

/** @param {string} fan @param {string} name */
const naming = (fan, name) => (settings.lang === "zh" ? name : (fans.get(fan)?.en ?? name));

function dock() {
  const {table} = state;
  if (!table?.view || state.mine === null) return nothing;
  const cutOff = connection !== "open"; // then nothing that is pressed would be heard
  const legal = cutOff ? [] : state.legal;
  const question = state.question;
  const {view} = table;
  const line = statusLine(state, lifted()?.tile ?? null);
  return html`<div class="dock ${legal.length ? "asked" : ""} ${cutOff ? "cut-off" : ""}">
    <div class="status-row"><p class="status" ?hidden=${!line}><span class="status-text">${line}</span> ${cutOff ? nothing : timeLeft(state)}</p>
      <div class="choices" role="group" aria-label=${t("your_claim")}>${
        state.away
          ? html`<button type="button" class="choice win" ?disabled=${cutOff} @click=${() => send({t: "back"})}>${t("i_am_back")}</button>`
          : choiceButtons(currentChoices(), (action, event) => act(action, false, question, event), !legal.length)
      }${state.mayThink ? html`<button type="button" class="choice pass think" ?disabled=${cutOff} @click=${() => send({t: "more", n: table.n})}>${t("let_me_think")}</button>` : nothing}</div></div>
    <div class="hand-row">
      ${rackView(rack.shown(view), view, legal, {
        marked: markedTile,
        lifted: lifted()?.index ?? null,
        look,
        throwTile,
        dropped: (from, to) => {
          rack.move(from, to);
          tapped = null;
          draw();
        },
      })}
      ${ownMelds(view, state.bottom)}</div>
    ${switches({...state.auto, pass: state.passesByItself}, setAuto, state.withPeople)}
  </div>`;
}

function tableView() {
  const {room, table} = state;
  if (!room || !table) return nothing;
  const [rules, length] = settingsWords(room.settings, books);
  return html`<div class="room ${panel === "none" ? "" : "with-panel"}" data-n=${table.n} data-phase=${table.waits.for}>
    <div class="room-head"><a class="home-link" href="/play">雀谱</a>
      <p class="room-facts"><span>${rules}</span>
        <span><span class="match-length">${length}${table.view ? " · " : ""}</span>${table.view ? html`<span class="wall-count">${t("wall_left_is", {count: table.view.wall_left})}</span>` : nothing}</span></p>
      ${state.mine === null || room.phase === "over" ? nothing : html`<button type="button" class="quiet" aria-pressed=${panel === "hint" ? "true" : "false"} id="hint-button" @click=${() => toggle("hint")}>${t("hint")}</button>`}
      <button type="button" class="quiet" aria-pressed=${panel === "menu" ? "true" : "false"} id="more-button" @click=${() => toggle("menu")}>${t("more")}</button>
    </div>
    <aside class="beside" aria-label=${t("player")}>
      ${playersView(room, table, state.bottom)}
      <div class="log" role="log" aria-label=${t("log")} aria-live="polite" tabindex="0">${lines.map((line) => html`<p>${line}</p>`)}</div>
    </aside>
    <section class="felt" aria-label=${t("table_label")}>
      <h1 class="unseen">${t("title_table")}</h1>
      ${tableDrawn()}
      <div class="bubbles">${said.filter(({until}) => until > Date.now()).map(({text}) => html`<p class="bubble">${text}</p>`)}</div>
      ${endView()}
    </section>
    <div class="panels">
      ${proposalView(room, table.you, send)}
      ${panel === "hint" && room.phase !== "over" ? html`<section class="side-panel hint-panel card result" aria-label=${t("hint")}>${hintView(hint, hintProblem, showTile, naming)}</section>` : nothing}
      ${panel === "menu" ? menuView(state, options?.phrases ?? null, send, draw) : nothing}
      ${state.member === null && room.phase !== "over" ? joinView(ownName(), join, joinProblem, room, books) : nothing}
    </div>
    ${dock()}
  </div>`;
}

function draw() {
  const {room, table} = state;
  document.body.classList.toggle("at-table", Boolean(table));
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (table)
    document.title = `${state.legal.length && !(state.claiming && state.legal.length === 1) ? "● " : ""}${t("title_table")} · 雀谱 Quepu`;
  const logShown = main.querySelector(".log");
  const atEnd = !logShown || logShown.scrollTop + logShown.clientHeight >= logShown.scrollHeight - 8;
  render(
    html`${banner(connection, closedBy, () => socket.again())}
    ${
      table
        ? tableView()
        : room
          ? html`<div class="before">${state.member === null ? joinView(ownName(), join, joinProblem, room, books) : nothing}
              ${lobbyView(room, state.member, books, send, state.invite)}</div>`
          : nothing
    }`,
    main,
  );
  const log = main.querySelector(".log");
  if (log && atEnd) log.scrollTop = log.scrollHeight;
}

takeInvite(id);
takeSeat(id);
open("table", draw);
sounds.allowSound();
document.addEventListener("keydown", onKey);
wide.addEventListener("change", draw);
setInterval(() => state.table && typeof state.table.waits.left === "number" && draw(), 500);
socket.connect();

api
  .books()
  .then((found) => (books = found))
  .then(draw, () => {});
play
  .playOptions()
  .then((found) => (options = found))
  .then(draw, () => {});
play
  .roomRules(id)
  .then((book) => (fans = new Map(book.fans.map((fan) => [fan.id, fan]))))
  .then(draw, () => {}); // the names of fans stay Chinese
