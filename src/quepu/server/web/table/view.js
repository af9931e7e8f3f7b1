// The templates of the table page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser, keptOverlay} from "../shared/book-chooser.js";
import {boardView} from "../shared/game/board.js";
import {dealEnd, standing} from "../shared/game/deal-end.js";
import {wonTile} from "../shared/game/narrate.js";
import {choicesOf, lengthWords, roomForm, roomSettings} from "../shared/game/room-form.js";
import {ownName} from "../shared/game/storage.js";
import {knownAccount} from "../shared/session.js";
import {own, t} from "../shared/settings.js";
import {sharePicture} from "../shared/share-score.js";
import {fanNames, textWith} from "./fan-names.js";
import {fanPanelView} from "./fan-panel.js";
import {WINDS} from "../shared/constants.js";
import {hintView} from "./advice.js";
import {choiceButtons} from "./choices.js";
import {peoplePanel} from "./people-panel.js";
import {banner, menuView, paceButton, playersView, switches} from "./panels.js";
import {proposalView, rematchView} from "./proposals.js";
import {ownMelds, rackView} from "./rack.js";
import {claimBar, readyWords, statusLine, timeLeft, waitedFor} from "./status.js";
import {friendsEntrance, joinView, nextGame, settingsWords, waitingRoomView} from "./waiting-room.js";

/** @typedef {import("./ctrl.js").TableCtrl} TableCtrl */
/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/game/types.js").TableJson} TableJson */

/** The code with which the server closes a connection whose invitation is not valid. */
const NEEDS_INVITE = 4410;

export const wide = matchMedia("(min-aspect-ratio: 1/1)");

/** @param {TableCtrl} ctrl */
export function pageView(ctrl) {
  const {room, table} = ctrl.state;
  if (table && room) return roomView(ctrl, room, table);
  return html`${banner(ctrl.connection, ctrl.closedBy, () => ctrl.socket.again())} ${room ? beforeGame(ctrl, room) : entrance(ctrl)}`;
}

/** A way in for who has no valid invitation: a friend of the host may need none. @param {TableCtrl} ctrl */
function entrance(ctrl) {
  const account = knownAccount();
  if (!account || ctrl.connection !== "lost" || ctrl.closedBy !== NEEDS_INVITE) return nothing;
  return html`<div class="before">${friendsEntrance(() => ctrl.joining.join(account.name), ctrl.joining.problem)}</div>`;
}

/** At a table, that the connection is lost: in one place, where it covers nothing. @param {TableCtrl} ctrl @param {"end" | "dock" | "panels"} place */
function tableBanner(ctrl, place) {
  const {state} = ctrl;
  const here = endShown(ctrl) ? "end" : state.table?.view && state.mine !== null ? "dock" : "panels";
  return here === place ? banner(ctrl.connection, ctrl.closedBy, () => ctrl.socket.again(), true) : nothing;
}

/** @param {TableCtrl} ctrl @param {Room} room */
function beforeGame(ctrl, room) {
  const {member, invite} = ctrl.state;
  return html`<div class="before">${member === null ? joinForm(ctrl, room) : nothing}
    ${waitingRoomView(room, member, (message) => ctrl.send(message), invite, settingsForm(ctrl, room), ctrl.options, ctrl.changed, peoplePanel(room, member, ctrl.people, "card"))}</div>`;
}

/** The settings, for the host to change until the game starts. @param {TableCtrl} ctrl @param {Room} room */
function settingsForm(ctrl, room) {
  const {settings} = room;
  if (ctrl.state.member === null || ctrl.state.member !== room.host) return nothing;
  const kept = keptOverlay();
  const current = {rules: settings.rules, overlay: settings.overlay ? (kept?.toml ?? "") : null};
  const mine = settings.overlay ? {toml: kept?.toml ?? "", name: own(settings.overlay), base: settings.rules} : kept;
  const book = bookChooser(ctrl.books, current, (chosen) => ctrl.changeBook(chosen), mine, "room-book");
  return html`<details class="card room-settings"><summary>${t("room_settings")}</summary>
    ${roomForm(choicesOf(settings), (changes) => ctrl.changeSettings(roomSettings(changes)), ctrl.options, book)}</details>`;
}

