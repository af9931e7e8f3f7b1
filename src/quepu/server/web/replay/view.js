// The templates of the replay page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {inWords} from "../shared/api.js";
import {copy} from "../shared/clipboard.js";
import {WINDS} from "../shared/constants.js";
import {boardView} from "../shared/game/board.js";
import {dealEnd, standing} from "../shared/game/deal-end.js";
import {calledWord, recordedNames, wonTile} from "../shared/game/narrate.js";
import {recordField} from "../shared/game/record-upload.js";
import {recordAddress} from "../shared/game/rooms-api.js";
import {scoreList} from "../shared/game/score-list.js";
import {seenGames} from "../shared/game/storage.js";
import {calledBook} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {icon} from "./icons.js";
import {reviewView} from "./review-view.js";

/** @typedef {import("./ctrl.js").ReplayCtrl} ReplayCtrl */
/** @typedef {import("../shared/game/types.js").Steps} Steps */
/** @typedef {import("../shared/game/types.js").GameInfo} GameInfo */

export const wide = matchMedia("(min-aspect-ratio: 1/1)");

/** @param {ReplayCtrl} ctrl */
export function pageView(ctrl) {
  const {game, id, problem, steps} = ctrl;
  if (!id) return gamesView();
  if (problem) {
    const gone = problem.code === "not_found";
    return html`<div class="problem"><p>${gone ? t("replay_gone") : inWords(problem)}</p>
      <div class="actions"><button type="button" @click=${() => location.reload()}>${t("again")}</button>
        <a class="button" href="/play">${t("all_tables")}</a></div></div>`;
  }
  if (game?.status === "playing") {
    const table = game.room ? `/play/${game.room}` : "/play";
    return html`<div class="problem"><p>${t("game_unfinished")}</p><a class="button" href=${table}>${t(game.room ? "to_table" : "all_tables")}</a></div>`;
  }
  if (!steps || !game) return html`<p class="muted">${t("loading")}</p>`;
  return html`<div class="replay" data-step=${ctrl.step} data-hand=${ctrl.deal}>
    <h1 class="unseen">${t("title_replay")}</h1>
    <section class="felt" aria-label=${t("table_label")}><p class="replay-title">${calledBook(game.rules)} · ${ctrl.playerNames.join(" · ")}</p>${board(ctrl, game, steps)}</section>
    ${side(ctrl, game, steps)}</div>`;
}

/** The games that this browser has seen. */
function gamesView() {
  const games = seenGames();
  return html`<h1>${t("replays")}</h1>${recordField()}
    <h2>${t("your_games")}</h2>
    ${
      games.length
        ? html`<ul class="tables">${games.map(
            ({game, rules, players, scores}) => html`<li><a href="/replay/${game}"><strong>${calledBook(rules)}</strong>
      ${scoreList(recordedNames(players), scores)}</a></li>`,
          )}</ul>`
        : html`<p class="muted">${t("no_games")}</p>`
    }`;
}

/** @param {ReplayCtrl} ctrl @param {GameInfo} game @param {Steps} steps */
function board({seat, mine, review, seatNames, step}, game, {hand, steps}) {
  const {view, events, scores} = steps[step];
  const called = events.find((event) => calledWord(event));
  return boardView({
    view,
    dice: hand.dice,
    round: hand.round,
    number: hand.number,
    tiles: game.match.tiles,
    // with all hands open, too, one's own is at the bottom, or the one that is reviewed
    bottom: Math.max(0, hand.seats.indexOf(WINDS.indexOf(seat ?? mine ?? (review.decisions ? review.seat : "")))),
    ownHand: true,
    upright: !wide.matches,
    names: seatNames,
    scores: hand.seats.map((player) => scores[player]),
    active: view.result || view.offer ? [] : [WINDS.indexOf(view.turn)],
    call: called && !view.result ? {seat: WINDS.indexOf(called.seat), text: calledWord(called) ?? "", n: step} : null,
    won: wonTile(events),
    away: [false, false, false, false],
    same: null,
  });
}

