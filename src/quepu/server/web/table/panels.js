// The panels beside a table: the players, phrases, the player's switches, the keys.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import {peoplePanel} from "./people-panel.js";
import {invitation, ownSeat} from "./waiting-room.js";
import {figure} from "../shared/names.js";
import {speedChooser} from "../shared/game/room-form.js";
import {change, own, settings, t, touchable} from "../shared/settings.js";
import {toggle as switchFor} from "../shared/shell.js";
import {windMark} from "../shared/game/wind-mark.js";
import {WINDS} from "../shared/constants.js";

/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/game/types.js").TableJson} TableJson */

const PLACES = ["●", "→", "↑", "←"];

/** The name of a bot is long for a phone: it may break before what says that it is one. @param {string} name */
const breakable = (name) => name.split(/(?=机器人)/).map((part, i) => (i ? html`<wbr>${part}` : part));

/** The players in the order of their seats, seen from below. @param {import("./table-state.js").TableState} state @param {Room} room @param {TableJson} table */
export function playersView(state, room, table) {
  const {hand} = table;
  if (!room.players || !hand) return nothing;
  const players = room.players;
  return html`<ul class="players">${[0, 1, 2, 3].map((place) => {
    const wind = (state.bottom + place) % 4;
    const number = hand.seats[wind];
    const player = players[number];
    const asked = table.waits.for === "turn" && table.waits.seat === WINDS[wind];
    return html`<li class="player ${asked ? "on" : ""} ${number === table.you ? "me" : ""} ${player.bot ? "bot" : ""}">
      ${windMark(wind, wind === 0)}
      <span class="player-name"><span class="place" aria-hidden="true">${PLACES[place]}</span> ${breakable(state.playerName(number))}</span>
      <span class="player-score">${figure(table.scores[number])}</span>
      ${player.bot || (player.here && !player.away) ? nothing : html`<small class="absent">${t(player.away ? "bot_plays" : "offline_now")}</small>`}</li>`;
  })}</ul>`;
}

/** @param {Record<string, import("../shared/types.js").Both>} phrases @param {(message: object) => void} send */
const phrasesView = (phrases, send) =>
  html`<div class="phrases chips">${Object.entries(phrases).map(
    ([id, both]) => html`<button type="button" class="chip" @click=${() => send({t: "phrase", phrase: id})}>${own(both)}</button>`,
  )}</div>`;

/** The button that ends the game; where nobody else could disagree, only the second press does. */
class EndButton {
  /** How many milliseconds the second press is possible. */
  static REALLY = 5000;

  constructor() {
    this.until = 0;
  }

  /** Whether the next press ends the game. */
  get asks() {
    return performance.now() < this.until;
  }

  /** @param {MouseEvent} event @param {boolean} alone @param {(message: object) => void} send @param {() => void} draw */
  press(event, alone, send, draw) {
    if (event.detail > 1) return; // a double click is one press
    if (alone && !this.asks) {
      this.until = performance.now() + EndButton.REALLY;
      setTimeout(draw, EndButton.REALLY + 50);
    } else {
      this.until = 0;
      send({t: "propose", kind: "end"});
    }
    draw();
  }
}

const endButton = new EndButton();

