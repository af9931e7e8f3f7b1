// The state of the lobby, and what changes it.

import * as api from "../shared/api.js";
import {keepOverlay, keptOverlay, ownRules} from "../shared/book-chooser.js";
import {keepLastBook, lastBook, openRoom} from "../shared/game/open-room.js";
import {defaultChoices, roomSettings} from "../shared/game/room-form.js";
import * as rooms from "../shared/game/rooms-api.js";
import {runningRooms} from "../shared/game/running-rooms.js";
import {ownName} from "../shared/game/storage.js";
import {knownAccount} from "../shared/session.js";
import {MatchCtrl} from "./match-ctrl.js";

/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {import("../shared/game/types.js").Room} Room */

export class LobbyCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {BookChoice} */
    this.book = lastBook();
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** The open tables; null where they could not be loaded. @type {import("../shared/game/types.js").ListedRoom[] | null} */
    this.tables = null;
    /** @type {import("../shared/game/types.js").PlayOptions | null} */
    this.options = null;
    /** The rooms in which the user plays or is going to. @type {Room[]} */
    this.running = [];
    /** The settings of a new room. */
    this.choices = defaultChoices();
    this.name = knownAccount()?.name ?? ownName();
    this.match = new MatchCtrl(
      redraw,
      () => this.book,
      () => this.name,
    );
    /** Whether a room is being opened. */
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
  }

  /** Load what the page shows. */
  start() {
    this.findRunning();
    this.match.resume();
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    api.loadOptional(rooms.playOptions(), (found) => (this.options = found), this.redraw);
    this.refresh();
  }

  /** Open a room and go there. @param {Record<string, unknown>} wanted */
  async openRoom(wanted) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.redraw();
    try {
      await openRoom(this.book, this.name, wanted);
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }

  /** Play at once, against three bots. */
  playNow = () => this.openRoom({...roomSettings({...defaultChoices(), length: this.choices.length}), start: true});

  /** Open a table for friends. */
  makeTable = () => this.openRoom(roomSettings(this.choices));

  /** Load the open tables. */
  refresh = async () => {
    try {
      this.tables = await rooms.openRooms();
    } catch {
      this.tables = null;
    }
    this.redraw();
  };

  /** Find out which of the user's rooms are still running. */
  async findRunning() {
    this.running = await runningRooms();
    this.redraw();
  }

  /** Use the book of the address. The name of an overlay is known when the server has read it. @param {BookChoice} book */
  useBook(book) {
    this.book = book;
    const {overlay} = book;
    if (overlay !== null) api.loadOptional(api.bookOf(book), (found) => keepOverlay(overlay, found), this.redraw);
    this.redraw();
  }

  /** @param {BookChoice} chosen */
  chooseBook = (chosen) => {
    this.book = chosen;
    keepLastBook(chosen);
    this.redraw();
  };

  /** @param {string} name */
  setName = (name) => {
    this.name = name;
    this.redraw();
  };

  /** @param {Partial<import("../shared/game/room-form.js").RoomChoices>} changes */
  choose = (changes) => {
    this.choices = {...this.choices, ...changes};
    this.redraw();
  };

  /** The user's own rules that can be chosen: those that are, else those used last. */
  get ownRules() {
    const kept = keptOverlay();
    const {overlay} = this.book;
    return overlay === null || overlay === kept?.toml ? kept : ownRules(overlay, null);
  }
}
