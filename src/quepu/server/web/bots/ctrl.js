// The state of the page of bots, and what changes it. The address holds the rule book of the ladder.

import * as api from "../shared/api.js";
import {address} from "../shared/addresses.js";
import {copy} from "../shared/clipboard.js";
import {lastBook} from "../shared/game/open-room.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").BotsAnswer} Bots */
/** @typedef {import("../shared/types-generated.js").LadderAnswer} Ladder */
/** @typedef {import("../shared/types-generated.js").NewBotAnswer} NewBot */

export class BotsCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Bots | null} */
    this.bots = null;
    /** @type {Ladder | null} */
    this.ladder = null;
    /** @type {NewBot | null} */
    this.made = null;
    /** @type {string | null} */
    this.problem = null;
    /** @type {string | null} */
    this.refused = null;
    this.busy = false;
    this.rules = "";
    this.readAddress();
  }

  readAddress() {
    this.rules = new URLSearchParams(location.search).get("rules") ?? lastBook().rules;
  }

  async load() {
    const {rules} = this;
    try {
      const [bots, ladder] = await Promise.all([api.call("/bots"), api.call(`/bots/ladder?${new URLSearchParams({rules})}`)]);
      if (rules !== this.rules) return; // another book was chosen meanwhile
      [this.bots, this.ladder, this.problem] = [bots, ladder, null];
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.redraw();
  }

  /** @param {string} rules */
  choose = (rules) => {
    this.rules = rules;
    history.pushState(null, "", address("/bots", new URLSearchParams({rules})));
    this.load();
    this.redraw();
  };

  /** Register a bot with the name in the form. @param {SubmitEvent} event */
  register = async (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("name") ?? "");
    this.busy = true;
    this.redraw();
    try {
      this.made = await api.call("/bots", {body: {name}});
      this.refused = null;
      form.reset();
    } catch (error) {
      this.refused = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  };

  copy = () => {
    if (this.made) copy(this.made.token, say("copied"));
  };
}
