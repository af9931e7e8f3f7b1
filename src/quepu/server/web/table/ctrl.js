// The state of the table page, and what changes it: messages from the server, and what the player does.

import * as api from "../shared/api.js";
import {ACTIONS} from "../shared/constants.js";
import * as rooms from "../shared/game/rooms-api.js";
import {isWrong} from "../shared/game/deal-end.js";
import {keepRemoved, keepRoom, keptRoom} from "../shared/game/storage.js";
import {calledWord, narrate} from "../shared/game/narrate.js";
import {list} from "../shared/names.js";
import {PeopleCtrl} from "../shared/people-ctrl.js";
import {moves, own, settings, t} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";
import {Absences} from "./absences.js";
import {choiceWords, choices, discardOf, winWorth, withWorth} from "./choices.js";
import {DealResult} from "./deal-result.js";
import {FanPanel} from "./fan-panel.js";
import {Hints} from "./hints.js";
import {Joining} from "./joining.js";
import {Memory} from "./memory.js";
import {Nonces} from "./nonces.js";
import {settledWords} from "./proposals.js";
import {Rack, touch} from "./rack.js";
import {RoomSocket} from "../shared/game/room-socket.js";
import * as sounds from "./sounds.js";
import {againWords} from "./status.js";
import {TableLog} from "./table-log.js";
import {TableState} from "./table-state.js";
import {changedWords} from "./waiting-room.js";

/** @typedef {import("../shared/game/types.js").GameEvent} GameEvent */

/** A click within this many milliseconds after a new question was aimed at what was there before. */
const AIMED_BEFORE = 250;

/** Errors after which the page already shows the current state: another tab was faster, or the table has gone on. */
const HARMLESS = ["stale", "answered_already", "not_asked"];