/** The menu of the table. @param {import("./table-state.js").TableState} state @param {import("../shared/game/types.js").PlayOptions | null} options @param {(message: object) => void} send @param {() => void} draw @param {() => void} close @param {import("../shared/people-ctrl.js").PeopleCtrl} people */
export function menuView({room, table, away, id, decidesAlone, invite, member}, options, send, draw, close, people) {
  if (!room || !table) return nothing;
  const player = table.you !== null;
  const playing = player && room.phase === "playing";
  const done = (/** @type {object} */ message) => {
    send(message);
    close(); // the table is what the player wants to see now
  };
  const phrases = player ? options?.phrases : null;
  return html`<section class="side-panel menu-panel card" aria-label=${t("more")}>
    <div class="panel-head"><h2>${t("more")}</h2>
      <button type="button" class="quiet close-panel" aria-label=${t("close")} @click=${close}>×</button></div>
    <div class="actions">
      ${playing && room.settings.casual ? html`<button type="button" class="take-back" @click=${() => done({t: "propose", kind: "takeback"})}>${t("take_move_back")}</button>` : nothing}
      ${playing ? html`<button type="button" @click=${() => done({t: away ? "back" : "away"})}>${t(away ? "i_am_back" : "i_am_away")}</button>` : nothing}
      ${playing ? html`<button type="button" class="end-game" aria-live="polite" @click=${(/** @type {MouseEvent} */ event) => endButton.press(event, decidesAlone, done, draw)}>${t(endButton.asks ? "really_end" : "end_game")}</button>` : nothing}
      <button type="button" class="show-keys" @click=${keysDialog.show}>${t("keys")} <kbd>?</kbd></button>
    </div>
    ${playing && member === room.host ? speedChooser("table-speed", room.settings.speed, (speed) => send({t: "speed", speed}), decidesAlone ? null : options) : nothing}
    ${phrases ? html`<h2>${t("say")}</h2>${phrasesView(phrases, done)}` : nothing}
    ${peoplePanel(room, member, people)}
    <div>${soundSwitches()}
      ${switchFor("table-motion", t("motion"), settings.motion, () => change({motion: !settings.motion}))}
      ${switchFor("table-large", t("large"), settings.large, () => change({large: !settings.large}))}
      ${touchable() ? switchFor("table-twotap", t("two_taps"), settings.twotap, () => change({twotap: !settings.twotap})) : nothing}</div>
    ${playing ? explained("switches_title", SWITCHES, "switches") : nothing} ${explained("signs_title", SIGNS, "signs")}
    ${invitation(id, invite, false)} ${ownSeat(id)}</section>`;
}

/** What buttons or signs mean: on a phone there is no other place to read it. @param {Parameters<typeof t>[0]} title @param {readonly [Parameters<typeof t>[0], Parameters<typeof t>[0]][]} list @param {string} name */
const explained = (title, list, name) => html`<details class="explained ${name}-explained"><summary>${t(title)}</summary>
  <dl>${list.map(([name, means]) => html`<div><dt>${t(name)}</dt><dd>${t(means)}</dd></div>`)}</dl></details>`;

/** The signs on the table. @type {[Parameters<typeof t>[0], Parameters<typeof t>[0]][]} */
const SIGNS = [
  ["sign_round", "round_hint"],
  ["sign_left", "wall_left_hint"],
  ["sign_dice", "dice_hint"],
  ["sign_drawn", "drawn_hint"],
  ["sign_taken", "taken_hint"],
  ["sign_tail", "tail_hint"],
];

/** The buttons below the hand. @type {[Parameters<typeof t>[0], Parameters<typeof t>[0]][]} */
const SWITCHES = [
  ["auto_win", "auto_win_hint"],
  ["no_calls", "no_calls_hint"],
  ["auto_drawn", "auto_drawn_hint"],
  ["auto_sort", "auto_sort_hint"],
  ["skip_to_me", "skip_hint"],
  ["let_me_think", "let_me_think_hint"],
];

/** Sounds, how loud they are, and the voice. */
const soundSwitches = () => html`${switchFor("table-sound", t("sound"), settings.sound, () => change({sound: !settings.sound}))}
  <label class="switch" for="table-volume"><span>${t("volume")}</span>
    <input id="table-volume" type="range" min="0" max="100" step="10" .value=${String(settings.volume)} ?disabled=${!settings.sound}
      @change=${(/** @type {Event} */ event) => change({volume: Number(/** @type {HTMLInputElement} */ (event.target).value)})}></label>
  ${switchFor("table-voices", t("voices"), settings.voices, () => change({voices: !settings.voices}))}`;

/** Why a connection has ended, in words. @param {number | null} code @param {boolean} atTable where it was open before */
function endWords(code, atTable) {
  if (code === 4404) return t(atTable ? "room_closed" : "room_gone");
  if (code === 4403) return t("removed_by_host");
  if (code === 4410) return t("invite_old");
  if (code === 4431) return t("connects_too_often");
  return code === 1008 || (code !== null && code > 4000) ? t("connection_refused", {code}) : t("connection_lost");
}

/**
 * The state of the connection, unless it is open.
 * @param {import("../shared/game/room-socket.js").State} connection @param {number | null} code @param {() => void} again @param {boolean} [atTable] where it was open before
 */
