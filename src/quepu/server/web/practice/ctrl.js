// The state of the practice page, and what changes it.

import {address} from "../shared/addresses.js";
import * as api from "../shared/api.js";
import {DEFAULT_RULES} from "../shared/constants.js";
import {FanSearch} from "../shared/fan-search.js";
import {bookName} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";
import {dateText, dayDone, days, keepDays, keepProgress, learned, progress, streak, weakFans} from "./progress.js";
import {judge, squares} from "./quiz.js";
import {verdictSpoken} from "./verdict-view.js";

/** @typedef {import("./quiz.js").Verdict} Verdict */

export const LEVELS = [1, 2, 3, 4, 5];
/** How many missed fans a request names. */
const MOST_WEAK = 20;

export class PracticeCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.rules = DEFAULT_RULES;
    this.level = 1;
    /** Whether it is the hand of the day. */
    this.daily = false;
    this.today = dateText(new Date());
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** @type {import("../shared/types.js").Book | null} */
    this.book = null;
    /** @type {import("../shared/types.js").Question | null} */
    this.question = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {api.ApiError | null} */
    this.problem = null;
    /** The ids of the fans in the user's answer. @type {string[]} */
    this.named = [];
    /** The points in it, as typed. */
    this.points = "";
    this.search = new FanSearch(redraw);
    /** How many hands have been requested. */
    this.requests = 0;
  }

  /** Read the address: the book, the level, whether it is the hand of the day. */
  async load() {
    const query = new URLSearchParams(location.search);
    this.daily = location.pathname.startsWith("/daily") || location.pathname.endsWith("/daily");
    this.rules = query.get("rules") ?? DEFAULT_RULES;
    this.level = LEVELS.find((known) => String(known) === query.get("level")) ?? 1;
    this.today = dateText(new Date());
    await this.next();
  }

  /** The next hand: now and then one with a fan that was missed before. */
  async next() {
    const request = ++this.requests;
    this.clear();
    this.redraw();
    try {
      const [books, book, question] = await Promise.all([
        this.books.length ? this.books : api.books(),
        api.bookOf({rules: this.rules, overlay: null}),
        this.daily ? api.daily(this.rules, this.today) : this.requestHand(),
      ]);
      if (request !== this.requests) return; // another hand was requested meanwhile
      Object.assign(this, {books, book, question});
    } catch (error) {
      if (request !== this.requests) return;
      this.problem = error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)});
    }
    this.restoreDay();
    this.redraw();
    if (this.question && !this.verdict) announce(t("new_hand"));
  }

  clear() {
    this.question = this.verdict = this.problem = null;
    this.named = [];
    this.points = "";
    this.search.run("", "");
  }

  /** Show the answer again if the hand of the day was answered already. */
  restoreDay() {
    const given = this.daily ? days(this.rules).given[this.today] : undefined;
    if (!this.question || !given) return;
    this.named = given.named;
    this.verdict = judge(this.question.score, given.named, given.points);
  }

  /** A hand to practise on. A book may have lost a fan since it was missed; then any hand will do. */
  async requestHand() {
    const {rules, level} = this;
    const weak = Math.random() < 0.5 ? weakFans(progress(rules)).slice(0, MOST_WEAK) : [];
    try {
      return await api.practice(rules, level, weak);
    } catch (error) {
      if (!weak.length || !(error instanceof api.ApiError) || error.code !== "unknown_fan") throw error;
      keepProgress(rules, {...progress(rules), weak: {}});
      return api.practice(rules, level, []);
    }
  }

  /** @param {{rules?: string, level?: number, daily?: boolean}} changes */
  go(changes) {
    const {rules, level, daily} = {rules: this.rules, level: this.level, daily: this.daily, ...changes};
    const query = new URLSearchParams();
    if (rules !== DEFAULT_RULES) query.set("rules", rules);
    if (level !== 1 && !daily) query.set("level", String(level));
    history.pushState(null, "", address(daily ? "/daily" : "/practice", query));
    this.load();
  }

  submit = () => {
    const {book, daily, named, points, question, rules, today} = this;
    if (!question || !book || this.verdict) return;
    const number = points.trim() === "" ? null : Number(points);
    const verdict = (this.verdict = judge(question.score, named, number));
    keepProgress(rules, learned(progress(rules), verdict));
    if (daily) keepDays(rules, dayDone(days(rules), today, {named, points: number, perfect: verdict.perfect}));
    this.redraw();
    announce(verdictSpoken(verdict, question.score, book));
    document.getElementById("verdict")?.focus();
  };

  /** Add a fan to the answer, or remove it. @param {string} id */
  flip = (id) => {
    this.named = this.named.includes(id) ? this.named.filter((other) => other !== id) : [...this.named, id];
    this.redraw();
  };

  /** @param {string} text */
  setPoints = (text) => {
    this.points = text;
  };

  forgetProgress() {
    keepProgress(this.rules, {asked: 0, perfect: 0, weak: {}});
    this.redraw();
  }

  /** Consecutive days with a right answer. */
  get streak() {
    return streak(days(this.rules), this.today);
  }

  /** What to share of the hand of the day, without giving it away. @param {Verdict} verdict */
  shareText(verdict) {
    const {rules, today} = this;
    const book = this.books.find(({id}) => id === rules);
    return [
      `${t("daily_share", {date: today})} · ${book ? bookName(book) : rules}`,
      squares(verdict),
      ...(this.streak > 1 ? [t("streak_days", {days: this.streak})] : []),
      location.origin + address("/daily", rules === DEFAULT_RULES ? new URLSearchParams() : new URLSearchParams({rules})),
    ].join("\n");
  }
}
