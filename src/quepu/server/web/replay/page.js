// A game that is over, step by step: from any seat or with all hands open. The address holds the moment.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {boardView} from "../shared/game/board.js";
import {dealEnd, standing, withheldWords} from "../shared/game/deal-end.js";
import {address, pathPart} from "../shared/addresses.js";
import {keepRoom, ownName, rememberGame, seenGames} from "../shared/game/storage.js";
import {calledBook, figure, list} from "../shared/names.js";
import {calledWord, narrate, recordedName, wonTile} from "../shared/game/narrate.js";
import * as play from "../shared/game/rooms-api.js";
import {acceptRecords, recordField} from "../shared/game/record-upload.js";
import {settings, t} from "../shared/settings.js";
import {copy} from "../shared/clipboard.js";
import {announce, notice, open} from "../shared/shell.js";
import {checkHand, nonceStates} from "../shared/game/shuffle.js";
import {WINDS} from "../shared/constants.js";

/** @typedef {import("../shared/game/types.js").Steps} Steps */

const id = pathPart(2);
const wide = matchMedia("(min-aspect-ratio: 1/1)");

/** @type {import("../shared/game/types.js").GameShown | null} */
let game = null;
/** @type {Steps | null} */
let steps = null;
/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** @type {Map<string, import("../shared/types.js").Fan>} */
let fans = new Map();
/** @type {string[]} */
let bots = [];
let hand = 1;
let step = 0;
/** A player by his first seat, or null: all hands lie open. @type {string | null} */
let seat = null;
/** @type {api.ApiError | null} */
let problem = null;
/** @type {import("../shared/game/deal-end.js").Checked} */
let checked = null;
/** Who gave numbers of their own for the shuffle, in words. */
let givers = "";
/** @type {string | null} */
let pinned = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let running;

function readAddress() {
  const query = new URLSearchParams(location.search);
  hand = Math.max(1, Number(query.get("hand")) || 1);
  step = Math.max(0, Number(query.get("step")) || 0);
  const wanted = query.get("seat");
  seat = wanted && WINDS.includes(wanted) ? wanted : null;
}

/** The address of what is shown. */
function moment() {
  const query = new URLSearchParams({hand: String(hand), step: String(step)});
  if (seat) query.set("seat", seat);
  return address(`/replay/${id}`, query);
}

async function load() {
  try {
    game = await play.game(id);
    if (game.status === "playing") return draw();
    if (!seenGames().some((seen) => seen.game === id)) {
      rememberGame({game: id, rules: game.rules, players: game.players, scores: game.scores ?? [0, 0, 0, 0], at: Date.now()});
    }
    await loadHand();
    fans = new Map((await api.bookOf({rules: game.rules, overlay: null})).fans.map((fan) => [fan.id, fan]));
    draw();
  } catch (error) {
    if (error instanceof api.ApiError) problem = error;
    draw();
  }
}

async function loadHand() {
  const asked = `${hand}/${seat}`;
  const found = await play.steps(id, hand, seat);
  if (asked !== `${hand}/${seat}`) return;
  steps = found;
  step = Math.min(step, steps.steps.length - 1);
  checked = pinned = null;
  givers = "";
  draw();
}

/** @param {number} to */
function go(to) {
  if (!steps) return;
  const before = step;
  step = Math.max(0, Math.min(steps.steps.length - 1, to));
  history.replaceState(null, "", moment());
  if (step !== before) announce(told(step));
  draw();
}

/** @param {number} to @param {number} [at] */
async function goHand(to, at = 0) {
  if (!steps || to < 1 || to > steps.hands) return;
  hand = to;
  step = at;
  history.pushState(null, "", moment());
  await loadHand().catch(() => notice(t("offline")));
}

/** @param {Event} event */
async function see(event) {
  seat = /** @type {HTMLSelectElement} */ (event.target).value || null;
  history.replaceState(null, "", moment());
  await loadHand().catch(() => notice(t("offline")));
}

function run() {
  if (running) {
    clearInterval(running);
    running = undefined;
  } else {
    running = setInterval(() => {
      if (steps && step < steps.steps.length - 1) go(step + 1);
      else run();
    }, 900);
  }
  draw();
}

async function goOn() {
  if (!steps) return;
  try {
    const opened = await play.goOn(id, {hand, step, seat: seat ?? "E", name: ownName() || t("guest")});
    keepRoom(opened.room, {token: opened.token});
    location.assign(`/play/${opened.room}`);
  } catch (error) {
    notice(api.problemWords(error));
  }
}