/** @param {TableCtrl} ctrl @param {Room} room */
const joinForm = (ctrl, room) => joinView(ownName(), (name) => ctrl.joining.join(name), ctrl.joining.problem, room, ctrl.options);

/** @param {TableCtrl} ctrl @param {Room} room @param {TableJson} table */
function roomView(ctrl, room, table) {
  const {state, log, panel} = ctrl;
  return html`<div class="room ${panel === "none" ? "" : "with-panel"}" data-n=${table.n} data-phase=${table.waits.for}>
    ${roomHead(ctrl, room, table)}
    <aside class="beside" aria-label=${t("player")}>
      ${playersView(state, room, table)}
      <div class="log" role="log" aria-label=${t("log")} aria-live="polite" tabindex="0">${log.lines.map((line) => html`<p>${line}</p>`)}</div>
    </aside>
    <section class="felt" aria-label=${t("table_label")}>
      <h1 class="unseen">${t("title_table")}</h1>
      ${board(ctrl)}
      <div class="bubbles">${log.currentPhrases.map(({text}) => html`<p class="bubble">${text}</p>`)}</div>
      ${state.mine === null ? reopenButton(ctrl, "primary") : nothing}
    </section>
    ${endView(ctrl)}
    ${panels(ctrl, room)}
    ${dock(ctrl)}
  </div>`;
}

/** The way back to the result, for a player in the place of the choices, where it covers nothing. @param {TableCtrl} ctrl @param {string} look */
const reopenButton = (ctrl, look) =>
  ctrl.result.closed && atEnd(ctrl)
    ? html`<button type="button" class="${look} reopen" @click=${() => ctrl.result.toggle()}>${t("see_result_again")}</button>`
    : nothing;

/** @param {TableCtrl} ctrl @param {Room} room @param {TableJson} table */
function roomHead(ctrl, room, {view}) {
  const [rules, length] = settingsWords(room.settings);
  /** @param {"hint" | "fans" | "menu"} panel @param {string} id @param {string} text */
  const button = (panel, id, text) =>
    html`<button type="button" class="quiet" aria-pressed=${ctrl.panel === panel ? "true" : "false"} id=${id} @click=${() => ctrl.togglePanel(panel)}>${text}</button>`;
  return html`<div class="room-head"><a class="home-link" href="/play">雀谱</a>
      <p class="room-facts"><span>${rules}</span>
        <span>${view ? html`<span class="wall-count" title=${t("wall_left_hint")}>${t("wall_left_is", {count: view.wall_left})}</span>` : nothing}<span class="match-length">${view ? " · " : ""}${length}</span></span></p>
      ${ctrl.state.mine === null || room.phase === "over" || !room.settings.hints ? nothing : button("hint", "hint-button", t("hint"))}
      ${button("fans", "fans-button", t("fans_short"))}
      ${button("menu", "more-button", t("more"))}
    </div>`;
}

/** @param {TableCtrl} ctrl @param {Room} room */
function panels(ctrl, room) {
  const {panel, state} = ctrl;
  const send = (/** @type {object} */ message) => ctrl.send(message);
  return html`<div class="panels">
      ${tableBanner(ctrl, "panels")}
      ${endShown(ctrl) ? nothing : proposalView(state, room, send)}
      ${ctrl.hintShown ? hintView(ctrl) : nothing}
      ${panel === "fans" ? fanPanelView(ctrl.fans, room.settings.rules, () => ctrl.togglePanel("fans")) : nothing}
      ${panel === "menu" ? menuView(state, ctrl.options, send, ctrl.redraw, () => ctrl.togglePanel("menu"), ctrl.people) : nothing}
      ${state.member === null && room.phase !== "over" ? joinForm(ctrl, room) : nothing}
    </div>`;
}

