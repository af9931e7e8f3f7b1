// The state of a club's page, and what changes it: every change is an entry of its document, and the server computes the rest.

import * as api from "../shared/api.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {ServerState} from "../shared/documents/server-state.js";
import {ShareCtrl} from "../shared/documents/share-ctrl.js";
import {notice} from "../shared/shell.js";
import {SheetForm} from "./sheet-form.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").ClubSummary} Summary */
/** @typedef {import("../shared/types-generated.js").MemberStatistics} Statistics */
/** @typedef {"standings" | "evenings" | "members" | "tournaments" | "more"} View */

/** @type {readonly View[]} */
export const VIEWS = ["standings", "evenings", "members", "tournaments", "more"];
/** How often a page that is looked at asks for the scores of sheets that are being written, in milliseconds. */
const WATCH = 15_000;

export class ClubCtrl {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {LiveDocument | null} */
    this.document = null;
    /** @type {View} */
    this.view = "standings";
    /** The season and the book that the standings are about; "" for all. */
    this.filter = {season: "", rules: ""};
    /** The member whose page is shown. @type {string | null} */
    this.member = null;
    /** @type {ShareCtrl | null} */
    this.share = null;
    /** The form of a new sheet, while it is open. @type {SheetForm | null} */
    this.sheetForm = null;
    /** What is typed in the small forms. @type {Record<string, string>} */
    this.fields = {};
    this.readAddress();
    /** @type {ServerState<Summary>} */
    this.server = new ServerState(this.summaryPath, redraw);
    /** The statistics of the member who is shown. @type {ServerState<Statistics> | null} */
    this.statistics = null;
    /** How many entries the state was computed from. */
    this.counted = -1;
  }

  async start() {
    this.document = await LiveDocument.open(this.id);
    const {kind} = this.document;
    if (kind !== null && kind !== "club") return location.replace(`/${kind}/${this.id}`);
    this.share = new ShareCtrl(this.document, this.redraw);
    this.document.addEventListener("change", this.changed);
    this.changed();
    this.openMember();
    setInterval(() => !document.hidden && (this.isWatching || this.server.problem) && this.server.refresh(), WATCH);
  }

  /** Whether a sheet is being written, so that the state changes without an entry. */
  get isWatching() {
    return this.state?.evenings.some(({sheets}) => sheets.some(({over}) => !over)) ?? false;
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
      });
      this.statistics?.refresh();
    }
    this.redraw();
  };

  /** The season and the book in a request. */
  get #filterQuery() {
    const {season, rules} = this.filter;
    return {...(season ? {season} : {}), ...(rules ? {rules} : {})};
  }

  get summaryPath() {
    return `/clubs/${this.id}/summary?${new URLSearchParams({...this.#filterQuery, zone: String(-new Date().getTimezoneOffset())})}`;
  }

  readAddress() {
    const query = new URLSearchParams(location.search);
    this.view = VIEWS.find((name) => name === query.get("view")) ?? "standings";
    this.filter = {season: query.get("season") ?? "", rules: query.get("rules") ?? ""};
    this.member = query.get("member");
  }

  /** The address of a view. @param {View} view @param {{member?: string | null, season?: string, rules?: string}} [more] */
  addressOf(view, {member = null, season = this.filter.season, rules = this.filter.rules} = {}) {
    const query = new URLSearchParams({
      ...(view === "standings" ? {} : {view}),
      ...(member === null ? {} : {member}),
      ...(season ? {season} : {}),
      ...(rules ? {rules} : {}),
    }).toString();
    return `/club/${this.id}${query ? `?${query}` : ""}`;
  }

  /** @param {string} address */
  go = (address) => {
    history.pushState(null, "", address);
    this.show();
    scrollTo(0, 0);
  };

  /** Show what the address says. */
  show() {
    this.readAddress();
    this.server.use(this.summaryPath);
    this.openMember();
    this.redraw();
  }

  /** Ask for the statistics of the member in the address. */
  openMember() {
    if (this.member === null) {
      this.statistics = null;
      return;
    }
    const query = new URLSearchParams(this.#filterQuery).toString();
    const path = `/clubs/${this.id}/members/${encodeURIComponent(this.member)}${query ? `?${query}` : ""}`;
    if (this.statistics?.path === path) return;
    this.statistics = new ServerState(path, this.redraw);
    this.statistics.refresh();
  }

  /** @param {Partial<{season: string, rules: string}>} changes */
  choose(changes) {
    this.go(this.addressOf(this.view, {member: this.member, ...this.filter, ...changes}));
  }

  /** What the server has computed. */
  get state() {
    return this.server.state;
  }

  get club() {
    return this.state?.club ?? null;
  }

  /** What lists call it. */
  get title() {
    return this.club?.name ?? "";
  }

  get mayEdit() {
    return this.document?.writable === true;
  }

  /** The members who have not left. */
  get members() {
    return this.club?.members.filter(({left}) => !left) ?? [];
  }

  /** @param {string} field @param {string} text */
  setField(field, text) {
    this.fields[field] = text;
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

  /** Take back the last entry of a type about something that still counts. @param {string} type @param {string} field @param {string} about */
  async takeBack(type, field, about) {
    const found = this.document?.entries.findLast(
      (entry) => entry.t === type && entry[field] === about && !this.club?.undone.includes(entry.id),
    );
    if (found) await this.add("undo", {of: found.id});
  }

  openForm = () => {
    this.sheetForm = new SheetForm(this);
    this.redraw();
    document.getElementById("seat-0")?.focus();
  };

  closeForm = () => {
    this.sheetForm = null;
    this.redraw();
  };

  /** List a document that was made elsewhere, by its address. @param {"sheet" | "tournament"} kind @param {string} address */
  async list(kind, address) {
    const found = new RegExp(`(?:^|/${kind}/)([a-z2-9]{16})(?:[?#].*)?$`).exec(address.trim())?.[1];
    if (!found) return notice(say("wrong_address"));
    if (await this.add(kind, {[kind]: found})) this.setField(kind, "");
  }
}
