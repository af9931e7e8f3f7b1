// The state of the hand page, and what changes it.

import {address, bookQuery, readBook} from "../shared/addresses.js";
import {DEFAULT_RULES, servedName} from "../shared/constants.js";
import * as api from "../shared/api.js";
import {ownRules, rememberBook, rememberedBook} from "../shared/book-chooser.js";
import {FanMarking} from "../shared/fan-marking.js";
import {calledBook} from "../shared/names.js";
import {emptyHand, formatHand, readCanonical} from "../shared/notation.js";
import {t} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";
import {answerAbout, answerSpoken} from "./answers.js";
import {FULL, addMeld, addTile, removeLast, removeTile, setWinning, size, stage, withCircumstances} from "../shared/building/hand-edits.js";
import {PageHistory} from "./page-history.js";
import {Typing, pickable} from "../shared/building/picker.js";
import {switchName} from "../shared/building/circumstances.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("./answers.js").Answer} Answer */
/** A hand as it was before a change. @typedef {{hand: Hand, discarding: boolean}} Before */

/** A longer text is not a hand. */
const LONGEST_TEXT = 1000;
/** How many changes can be taken back. */
const MOST_UNDONE = 100;

/** The query of a link to this page in a text, as the page itself copies it. @param {string} text */
export function linkIn(text) {
  const found = /\/(?:hand)?\?(\S+)/.exec(text)?.[1];
  const query = new URLSearchParams(found ?? "");
  const known = [...query].filter(([key]) => ["hand", "rules", "overlay", "do"].includes(key));
  return query.has("hand") ? new URLSearchParams(known) : null;
}

/** @param {unknown} error */
const asApiError = (error) => (error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)}));