/** @param {TableCtrl} ctrl */
function board(ctrl) {
  const {state} = ctrl;
  const {table, room} = state;
  if (!table?.view || !table.hand || !room)
    return html`<p class="dealing">${table?.waits.for === "ready" ? readyWords(state) : t("loading")}</p>`;
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
    call: ctrl.log.called,
    won: wonTile(state.events),
    away: hand.seats.map((player) => room.players?.[player].away ?? false),
    same: ctrl.lifted?.tile ?? ctrl.lookedAt,
  });
}

/** Whether the deal or the game has ended. @param {TableCtrl} ctrl */
function atEnd({state: {table, room}}) {
  const between = table?.view?.result && ["ready", "paused", "vote"].includes(table.waits.for);
  return Boolean(table?.hand && room?.players && (room.phase === "over" || between));
}

/** Whether the result is visible. @param {TableCtrl} ctrl */
const endShown = (ctrl) => !ctrl.result.closed && atEnd(ctrl);

/** The end of the deal; of the game first, with who has won it. @param {TableCtrl} ctrl */
function endView(ctrl) {
  const {state} = ctrl;
  const {table, room} = state;
  if (!table?.hand || !room?.players || !endShown(ctrl)) return nothing;
  const over = room.phase === "over";
  const result = table.view?.result ? dealResult(ctrl, table.hand.seats) : nothing;
  if (!over) {
    return html`<section class="end result" aria-label=${t("hand_over")}><div class="end-body">${result}</div>${endActions(ctrl, table, over)}</section>`;
  }
  return html`<section class="end result" aria-label=${t("game_over")}><div class="end-body">
    <h1 class="game-over" tabindex="-1">${t("game_over")}</h1>
    ${state.endedEarly ? html`<p class="ended-early">${endedEarlyWords(room, state.dealsPlayed)}</p>` : nothing}
    ${standing(room.players.map((_, i) => ({name: state.playerName(i), score: table.scores[i], isOwn: i === table.you})))}
    ${room.rated && !state.endedEarly ? ratedView(room) : nothing}
    ${state.member === null ? joinForm(ctrl, room) : nothing}
    ${nextGame(room, state.member, (message) => ctrl.send(message))}
    ${result === nothing ? nothing : html`<p class="last-deal">${t("last_deal")}</p>`}${result}
    </div>${endActions(ctrl, table, over)}</section>`;
}

/** Where the ratings are that a game has changed: to the own one, for who has one. @param {Room} room */
function ratedView({settings}) {
  const account = knownAccount();
  return html`<p class="rated-over">${t("rated_over")} <a href=${account ? `/players/${account.id}` : `/players?rules=${settings.rules}`}>${t(account ? "own_rating" : "all_ratings")}</a></p>`;
}

/** How many deals of a game that was ended early were played. @param {Room} room @param {number} count */
function endedEarlyWords({settings}, count) {
  if (settings.hands !== null) return t("ended_early", {count, all: settings.hands});
  return t("ended_early_rounds", {count, length: lengthWords(settings)});
}

/** @param {TableCtrl} ctrl @param {readonly number[]} seats */
function dealResult({state, result}, seats) {
  const {score, payments, checked, note, marking} = result;
  return dealEnd({
    events: state.events,
    names: state.names,
    seats,
    mine: state.mine,
    score,
    payments,
    checked,
    check: () => result.check(),
    note,
    marking,
    shown: result.reveal.shown,
    actions: winButtons(result),
  });
}

/** What can be done with a win: share a picture of it, look at it on the hand page. @param {TableCtrl["result"]} result */
function winButtons({score, book, handLink}) {
  if (!score || !book) return nothing;
  return html`<p class="win-actions"><button type="button" class="share-win" @click=${() => sharePicture(score, book)}>${t("share_picture")}</button>
    ${handLink ? html`<a class="button open-hand" href=${handLink} target="_blank">${t("open_on_hand_page")}</a>` : nothing}</p>`;
}

