// The state of the profile, and what changes it.

import * as api from "../shared/api.js";
import {addGames, forgetGames, ownGames} from "../shared/game/own-games-store.js";
import {forgetRoom, forgetSeen, keptRoom, ownRooms} from "../shared/game/storage.js";
import {forgetProgress, isEmpty, keepProgress, keptProgress, together} from "../shared/progress.js";
import {notice} from "../shared/shell.js";
import {WrongFile, asFile, readFile} from "./file.js";
import {byBook} from "./statistics.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/game/own-games.js").OwnGame} OwnGame */

/** How many more games of the history are shown at a time. */
export const PAGE = 20;

export class ProfileCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The games, the latest first; null before they are read. @type {OwnGame[] | null} */
    this.games = null;
    /** Whether the browser keeps anything at all. */
    this.keeps = true;
    /** The book that was chosen; the one played last if none was. */
    this.chosen = "";
    this.shown = PAGE;
    /** The fans of each book, by its id. @type {Map<string, Map<string, import("../shared/types.js").Fan>>} */
    this.fans = new Map();
    /** @type {string | null} */
    this.problem = null;
  }

  start() {
    this.read();
  }

  /** Read the games again: another tab may have added some. */
  read = async () => {
    const found = await ownGames();
    this.keeps = found !== null;
    this.games = found ?? [];
    for (const id of new Set(this.games.map(({rules}) => rules))) this.loadFans(id);
    this.redraw();
  };

  /** @param {string} id of a book */
  loadFans(id) {
    if (this.fans.has(id)) return;
    const keep = (/** @type {import("../shared/types.js").Book} */ book) =>
      this.fans.set(id, new Map(book.fans.map((fan) => [fan.id, fan])));
    api.loadOptional(api.bookOf({rules: id, overlay: null}), keep, this.redraw);
  }

  /** The games of each book. */
  get played() {
    return byBook(this.games ?? []);
  }

  /** The book whose statistics are shown. */
  get book() {
    const keys = [...this.played.keys()];
    return keys.includes(this.chosen) ? this.chosen : (keys[0] ?? "");
  }

  /** @param {string} key */
  choose = (key) => {
    this.chosen = key;
    this.redraw();
  };

  more = () => {
    this.shown += PAGE;
    this.redraw();
  };

  /** Whether there is anything to save or to delete. */
  get hasAny() {
    return Boolean(this.games?.length) || !isEmpty(keptProgress());
  }

  /** Save everything to a file. */
  save = () => {
    const games = this.games ?? [];
    const now = new Date();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([asFile(games, keptProgress(), now)], {type: "application/json"}));
    link.download = `quepu-${now.toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    notice(say("saved_file", {count: games.length}));
  };

  /** Add what is in a file. @param {File | undefined} file */
  async load(file) {
    if (!file) return;
    this.problem = null;
    try {
      const {games, progress} = readFile(file.size > 100_000_000 ? " ".repeat(20_000_001) : await file.text());
      const done = await addGames(games);
      if (done) {
        keepProgress(together(keptProgress(), progress));
        notice(say(isEmpty(progress) ? "loaded_file" : "loaded_file_more", {count: games.length, added: done.added}));
      } else this.problem = say("load_failed");
    } catch (error) {
      this.problem = error instanceof WrongFile ? say(error.reason, {game: error.game ?? 0}) : say("file_not_json");
    }
    await this.read();
  }

  /** The rooms whose server knows the user. */
  get rooms() {
    return ownRooms();
  }

  /** Have the user forgotten by the server, if they mean it. */
  forgetOnServer = async () => {
    const {rooms} = this;
    if (!confirm(say("forget_sure", {count: rooms.length}))) return;
    let problem = "";
    for (const room of rooms) {
      try {
        await api.call(`/rooms/${room}/forget`, {body: {token: keptRoom(room).token}});
        forgetRoom(room);
      } catch (error) {
        if (error instanceof api.ApiError && ["not_found", "not_a_member"].includes(error.code)) forgetRoom(room);
        else problem = api.problemWords(error);
      }
    }
    const left = this.rooms.length;
    const count = rooms.length - left;
    notice(problem ? say("forgotten_not_all", {count, left, problem}) : say("forgotten", {count}));
    this.redraw();
  };

  /** Delete everything, if the user means it. */
  forget = async () => {
    if (!confirm(say("delete_sure"))) return;
    await forgetGames();
    forgetSeen();
    forgetProgress();
    notice(say("deleted_all"));
    await this.read();
  };
}
