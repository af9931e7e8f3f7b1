// The state of the page that lists the sheets of this device and makes new ones.

import {problemWords} from "../shared/api.js";
import {rememberedBook} from "../shared/book-chooser.js";
import {BOOK_FACTS, DEFAULT_RULES} from "../shared/constants.js";
import {restoreFile} from "../shared/documents/file.js";
import {isDocumentId, isKey} from "../shared/documents/ids.js";
import {keptDocument, keptDocuments, onChange} from "../shared/documents/keep.js";
import {sheetState} from "../shared/documents/sheet-state.js";
import {OfflineOffer} from "../shared/offline-offer.js";
import {announce} from "../shared/shell.js";
import {windName} from "../shared/game/wind-mark.js";
import {PLAYERS} from "./deals.js";
import {bookFrom, lengthFrom} from "./form-parts.js";
import {lastNames, startSheet} from "./new-sheet.js";
import {say} from "./texts.js";

/** A sheet on this device. @typedef {{id: string, opened: number, began: number, state: import("../shared/documents/types.js").SheetState}} OwnSheet */

/** The address of the sheet that a text names: a link, or an id. @param {string} text */
export function sheetAddress(text) {
  const [, id, key] = /(?:^|\/sheet\/)([a-z2-9]{16})(?:[?][^#\s]*)?(?:#key=([a-z2-9]+))?\s*$/.exec(text.trim()) ?? [];
  if (!isDocumentId(id)) return null;
  return `/sheet/${id}${isKey(key) ? `#key=${key}` : ""}`;
}

export class StartCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** Null before they are read. @type {OwnSheet[] | null} */
    this.sheets = null;
    /** @type {Record<string, string>} */
    this.fields = {};
    /** The value of the field of the book; own rules are empty. */
    this.book = this.#lastBook();
    this.problem = "";
    this.busy = false;
    this.offline = new OfflineOffer(redraw);
  }

  #lastBook() {
    const last = rememberedBook();
    if (last?.overlay) return "";
    const rules = last?.rules.split("+")[0] ?? DEFAULT_RULES;
    return rules in BOOK_FACTS ? rules : DEFAULT_RULES;
  }

  start() {
    this.read();
    onChange(() => this.read());
    this.offline.start();
  }

  read = async () => {
    const kept = await keptDocuments("sheet");
    const sheets = await Promise.all(
      kept.map(async ({id, opened}) => {
        const entries = ((await keptDocument(id))?.entries ?? []).map(({entry}) => entry);
        const state = sheetState(entries, BOOK_FACTS);
        return state ? [{id, opened, began: Math.min(...entries.map(({when}) => when)), state}] : [];
      }),
    );
    this.sheets = sheets.flat();
    this.redraw();
  };

  /** @param {string} name @param {string} value */
  setField(name, value) {
    this.fields = {...this.fields, [name]: value};
    this.redraw();
  }

  /** @param {string} value */
  chooseBook(value) {
    this.book = value;
    this.redraw();
  }

  get names() {
    return PLAYERS.map((player) => (this.fields[`name-${player}`] ?? "").trim());
  }

  /** The names of earlier sheets that nobody has yet. */
  get offered() {
    return lastNames().filter((name) => !this.names.includes(name));
  }

  /** Give a name to the first player without one. @param {string} name */
  takeName(name) {
    const free = this.names.findIndex((one) => !one);
    if (free >= 0) this.setField(`name-${free}`, name);
  }

  /** Seat the players at random. */
  drawSeats() {
    const names = [...this.names];
    for (let i = 3; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [names[i], names[j]] = [names[j], names[i]];
    }
    this.fields = {...this.fields, ...Object.fromEntries(names.map((name, player) => [`name-${player}`, name]))};
    announce(say("seats_drawn", {names: names.map((name, player) => `${windName(player)} ${name}`).join(", ")}));
    this.redraw();
  }

  async begin() {
    const {names} = this;
    this.problem = names.some((name) => !name) ? say("names_needed") : new Set(names).size < 4 ? say("names_differ") : "";
    if (this.problem || this.busy) return this.redraw();
    this.busy = true;
    const {rules, overlay} = bookFrom({rules: DEFAULT_RULES, overlay: null}, this.book);
    await startSheet({rules, overlay, names, ...lengthFrom({rounds: 4, hands: null}, this.fields)});
  }

  /** @param {string} text */
  join(text) {
    const address = sheetAddress(text);
    if (address) location.href = address;
    else {
      this.problem = say("join_wrong");
      announce(this.problem);
      this.redraw();
    }
  }

  /** Restore a sheet from a file. @param {File | undefined} file */
  async load(file) {
    if (!file) return;
    this.problem = "";
    try {
      location.href = await restoreFile("sheet", file);
    } catch (error) {
      this.problem = error instanceof SyntaxError ? say("not_a_sheet") : problemWords(error);
      announce(this.problem);
      this.redraw();
    }
  }
}