/** The shuffle of this hand, from the record itself. */
async function check() {
  if (!game) return;
  checked = "asked";
  draw();
  try {
    const lines = (await play.record(id))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const begins = lines.findIndex((line) => line.t === "hand" && line.number === hand);
    const ends = lines.findIndex((line, i) => i > begins && line.t === "reveal");
    checked = (await checkHand(lines.slice(begins, ends + 1), game.match.tiles, null)) ?? "recorded";
    givers =
      checked === "recorded" && steps ? giversWords(seatNames(steps), lines[begins], await nonceStates(lines[begins], lines[ends])) : "";
  } catch {
    checked = null;
    notice(t("offline"));
  }
  if (checked) announce(t(`shuffle_${checked}`));
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector(".shuffle-result"))?.focus();
}

/** @param {readonly string[]} names by seat @param {import("../shared/game/types.js").GameEvent} hand @param {readonly string[]} states of the nonces */
function giversWords(names, {nonce_commitments}, states) {
  const who = names.filter((_, seat) => states[seat] === "opened");
  const gave = who.length ? t(nonce_commitments ? "shuffle_openers" : "shuffle_givers", {who: list(who)}) : t("shuffle_no_givers");
  return [gave, withheldWords(names, states)].filter(Boolean).join(" ");
}

/** @param {number} at */
function told(at) {
  if (!steps) return "";
  const names = seatNames(steps);
  return steps.steps[at].events
    .map((event) => narrate(event, names, null))
    .filter(Boolean)
    .join(settings.lang === "zh" ? "；" : " ");
}

/** @param {string} name */
const named = (name) => recordedName(name, bots);

/** @param {Steps} shown */
const seatNames = (shown) => shown.hand.seats.map((player) => named(shown.players[player]));

/** @param {Steps} shown */
function tableShown(shown) {
  const {view, events, scores} = shown.steps[step];
  const called = events.find((event) => calledWord(event));
  return boardView({
    view,
    dice: shown.hand.dice,
    round: shown.hand.round,
    number: shown.hand.number,
    tiles: game?.match.tiles ?? 136,
    bottom: seat === null ? 0 : shown.hand.seats.indexOf(WINDS.indexOf(seat)),
    ownHand: true,
    upright: !wide.matches,
    names: seatNames(shown),
    scores: shown.hand.seats.map((player) => scores[player]),
    active: view.result || view.offer ? [] : [WINDS.indexOf(view.turn)],
    call: called && !view.result ? {seat: WINDS.indexOf(called.seat), text: calledWord(called) ?? "", n: step} : null,
    won: wonTile(events),
    away: [false, false, false, false],
    same: null,
  });
}

/** @param {Steps} shown */
function controls(shown) {
  const last = shown.steps.length - 1;
  /** @param {string} label @param {string} sign @param {() => void} press @param {boolean} off @param {string} name */
  const button = (label, sign, press, off, name) =>
    html`<button type="button" class="step-button" data-go=${name} aria-label=${label} title=${label} ?disabled=${off} @click=${press}>${sign}</button>`;
  return html`<div class="replay-controls">
    <div class="step-buttons">
      ${button(t("first_step"), "⏮", () => go(0), step === 0, "first")}
      ${button(t("previous_step"), "◀", () => go(step - 1), step === 0, "back")}
      ${button(t(running ? "stop" : "run"), running ? "❚❚" : "▶▶", run, step === last && !running, "run")}
      ${button(t("next_step"), "▶", () => go(step + 1), step === last, "forward")}
      ${button(t("last_step"), "⏭", () => go(last), step === last, "last")}
    </div>
    <input type="range" class="seek" min="0" max=${last} .value=${String(step)} aria-label=${t("replay_step", {step, count: last})}
      @input=${(/** @type {Event} */ event) => go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <p class="muted told">${told(step)}</p>
    <div class="step-buttons">
      ${button(t("previous_hand"), "«", () => goHand(hand - 1), hand <= 1, "hand-back")}
      <span>${t("replay_hand", {number: hand, count: shown.hands})}</span>
      ${button(t("next_hand_replay"), "»", () => goHand(hand + 1), hand >= shown.hands, "hand-forward")}
    </div></div>`;
}

