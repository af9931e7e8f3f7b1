// The state of the gallery, and what changes it. The address holds everything that is chosen.

import * as api from "../shared/api.js";
import {address} from "../shared/addresses.js";
import {lastBook} from "../shared/game/open-room.js";
import {Fans} from "../shared/players/parts.js";

/** @typedef {import("../shared/types-generated.js").GalleryAnswer} Gallery */

export class GalleryCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Gallery | null} */
    this.found = null;
    /** @type {string | null} */
    this.problem = null;
    this.busy = false;
    this.fans = new Fans(redraw);
    this.rules = "";
    this.days = "0";
    this.fan = "";
    this.readAddress();
  }

  readAddress() {
    const query = new URLSearchParams(location.search);
    this.rules = query.get("rules") ?? lastBook().rules;
    this.days = query.get("days") ?? "0";
    this.fan = query.get("fan") ?? "";
  }

  /** What is chosen, as a query. */
  get query() {
    return new URLSearchParams({
      rules: this.rules,
      ...(this.days === "0" ? {} : {days: this.days}),
      ...(this.fan ? {fan: this.fan} : {}),
    });
  }

  /** Load the first page, or the one after the hands that are shown. @param {boolean} [further] */
  async load(further = false) {
    const wanted = this.query;
    const chosen = wanted.toString();
    this.fans.load(this.rules);
    const before = further && this.found ? this.found.hands : [];
    if (before.length) wanted.set("first", String(before.length));
    this.busy = true;
    this.redraw();
    try {
      const found = await api.call(`/gallery?${wanted}`);
      if (this.query.toString() !== chosen) return; // something else was chosen meanwhile
      this.found = {...found, hands: [...before, ...found.hands]};
      this.problem = null;
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }

  more = () => this.load(true);

  /** @param {{rules?: string, days?: string, fan?: string}} changes */
  choose(changes) {
    if (changes.rules !== undefined) this.fan = "";
    Object.assign(this, changes);
    history.pushState(null, "", address("/gallery", this.query));
    this.load();
  }

  /** @param {string} rules */
  chooseBook = (rules) => this.choose({rules});
}
