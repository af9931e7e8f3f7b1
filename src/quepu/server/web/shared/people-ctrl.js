// The friends and the blocked people of an account.

import {problemWords} from "../shared/api.js";
import {peopleText} from "../shared/people-texts.js";
import * as requests from "../shared/people.js";
import {notice} from "../shared/shell.js";

export class PeopleCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {requests.People | null} */
    this.people = null;
    /** @type {string | null} */
    this.problem = null;
  }

  load = () => this.take(requests.people());

  /** @param {string} name */
  add = (name) => this.take(requests.befriend({name}), () => notice(peopleText("asked_done")));

  /** @param {string} account */
  accept = (account) => this.take(requests.befriend({account}));

  /** @param {"friends/end" | "block" | "unblock"} what @param {string} account */
  change = (what, account) => this.take(requests.change(what, account));

  /** @param {Promise<requests.People>} answer @param {() => void} [done] */
  async take(answer, done) {
    try {
      this.people = await answer;
      this.problem = null;
      done?.();
    } catch (error) {
      this.problem = problemWords(error);
    }
    this.redraw();
  }
}