/** @param {Steps} shown */
function beside(shown) {
  const who = named(shown.players[seat === null ? 0 : WINDS.indexOf(seat)]);
  const last = step === shown.steps.length - 1;
  return html`<aside class="replay-side">
    <label class="form-line" for="seen-by"><span>${t("view_of")}</span><select id="seen-by" @change=${see}>
      <option value="" .selected=${seat === null}>${t("view_all")}</option>
      ${shown.players.map((player, i) => html`<option value=${WINDS[i]} .selected=${seat === WINDS[i]}>${named(player)}</option>`)}</select></label>
    ${controls(shown)}
    <div class="actions">
      <button type="button" @click=${() => copy(location.origin + moment(), t("link_copied"))}>${t("copy_moment")}</button>
      <a class="button" href=${play.recordAddress(id)} download>${t("download")}</a>
      ${last ? nothing : html`<button type="button" class="continue" title=${t("continue_as", {who})} @click=${goOn}>${t("continue_here")}</button>`}
    </div>
    ${
      last
        ? html`<section class="result card">${dealEnd({
            events: shown.steps.flatMap(({events}) => events),
            names: seatNames(shown),
            seats: shown.hand.seats,
            score: shown.score,
            checked,
            check,
            note: givers,
            marking: {active: pinned, pinned, hover: () => {}, pin, fanAddress: (fan) => `/rules/${game?.rules}#${fan}`, naming},
          })}
          ${hand === shown.hands && game?.scores ? html`<h2>${t("game_over")}</h2>${standing(shown.players.map((name, i) => ({name: named(name), score: game?.scores?.[i] ?? 0})))}` : nothing}</section>`
        : nothing
    }</aside>`;
}

/** @param {string} fan @param {string} name */
const naming = (fan, name) => (settings.lang === "zh" ? name : (fans.get(fan)?.en ?? name));

/** @param {string} fan */
function pin(fan) {
  pinned = pinned === fan ? null : fan;
  draw();
}

function shelf() {
  return html`<h1>${t("replays")}</h1>${recordField()}
    <h2>${t("your_games")}</h2>
    ${
      seenGames().length
        ? html`<ul class="tables">${seenGames().map(
            ({game: one, rules, players, scores}) => html`<li><a href="/replay/${one}"><strong>${called(rules)}</strong>
      <span class="muted">${players.map((player, i) => `${named(player)} ${figure(scores[i])}`).join(" · ")}</span></a></li>`,
          )}</ul>`
        : html`<p class="muted">${t("no_games")}</p>`
    }`;
}

/** @param {string} rules */
const called = (rules) => calledBook(books, rules);

function shown() {
  if (!id) return shelf();
  if (problem) {
    return html`<div class="problem"><p>${api.inWords(problem)}</p>
      <div class="actions"><button type="button" @click=${() => location.reload()}>${t("again")}</button>
        <a class="button" href="/play">${t("all_tables")}</a></div></div>`;
  }
  if (game?.status === "playing") {
    return html`<div class="problem"><p>${t("game_unfinished")}</p><a class="button" href=${game.room ? `/play/${game.room}` : "/play"}>${t(game.room ? "to_table" : "all_tables")}</a></div>`;
  }
  if (!steps || !game) return html`<p class="muted">${t("loading")}</p>`;
  return html`<div class="replay" data-step=${step} data-hand=${hand}>
    <h1 class="unseen">${t("title_replay")}</h1>
    <section class="felt" aria-label=${t("table_label")}><p class="replay-title">${called(game.rules)} · ${steps.players.map(named).join(" · ")}</p>${tableShown(steps)}</section>
    ${beside(steps)}</div>`;
}

function draw() {
  render(shown(), /** @type {HTMLElement} */ (document.getElementById("main")));
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(step - 1),
  ArrowRight: () => go(step + 1),
  Home: () => go(0),
  End: () => go(steps ? steps.steps.length - 1 : 0),
  PageUp: () => void goHand(hand - 1),
  PageDown: () => void goHand(hand + 1),
  " ": run,
};

document.addEventListener("keydown", (event) => {
  const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (field || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || !steps) return;
  if (event.key === " " && event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  KEYS[event.key]();
});
addEventListener("popstate", () => {
  readAddress();
  if (id) loadHand().catch(() => notice(t("offline")));
});
wide.addEventListener("change", draw);

readAddress();
open("replay", draw);
acceptRecords();
if (id) load();
api
  .books()
  .then((found) => (books = found))
  .then(draw, () => {});
play
  .playOptions()
  .then((found) => (bots = found.bots))
  .then(draw, () => {});
