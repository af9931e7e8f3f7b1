// The state of the form that starts a study.

import {address, bookQuery, readBook} from "../shared/addresses.js";
import * as api from "../shared/api.js";
import {keepOverlay, keptOverlay, ownRules} from "../shared/book-chooser.js";
import {lastBook} from "../shared/game/open-room.js";
import {writeOverlay} from "../shared/overlay-toml.js";
import {own, t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";
import {forgetStudy, keepStudy, ownStudies} from "./own-studies.js";
import {labOptions, startStudy, study as askStudy} from "./requests.js";
import {labText} from "./texts.js";
import {isOpen, StudyWatch} from "./watch.js";

/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("./requests.js").LabOptions} LabOptions */
/** @typedef {import("./requests.js").Study} Study */

const USUAL_HANDS = 10_000;
const MOST_SEED = 2 ** 31 - 1;

/** The rules of a study. @param {Study} study @returns {BookChoice} */
export const bookOfStudy = ({rules, overlay}) => ({rules, overlay: overlay && writeOverlay(overlay)});

/** @param {BookChoice} book */
export const bookOfRequest = ({rules, overlay}) => (overlay === null ? {rules} : {overlay});

export class StartCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {BookChoice} */
    this.book = lastBook();
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** What a study can be; null until the server has answered. @type {LabOptions | null} */
    this.options = null;
    /** @type {string[]} */
    this.players = [];
    this.hands = String(USUAL_HANDS);
    this.seed = "";
    /** Whether the book that the own rules change is simulated too. */
    this.withBase = true;
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
    /** The field that is wrong. @type {"hands" | "seed" | null} */
    this.wrong = null;
    /** The study that the new one is compared with. @type {Study | null} */
    this.before = null;
    /** @type {StudyWatch[]} */
    this.watches = [];
  }

  async start() {
    this.watchOwn();
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    const query = new URLSearchParams(location.search);
    try {
      await this.readAddress(query);
      this.options = await labOptions();
      this.players = this.before ? [...this.before.players] : Array(4).fill(this.options.default_player);
      this.hands = String(this.before?.hands ?? Math.min(USUAL_HANDS, this.options.most_hands));
    } catch (error) {
      const isOffline = !(error instanceof api.ApiError) || error.code === "offline";
      this.problem = isOffline ? labText("needs_server") : api.problemWords(error);
    }
    this.redraw();
  }

  /** The book that the address names, and the study that the new one is compared with. @param {URLSearchParams} query */
  async readAddress(query) {
    const away = query.has("overlay") && !query.has("before") ? takeAway() : null;
    if (away !== null) {
      query.set("before", away);
      history.replaceState(null, "", address("/lab", query)); // so that it is there after a reload
    }
    const before = query.get("before");
    if (before !== null) {
      this.before = await askStudy(before);
      this.book = bookOfStudy(this.before);
    }
    if (!query.has("rules") && !query.has("overlay")) return;
    const {rules, overlay, damaged} = await readBook(query);
    if (damaged) this.problem = t("damaged_link");
    this.book = {rules, overlay};
    if (overlay !== null) api.loadOptional(api.bookOf(this.book), (found) => keepOverlay(overlay, found), this.redraw);
  }

  /** Look what has become of the studies of this browser; those that have ended do not change any more. */
  watchOwn() {
    this.watches = ownStudies().map(({id, study}) => {
      const watch = new StudyWatch(id, this.redraw);
      watch.study = study;
      if (study === null || isOpen(study)) watch.ask();
      return watch;
    });
  }

  /** @param {string} id */
  forget = (id) => {
    forgetStudy(id);
    this.watches = this.watches.filter((watch) => watch.id !== id);
    this.redraw();
  };

  /** The user's own rules that can be chosen: those that are, else those used last. */
  get ownRules() {
    const kept = keptOverlay();
    const {overlay} = this.book;
    const {before} = this;
    if (before && overlay !== null && overlay === bookOfStudy(before).overlay)
      return {toml: overlay, name: own(before.name), base: before.rules};
    return overlay === null || overlay === kept?.toml ? kept : ownRules(overlay, null);
  }

  /** @param {BookChoice} chosen */
  chooseBook = (chosen) => {
    this.book = chosen;
    this.redraw();
  };

  /** @param {number} place @param {string} name */
  choosePlayer(place, name) {
    this.players = this.players.map((one, i) => (i === place ? name : one));
    this.redraw();
  }

  /** Go to the page of a book to change: the rules that are chosen, as rules of one's own. */
  edit = async () => {
    if (this.before) putAway(this.before.id);
    location.assign(await this.#editAddress());
  };

  async #editAddress() {
    const query = await bookQuery(this.book);
    const {rules, overlay} = this.book;
    query.delete("rules");
    query.set("view", "edit");
    return `/rules/${overlay === null ? rules : (this.ownRules?.base ?? rules)}?${query}`;
  }

  /** Check what is typed; null if something is wrong. */
  #numbers() {
    const hands = Number(this.hands);
    const seed = this.seed.trim() === "" ? undefined : Number(this.seed);
    const most = this.options?.most_hands ?? 1;
    this.wrong = null;
    if (!Number.isInteger(hands) || hands < 1 || hands > most) {
      this.wrong = "hands";
      this.problem = labText("wrong_number", {most});
    } else if (seed !== undefined && (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED)) {
      this.wrong = "seed";
      this.problem = labText("wrong_seed");
    }
    return this.wrong === null ? {hands, ...(seed === undefined ? {} : {seed})} : null;
  }

  /** Start what the form says, and go there. */
  begin = async () => {
    if (this.busy) return;
    const {before} = this;
    const numbers = before ? {hands: before.hands, seed: before.seed} : this.#numbers();
    if (!numbers) {
      this.redraw();
      document.getElementById(`lab-${this.wrong}`)?.focus();
      return;
    }
    this.busy = true;
    this.problem = null;
    this.redraw();
    announce(labText("starting"));
    try {
      location.assign(await this.#started({players: this.players, ...numbers}));
    } catch (error) {
      this.problem = api.problemWords(error);
      this.busy = false;
    }
    this.redraw();
  };

  /** Start a study, with the own rules also one of the book that they change; the address that shows it. @param {{players: string[], hands: number, seed?: number}} wanted */
  async #started(wanted) {
    if (this.before) {
      const after = await begun({...wanted, ...bookOfRequest(this.book)});
      return `/lab/${this.before.id}/${after}`;
    }
    const own = this.book.overlay === null ? null : this.ownRules;
    if (!own || !this.withBase) return `/lab/${await begun({...wanted, ...bookOfRequest(this.book)})}`;
    const base = await begun({...wanted, rules: own.base});
    const {seed} = await askStudy(base);
    return `/lab/${base}/${await begun({...wanted, seed, overlay: own.toml})}`;
  }
}

/** Where this tab keeps the study that is compared with rules that are being written. */
const AWAY = "quepu.lab.before";

/** @param {string} id */
function putAway(id) {
  try {
    sessionStorage.setItem(AWAY, id);
  } catch {
    // without storage the way back leads to a new study
  }
}

/** The study that was put away; the next time there is none. */
function takeAway() {
  try {
    const id = sessionStorage.getItem(AWAY);
    sessionStorage.removeItem(AWAY);
    return id;
  } catch {
    return null;
  }
}

/** Start a study, and keep that it is one of this browser. @param {import("./requests.js").Wanted} wanted */
export async function begun(wanted) {
  const {id, token} = await startStudy(wanted);
  keepStudy(id, token);
  return id;
}
