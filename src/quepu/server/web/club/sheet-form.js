// The form of a new sheet: who sits where, by which rules, and for how long.

import {keepOverlay, keptOverlay, ownRules, rememberedBook} from "../shared/book-chooser.js";
import {DEFAULT_RULES} from "../shared/constants.js";
import * as api from "../shared/api.js";
import {allSent} from "../shared/documents/sent.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {announce} from "../shared/shell.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** A seat: a member, or a guest by name. @typedef {{member: string | null, guest: string}} Seat */

export class SheetForm {
  /** @param {import("./ctrl.js").ClubCtrl} page */
  constructor(page) {
    this.page = page;
    /** @type {BookChoice} */
    this.book = page.club?.rules ? {rules: page.club.rules, overlay: null} : (rememberedBook() ?? {rules: DEFAULT_RULES, overlay: null});
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    this.length = "rounds-4";
    this.title = "";
    /** The seats 東南西北. @type {Seat[]} */
    this.seats = Array.from({length: 4}, () => ({member: null, guest: ""}));
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
    api.loadOptional(api.books(), (found) => (this.books = found), page.redraw);
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
    const {overlay} = chosen;
    if (overlay !== null) api.loadOptional(api.bookOf(chosen), (found) => keepOverlay(overlay, found), this.page.redraw);
    this.page.redraw();
  };

  /** @param {"length" | "title"} field @param {string} value */
  set(field, value) {
    this[field] = value;
    this.page.redraw();
  }

  /** Who sits at a place. A member who sat elsewhere changes places with them. @param {number} place @param {Partial<Seat>} seat */
  seat(place, seat) {
    const before = this.seats[place];
    const other = seat.member ? this.seats.findIndex(({member}, i) => i !== place && member === seat.member) : -1;
    this.seats = this.seats.map((one, i) => (i === place ? {...one, ...seat} : i === other ? before : one));
    this.page.redraw();
  }

  /** Lots for the seats. */
  shuffle = () => {
    const seats = [...this.seats];
    for (let i = seats.length - 1; i > 0; i--) {
      const j = crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1);
      [seats[i], seats[j]] = [seats[j], seats[i]];
    }
    this.seats = seats;
    this.page.redraw();
    announce(say("seats_are", {names: this.names.join(say("comma"))}));
  };

  /** The names at the seats; empty where nobody sits yet. */
  get names() {
    return this.seats.map(({member, guest}) => (member ? (this.page.members.find(({id}) => id === member)?.name ?? "") : guest.trim()));
  }

  /** Make the sheet, list it in the club, and go to it. */
  create = async () => {
    if (this.busy) return;
    const {book, length, names, page, seats, title} = this;
    this.problem = names.every(Boolean) ? (new Set(names).size < 4 ? say("same_name") : null) : say("seats_missing");
    this.busy = this.problem === null;
    page.redraw();
    if (!this.busy || !page.document) return;
    const [unit, count] = length.split("-");
    const sheet = await LiveDocument.create(
      "sheet",
      [
        {
          t: "sheet",
          rules: book.overlay === null ? book.rules : (this.ownRules?.base ?? book.rules),
          ...(book.overlay === null ? {} : {overlay: book.overlay}),
          names,
          members: seats.map(({member}) => member),
          rounds: unit === "rounds" ? Number(count) : 4,
          hands: unit === "hands" ? Number(count) : null,
          ...(title.trim() ? {title: title.trim()} : {}),
          club: page.id,
        },
      ],
      {title: title.trim() || names.join(say("comma"))},
    );
    await page.add("sheet", {sheet: sheet.id});
    await allSent(sheet, page.document);
    location.assign(`/sheet/${sheet.id}`);
  };
}
