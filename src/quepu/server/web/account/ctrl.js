// The state of the account page, and what changes it.

import {ApiError, problemWords} from "../shared/api.js";
import {copy} from "../shared/clipboard.js";
import {keepName, keptRoom, ownName, ownRooms} from "../shared/game/storage.js";
import {PeopleCtrl} from "../shared/people-ctrl.js";
import {isAdded, isAnothers, sync} from "../shared/profile-sync.js";
import {isEmpty, keptProgress} from "../shared/progress.js";
import {keepAccount} from "../shared/session.js";
import {forget, keep, load} from "../shared/settings.js";
import {announce, notice, refresh} from "../shared/shell.js";
import * as requests from "./requests.js";
import {say} from "./texts.js";

/** @typedef {import("./requests.js").OwnAccount} OwnAccount */
/** @typedef {"sign-in" | "sign-up" | "recover" | "name" | "password" | "codes" | "delete" | "other"} Form */

/** How many games of the account come at a time. */
export const PAGE = 50;

/** Where the browser keeps of which account codes were shown, until it is confirmed that they are saved. */
const UNCONFIRMED = "quepu.codes";

export class AccountCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The account; null for a guest, undefined before it is known. @type {OwnAccount | null | undefined} */
    this.account = undefined;
    /** The recovery codes that are shown once. @type {string[] | null} */
    this.codes = null;
    /** Whether the form for a recovery code is shown. */
    this.recovers = false;
    /** Which form was refused, and why. @type {{form: Form, words: string} | null} */
    this.problem = null;
    /** @type {Form | null} */
    this.busy = null;
    /** The games of the account. @type {import("./requests.js").OwnGameJson[]} */
    this.games = [];
    this.hasMore = false;
    this.people = new PeopleCtrl(redraw);
    this.name = ownName();
  }

  async start() {
    try {
      this.take(await requests.ownAccount());
    } catch (error) {
      this.problem = {form: "other", words: problemWords(error)};
    }
    this.redraw();
    if (this.account) await this.opened();
  }

  /** @param {OwnAccount | null} account */
  take(account) {
    this.account = account;
    keepAccount(account);
    refresh();
  }

  /** Somebody is signed in: load what belongs to them. */
  async opened() {
    if (!this.hasUnclaimed && !isAnothers()) await sync().catch(() => {});
    await Promise.all([this.loadGames(true), this.people.load()]);
  }

  /** @param {boolean} [again] */
  async loadGames(again = false) {
    const before = again ? null : (this.games.at(-1)?.game ?? null);
    const found = await requests.ownGames(before).catch(() => null);
    if (found === null) return;
    this.games = again ? found : [...this.games, ...found];
    this.hasMore = found.length === PAGE;
    this.redraw();
  }

  /** Do something that one of the forms asks for, and show what is wrong beside it. @param {Form} form @param {() => Promise<void>} work */
  async attempt(form, work) {
    if (this.busy) return;
    this.busy = form;
    this.problem = null;
    this.redraw();
    try {
      await work();
    } catch (error) {
      this.problem = {form, words: problemWords(error)};
      if (error instanceof ApiError && error.code === "not_signed_in") this.take(null);
      announce(this.problem.words);
    }
    this.busy = null;
    this.redraw();
  }

  /** @param {"sign-in" | "sign-up" | "recover"} form @param {Record<string, string>} given */
  enter = (form, given) =>
    this.attempt(form, async () => {
      const {account, codes} = await requests.send(form, given);
      this.recovers = false;
      keepName(account.name);
      this.take(account);
      this.showCodes(codes ?? null);
      notice(say("signed_in", {name: account.name}));
      this.opened();
    });

  /** @param {Record<string, string>} given */
  rename = (given) =>
    this.attempt("name", async () => {
      const {account} = await requests.send("name", given);
      keepName(account.name);
      this.take(account);
      notice(say("renamed"));
    });

  /** @param {Record<string, string>} given */
  changePassword = (given) =>
    this.attempt("password", async () => {
      this.take((await requests.send("password", given)).account);
      notice(say("password_changed"));
    });

  /** @param {Record<string, string>} given */
  renewCodes = ({password}) =>
    this.attempt("codes", async () => {
      const codes = await requests.newCodes(password);
      if (this.account) this.account.codes_left = codes.length;
      this.showCodes(codes);
    });

  /** Show codes once; until it is confirmed that they are saved the page reminds of them. @param {string[] | null} codes */
  showCodes(codes) {
    this.codes = codes;
    if (codes && this.account) keep(UNCONFIRMED, {account: this.account.id});
  }

  /** Whether codes were made here of which nobody has said that they are saved. */
  get codesUnconfirmed() {
    return this.account ? load(UNCONFIRMED, {account: ""}).account === this.account.id : false;
  }

  codesKept = () => {
    this.codes = null;
    forget(UNCONFIRMED);
    this.redraw();
  };

  copyCodes = () => copy((this.codes ?? []).join("\n"), say("codes_copied"));

  /** @param {boolean} everywhere */
  leave = (everywhere) =>
    this.attempt("other", async () => {
      await requests.signOut(everywhere);
      this.left();
      notice(say("signed_out"));
    });

  /** @param {Record<string, string>} given */
  delete = ({password}) =>
    this.attempt("delete", async () => {
      await requests.deleteAccount(password);
      this.left();
      notice(say("account_deleted"));
    });

  left() {
    this.take(null);
    this.codes = null;
    this.games = [];
  }

  flipRecover = () => {
    this.recovers = !this.recovers;
    this.problem = null;
    this.redraw();
  };

  // What this browser has from before.

  get hasUnclaimed() {
    return !isAdded() && (ownRooms().length > 0 || !isEmpty(keptProgress()));
  }

  get isAnothers() {
    return isAnothers();
  }

  /** Add to the account what this browser has: the games played in it, its practice and lessons. */
  claim = () =>
    this.attempt("other", async () => {
      for (const room of ownRooms()) {
        const {token} = keptRoom(room);
        // a room that does not exist any more, or that is another's, is left out
        if (token) await requests.claim(room, token).catch((error) => this.mayGoOn(error));
      }
      await sync();
      notice(say("claimed"));
      await this.loadGames(true);
    });

  /** @param {unknown} error */
  mayGoOn(error) {
    if (!(error instanceof ApiError) || !["not_found", "claimed_already", "not_a_player"].includes(error.code)) throw error;
  }
}
