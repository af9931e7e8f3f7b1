// The state of a sheet's page, and what changes it.

import {BOOK_FACTS} from "../shared/constants.js";
import * as api from "../shared/api.js";
import {deviceName} from "../shared/documents/ids.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {sheetState} from "../shared/documents/sheet-state.js";
import {fanName} from "../shared/names.js";
import {keep, load} from "../shared/settings.js";
import {announce, notice} from "../shared/shell.js";
import {dealAt, placeNow, slotAfter, slotBefore, typedFacts} from "./deals.js";
import {draftEntry, draftOf, newDraft} from "./draft.js";
import {HandBuilder} from "./builder.js";
import {ScreenLock} from "./screen-lock.js";
import {dealWords, entryWords, penaltyWords, scoreWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/documents/types.js").Entry} Entry */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */
/** @typedef {import("./draft.js").Draft} Draft */
/** What the lower part of the page shows. @typedef {"hands" | "chart" | "statistics" | "history"} View */
/** A penalty that is being entered. @typedef {{slot: number, replaces: string | null, by: number | null, kind: "false_win" | "dead_hand" | "other", each: string, to: number[], note: string}} PenaltyDraft */
/**
 * What is open above the page.
 * @typedef {{kind: "hand"} | {kind: "penalty", draft: PenaltyDraft} | {kind: "deal", slot: number} | {kind: "conflict", slot: number} | {kind: "seats", slot: number, seats: number[]}
 *   | {kind: "share", edit: boolean} | {kind: "settings"} | {kind: "end"}} Panel
 */

const DEVICE_KEY = "quepu.sheets";

/** What is kept of a sheet on this device alone: who is nearest. @param {string} id @returns {{nearest?: number}} */
const ownChoices = (id) => load(DEVICE_KEY, /** @type {Record<string, {nearest?: number}>} */ ({}))[id] ?? {};

export class SheetCtrl {
  /** @param {() => void} redraw @param {string} id */
  constructor(redraw, id) {
    this.redraw = redraw;
    this.id = id;
    /** @type {LiveDocument | null} */
    this.doc = null;
    /** The name of this device in the ids of entries. */
    this.device = "";
    /** @type {SheetState | null} */
    this.state = null;
    /** Why there is nothing to show. @type {unknown} */
    this.problem = null;
    /** @type {View} */
    this.view = "hands";
    /** @type {Panel | null} */
    this.panel = null;
    /** The hand that is being entered. @type {Draft | null} */
    this.draft = null;
    /** The tiles of that hand. @type {HandBuilder | null} */
    this.builder = null;
    /** The last entry that this page has made, to take it back. @type {string | null} */
    this.latest = null;
    /** The book that was loaded last, and which one that is. @type {{of: string, book: import("../shared/types.js").Book | null} | null} */
    this.loadedBook = null;
    /** How many entries are on their way to the store of this device, and the last of them. */
    this.adding = 0;
    /** @type {Promise<unknown>} */
    this.added = Promise.resolve();
    /** Whether a draw is being entered: a second tap is not another one. */
    this.drawing = false;
    this.lock = new ScreenLock(redraw);
    /** What the user types into the fields of a panel, by their names. @type {Record<string, string>} */
    this.fields = {};
    /** What went wrong with what was asked of the server. */
    this.panelProblem = "";
  }

  async start() {
    try {
      this.device = await deviceName();
      this.doc = await LiveDocument.open(this.id);
      this.doc.addEventListener("change", () => this.#changed());
      this.#changed();
    } catch (error) {
      this.problem = error;
      this.redraw();
    }
  }

  // ---- what is derived

  get names() {
    return this.state?.names ?? [];
  }

  get rules() {
    return this.state?.rules ?? "";
  }

  /** The book for requests to the server. @returns {import("../shared/types.js").BookChoice} */
  get book() {
    return {rules: this.rules, overlay: this.state?.overlay ?? null};
  }

  get writable() {
    return this.doc?.writable ?? false;
  }

  /** Who sits at the bottom of the screen. */
  get nearest() {
    return ownChoices(this.id).nearest ?? 0;
  }

  set nearest(player) {
    const all = load(DEVICE_KEY, /** @type {Record<string, {nearest?: number}>} */ ({}));
    keep(DEVICE_KEY, {...all, [this.id]: {nearest: player}});
    this.redraw();
  }

  /** @param {string} id */
  find = (id) => this.doc?.entries.find((entry) => entry.id === id);

  /** @param {Entry} entry */
  words(entry) {
    return this.state ? entryWords(this.state, entry, this.find) : "";
  }

  /** Whether an entry has no effect any more because it was undone. @param {string} id */
  isUndone = (id) => this.state?.undone.includes(id) ?? false;

  /** The undos that take an entry back. @param {string} id */
  undosOf = (id) => this.doc?.entries.filter((entry) => entry.t === "undo" && entry.of === id && !this.isUndone(entry.id)) ?? [];

  /** The book with its fans, once it is loaded; the first to ask loads it. */
  get wholeBook() {
    const {rules, overlay} = this.book;
    const wanted = overlay ?? rules;
    if (this.loadedBook?.of === wanted) return this.loadedBook.book;
    this.loadedBook = {of: wanted, book: null};
    api.loadOptional(api.bookOf(this.book), (book) => (this.loadedBook = {of: wanted, book}), this.redraw);
    return null;
  }

  /** What a fan is called; its id until the book is loaded. @param {string} id */
  fanName(id) {
    const fan = this.wholeBook?.fans.find((one) => one.id === id);
    return fan ? fanName(fan) : id;
  }

  /** The points that a win needs: own rules may have another minimum than the book that they change. */
  get minimum() {
    const {rules, overlay} = this.book;
    return (overlay === null ? null : this.wholeBook?.minimum) ?? typedFacts(rules).minimum;
  }

  // ---- what comes from the document

  #changed() {
    if (!this.doc) return;
    const before = this.state;
    this.state = sheetState(this.doc.entries, BOOK_FACTS);
    this.problem = null;
    this.redraw();
    if (!this.adding && before && this.state && JSON.stringify(before.scores) !== JSON.stringify(this.state.scores))
      announce(say("totals", {scores: scoreWords(this.names, this.state.scores)}));
  }

  /** @param {string} type @param {Record<string, unknown>} fields @returns {Promise<Entry | null>} */
  async add(type, fields) {
    return (await this.addAll([{...fields, t: type}]))?.[0] ?? null;
  }

  /** Add entries in one step. @param {{t: string, [field: string]: any}[]} made @returns {Promise<Entry[] | null>} */
  async addAll(made) {
    if (!this.doc) return null;
    this.adding++;
    this.redraw();
    const adding = this.doc.addAll(made);
    this.added = adding.catch(() => {});
    try {
      return await adding;
    } catch (error) {
      notice(api.problemWords(error));
      return null;
    } finally {
      this.adding--;
      this.redraw();
    }
  }

  /** Wait until what was entered before is on this device: the next hand comes after it. */
  async #settled() {
    while (this.adding) await this.added;
  }

  /** Say what was done, and what the totals are now. @param {string} words */
  #done(words) {
    notice(words);
    if (this.state) announce(`${words} ${say("totals", {scores: scoreWords(this.names, this.state.scores)})}`);
  }

  /** Take an entry back. @param {string} id */
  async undo(id) {
    const entry = this.find(id);
    if (!entry || !(await this.add("undo", {of: id}))) return;
    if (this.latest === id) this.latest = null;
    this.#done(say("undone_notice", {what: this.words(entry)}));
  }

  /** Make an entry count again: take back what takes it back. @param {string} id */
  async redo(id) {
    for (const undo of this.undosOf(id)) await this.add("undo", {of: undo.id});
  }

  // ---- panels

  /** @param {Panel} panel */
  open(panel) {
    this.panel = panel;
    this.fields = {};
    this.panelProblem = "";
    this.redraw();
  }

  close = () => {
    this.panel = this.draft = this.builder = null;
    this.redraw();
  };

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.redraw();
  }

  /** @param {string} name @param {string} value */
  setField(name, value) {
    this.fields = {...this.fields, [name]: value};
    this.redraw();
  }

  /** Ask the server for something, and say so if it fails. @param {() => Promise<unknown>} ask @param {string} done @returns {Promise<boolean>} */
  async request(ask, done) {
    this.panelProblem = "";
    try {
      await ask();
      this.fields = {};
      if (done) notice(done);
      return true;
    } catch (error) {
      this.panelProblem = api.problemWords(error);
      announce(this.panelProblem);
      return false;
    } finally {
      this.redraw();
    }
  }

  // ---- entering a hand

  /** @param {number | null} [winner] */
  async enterHand(winner = null) {
    await this.#settled();
    if (!this.state?.next || !this.writable) return;
    this.draft = newDraft(this.state.next, {winner});
    this.builder = null;
    this.open({kind: "hand"});
  }

  /** @param {string} id of an entry that ends a deal @param {number} slot */
  correct(id, slot) {
    const entry = this.find(id);
    const deal = this.state && dealAt(this.state, slot);
    if (!entry || !deal) return;
    this.draft = draftOf(this.rules, deal, entry);
    this.builder = null;
    if (this.draft.build) this.#build();
    this.open({kind: "hand"});
  }

  /** A forgotten hand. Those at the table sat as in the deal that was entered in its place. @param {number} slot */
  insertBefore(slot) {
    const deal = this.state && dealAt(this.state, slot);
    if (!deal || !this.state) return;
    this.draft = newDraft({...deal, slot: slotBefore(this.state, slot)}, {insert: true});
    this.builder = null;
    this.open({kind: "hand"});
  }

  /** @param {Draft} draft */
  change(draft) {
    this.draft = draft;
    const {build, winner, source, place} = draft;
    if (build && winner !== null && source !== null) {
      const where = {seat: place.seats.indexOf(winner), round: place.round, self: source === "self"};
      if (this.builder) this.builder.place(where);
      else this.#build();
    }
    this.redraw();
  }

  #build() {
    const {draft} = this;
    if (!draft || draft.winner === null || draft.source === null) return;
    const where = {seat: draft.place.seats.indexOf(draft.winner), round: draft.place.round, self: draft.source === "self"};
    this.builder = new HandBuilder(this.book, where, draft.hand, (builder) => this.#built(builder));
  }

  /** Take over what the built hand is worth. @param {HandBuilder} builder */
  #built({points, text, fans, flowers, kongs}) {
    if (!this.draft) return;
    const {winner} = this.draft;
    const all = this.draft.kongs.map((count, player) => (player === winner ? kongs : count));
    this.draft = {...this.draft, points, hand: text, fans, flowers, kongs: all};
    this.redraw();
  }

  /** Enter the hand as it was chosen. */
  async confirm() {
    const {draft, state} = this;
    if (!draft || !state) return;
    const [type, fields] = draftEntry(this.rules, draft);
    this.close();
    const entry = await this.add(type, fields);
    if (!entry) return;
    this.latest = entry.id;
    this.#done(say("entered", {what: dealWords(this.names, entry)}));
    this.redraw();
  }

  /** Enter a deal that nobody won. */
  async enterDraw() {
    if (this.drawing) return;
    this.drawing = true;
    await this.#settled();
    const entry = this.state?.next && (await this.add("draw", {deal: this.state.next.slot}));
    this.drawing = false;
    if (!entry) return;
    this.latest = entry.id;
    this.#done(say("entered", {what: say("drawn")}));
    this.redraw();
  }

  // ---- the rest

  /** @param {PenaltyDraft} draft */
  async confirmPenalty({slot, replaces, by, kind, each, to, note}) {
    if (by === null) return;
    const amount = Number(each || 0);
    const paid = [0, 1, 2, 3].map((player) => (player !== by && to.includes(player) ? amount : 0));
    paid[by] = -paid.reduce((sum, points) => sum + points, 0);
    const payments = paid.map((points) => points + 0); // no negative zero
    this.close();
    const more = {...(note.trim() ? {note: note.trim()} : {}), ...(replaces ? {replaces} : {})};
    const entry = await this.add("penalty", {deal: slot, by, kind, payments, ...more});
    if (!entry) return;
    this.latest = entry.id;
    this.#done(say("entered", {what: penaltyWords(this.names, entry)}));
    this.redraw();
  }

  /** Settle a conflict: one of the entries counts. @param {number} slot @param {string} chosen */
  async choose(slot, chosen) {
    // an undone correction makes what it corrected count again: that goes too
    const other = () => this.state && dealAt(this.state, slot)?.candidates.find((id) => id !== chosen);
    for (let id = other(), undos = 0; id && undos < 100; id = other(), undos++) await this.add("undo", {of: id});
    this.close();
    notice(say("conflict_settled"));
  }

  /** Settle a conflict: they were several hands. The first keeps its place. @param {number} slot */
  async keepAll(slot) {
    const deal = this.state && dealAt(this.state, slot);
    let last = slot;
    for (const id of deal?.candidates.slice(1) ?? []) {
      const entry = this.find(id);
      if (!entry || !this.state) continue;
      const {id: _, at, when, replaces, ...fields} = entry;
      last = slotAfter(this.state, last);
      await this.addAll([
        {...fields, deal: last},
        {t: "undo", of: id},
      ]);
    }
    this.close();
    notice(say("conflict_settled"));
  }

  /** @param {number} slot @param {number[]} seats */
  async correctSeats(slot, seats) {
    this.close();
    await this.add("seats", {deal: slot, seats});
  }

  /** The settings as they are, for an entry that changes some of them. */
  get settingsFields() {
    const state = /** @type {SheetState} */ (this.state);
    const {rules, overlay, names, members, rounds, hands, title, t0, alpha, stake, club, tournament} = state;
    return {rules, overlay, names, members, rounds, hands, title, t0, alpha, stake, club, tournament};
  }

  /** @param {Record<string, unknown>} changes */
  async changeSettings(changes) {
    if (await this.add("sheet", {...this.settingsFields, ...changes})) notice(say("settings_saved"));
  }

  async end() {
    if (await this.add("end", {})) notice(say("ended_notice"));
  }

  /** Take every end back. */
  async goOn() {
    const ends = this.doc?.entries.filter((entry) => entry.t === "end" && !this.isUndone(entry.id)) ?? [];
    for (const entry of ends) await this.add("undo", {of: entry.id});
  }

  /** Who sits where now. */
  get place() {
    return placeNow(/** @type {SheetState} */ (this.state));
  }
}
