// A table as this page knows it: the last messages of the server, what was answered, and what the page does by itself.

import {discardOf, isCall, isDiscard} from "./choices.js";
import {keptRoom} from "../shared/game/storage.js";
import {ownOr, playerName} from "../shared/game/narrate.js";
import {ACTIONS, WINDS} from "../shared/constants.js";

/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/game/types.js").TableJson} TableJson */
/** @typedef {import("../shared/game/types.js").GameEvent} GameEvent */

/** A table on which time passes is drawn again after this many milliseconds. */
export const DRAWN_EVERY = 500;

export class TableState {
  /** @param {string} id of the room */
  constructor(id) {
    this.id = id;
    /** @type {Room | null} */
    this.room = null;
    /** @type {TableJson | null} */
    this.table = null;
    /** The events of this deal. @type {GameEvent[]} */
    this.events = [];
    /** Whether moves were taken back in it. */
    this.altered = false;
    /** @type {number | null} */
    this.member = null;
    /** What others need besides the link, if anything. @type {string | null} */
    this.invite = null;
    /** The update that was answered from here. @type {string | null} */
    this.answeredHere = null;
    /** When the table was received, to count its clocks down; and the room. */
    this.toldAt = this.roomToldAt = 0;
    /** The tile on offer whose time is shown, and how long it was when the page learnt of it. */
    this.offered = {question: "", time: 0};
    /** @type {import("./panels.js").Auto} */
    this.auto = {win: false, calls: false, drawn: false};
    /** The question for which this player has asked for more time. @type {string | null} */
    this.thinksAbout = null;
  }

  /** The first message of a connection: who the user is, and the last update that the page has. */
  hello() {
    const {token, invite} = keptRoom(this.id);
    return {token, invite, game: this.table?.game ?? null, after: this.table?.n ?? null};
  }

  /** @param {any} message @returns {GameEvent[]} what has happened since */
  welcome({room, you, table, missed, invite}) {
    this.setRoom(room);
    this.invite = invite;
    this.member = you.member;
    if (missed === null) this.events = [];
    this.setTable(table);
    return (missed ?? []).flatMap((/** @type {{events: GameEvent[]}} */ {events}) => this.follow(events));
  }

  /** The user has left this table. */
  leave() {
    this.room = this.table = this.member = null;
    this.events = [];
  }

  /** @param {any} message @returns {GameEvent[]} */
  update({events, table}) {
    this.setTable(table);
    return this.follow(events);
  }

  /** @param {Room} room */
  setRoom(room) {
    this.room = room;
    this.roomToldAt = Date.now();
  }

  forgetDeal() {
    this.events = [];
    this.altered = false;
  }

  /** Another game has begun, or the page has just come to it: what happened, and what the page did by itself, belongs to the one before. @param {TableJson | null} table */
  beginGame(table) {
    this.forgetDeal();
    this.auto = {win: table !== null && keptRoom(this.id).autoWin === table.game, calls: false, drawn: false};
  }

  /** @param {TableJson | null} table */
  setTable(table) {
    if (this.table?.game !== table?.game) this.beginGame(table);
    this.table = table;
    this.toldAt = Date.now();
    const {question} = this;
    const left = table?.waits.left ?? 0;
    this.offered = {question, time: this.offered.question === question ? Math.max(this.offered.time, left) : left};
  }

  /** The server has stored a commitment to a nonce, or a nonce. @param {{t: string, hand: number}} message */
  given({t, hand}) {
    const {table} = this;
    if (table && t === "committed" && table.commit === hand) this.table = {...table, commit: null};
    if (table && t === "opened" && table.open === hand) this.table = {...table, open: null};
  }

  /** @param {GameEvent[]} events */
  follow(events) {
    for (const event of events) {
      if (event.t === "hand") this.forgetDeal();
      if (event.t === "hand" || event.t === "pay") this.auto.calls = this.auto.drawn = false;
      if (event.t === "back") this.altered = true;
      this.events.push(event);
    }
    return events;
  }

  // ---- who sits where

  /** The seat of this page's player in the hand, or null. */
  get mine() {
    return this.table?.view?.seat ?? null;
  }

  /** The seat that is drawn at the bottom. */
  get bottom() {
    return this.mine === null ? 0 : WINDS.indexOf(this.mine);
  }

  /** The names by seat. */
  get names() {
    return this.table?.hand?.seats.map((player) => this.playerName(player)) ?? ["", "", "", ""];
  }

  /** The name of a player. @param {number} player */
  playerName(player) {
    const found = this.room?.players?.[player];
    return found ? ownOr(playerName(found), player === this.table?.you) : "";
  }

  /** The other people who have lost the connection, and for whom no bot plays yet. */
  get gone() {
    const players = this.room?.players ?? [];
    return players.map((_, i) => i).filter((i) => players[i].member !== null && !players[i].here && !players[i].away);
  }

  /** The seconds until a bot plays for somebody who has lost the connection; null if that is not known. @param {number} player */
  botIn(player) {
    const left = this.room?.players?.[player]?.bot_in;
    return typeof left === "number" ? Math.max(0, Math.ceil((left - (Date.now() - this.roomToldAt)) / 1000)) : null;
  }