export class TableCtrl {
  /** @param {string} id of the room @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    this.state = new TableState(id);
    this.rack = new Rack();
    this.socket = new RoomSocket(id, {
      hello: () => this.state.hello(),
      message: (message) => this.receive(message),
      state: (connection, code) => this.connected(connection, code),
    });
    this.nonces = new Nonces(id, (message) => this.socket.send(message));
    this.log = new TableLog(redraw);
    this.absences = new Absences((text, player) => {
      this.log.add(t(text, {who: this.state.playerName(player)}));
      redraw();
    });
    this.hints = new Hints(this.state, redraw);
    this.memory = new Memory(this.state);
    this.result = new DealResult(this.state, this.nonces, redraw);
    this.fans = new FanPanel(this.state, this.hints, redraw);
    this.people = new PeopleCtrl(redraw);
    this.joining = new Joining(id, this.state, redraw, () => this.socket.again());
    /** @type {import("../shared/game/room-socket.js").State} */
    this.connection = "connecting";
    /** The code with which the server closed the connection. @type {number | null} */
    this.closedBy = null;
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** @type {import("../shared/game/types.js").PlayOptions | null} */
    this.options = null;
    /** @type {"none" | "hint" | "fans" | "menu"} */
    this.panel = "none";
    /** The panel in whose place a fan is explained: it comes back when the list is closed. @type {"none" | "hint" | "menu"} */
    this.panelBefore = "none";
    /** The tile that was tapped once: its place, and the question then. @type {{question: string, index: number, tile: string} | null} */
    this.tapped = null;
    /** The kind of tile under the pointer or with the focus. @type {string | null} */
    this.lookedAt = null;
    /** What was pressed once although it gives up a win: the question and the action. */
    this.pressedOnce = "";
    /** When the current question came; the first one of a page has nothing before it. */
    this.askedAt = -AIMED_BEFORE;
    /** The question that was clicked before clicks on it counted. */
    this.clickedEarly = "";
    /** The question that the page is going to answer by itself after a pause. */
    this.plannedFor = "";
    /** How many discards of a bot for this player were told. */
    this.saidDiscards = 0;
    /** The question that was announced. */
    this.promptedFor = "";
    /** The game after which the user has pressed "play again". */
    this.playsAgain = "";
    /** Whether it was said that there is no connection: then it is said that it is back. */
    this.wasCutOff = false;
    /** What the host has changed last in the settings, in words; in the waiting room. */
    this.changed = "";
  }

  /** Connect, and load what is shown around the table. */
  start() {
    this.socket.connect();
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    api.loadOptional(rooms.playOptions(), (found) => (this.options = found), this.redraw);
    this.loadRules();
  }

  loadRules() {
    const use = (/** @type {import("../shared/types.js").Book} */ book) => {
      this.fans.book = book;
      this.result.setBook(book);
    };
    api.loadOptional(rooms.roomRules(this.id), use, this.redraw);
  }

  // ---- messages from the server

  /** @param {import("../shared/game/room-socket.js").State} connection @param {number | null} code */
  connected(connection, code) {
    this.connection = connection;
    if (code !== null) this.closedBy = code;
    if (connection === "waiting" || connection === "lost") {
      this.wasCutOff = true;
      announce(t(connection === "lost" ? "connection_lost" : "connection_waiting"));
    }
    if (code === 4401) {
      keepRoom(this.id, {token: null}); // the server no longer knows the token: come back as a guest
      this.socket.again();
      return;
    }
    if (code === 4403) {
      keepRemoved(this.id); // removed by the host: the table must not be visible any longer
      this.state.leave();
    }
    this.state.answeredHere = null;
    this.plannedFor = ""; // an answer by itself whose time came without a connection was not given
    this.playsAgain = "";
    this.redraw();
  }

  /** @param {any} message */
  receive(message) {
    const {state} = this;
    const {table} = state;
    if (message.t === "welcome") this.welcome(message);
    else if (message.t === "update") {
      const lapsed = state.claiming && state.legal.length > 0 && table?.waits.window;
      this.happened(state.update(message), true);
      if (lapsed && state.table?.waits.for !== "over") notice(t("passed_late"));
      this.askedAt = performance.now();
      if (state.legal.length) setTimeout(this.redraw, AIMED_BEFORE + 10); // the choices are active then
    } else if (message.t === "table") state.setTable(message.table);
    else if (message.t === "room") this.setRoom(message.room);
    else if (message.t === "invite") state.invite = message.invite;
    else if (message.t === "answered" && table && message.n === table.n) {
      state.table = {...table, prompt: null, answered: message.action};
    } else if (["committed", "opened"].includes(message.t) && table) {
      this.nonces.confirmed(table.game, message);
      state.given(message);
    } else if (message.t === "phrase") this.showPhrase(message);
    else if (message.t === "more" && message.n === table?.n) state.thinksAbout = message.done ? null : state.question;
    else if (message.t === "error") this.refused(message);
    this.update();
  }

  /** @param {any} message */
  welcome(message) {
    const {state} = this;
    this.nonces.connected();
    const first = state.room === null;
    if (this.wasCutOff) announce(t("connection_back"));
    this.wasCutOff = false;
    this.happened(state.welcome(message), false);
    if (first && state.mine !== null && state.room?.settings.hints && keptRoom(this.id).hint) this.panel = "hint";
    if (this.joining.takeSeat() && state.room?.phase === "over") this.socket.send({t: "sit"});
  }

  /** The room has changed; a change of its settings is said to all. @param {import("../shared/game/types.js").Room} room */
  setRoom(room) {
    const before = this.state.room;
    this.state.setRoom(room);
    if (!before) return;
    this.saySettled(before, room);
    this.sayWhoIsGone(before, room);
    const what = changedWords(before.settings, room.settings);
    if (what.length) this.sayChanged(t("settings_changed", {what: list(what)}), room);
    if (before.settings.rules !== room.settings.rules || before.settings.overlay?.zh !== room.settings.overlay?.zh) this.loadRules();
  }

  /** Say what has changed in the settings: not to the host, who did it; in the waiting room in a line, which covers nothing. @param {string} words @param {import("../shared/game/types.js").Room} room */
  sayChanged(words, room) {
    if (room.host === this.state.member) return;
    if (room.phase !== "lobby") return notice(words);
    this.changed = words;
    announce(words);
  }

  /** Say what became of a proposal. @param {import("../shared/game/types.js").Room} before @param {import("../shared/game/types.js").Room} room */
  saySettled(before, {game, settled}) {
    if (!settled || (before.game === game && before.settled?.id === settled.id)) return;
    if (settled.kind === "rematch") this.playsAgain = "";
    this.say(settledWords(this.state, settled));
  }

  /** Say who has lost the connection, and who is back. @param {import("../shared/game/types.js").Room} before @param {import("../shared/game/types.js").Room} room */
  sayWhoIsGone(before, {game, players}) {
    if (before.game !== game) this.absences.reset();
    const present = (players ?? []).flatMap(({here, away}, i) => (here && !away ? [i] : []));
    this.absences.follow(this.state.gone, present);
  }

  /** Show something for a moment, and keep it in the log. @param {string} words */
  say(words) {
    if (!words) return;
    notice(words);
    this.log.add(words);
  }

  /** @param {{member: number, phrase: string}} message */
  showPhrase({member, phrase}) {
    const who = this.state.room?.members.find((one) => one.member === member)?.name ?? "";
    const words = this.options?.phrases[phrase];
    if (words) this.log.say(t("says", {who, phrase: own(words)}));
  }

  /** @param {{re: string | null, error: {code: string, message: string}}} message */
  refused({re, error}) {
    if (re === "act") this.state.answeredHere = null;
    if (re === "propose") this.playsAgain = "";
    if (!HARMLESS.includes(error.code)) notice(error.message);
  }

  /** @param {readonly GameEvent[]} events @param {boolean} now whether they happen now, or happened before the page connected */
  happened(events, now) {
    const {table, names, mine} = this.state;
    if (!table) return;
    for (const event of events) {
      const line = narrate(event, names, mine);
      if (line) this.log.add(line);
      const word = calledWord(event);
      if (word && now) {
        this.log.call(event.seat, word, table.n);
        sounds.say(word);
      }
      if (event.t === "hand") this.startDeal();
      if (now) sounds.play(sounds.soundOf(event, mine));
    }
    if (events.length) this.result.isNew = now;
    if (events.some((event) => event.t === "pay")) {
      this.result.closed = false;
      // checked without a request, and shown only where something is wrong
      this.result.judge((found) => isWrong(found) || found === "own_withheld");
    }
  }

  startDeal() {
    this.result.reset();
    this.hints.reset();
    this.fans.reset();
    this.lookedAt = null;
    this.log.shorten();
  }

  /** After every message: what the page does by itself, and what it shows. */
  update() {
    const {state} = this;
    const {table} = state;
    if (table) this.nonces.give(table);
    if (table?.prompt?.ready && !table.hand) this.next();
    this.sayWhatBotDid();
    const answer = state.ownAnswer;
    if (answer) this.answerAfter(answer.at === "once" ? 0 : answer.at === "thought" ? 1000 + 1500 * Math.random() : moves() ? 500 : 0);
    else if (state.legal.length) this.announceChoices();
    if (table?.view?.result && state.events.some(({t: name}) => name === "pay")) this.result.load();
    this.memory.follow();
    if (this.hintShown) this.hints.load();
    if (this.panel === "fans") this.fans.load();
    this.redraw();
  }

  /** Tell a player who is back how many tiles a bot has discarded for them, once. */
  sayWhatBotDid() {
    const {table, away} = this.state;
    const count = table?.bot_discards ?? 0;
    if (away || count === this.saidDiscards) return;
    this.saidDiscards = count;
    if (!count) return;
    this.say(t("bot_discarded", {count}));
  }

  /** Whether the hint is visible: only during a deal. */
  get hintShown() {
    const {room, table} = this.state;
    return this.panel === "hint" && room?.phase !== "over" && Boolean(table?.view && !table.view.result);
  }

  /** Let the page answer by itself, if it still would after the pause. @param {number} pause in milliseconds */
  answerAfter(pause) {
    const {state} = this;
    const asked = state.question;
    const now = () => {
      const answer = state.question === asked ? state.ownAnswer : null;
      if (answer) this.act(answer.action, false, asked);
    };
    if (!pause) return now();
    if (this.plannedFor === asked) return;
    this.plannedFor = asked;
    setTimeout(now, pause);
  }

  /** Announce the choices of a question, once. */
  announceChoices() {
    const {state} = this;
    if (this.promptedFor === state.question) return;
    this.promptedFor = state.question;
    const found = this.choices.filter(({action}) => action !== ACTIONS.pass);
    if (found.length || !state.claiming) sounds.play("turn");
    if (found.length) this.log.add(t("told_choices", {choices: list(found.map(choiceWords))}));
  }

  // ---- what the player does

  /** All that can be chosen now besides a discard. */
  get choices() {
    const {table, legal} = this.state;
    const found = choices(legal, table?.view?.offer?.tile ?? null, legal.includes(ACTIONS.decline));
    return withWorth(found, this.state.win, (action) => this.pressedOnce === `${this.state.question}/${action}`);
  }

  /** Whether the question is so new that a click was aimed at what was there before. */
  get isEarly() {
    return performance.now() - this.askedAt < AIMED_BEFORE;
  }

  /** The tile that the next tap discards. */
  get lifted() {
    const {question, legal} = this.state;
    return this.tapped?.question === question && legal.length ? this.tapped : null;
  }

  /** @param {object} message */
  send(message) {
    if (!this.socket.send(message)) notice(t("connection_waiting"));
  }

  /**
   * Answer a question, if it is still asked. The second click of a double click does nothing, nor does one that was aimed at what was there
   * before; a click from keys or assistive tools has `detail` 0.
   * @param {number} action @param {boolean} fromHand @param {string} question @param {Event} [event]
   */
  act(action, fromHand, question, event) {
    if (event instanceof MouseEvent && !this.isMeant(event, question)) return;
    const {state} = this;
    if (question !== state.question || !state.legal.includes(action) || !state.table) return;
    if (this.asksAgain(action, question)) return;
    state.answeredHere = question;
    this.hints.markedTile = this.lookedAt = null;
    if (!this.socket.send({t: "act", n: state.table.n, action, from_hand: fromHand})) state.answeredHere = null;
    this.redraw();
  }

  /** Whether a click is aimed at a question. If the first of two quick clicks came too early, the second counts. @param {MouseEvent} event @param {string} question */
  isMeant({detail}, question) {
    if (detail === 1 && this.isEarly) this.clickedEarly = question;
    return detail === 0 || (!this.isEarly && (detail === 1 || this.clickedEarly === question));
  }

  /** Whether an action would give up a win and is pressed for the first time: only the second press counts. @param {number} action @param {string} question */
  asksAgain(action, question) {
    const {win} = this.state;
    const press = `${question}/${action}`;
    if (!win || action === ACTIONS.win || this.pressedOnce === press) return false;
    this.pressedOnce = press;
    announce(t("press_again_gives_up", {worth: winWorth(win)}));
    this.redraw();
    return true;
  }

  /**
   * Discard a tile; by touch only the second tap on it does, because a thumb easily misses.
   * @param {string} tile @param {boolean} fromHand @param {number} index @param {Event} event
   */
  discard(tile, fromHand, index, event) {
    const {table, question, bottom} = this.state;
    const view = table?.view;
    if (!view) return;
    const {win} = this.state;
    const touched = settings.twotap && touch.made(event);
    if ((touched || win) && this.lifted?.index !== index) {
      this.tapped = {question, index, tile};
      announce(againWords(tile, win));
      this.redraw();
      return;
    }
    if (win) this.pressedOnce = `${question}/${discardOf(tile)}`;
    const keepsDrawn = fromHand && tile === view.drawn && !view.seats[bottom].ready;
    this.act(discardOf(tile), keepsDrawn, question, touched ? undefined : event);
  }

  /** Take a tile of the hint in hand; the second tap, there or on the tile, discards it. @param {string} tile */
  pick(tile) {
    const {question, legal, table, win} = this.state;
    const drawn = table?.view?.drawn === tile;
    const index = drawn ? this.rack.tiles.length : this.rack.tiles.indexOf(tile);
    if (!legal.includes(discardOf(tile)) || index < 0) return this.hints.mark(tile);
    if (this.lifted?.index === index) {
      if (win) this.pressedOnce = `${question}/${discardOf(tile)}`;
      return this.act(discardOf(tile), false, question);
    }
    this.tapped = {question, index, tile};
    announce(againWords(tile, win));
    this.redraw();
  }

  /** Mark the open tiles of this kind. @param {string | null} tile */
  look(tile) {
    if (this.lookedAt === tile) return;
    this.lookedAt = tile;
    this.redraw();
  }

  /** @param {number} from @param {number} to */
  moveTile(from, to) {
    this.rack.move(from, to);
    this.tapped = null;
    this.redraw();
  }

  /** The host changes settings before the game. @param {Record<string, unknown>} changes */
  async changeSettings(changes) {
    try {
      await rooms.changeSettings(this.id, changes);
    } catch (error) {
      notice(api.problemWords(error));
      this.redraw();
    }
  }

  /** @param {import("../shared/types.js").BookChoice} book */
  changeBook({rules, overlay}) {
    if (overlay !== "") this.changeSettings(overlay === null ? {rules} : {overlay});
  }

  /** Ready for the next deal. */
  next() {
    const {table} = this.state;
    if (table?.prompt?.ready) this.socket.send({t: "ready", hand: table.waits.hand});
  }

  /** Propose to play again, or agree to it; once, however often it is pressed. */
  playAgain() {
    const {table} = this.state;
    if (!table || this.playsAgain === table.game) return;
    if (this.socket.send({t: "propose", kind: "rematch"})) this.playsAgain = table.game;
    else notice(t("connection_waiting"));
  }

  /** @param {"none" | "hint" | "fans" | "menu"} wanted */
  togglePanel(wanted) {
    if (wanted === "hint" && !this.state.room?.settings.hints) return;
    const {panel} = this;
    this.panel = panel === wanted ? this.panelBefore : wanted;
    // a hint comes back when what covers it is closed
    this.panelBefore = panel !== wanted && wanted !== "hint" && [panel, this.panelBefore].includes("hint") ? "hint" : "none";
    const hint = [this.panel, this.panelBefore].includes("hint");
    if (hint !== keptRoom(this.id).hint) keepRoom(this.id, {hint}); // also when the page is opened again
    if (this.hintShown) this.hints.load();
    if (this.panel === "fans") this.fans.load();
    this.redraw();
  }

  /** Explain a fan beside the table. @param {string} fan */
  showFan(fan) {
    if (this.panel !== "fans") this.togglePanel("fans");
    this.fans.show(fan);
  }

  /** @param {Partial<import("./panels.js").Auto>} changes */
  setAuto(changes) {
    const {auto, table} = this.state;
    Object.assign(auto, changes);
    // where there is no pointer to show the explanation of a button
    if ((changes.calls || changes.drawn) && matchMedia("(hover: none)").matches) {
      notice(t("this_deal_only", {what: t(changes.calls ? "no_calls" : "auto_drawn")}));
    }
    if ("win" in changes) keepRoom(this.id, {autoWin: auto.win ? (table?.game ?? null) : null}); // also when the page is opened again
    this.update();
  }
}