/** @param {TableCtrl} ctrl @param {TableJson} table @param {boolean} over */
function endActions(ctrl, table, over) {
  const ready = table.prompt?.ready;
  const waited = ready ? waitedFor(ctrl.state) : "";
  const {room} = ctrl.state;
  const voting = !over && room?.proposal;
  return html`<div class="actions end-actions">
      ${tableBanner(ctrl, "end")}
      ${voting ? proposalView(ctrl.state, room, (message) => ctrl.send(message)) : nothing}
      ${!over && ready ? html`${waited ? html`<p class="waited-for" role="status">${waited}</p>` : nothing}<button type="button" class="primary go-next" @click=${() => ctrl.next()}>${t("go_next")}</button>` : nothing}
      ${!over && !ready && !voting ? html`<p class="muted waiting-ready">${readyWords(ctrl.state)} ${timeLeft(ctrl.state)}</p>` : nothing}
      ${over ? rematchView(ctrl) : nothing}
      ${over && ctrl.state.hasRecord ? html`<a class="button" href="/replay/${table.game}">${t("see_replay")}</a>` : nothing}
      ${over ? html`<a class="button" href="/play">${t("all_tables")}</a>` : nothing}
      <button type="button" @click=${() => ctrl.result.toggle()}>${t("see_table")}</button>
    </div>`;
}

/** The player's own hand, and what they can choose. @param {TableCtrl} ctrl */
function dock(ctrl) {
  const {state, lifted} = ctrl;
  const {table} = state;
  if (!table?.view || state.mine === null) return nothing;
  const cutOff = ctrl.connection !== "open"; // then nothing that is pressed would be sent
  const legal = cutOff ? [] : state.legal;
  const {view} = table;
  const line = statusLine(state, lifted?.tile ?? null);
  const {win} = state;
  const status = cutOff
    ? tableBanner(ctrl, "dock")
    : html`<p class="status" ?hidden=${!line}><span class="status-text">${line}</span> ${timeLeft(state)}${claimBar(state)}</p>`;
  return html`<div class="dock ${legal.length ? "asked" : ""} ${cutOff ? "cut-off" : ""}">
    <div class="status-row">${status}
      ${win ? html`<p class="win-fans">${textWith("win_fans", fanNames(win.fans, 4))}</p>` : nothing}
      ${ctrl.connection === "lost" ? nothing : choicesView(ctrl, table, cutOff)}</div>
    <div class="hand-row">
      ${rackView(ctrl.rack.shown(view), view, legal, {
        marked: ctrl.hints.markedTile,
        lifted: lifted?.index ?? null,
        cost: win ? t("gives_up", {points: win.points}) : "",
        look: (tile) => ctrl.look(tile),
        discard: (tile, fromHand, index, event) => ctrl.discard(tile, fromHand, index, event),
        dropped: (from, to) => ctrl.moveTile(from, to),
      })}
      ${ownMelds(view, state.bottom)}</div>
    ${
      table.waits.for === "over"
        ? nothing
        : switches(
            state.auto,
            (changes) => ctrl.setAuto(changes),
            paceButton(state, (message) => ctrl.send(message)),
          )
    }
  </div>`;
}

/** @param {TableCtrl} ctrl @param {TableJson} table @param {boolean} cutOff */
function choicesView(ctrl, table, cutOff) {
  const {state} = ctrl;
  const {question, legal} = state;
  return html`<div class="choices ${ctrl.isEarly ? "early" : ""}" role="group" aria-label=${t("your_claim")}>${
    state.away && table.waits.for !== "over"
      ? html`<button type="button" class="choice win" ?disabled=${cutOff} @click=${() => ctrl.send({t: "back"})}>${t("i_am_back")}</button>`
      : choiceButtons(ctrl.choices, (action, event) => ctrl.act(action, false, question, event), cutOff || !legal.length)
  }${reopenButton(ctrl, "choice")}${state.mayThink && legal.length && !state.thinks && !state.winWaits ? html`<button type="button" class="choice pass think" ?disabled=${cutOff} @click=${() => ctrl.send({t: "more", n: table.n})}>${t("let_me_think")}</button>` : nothing}</div>`;
}