  /** Whether something is shown that changes by itself as time passes. */
  get counts() {
    return typeof this.table?.waits.left === "number" || this.gone.some((player) => this.botIn(player) !== null);
  }

  /** The seats of bots in the hand. */
  get bots() {
    const {room, table} = this;
    return WINDS.filter((_, wind) => table?.hand && room?.players?.[table.hand.seats[wind]].member === null);
  }

  /** Whether another player is a person. */
  get withPeople() {
    return this.room?.players?.some((player) => player.member !== null && player.member !== this.member) ?? false;
  }

  /** Whether nobody else has to agree to anything: no other person plays. */
  get decidesAlone() {
    return !this.room?.players?.some((player) => player.member !== null && player.member !== this.member && (player.here || !player.away));
  }

  /** Whether the game has a record when it is over: a hand of it was finished. */
  get hasRecord() {
    const {hand, view} = this.table ?? {};
    return Boolean(hand && (hand.number > 1 || view?.result));
  }

  /** Whether the players have ended the game early. */
  get endedEarly() {
    return this.events.some(({t}) => t === "ended");
  }

  /** How many deals were played to their end. */
  get dealsPlayed() {
    const {hand, view} = this.table ?? {};
    return hand ? hand.number - (view?.result ? 0 : 1) : 0;
  }

  get away() {
    const you = this.table?.you ?? null;
    return you !== null && this.room?.players?.[you].away === true;
  }

  // ---- what can be answered

  /** The legal actions; none after an answer. @returns {readonly number[]} */
  get legal() {
    const {table} = this;
    return table?.prompt?.legal && this.answeredHere !== this.question ? table.prompt.legal : [];
  }

  /** The win that is offered: its points and fans. */
  get win() {
    return (this.legal.includes(ACTIONS.win) && this.table?.prompt?.win) || null;
  }

  /** The current question, so that an answer fits no other one. */
  get question() {
    return this.table ? `${this.table.game}/${this.table.n}` : "";
  }

  /** Whether the table waits for the answer to the win that is offered: one without a clock does, however long it takes. */
  get winWaits() {
    return this.win !== null && this.claiming && this.table?.waits.window === true && !this.room?.settings.clock;
  }

  /** Whether the table asks for a claim. */
  get claiming() {
    return this.table?.waits.for === "claims";
  }

  /** Whether the player can ask for more time: everybody whose tile it is not can, so that it reveals nothing. */
  get mayThink() {
    const {table, mine, away} = this;
    const {offer} = table?.view ?? {};
    return Boolean(table?.waits.window && mine && offer && offer.seat !== mine && table.answered === null && !away);
  }

  /** Whether the player has asked for more time. */
  get thinks() {
    return this.mayThink && this.thinksAbout === this.question;
  }

  /** How much is left of the time in which the user can claim the tile on offer, from 1 to 0; null where no time passes for them. */
  get claimTime() {
    const {waits} = this.table ?? {};
    const passes = this.claiming && waits?.window && !waits.held && this.legal.length > 0 && !this.thinks && !this.winWaits;
    if (!passes || typeof waits.left !== "number") return null;
    const left = waits.left - (Date.now() - this.toldAt) - DRAWN_EVERY; // the bar is there when it is drawn again
    return Math.max(0, Math.min(1, left / Math.max(1, this.offered.time)));
  }

  /** Whether the player can leave out the pauses until their next decision: alone with bots, and not asked for anything. */
  get maySkip() {
    const {table, mine, away} = this;
    return mine !== null && !away && this.decidesAlone && !table?.prompt && ["turn", "claims"].includes(table?.waits.for ?? "");
  }

  /**
   * What the page answers by itself. A pass changes nothing that others see. A discard among people comes after a pause, in which the player could also
   * have chosen to win.
   * @returns {{action: number, at: "once" | "soon" | "thought"} | null}
   */
  get ownAnswer() {
    const {legal, auto} = this;
    if (!legal.length) return null;
    if (auto.win && legal.includes(ACTIONS.win)) return {action: ACTIONS.win, at: "once"};
    if (this.claiming) {
      const onlyCalls = legal.every((action) => action === ACTIONS.pass || isCall(action));
      return auto.calls && onlyCalls ? {action: ACTIONS.pass, at: "once"} : null;
    }
    if (!legal.every(isDiscard)) return null;
    if (legal.length === 1) return {action: legal[0], at: "soon"};
    const {drawn = null, seats} = this.table?.view ?? {};
    if (!auto.drawn || drawn === null || seats?.[this.bottom].ready || !legal.includes(discardOf(drawn))) return null;
    return {action: discardOf(drawn), at: this.withPeople ? "thought" : "soon"};
  }

  /** The events for the check of the shuffle: draws that were taken back are repeated, so all draws are left out then. */
  get shuffleEvents() {
    return this.altered ? this.events.filter(({t}) => t !== "draw") : this.events;
  }
}
