// The state of the leaderboard, and what changes it. The address holds the rule book.

import * as api from "../shared/api.js";
import {address} from "../shared/addresses.js";
import {lastBook} from "../shared/game/open-room.js";

/** @typedef {import("../shared/types-generated.js").PlayersAnswer} Players */

export class ListCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Players | null} */
    this.found = null;
    /** @type {string | null} */
    this.problem = null;
    this.busy = false;
    this.rules = "";
    this.bots = false;
    this.readAddress();
  }

  readAddress() {
    const query = new URLSearchParams(location.search);
    this.rules = query.get("rules") ?? lastBook().rules;
    this.bots = query.get("bots") === "true";
  }

  start() {
    this.load();
  }

  /** Load the first page, or the one after those that are shown. @param {boolean} [further] */
  async load(further = false) {
    const {rules, bots} = this;
    const first = further && this.found ? this.found.players.length : 0;
    this.busy = true;
    try {
      const found = await api.call(`/players?${new URLSearchParams({rules, bots: String(bots), first: String(first)})}`);
      if (rules !== this.rules || bots !== this.bots) return; // something else was chosen meanwhile
      this.found = first && this.found ? {...found, players: [...this.found.players, ...found.players]} : found;
      this.problem = null;
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }

  more = () => this.load(true);

  /** @param {string} rules @param {boolean} bots */
  show(rules, bots) {
    [this.rules, this.bots] = [rules, bots];
    history.pushState(null, "", address("/players", new URLSearchParams({rules, ...(bots ? {bots: "true"} : {})})));
    this.load();
    this.redraw();
  }

  /** @param {string} rules */
  choose = (rules) => this.show(rules, this.bots);

  flipBots = () => this.show(this.rules, !this.bots);
}
