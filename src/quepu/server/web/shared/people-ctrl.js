// What the user does about other people: friends, requests to be friends, blocks.

import {problemWords} from "./api.js";
import {peopleText} from "./people-texts.js";
import * as requests from "./people.js";
import {notice} from "./shell.js";

/** What somebody is to the user. @typedef {"friend" | "asking" | "asked" | "blocked" | "stranger"} Relation */

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

  /** What somebody is to the user; null before that is known. @param {string} id @returns {Relation | null} */
  relation(id) {
    const {people} = this;
    if (!people) return null;
    const has = (/** @type {readonly requests.Person[]} */ list) => list.some((one) => one.id === id);
    if (has(people.friends)) return "friend";
    if (has(people.blocked)) return "blocked";
    if (has(people.asking)) return "asking";
    return has(people.asked) ? "asked" : "stranger";
  }

  /** Ask somebody to be friends, or accept that they ask. @param {{account: string} | {name: string}} who */
  befriend = (who) =>
    this.take(requests.befriend(who), ({friends}) => {
      const isFriend = "account" in who && friends.some(({id}) => id === who.account);
      notice(peopleText(isFriend ? "now_friends" : "asked_done"));
    });

  /** @param {"friends/end" | "block" | "unblock"} what @param {string} account */
  change = (what, account) => this.take(requests.change(what, account), () => what === "block" && notice(peopleText("blocked_how")));

  /** @param {Promise<requests.People>} answer @param {(people: requests.People) => void} [done] */
  async take(answer, done) {
    try {
      this.people = await answer;
      this.problem = null;
      done?.(this.people);
    } catch (error) {
      this.problem = problemWords(error);
    }
    this.redraw();
  }
}