/** @param {ReplayCtrl} ctrl @param {Steps} steps */
function controls(ctrl, steps) {
  const {deal, running, step} = ctrl;
  const last = steps.steps.length - 1;
  /** @param {string} label @param {import("./icons.js").Drawing} drawing @param {() => void} press @param {boolean} off @param {string} [name] */
  const button = (label, drawing, press, off, name = drawing) =>
    html`<button type="button" class="step-button" data-go=${name} aria-label=${label} title=${label} ?disabled=${off} @click=${press}>${icon(drawing)}</button>`;
  return html`<div class="replay-controls">
    <p class="muted told" tabindex="0">${ctrl.stepWords()}</p>
    <div class="step-buttons">
      ${button(t("first_step"), "first", () => ctrl.go(0), step === 0)}
      ${button(t("previous_step"), "back", () => ctrl.go(ctrl.step - 1), step === 0)}
      ${button(t(running ? "stop" : "run"), running ? "stop" : "run", () => ctrl.run(), step === last && !running, "run")}
      ${button(t("next_step"), "forward", () => ctrl.go(ctrl.step + 1), step === last)}
      ${button(t("last_step"), "last", () => ctrl.go(last), step === last)}
    </div>
    <input type="range" class="seek" min="0" max=${last} .value=${String(step)} aria-label=${t("replay_step", {step, count: last})}
      @input=${(/** @type {Event} */ event) => ctrl.go(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <div class="step-buttons">
      ${button(t("previous_hand"), "hand-back", () => ctrl.goDeal(deal - 1), deal <= 1)}
      <span class="which-hand">${t("replay_hand", {number: deal, count: steps.hands})}</span>
      ${button(t("next_hand_replay"), "hand-forward", () => ctrl.goDeal(deal + 1), deal >= steps.hands)}
    </div></div>`;
}

/** The way back to the table, and what happens there. @param {ReplayCtrl} ctrl */
const backToTable = ({table: {room, words}}) =>
  room === null
    ? nothing
    : html`<p class="back-to-table ${words ? "called" : ""}">${words ? html`<span>${words}</span>` : nothing}
      <a class="button" href="/play/${room}">${t("back_to_table")}</a></p>`;

/** What is beside or below the table. @param {ReplayCtrl} ctrl @param {GameInfo} game @param {Steps} steps */
function side(ctrl, game, steps) {
  const {playerNames, seat} = ctrl;
  const who = playerNames[seat === null ? 0 : WINDS.indexOf(seat)];
  const last = ctrl.step === steps.steps.length - 1;
  /** @param {Event} event */
  const see = (event) => ctrl.seeFrom(/** @type {HTMLSelectElement} */ (event.target).value || null);
  return html`<aside class="replay-side">
    ${backToTable(ctrl)}
    ${controls(ctrl, steps)}
    <label class="form-line" for="seen-by"><span>${t("view_of")}</span><select id="seen-by" @change=${see}>
      <option value="" .selected=${seat === null}>${t("view_all")}</option>
      ${playerNames.map((name, i) => html`<option value=${WINDS[i]} .selected=${seat === WINDS[i]}>${name}${WINDS[i] === ctrl.mine ? t("that_is_you") : ""}</option>`)}</select></label>
    ${ctrl.mine === null ? nothing : html`<button type="button" class="whose" @click=${() => ctrl.seeFrom(seat === null ? ctrl.mine : null)}>${t(seat === null ? "from_my_seat" : "open_all_hands")}</button>`}
    <div class="actions">
      <button type="button" @click=${() => copy(location.origin + ctrl.moment, t("link_copied"))}>${t("copy_moment")}</button>
      <a class="button" href=${recordAddress(ctrl.id)} download>${t("download")}</a>
      ${last ? nothing : html`<button type="button" class="continue" title=${t("continue_as", {who})} @click=${() => ctrl.playOn()}>${t("continue_here")}</button>`}
    </div>
    ${last ? html`<section class="result card">${endView(ctrl, game, steps)}</section>` : nothing}
    ${reviewView(ctrl, steps)}</aside>`;
}

/** The end of the deal, and of the game. @param {ReplayCtrl} ctrl @param {GameInfo} game @param {Steps} steps */
function endView(ctrl, game, steps) {
  const {checked, givers, marking} = ctrl;
  const {scores} = game;
  return html`${dealEnd({
    events: steps.steps.flatMap(({events}) => events),
    names: ctrl.seatNames,
    seats: steps.hand.seats,
    score: steps.score,
    payments: steps.payments,
    checked,
    check: () => ctrl.check(),
    note: givers,
    marking,
  })}
    ${ctrl.deal === steps.hands && scores ? html`<h2>${t("game_over")}</h2>${standing(ctrl.playerNames.map((name, i) => ({name, score: scores[i], isOwn: WINDS[i] === ctrl.mine})))}` : nothing}`;
}
