// The state of the page that lists the tournaments of this device and makes a new one.

import * as api from "../shared/api.js";
import {keepOverlay, keptOverlay, ownRules, rememberedBook} from "../shared/book-chooser.js";
import {BOOK_FACTS, DEFAULT_RULES} from "../shared/constants.js";
import {clubMembers, clubsHere, listInClub} from "../shared/documents/clubs-here.js";
import {documentsHere} from "../shared/documents/here.js";
import {finishMaking, isPin} from "../shared/documents/sent.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {announce} from "../shared/shell.js";
import {MOST_PLAYERS, readPlayers, repeated} from "./player-list.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("./player-list.js").NewPlayer} NewPlayer */
/** @typedef {"standard" | "reduced" | "points"} System */

export const [MOST_ROUNDS, MOST_MINUTES] = [40, 1000];

/** Whether a book has 约化分数. @param {string} rules */
export const canReduce = (rules) => BOOK_FACTS[rules.split("+")[0]]?.sheet.reduced_scores === true;

export class StartCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The tournaments of this device; null before they are read. @type {import("../shared/documents/here.js").Kept[] | null} */
    this.here = null;
    /** @type {import("../shared/documents/here.js").Kept[]} */
    this.clubs = [];
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** @type {BookChoice} */
    this.book = rememberedBook() ?? {rules: DEFAULT_RULES, overlay: null};
    this.name = "";
    this.rounds = "5";
    this.minutes = "90";
    /** @type {System} */
    this.system = "standard";
    /** How long the match of a table is. */
    this.length = "rounds-4";
    this.pin = "";
    this.players = "";
    /** The club whose members can be chosen. @type {string | null} */
    this.club = null;
    /** Its members, and which of them play. @type {{id: string, name: string, plays: boolean}[]} */
    this.members = [];
    this.busy = false;
    /** What is wrong, and in which field. @type {{field: string, words: string} | null} */
    this.problem = null;
  }

  async start() {
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    this.redraw();
    [this.here, this.clubs] = await Promise.all([documentsHere("tournament"), clubsHere()]);
    const wanted = new URLSearchParams(location.search).get("club");
    if (wanted && this.clubs.some(({id}) => id === wanted)) await this.chooseClub(wanted);
    this.redraw();
  }

  /** @param {"name" | "rounds" | "minutes" | "system" | "length" | "pin" | "players"} field @param {string} value */
  set(field, value) {
    /** @type {Record<string, string>} */ (/** @type {unknown} */ (this))[field] = value;
    this.redraw();
  }

  /** The user's own rules that can be chosen: those that are, else those used last. */
  get ownRules() {
    const kept = keptOverlay();
    const {overlay} = this.book;
    return overlay === null || overlay === kept?.toml ? kept : ownRules(overlay, null);
  }

  /** @param {BookChoice} chosen */
  chooseBook = (chosen) => {
    this.book = chosen;
    if (this.system === "reduced" && !canReduce(chosen.rules)) this.system = "standard";
    const {overlay} = chosen;
    if (overlay !== null) api.loadOptional(api.bookOf(chosen), (found) => keepOverlay(overlay, found), this.redraw);
    this.redraw();
  };

  /** @param {string} id of a club on this device, or "" */
  async chooseClub(id) {
    this.club = id || null;
    this.members = id ? (await clubMembers(id)).map((member) => ({...member, plays: true})) : [];
    this.redraw();
  }

  /** @param {string} id of a member */
  flip(id) {
    this.members = this.members.map((member) => (member.id === id ? {...member, plays: !member.plays} : member));
    this.redraw();
  }

  /** Everybody who plays: members of the club, and the names that were typed. @returns {NewPlayer[]} */
  get everybody() {
    const chosen = this.members.filter(({plays}) => plays);
    return [...chosen.map(({id, name}) => ({name, team: null, member: id})), ...readPlayers(this.players)];
  }

  /** What is wrong with the form. @returns {{field: string, words: string} | null} */
  check() {
    const {everybody, minutes, name, pin, rounds} = this;
    /** @param {string} text @param {number} most */
    const isCount = (text, most) => /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
    if (!name.trim()) return {field: "name", words: say("name_missing")};
    if (!isCount(rounds, MOST_ROUNDS)) return {field: "rounds", words: say("wrong_rounds", {most: MOST_ROUNDS})};
    if (!isCount(minutes, MOST_MINUTES)) return {field: "minutes", words: say("wrong_minutes", {most: MOST_MINUTES})};
    const twice = repeated(everybody);
    if (twice.length) return {field: "players", words: say("name_twice", {name: twice[0]})};
    if (everybody.length > MOST_PLAYERS) return {field: "players", words: say("too_many_players", {most: MOST_PLAYERS})};
    if (pin && !isPin(pin)) return {field: "pin", words: say("wrong_pin_form")};
    return null;
  }

  /** Make the tournament, and go to its page. */
  create = async () => {
    if (this.busy) return;
    this.problem = this.check();
    if (this.problem) {
      this.redraw();
      announce(this.problem.words);
      document.getElementById(`new-${this.problem.field}`)?.focus();
      return;
    }
    this.busy = true;
    this.redraw();
    const players = this.everybody.map((player) => ({t: "player", ...player}));
    const made = await LiveDocument.create("tournament", [this.settings(), ...players], {title: this.name.trim()});
    if (this.club) await listInClub(this.club, "tournament", made.id);
    await finishMaking(made, this.pin);
    location.assign(`/tournament/${made.id}?view=draw`);
  };

  /** The entry with the settings. */
  settings() {
    const {book, club, length, minutes, name, rounds, system} = this;
    const [unit, count] = length.split("-");
    const deals = unit === "hands" ? {rounds: 4, hands: Number(count)} : {rounds: Number(count), hands: null};
    return {
      t: "tournament",
      name: name.trim(),
      rules: book.overlay === null ? book.rules : (this.ownRules?.base ?? book.rules),
      ...(book.overlay === null ? {} : {overlay: book.overlay}),
      rounds: Number(rounds),
      minutes: Number(minutes),
      system,
      deals,
      ...(club ? {club} : {}),
    };
  }
}
