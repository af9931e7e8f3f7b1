// The state of the page that lists the duplicate events and makes a new one.

import * as api from "../shared/api.js";
import {DEFAULT_BOT} from "../shared/constants.js";
import {lastBook} from "../shared/game/open-room.js";
import {announce} from "../shared/shell.js";
import {keepOf} from "./keys.js";
import {say} from "./texts.js";

/** The clocks that can be chosen. @type {Record<string, {turn: number, bank: number, claim: number} | null>} */
export const CLOCKS = {
  none: null,
  normal: {turn: 20, bank: 60, claim: 8},
  slow: {turn: 60, bank: 120, claim: 20},
};

export class ListCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {import("../shared/types-generated.js").ListedEvent[] | null} */
    this.events = null;
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    this.wanted = {title: "", rules: lastBook().rules, deals: 8, people: 1, clock: "none", bots: DEFAULT_BOT};
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
  }

  start() {
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    api.loadOptional(api.call("/events"), (found) => (this.events = found.events), this.redraw);
  }

  /** @param {Partial<ListCtrl["wanted"]>} changes */
  choose(changes) {
    Object.assign(this.wanted, changes);
    this.redraw();
  }

  /** Make the event, and go to its page. */
  make = async () => {
    if (this.busy) return;
    const {clock, ...wanted} = this.wanted;
    this.problem = wanted.title.trim() ? null : say("title_missing");
    if (this.problem) {
      this.redraw();
      announce(this.problem);
      document.getElementById("event-title")?.focus();
      return;
    }
    this.busy = true;
    this.redraw();
    try {
      const made = await api.call("/events", {body: {...wanted, title: wanted.title.trim(), clock: CLOCKS[clock]}});
      keepOf(made.id, {key: made.key});
      location.assign(`/event/${made.id}`);
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  };
}