export class HandCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Hand} */
    this.hand = emptyHand();
    /** @type {BookChoice} */
    this.book = {rules: DEFAULT_RULES, overlay: null};
    /** The book's part of the address. */
    this.bookPart = new URLSearchParams();
    /** @type {import("../shared/building/picker.js").Mode} */
    this.mode = "tile";
    /** @type {Answer} */
    this.answer = {kind: "nothing"};
    /** The circumstances that the hand cannot have; the answer is about the hand without them. @type {import("./answers.js").Impossible[]} */
    this.impossible = [];
    /** A circumstance that was switched off because another one excludes it. @type {{flag: "kong", self: boolean} | null} */
    this.ended = null;
    /** Whether one of fourteen tiles is to be discarded, though the winning one is known. */
    this.discarding = false;
    /** What can be taken back, the last change at the end. @type {Before[]} */
    this.past = [];
    /** What the answer is about: the hand in notation, and the book. */
    this.answered = "";
    /** @type {BookChoice} */
    this.answeredBook = this.book;
    /** The text in the field while it is edited; null when it follows the hand. @type {string | null} */
    this.written = null;
    /** @type {api.ApiError | null} */
    this.writtenError = null;
    /** Whether the text did not say which tile won. */
    this.assumed = false;
    /** The hand that a text replaces while it is written. @type {Hand | null} */
    this.replaced = null;
    this.marking = new FanMarking(redraw, (fan) => this.fanAddress(fan));
    /** @type {import("../shared/types.js").Comparison | null} */
    this.comparison = null;
    /** Parts of the page that are loaded when they are needed. @type {{compareView?: typeof import("./compare-view.js").compareView, typingHelp?: typeof import("./typing-help.js").typingHelp}} */
    this.parts = {};
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** The book in use, once it is loaded. @type {import("../shared/types.js").Book | null} */
    this.wholeBook = null;
    /** Why it is not loaded. @type {api.ApiError | null} */
    this.bookProblem = null;
    /** Whether the tiles to pick from are open on a phone; null: while the hand is not complete. @type {boolean | null} */
    this.keysOpen = null;
    this.asking = new AbortController();
    /** The text that is being read. @type {Promise<void>} */
    this.reading = Promise.resolve();
    this.typing = new Typing();
    this.history = new PageHistory(() => this.pageAddress());
  }

  // ---- what is derived

  pageAddress() {
    const query = new URLSearchParams(this.bookPart);
    const text = formatHand(this.hand);
    if (text) query.set("hand", text);
    else if (!query.size && (rememberedBook()?.rules ?? DEFAULT_RULES) !== DEFAULT_RULES) query.set("rules", this.book.rules);
    if (stage(this.hand, this.discarding) === "discards") query.set("do", "discards");
    return address("/hand", query);
  }

  /** The user's own rules in use; null if it is a book of the server's. */
  get ownRules() {
    return this.book.overlay === null ? null : ownRules(this.book.overlay, this.wholeBook);
  }

  /** The book in use, or the one that the user's own rules change. */
  get base() {
    return this.ownRules?.base ?? this.book.rules;
  }

  /** The book in use with its name. */
  get namedBook() {
    if (this.wholeBook) return this.wholeBook;
    const name = this.ownRules?.name;
    return {name: name === undefined ? servedName(this.book.rules) : {zh: name, en: name}};
  }

  /** Whether the answer is about the hand and the book that are shown. */
  get isAnswered() {
    return this.answered === formatHand(this.hand) && this.answeredBook === this.book;
  }

  /** Whether the hand is one from before the text that cannot be read. */
  get isStale() {
    return this.writtenError !== null && this.written !== null && size(this.hand) > 0;
  }

  /** Why a circumstance was switched off, in words. */
  get endedWords() {
    if (!this.ended) return "";
    const {flag, self} = this.ended;
    return t(self ? "build_discard_replaces_nothing" : "build_self_robs_no_kong", {name: switchName(flag, self, this.base)});
  }

  get isKeyboardOpen() {
    const complete = size(this.hand) === FULL && this.isAnswered && this.answer.kind !== "error";
    return this.keysOpen ?? !complete;
  }

  /** The page of a fan. @param {string} id */
  fanAddress(id) {
    const query = new URLSearchParams(location.search);
    for (const key of ["hand", "rules", "do"]) query.delete(key);
    return address(`/rules/${this.base}`, query) + `#${id}`;
  }

  // ---- what changes the hand

  /** Show what the address holds. */
  async restore() {
    const query = new URLSearchParams(location.search);
    const {damaged, ...named} = await readBook(query);
    const isNamed = ["hand", "rules", "overlay"].some((key) => query.has(key));
    this.book = (isNamed ? null : rememberedBook()) ?? named;
    this.bookPart = await bookQuery(this.book);
    // links on the page are made from the address
    if (!isNamed && this.bookPart.size) history.replaceState(null, "", address("/hand", this.bookPart));
    if (damaged) notice(t("damaged_link"));
    this.history.reset();
    this.written = this.writtenError = this.replaced = null;
    const text = query.get("hand") ?? "";
    this.hand = emptyHand();
    this.discarding = false;
    const full = query.has("do") ? readCanonical(text) : null;
    if (full && size(full) === FULL) {
      this.hand = full;
      this.discarding = full.winning !== null;
    } else if (text) await this.readText(text);
    if (!this.writtenError) this.written = this.replaced = null;
    this.loadBook();
    await this.ask();
  }

  /** @param {Hand} next @param {string} [kind] of the change, for the history @param {boolean} [discarding] */
  become(next, kind = "", discarding = false) {
    if (next === this.hand && discarding === this.discarding) return;
    this.past = [...this.past, {hand: this.hand, discarding: this.discarding}].slice(-MOST_UNDONE);
    this.show(next, kind, discarding);
  }

  /** @param {Hand} next @param {string} kind @param {boolean} discarding */
  show(next, kind, discarding) {
    this.history.settle(kind);
    this.hand = next;
    this.discarding = discarding;
    this.written = this.writtenError = this.replaced = this.ended = null;
    this.assumed = false;
    this.comparison = this.keysOpen = null;
    this.marking.reset();
    this.history.record(kind);
    this.redraw();
    this.ask();
  }

  /** @param {string} tile */
  pick(tile) {
    const {hand, mode} = this;
    if (!pickable(hand, mode, tile)) {
      if (size(hand) >= FULL) notice(t("build_full"));
      return;
    }
    this.mode = "tile";
    if (mode === "tile") this.addTile(tile);
    else if (mode === "winning") this.become(setWinning(hand, tile));
    else this.become(addMeld(hand, mode, tile), "add");
  }

  /** Add a tile; the fourteenth is taken as the winning one. @param {string} tile */
  addTile(tile) {
    const {hand} = this;
    const next = addTile(hand, tile);
    this.become(next, "add");
    this.assumed = next.winning !== hand.winning;
    this.redraw();
  }

  /** @param {string} tile */
  tapTile(tile) {
    if (this.mode === "tile") this.become(removeTile(this.hand, tile), "remove");
    else this.pick(tile);
  }

  removeLast() {
    this.become(removeLast(this.hand), "remove");
  }

  clear() {
    if (formatHand(this.hand)) this.become(emptyHand());
  }

  /** Take the last change back. */
  undo() {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.show(before.hand, "", before.discarding);
  }

  /** What to discard if this hand is not won. */
  discardInstead() {
    this.become(this.hand, "", true);
  }

  /** @param {import("../shared/building/picker.js").Mode} mode */
  setMode(mode) {
    this.mode = mode;
    if (mode !== "tile") announce(t(`mode_${mode}_hint`));
    this.redraw();
  }

  /** @param {Partial<import("../shared/types.js").Circumstances>} changes */
  changeWin(changes) {
    const {win} = this.hand;
    // drawn it is the replacement of a kong, else a robbed tile: who says the one does not mean the other
    const ended = changes.self !== undefined && win.kong ? /** @type {const} */ ({flag: "kong", self: win.self}) : null;
    const next = {...win, ...changes, ...(ended ? {kong: false} : {})};
    this.become({...this.hand, win: next}, Object.keys(changes)[0] + "!", this.discarding);
    this.ended = ended;
    this.redraw();
  }

  /** @param {BookChoice} next */
  async chooseBook(next) {
    const part = await bookQuery(next);
    rememberBook(next);
    this.history.settle("");
    this.book = next;
    this.bookPart = part;
    this.comparison = null;
    this.marking.reset();
    this.history.record("");
    this.history.write(); // links on the page are made from it
    this.loadBook();
    this.redraw();
    this.ask();
  }

  /** Read a hand in any notation. @param {string} text */
  async readText(text) {
    const signal = this.newRequest();
    this.replaced ??= this.hand;
    this.written = text;
    this.writtenError = null;
    this.discarding = false;
    this.ended = null;
    if (!text.trim()) {
      this.assumed = false;
      this.hand = emptyHand();
      this.impossible = [];
      this.answer = {kind: "nothing"};
      this.answered = "";
      this.redraw();
      return;
    }
    try {
      if (text.length > LONGEST_TEXT) throw new api.ApiError({code: "too_large", message: ""});
      const direct = readCanonical(text);
      const parsed = direct && (direct.winning || size(direct) < FULL) ? null : await api.parse(this.base, text, signal);
      const read = parsed ? readCanonical(parsed.hand) : direct;
      if (signal.aborted || !read) return;
      if (parsed?.rules) await this.takeBook(parsed.rules);
      this.assumed = parsed?.assumed_winning ?? false;
      this.hand = withCircumstances(read, this.replaced, parsed?.says_discarded ?? false, parsed?.says_winds ?? false);
      this.comparison = this.keysOpen = null;
      this.marking.reset();
    } catch (error) {
      if (signal.aborted || !(error instanceof api.ApiError)) return;
      this.writtenError = error;
    }
    this.redraw();
  }

  /** Use the book that a text names. @param {string} rules */
  async takeBook(rules) {
    this.book = {rules, overlay: null};
    this.bookPart = await bookQuery(this.book);
    rememberBook(this.book);
    this.loadBook();
    notice(say("book_of_text", {book: calledBook(rules)}));
  }

  /** @param {string} text @param {boolean} [pasted] whether it came as a whole: then it may be a link, or have one */
  typeText(text, pasted = false) {
    const link = pasted ? linkIn(text) : null;
    this.reading = link ? this.openLink(link) : this.readTyped(text);
    return this.reading;
  }

  /** @param {string} text */
  async readTyped(text) {
    this.history.settle("type");
    const before = {hand: this.hand, discarding: this.discarding};
    await this.readText(text);
    if (this.written !== text || this.writtenError) return;
    this.past = [...this.past, before].slice(-MOST_UNDONE);
    this.history.record("type");
    await this.ask();
  }

  /** Show what a link to this page names. @param {URLSearchParams} query */
  async openLink(query) {
    this.history.write();
    this.past = [...this.past, {hand: this.hand, discarding: this.discarding}].slice(-MOST_UNDONE);
    history.pushState(null, "", address("/hand", query));
    await this.restore();
  }

  /** The text field follows the hand again, unless it is wrong. */
  leaveText() {
    if (this.writtenError) return;
    this.written = this.replaced = null;
    this.redraw();
  }

  toggleKeyboard() {
    this.keysOpen = !this.isKeyboardOpen;
    this.redraw();
  }

  // ---- requests

  /** Give up the request that is under way. @returns {AbortSignal} of the next one */
  newRequest() {
    this.asking.abort();
    this.asking = new AbortController();
    return this.asking.signal;
  }

  /** Ask the server about the hand as it is. */
  async ask() {
    const signal = this.newRequest();
    const text = formatHand(this.hand);
    const asked = this.book;
    try {
      ({answer: this.answer, impossible: this.impossible} = await answerAbout(
        asked,
        this.hand,
        this.discarding,
        rememberedBook() !== null,
        signal,
      ));
    } catch (error) {
      if (signal.aborted) return;
      this.answer = {kind: "error", error: asApiError(error)};
      this.impossible = [];
    }
    if (signal.aborted) return;
    this.answered = text;
    this.answeredBook = asked;
    this.redraw();
    announce(answerSpoken(this));
    this.history.write();
  }

  /** Repeat what failed when the server did not answer. */
  async again() {
    if (!this.books.length) this.loadBooks();
    if (!this.wholeBook) this.loadBook();
    if (this.written !== null && this.writtenError) await this.typeText(this.written);
    else await this.ask();
  }

  /** Load the book in use: its name, what an overlay changes, the English names of its fans. */
  async loadBook() {
    const asked = this.book;
    this.wholeBook = this.bookProblem = null;
    try {
      const found = await api.bookOf(asked);
      if (asked !== this.book) return;
      this.wholeBook = found;
      this.marking.setBook(found);
    } catch (error) {
      if (asked !== this.book || !(error instanceof api.ApiError)) return;
      this.bookProblem = error;
      announce(api.inWords(error));
    }
    this.redraw();
  }

  /** Load the list of books. */
  async loadBooks() {
    try {
      this.books = await api.books();
      this.redraw();
    } catch {
      // shown with the answer about the hand or the book, which fails too
    }
  }

  /** Load a part of the page. @param {() => Promise<Partial<HandCtrl["parts"]>>} load */
  async loadPart(load) {
    try {
      this.parts = {...this.parts, ...(await load())};
      this.redraw();
    } catch (error) {
      throw asApiError(error);
    }
  }

  async compareBooks() {
    const {answer, hand, book} = this;
    const text = answer.kind === "score" ? answer.score.hand : formatHand(hand);
    // an answer that comes when there is another hand or book is not about it
    const late = () => this.hand !== hand || this.book !== book;
    try {
      const [found] = await Promise.all([api.compare(book, text), this.loadPart(() => import("./compare-view.js"))]);
      if (!late()) this.comparison = found;
    } catch (error) {
      if (error instanceof api.ApiError && !late()) this.answer = {kind: "error", error};
    }
    this.redraw();
  }
}
