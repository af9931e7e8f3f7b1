// The state of matchmaking: somebody waits for a game, and is led to its table.

import * as api from "../shared/api.js";
import {forgetTicket, keepName, keepRoom, keepTicket, keptTicket} from "../shared/game/storage.js";
import {knownAccount} from "../shared/session.js";
import {t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";
import {sayOfMatch} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").MatchAnswer} MatchAnswer */
/** @typedef {import("../shared/types-generated.js").MatchState} MatchState */

export class MatchCtrl {
  /** @param {() => void} redraw @param {() => {rules: string, overlay: string | null}} book the book that is chosen @param {() => string} name */
  constructor(redraw, book, name) {
    this.redraw = redraw;
    this.book = book;
    this.name = name;
    this.rounds = 1;
    /** Whether the game is to be rated, for those who can play such games. */
    this.wantsRated = true;
    /** The ticket of who waits. @type {MatchAnswer | null} */
    this.ticket = null;
    /** Whether a ticket is being asked for: one, however often it is pressed. */
    this.busy = false;
    /** @type {MatchState | null} */
    this.state = null;
    /** @type {string | null} */
    this.problem = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  get rated() {
    return this.wantsRated && knownAccount() !== null;
  }

  /** How many seconds are left until bots take the free seats. */
  get botsIn() {
    return this.ticket && this.state ? Math.max(0, Math.ceil(this.ticket.bots_after - this.state.waited)) : 0;
  }

  /** @param {{rounds?: number, wantsRated?: boolean}} changes */
  choose(changes) {
    Object.assign(this, changes);
    this.redraw();
  }

  start = async () => {
    if (this.busy || this.ticket) return;
    this.busy = true;
    const own = this.name().trim();
    keepName(own);
    this.problem = null;
    const {rules} = this.book();
    try {
      this.ticket = await api.call("/match", {body: {name: own || t("guest"), rules, rounds: this.rounds, rated: this.rated}});
      announce(sayOfMatch("waiting", {seconds: 0}));
      await this.ask();
    } catch (error) {
      this.fail(error);
    }
    this.busy = false;
  };

  /** Wait on after the page was left: with the ticket that is kept, if there is one. */
  async resume() {
    clearTimeout(this.timer);
    this.ticket = keptTicket();
    this.state = null;
    this.redraw();
    await this.ask();
  }

  /** Ask how the ticket stands; again after a while, until there is a table. */
  async ask() {
    const {ticket} = this;
    if (!ticket) return;
    keepTicket(ticket);
    try {
      const state = /** @type {MatchState} */ (await api.call("/match", {secret: ticket.ticket}));
      if (this.ticket !== ticket) return; // cancelled meanwhile
      this.state = state;
      if (state.room) {
        keepRoom(state.room, {token: ticket.ticket});
        forgetTicket(ticket);
        location.assign(`/play/${state.room}`);
        return;
      }
    } catch (error) {
      if (!(error instanceof api.ApiError && error.code === "offline")) return this.fail(error);
    }
    this.timer = setTimeout(() => this.ask(), ticket.every * 1000);
    this.redraw();
  }

  /** @param {unknown} error */
  fail(error) {
    forgetTicket(this.ticket);
    const ended = this.ticket !== null && error instanceof api.ApiError && error.code === "not_found";
    this.ticket = this.state = null;
    this.problem = ended ? sayOfMatch("ended") : api.problemWords(error);
    this.redraw();
  }

  cancel = async () => {
    const {ticket} = this;
    clearTimeout(this.timer);
    forgetTicket(ticket);
    this.ticket = this.state = null;
    this.redraw();
    if (ticket) await api.call("/match/cancel", {body: {ticket: ticket.ticket}}).catch(() => {});
  };
}
