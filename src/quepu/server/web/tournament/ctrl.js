// The state of a tournament's page, and what changes it: every change is an entry of its document, and the server computes the rest.

import * as api from "../shared/api.js";
import {documentsHere} from "../shared/documents/here.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {allSent} from "../shared/documents/sent.js";
import {ServerState} from "../shared/documents/server-state.js";
import {ShareCtrl} from "../shared/documents/share-ctrl.js";
import {announce, notice} from "../shared/shell.js";
import {requestDraw} from "./draw.js";
import {readResult} from "./result-form.js";
import {TimerCtrl} from "./timer-ctrl.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").TournamentState} State */
/** @typedef {import("../shared/types-generated.js").TournamentRound} Round */
/** @typedef {import("../shared/types-generated.js").TournamentTable} Table */
/** @typedef {"rounds" | "standings" | "players" | "draw" | "timer" | "slips" | "more"} View */

/** @type {readonly View[]} */
export const VIEWS = ["rounds", "standings", "players", "draw", "timer", "slips", "more"];
/** How often a page that is looked at asks for the scores of sheets that are being written, in milliseconds. */
const WATCH = 10_000;

export class TournamentCtrl {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {import("../shared/documents/sync.js").LiveDocument | null} */
    this.document = null;
    /** @type {ServerState<State>} */
    this.server = new ServerState(`/tournaments/${id}/state`, redraw);
    this.timer = new TimerCtrl(this);
    /** @type {ShareCtrl | null} */
    this.share = null;
    /** @type {View} */
    this.view = "rounds";
    /** The round that is shown; null: the current one. @type {number | null} */
    this.chosenRound = null;
    /** What is typed for a table that has a form open, by round and table. @type {Map<string, {fields: string[], replaces: string | null}>} */
    this.typed = new Map();
    /** The standings after this round; null: the latest. @type {number | null} */
    this.after = null;
    /** What is typed in the forms of the players and penalties. @type {Record<string, string>} */
    this.fields = {};
    this.busy = false;
    /** Whether the slips of all rounds are shown. */
    this.allSlips = false;
    /** The keys of the sheets that this device may write. @type {Map<string, string>} */
    this.keys = new Map();
    /** How good the last draw of this page is, beside what is possible and what chance gives. @type {{squares: number, bound: number, chance: number} | null} */
    this.drawn = null;
    /** How many tables have several results. */
    this.conflicts = 0;
    /** How many entries the state was computed from. */
    this.counted = -1;
  }

  async start() {
    this.readAddress();
    this.document = await LiveDocument.open(this.id);
    const {kind} = this.document;
    if (kind !== null && kind !== "tournament") return location.replace(`/${kind}/${this.id}`);
    this.share = new ShareCtrl(this.document, this.redraw);
    this.document.addEventListener("change", this.changed);
    this.changed();
    for (const {id, key} of await documentsHere("sheet")) if (key) this.keys.set(id, key);
    setInterval(() => !document.hidden && (this.isWatching || this.server.problem) && this.server.refresh(), WATCH);
    if (this.view === "timer") this.timer.open();
  }

  /** Whether sheets of tables are being written, so that the state changes without an entry. */
  get isWatching() {
    return (
      this.state !== null &&
      !this.state.finished &&
      this.state.rounds.some(({tables}) => tables.some(({sheet, sheet_over}) => sheet && !sheet_over))
    );
  }

  /** The document has changed: ask for its state as soon as the server has everything. */
  changed = () => {
    const {document: doc} = this;
    if (doc && doc.status === "saved" && doc.entries.length !== this.counted) {
      this.counted = doc.entries.length;
      this.server.refresh().then(() => {
        if (this.server.problem)
          this.counted = -1; // ask again
        else doc.setTitle(this.title);
        this.#announceConflicts();
      });
    }
    this.redraw();
  };

  /** Say that results contradict each other, when it has just come about. */
  #announceConflicts() {
    const count = this.state?.missing.filter(({what}) => what === "conflict").length ?? 0;
    if (count > this.conflicts) announce(say("state_conflict"));
    this.conflicts = count;
  }

  /** What the address says: the view, and the round. */
  readAddress() {
    const query = new URLSearchParams(location.search);
    this.view = VIEWS.find((name) => name === query.get("view")) ?? "rounds";
    this.chosenRound = Number(query.get("round")) || null;
  }

  /** The address of a view of this tournament. @param {View} view @param {number | null} [round] */
  addressOf(view, round = null) {
    const query = new URLSearchParams({...(view === "rounds" ? {} : {view}), ...(round === null ? {} : {round: String(round)})}).toString();
    return `/tournament/${this.id}${query ? `?${query}` : ""}`;
  }

  /** Go to another view, or round. @param {string} address */
  go = (address) => {
    history.pushState(null, "", address);
    this.show();
  };

  /** Show what the address says. */
  show() {
    this.readAddress();
    if (this.view === "timer") this.timer.open();
    else this.timer.close();
    this.redraw();
  }

  /** What the server has computed. */
  get state() {
    return this.server.state;
  }

  /** What lists call it. */
  get title() {
    return this.state?.settings.name ?? "";
  }

  get mayEdit() {
    return this.document?.writable === true;
  }

  /** The first round that is not complete, or the last. */
  get currentRound() {
    return this.state?.current ?? this.state?.settings.rounds ?? 1;
  }

  /** The round that is shown. */
  get round() {
    return Math.min(this.chosenRound ?? this.currentRound, this.state?.settings.rounds ?? 1);
  }

  /** @param {number} round @returns {Round | null} */
  roundOf(round) {
    return this.state?.rounds.find((one) => one.round === round) ?? null;
  }

  /** @param {number} round */
  tablesOf(round) {
    return this.roundOf(round)?.tables ?? [];
  }

  /** Whether any round has been drawn. */
  get isDrawn() {
    return this.state?.rounds.some(({tables}) => tables.length) ?? false;
  }

  /** @param {string} id of a player */
  nameOf(id) {
    return this.state?.players.find((player) => player.id === id)?.name ?? "–";
  }

  /** What is typed in a field of the small forms. @param {string} name @param {string} text */
  setField(name, text) {
    this.fields[name] = text;
    this.redraw();
  }

  /** Add an entry; what goes wrong is shown. @param {string} type @param {Record<string, unknown>} fields @returns {Promise<boolean>} */
  add = (type, fields) => this.addAll([{...fields, t: type}]);

  /** Add several entries in one step. @param {{t: string, [field: string]: unknown}[]} entries @returns {Promise<boolean>} */
  async addAll(entries) {
    try {
      await this.document?.addAll(entries);
      return true;
    } catch (error) {
      notice(api.problemWords(error));
      return false;
    }
  }

  /** Take an entry back. @param {string} entry */
  undo = (entry) => this.add("undo", {of: entry});

  /** Open or close the form for the result of a table. @param {number} round @param {Table} table */
  flipForm(round, {table, points, entry, origin}) {
    const key = `${round}.${table}`;
    this.chosenRound = round; // stay here when the round is complete
    if (this.typed.has(key)) this.typed.delete(key);
    else this.typed.set(key, {fields: points ? points.map(String) : ["", "", "", ""], replaces: origin === "result" ? entry : null});
    this.redraw();
    this.#focus(round, table);
  }

  /** Put the focus into the form of a table, or on the button that opens it. @param {number} round @param {number} table */
  #focus(round, table) {
    const field = document.getElementById(`result-${round}-${table}-0`);
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`.tournament-table[data-table="${table}"] .enter`));
    (field ?? button)?.focus();
  }

  /** @param {number} round @param {number} table @param {number} place @param {string} text */
  type(round, table, place, text) {
    const typed = this.typed.get(`${round}.${table}`);
    if (typed) typed.fields = typed.fields.map((field, i) => (i === place ? text : field));
    this.redraw();
  }

  /** Enter what is typed as the result of a table. @param {number} round @param {number} table */
  async saveResult(round, table) {
    const key = `${round}.${table}`;
    const typed = this.typed.get(key);
    const points = typed && readResult(typed.fields).points;
    if (!typed || !points) return;
    const done = await this.add("result", {round, table, points, ...(typed.replaces ? {replaces: typed.replaces} : {})});
    if (!done) return;
    this.typed.delete(key);
    notice(say("result_saved", {table}));
    this.redraw();
    this.#focus(round, table);
  }

  /** Of several results of a table keep one. The others are taken back, with what they had corrected: else that would count again. @param {Table} table @param {string} entry */
  async settle({candidates}, entry) {
    const kept = this.#corrected(entry);
    const others = candidates.filter((id) => id !== entry).flatMap((id) => this.#corrected(id));
    for (const id of new Set(others)) if (!kept.includes(id) && !this.state?.undone.includes(id)) await this.undo(id);
  }

  /** An entry, and those that it has corrected one after the other. @param {string} id @returns {string[]} */
  #corrected(id) {
    const before = this.entryOf(id)?.replaces;
    return before ? [id, ...this.#corrected(before)] : [id];
  }

  /** The entry with this id. @param {string | null} id */
  entryOf(id) {
    return this.document?.entries.find((entry) => entry.id === id) ?? null;
  }

  /** Open a sheet for a table that has none: its scores become the result when it is over. @param {number} round @param {Table} table */
  async openSheet(round, {table, players}) {
    const {name, rules, overlay, deals} = /** @type {State} */ (this.state).settings;
    const sheet = await LiveDocument.create(
      "sheet",
      [
        {
          t: "sheet",
          rules,
          ...(overlay === null ? {} : {overlay}),
          names: players.map((id) => this.nameOf(id)),
          ...(deals ? {rounds: deals.rounds, hands: deals.hands} : {}),
          title: say("sheet_title", {name, round, table}).slice(0, 80),
          tournament: {id: this.id, round, table},
        },
      ],
      {title: say("sheet_title", {name, round, table})},
    );
    await this.add("table_sheet", {round, table, sheet: sheet.id});
    if (sheet.key) this.keys.set(sheet.id, sheet.key);
    await allSent(sheet);
    sheet.close();
  }

  /** Open sheets for all tables of a round that have neither a sheet nor a result. @param {number} round */
  async openSheets(round) {
    if (this.busy) return;
    this.busy = true;
    for (const table of this.tablesOf(round)) if (!table.sheet && !table.points) await this.openSheet(round, table);
    this.busy = false;
    this.redraw();
  }

  /** Draw the rounds from this one on; the rounds before it stay, and count for who has met whom. @param {number} from @param {number} seed */
  async drawRounds(from, seed) {
    const {state} = this;
    if (!state || this.busy) return;
    this.busy = true;
    this.redraw();
    try {
      const {rounds, quality, bound, by_chance: chance} = await requestDraw(state, from, seed);
      this.drawn = {squares: quality.squares, bound: bound.squares, chance: Math.round(chance)};
      await this.add("draw", {seed, from_round: from, rounds});
      notice(say("drawn"));
    } catch (error) {
      notice(api.problemWords(error));
    }
    this.busy = false;
    this.redraw();
  }
}
