// The state of the front page, and what changes it.

import * as api from "../shared/api.js";
import {keptOverlay} from "../shared/book-chooser.js";
import {lastBook, openRoom} from "../shared/game/open-room.js";
import {defaultChoices, roomSettings} from "../shared/game/room-form.js";
import {runningRooms} from "../shared/game/running-rooms.js";
import {ownName} from "../shared/game/storage.js";
import {calledBook} from "../shared/names.js";

export class HomeCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The book of a game that starts at once. */
    this.book = lastBook();
    /** @type {import("../shared/types.js").BookSummary[]} */
    this.books = [];
    /** The user's games that are not over. @type {import("../shared/game/types.js").Room[]} */
    this.running = [];
    /** Whether a room is being opened. */
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
  }

  start() {
    api.loadOptional(api.books(), (found) => (this.books = found), this.redraw);
    api.loadOptional(runningRooms(), (found) => (this.running = found), this.redraw);
  }

  /** What the book of a game that starts at once is called. */
  get bookName() {
    const {rules, overlay} = this.book;
    return overlay === null ? calledBook(rules) : (keptOverlay()?.name ?? rules);
  }

  /** Play at once, against three bots. @param {import("../shared/types.js").BookChoice} [book] */
  async playNow(book = this.book) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.redraw();
    try {
      await openRoom(book, ownName(), {...roomSettings(defaultChoices()), start: true});
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }
}
