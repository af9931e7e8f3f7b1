// The state of the page of bots, and what changes it. The address holds the rule book of the ladder.

import * as api from "../shared/api.js";
import {address} from "../shared/addresses.js";
import {copy} from "../shared/clipboard.js";
import {BOOK_FACTS} from "../shared/constants.js";
import {lastBook} from "../shared/game/open-room.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").BotsAnswer} Bots */
/** @typedef {import("../shared/types-generated.js").LadderAnswer} Ladder */
/** @typedef {import("../shared/types-generated.js").NewBotAnswer} NewBot */

/** @param {string} rules @returns {Promise<Ladder>} */
const ladderOf = (rules) => api.call(`/bots/ladder?${new URLSearchParams({rules})}`);

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
    const named = new URLSearchParams(location.search).get("rules");
    /** Whether the user has chosen the rule book: else another one is shown that has games. */
    this.chosen = named !== null;
    this.rules = named ?? lastBook().rules;
  }

  async load() {
    const {rules} = this;
    try {
      const [bots, ladder] = await Promise.all([api.call("/bots"), ladderOf(rules)]);
      if (rules !== this.rules) return; // another book was chosen meanwhile
      const shown = await this.withGames(ladder);
      if (rules !== this.rules) return;
      [this.bots, this.ladder, this.problem, this.rules] = [bots, shown, null, shown.rules];
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.redraw();
  }

  /** This ladder, or where it is empty and no book was chosen, the one with most games. @param {Ladder} ladder @returns {Promise<Ladder>} */
  async withGames(ladder) {
    if (this.chosen || ladder.standings.length) return ladder;
    const others = await Promise.all(Object.keys(BOOK_FACTS).map(ladderOf));
    const games = (/** @type {Ladder} */ {standings}) => standings.reduce((sum, place) => sum + place.games, 0);
    return others.reduce((best, other) => (games(other) > games(best) ? other : best), ladder);
  }

  /** @param {string} rules */
  choose = (rules) => {
    this.chosen = true;
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
