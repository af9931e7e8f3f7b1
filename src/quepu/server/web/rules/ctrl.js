// The state of the rule pages, and what changes it.

import {address, packOverlay, readBook} from "../shared/addresses.js";
import * as api from "../shared/api.js";
import {rememberBook} from "../shared/book-chooser.js";
import {otherEdition} from "../shared/constants.js";
import {FanSearch} from "../shared/fan-search.js";
import {t} from "../shared/settings.js";
import {notice} from "../shared/shell.js";
import {OverlayEditor} from "./overlay-editor.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {"fans" | "exclusions" | "diff" | "edit" | "sheet"} ViewName */

/** @type {readonly ViewName[]} */
export const VIEWS = ["fans", "exclusions", "diff", "sheet", "edit"];

/** A part of an address; unchanged if it is damaged. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export class RulesCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** The id in the address; null on the list of books. @type {string | null} */
    this.id = null;
    /** @type {ViewName} */
    this.view = "fans";
    /** The book shown, an overlay applied. @type {Book | null} */
    this.book = null;
    /** The book without the overlay. @type {Book | null} */
    this.base = null;
    /** @type {string | null} */
    this.overlay = null;
    /** The overlay's part of the address. */
    this.packed = new URLSearchParams();
    /** @type {api.ApiError | null} */
    this.problem = null;
    /** What is wrong with the overlay. @type {api.ApiError | null} */
    this.overlayProblem = null;
    /** @type {import("../shared/types.js").Difference | null} */
    this.difference = null;
    /** The book that is compared with. */
    this.other = "";
    /** The same, once it is loaded. @type {import("../shared/types.js").Book | null} */
    this.otherBook = null;
    /** What the pointer is over in the matrix, in words. */
    this.matrixWords = "";
    /** How many pages have been requested. */
    this.requests = 0;
    /** @type {OverlayEditor | null} */
    this.editor = null;
    /** The fans that are unfolded. @type {Set<string>} */
    this.open = new Set();
    this.search = new FanSearch(redraw);
  }

  // ---- loading

  /** Read the address and load what it names. */
  async load() {
    const request = ++this.requests;
    const late = () => request !== this.requests; // another page was requested meanwhile
    const query = new URLSearchParams(location.search);
    this.readPath();
    this.view = VIEWS.find((name) => name === query.get("view")) ?? "fans";
    const named = await readBook(query);
    if (late()) return;
    this.overlay = named.overlay;
    const text = this.overlay === null ? null : query.get("overlay");
    this.packed = new URLSearchParams(text === null ? {} : {overlay: text});
    if (named.damaged) notice(t("damaged_link"));
    this.problem = this.overlayProblem = null;
    this.openFromHash();
    try {
      if (!this.books.length) this.books = await api.books();
      if (this.id !== null && !late()) await this.loadBook(this.id, query, late);
    } catch (error) {
      if (late()) return;
      this.problem = error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)});
    }
    if (late()) return;
    this.redraw();
    showTab();
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({block: "start"});
  }

  /** The book that the path names. */
  readPath() {
    const last = decoded(location.pathname.replace(/^\/rules\/?/, "").replace(/\/$/, ""));
    if (last !== this.id) {
      this.open.clear();
      this.search.run("", "");
      this.editor = this.book = this.base = null;
    }
    this.id = last || null;
  }

  /** @param {string} rules @param {URLSearchParams} query @param {() => boolean} late */
  async loadBook(rules, query, late) {
    const {overlay} = this;
    const made = overlay === null ? null : await this.overlayBook(overlay);
    if (late()) return;
    // an overlay states which book it changes, whatever the path says
    const named = made?.overlay?.base ?? rules;
    if (named !== rules) history.replaceState(null, "", address(`/rules/${named}`, query) + location.hash);
    const plain = await api.bookOf({rules: named, overlay: null});
    if (late()) return;
    this.id = named;
    this.base = plain;
    this.book = made ?? plain;
    if (!this.overlayProblem) rememberBook({rules: named, overlay});
    // going back or forward may name other rules than those being edited
    const edited = this.editor?.baseId === named && (overlay === null || overlay === this.editor.toml);
    if (this.view === "edit" && !edited) {
      this.editor = new OverlayEditor(plain, overlay, (toml, changed) => this.overlayChanged(toml, changed), this.redraw);
    }
    if (this.view === "diff") await this.loadDifference(named, query.get("with"), late);
  }

  /** The book that an overlay makes; null, and the problem is kept, if it is wrong. @param {string} toml */
  async overlayBook(toml) {
    try {
      return await api.bookOf({rules: "", overlay: toml});
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.code === "offline") throw error;
      this.overlayProblem = error;
      return null;
    }
  }

  /** @param {string} rules @param {string | null} wanted the other book @param {() => boolean} late */
  async loadDifference(rules, wanted, late) {
    const another = wanted === rules ? null : wanted;
    this.other = another ?? otherEdition(rules) ?? this.books.find((known) => known.id !== rules)?.id ?? rules;
    this.difference = null;
    this.redraw();
    const [found, other] = await Promise.all([api.difference(rules, this.other), api.bookOf({rules: this.other, overlay: null})]);
    if (late()) return;
    this.difference = found;
    this.otherBook = other;
  }

  /** The overlay was edited: the address follows at once. @param {string} toml @param {Book} [made] the book it makes, once that is known */
  async overlayChanged(toml, made) {
    this.overlay = toml;
    const text = await packOverlay(toml);
    if (toml !== this.overlay) return;
    this.packed = new URLSearchParams({overlay: text});
    if (made?.overlay && made.overlay.base !== this.id) {
      // it changes another book now
      const plain = await api.bookOf({rules: made.overlay.base, overlay: null});
      if (toml !== this.overlay) return;
      this.id = plain.id;
      this.base = plain;
      this.editor?.changeBase(plain);
    }
    const query = new URLSearchParams(location.search);
    query.set("overlay", text);
    history.replaceState(null, "", address(`/rules/${this.id}`, query));
    this.book = made ?? this.book;
    this.redraw();
  }

  openFromHash() {
    const fan = location.hash.slice(1);
    if (!fan || fan.startsWith("category-")) return;
    this.open.add(fan);
    this.view = "fans";
  }

  // ---- what the user does

  /** The address of a view of this book. @param {ViewName} name @param {Record<string, string>} [more] */
  viewAddress(name, more = {}) {
    const query = new URLSearchParams();
    if (name !== "fans") query.set("view", name);
    for (const [key, value] of this.packed) query.set(key, value);
    for (const [key, value] of Object.entries(more)) query.set(key, value);
    return address(`/rules/${this.id}`, query);
  }

  /** Go to another rule page without loading the document again. @param {string} to */
  go(to) {
    history.pushState(null, "", to);
    this.load();
  }

  /** @param {MouseEvent} event */
  follow = (event) => {
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(link.getAttribute("href") ?? "/rules");
  };

  /** Unfold a fan, or fold it. @param {string} fan */
  toggle = (fan) => {
    if (!this.open.delete(fan)) this.open.add(fan);
    this.redraw();
  };

  /** Unfold a fan. @param {string} fan */
  unfold = (fan) => {
    this.open.add(fan);
    this.redraw();
  };

  /** @param {string} words */
  setMatrixWords = (words) => {
    this.matrixWords = words;
    this.redraw();
  };

  /** @param {import("../shared/book-chooser.js").OwnRules} own */
  async editOwn({toml, base}) {
    this.go(address(`/rules/${base}`, new URLSearchParams({view: "edit", overlay: await packOverlay(toml)})));
  }
}

/** Where there is no room for all tabs, scroll to the current one. */
function showTab() {
  const tab = /** @type {HTMLElement | null} */ (document.querySelector('.tabs [aria-current="page"]'));
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
}