export function banner(connection, code, again, atTable = false) {
  if (connection === "open") return nothing;
  if (connection !== "lost") {
    const words = t(atTable || connection === "waiting" ? "connection_waiting" : "connecting");
    return html`<div class="banner" role="status"><p class="status-text">${words}</p></div>`;
  }
  const hopeless = code === 4403 || code === 4404 || code === 4410;
  return html`<div class="banner problem" role="alert"><p class="status-text">${endWords(code, atTable)}</p>
    <div class="actions">${hopeless ? nothing : html`<button type="button" class="primary" @click=${again}>${t("try_again")}</button>`}
      <a class="button" href="/play">${t("all_tables")}</a></div></div>`;
}

/**
 * What the page does by itself; in this deal only: `calls`, take no tile for a set; `drawn`, discard what is drawn.
 * @typedef {{win: boolean, calls: boolean, drawn: boolean}} Auto
 */

/** @param {Auto} auto @param {(changes: Partial<Auto>) => void} set @param {unknown} pace the button that makes the table wait, or not wait */
export function switches(auto, set, pace) {
  /** @param {string} id @param {string} text @param {boolean} on @param {() => void} flip @param {string} [title] */
  const one = (id, text, on, flip, title) =>
    html`<button type="button" class="chip" id="auto-${id}" aria-pressed=${on ? "true" : "false"} title=${title ?? nothing} @click=${flip}>${text}</button>`;
  return html`<div class="switches chips" role="group" aria-label=${t("automatic")}>
    ${one("win", t("auto_win"), auto.win, () => set({win: !auto.win}), t("auto_win_hint"))}
    ${one("calls", t("no_calls"), auto.calls, () => set({calls: !auto.calls}), t("no_calls_hint"))}
    ${one("drawn", t("auto_drawn"), auto.drawn, () => set({drawn: !auto.drawn}), t("auto_drawn_hint"))}
    ${one("sort", t("auto_sort"), settings.autosort, () => change({autosort: !settings.autosort}), t("auto_sort_hint"))}
    ${pace}
  </div>`;
}

/** Among people, let the table wait for me; alone with bots, let it not wait for them. @param {import("./table-state.js").TableState} state @param {(message: object) => void} send */
export function paceButton({table, mayThink, maySkip, thinks, withPeople, decidesAlone}, send) {
  if (withPeople && !decidesAlone)
    return html`<button type="button" class="chip" id="think" ?disabled=${!mayThink} aria-pressed=${thinks ? "true" : "false"} title=${t("let_me_think_hint")}
      @click=${() => send({t: "more", n: table?.n, done: thinks})}>${t(thinks ? "no_more_time" : "let_me_think")}</button>`;
  return html`<button type="button" class="chip" id="skip" ?disabled=${!maySkip} title=${t("skip_hint")} @click=${() => send({t: "skip", n: table?.n})}>${t("skip_to_me")}</button>`;
}

/** @type {[string, Parameters<typeof t>[0]][]} */
const KEYS = [
  ["← →", "key_move"],
  ["Enter", "key_discard"],
  ["D", "key_drawn"],
  ["W", "key_win"],
  ["C  P  K", "key_calls"],
  ["1 2 3", "key_which"],
  ["X", "key_pass"],
  ["T  G", "key_think"],
  ["F  R", "key_flower"],
  ["N", "key_next"],
  ["H", "key_hint"],
  ["L", "key_fans"],
  ["U", "key_back"],
  ["S", "key_sort"],
  ["M", "key_mute"],
  ["?", "key_help"],
];

/** The list of keys, over everything else. */
class KeysDialog {
  constructor() {
    this.element = document.createElement("dialog");
    this.element.className = "keys-dialog card";
    this.element.setAttribute("aria-labelledby", "keys-title");
    document.body.append(this.element);
    this.show = this.show.bind(this);
  }

  get open() {
    return this.element.open;
  }

  show() {
    const {element} = this;
    const list = KEYS.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(text)}</dd></div>`);
    render(
      html`<h2 id="keys-title">${t("keys")}</h2><dl class="key-list">${list}</dl>
      <button type="button" class="primary" @click=${() => element.close()}>${t("close")}</button>`,
      element,
    );
    if (!element.open) element.showModal();
  }
}

export const keysDialog = new KeysDialog();
