// The state of a duplicate event, and what changes it.

import * as api from "../shared/api.js";
import {pathPart} from "../shared/addresses.js";
import {keepName, keepRoom, ownName} from "../shared/game/storage.js";
import {knownAccount} from "../shared/session.js";
import {t} from "../shared/settings.js";
import {keepOf, keptOf} from "./keys.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").EventAnswer} EventInfo */
/** @typedef {import("../shared/types-generated.js").ResultsAnswer} Results */

/** Milliseconds until the event is loaded again. */
const REFRESH = 3000;

export class EventCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.id = pathPart(2);
    /** @type {EventInfo | null} */
    this.event = null;
    /** @type {Results | null} */
    this.results = null;
    /** The deal that is compared. */
    this.deal = 1;
    this.name = knownAccount()?.name ?? ownName();
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
    /** Whether there is no such event. */
    this.missing = false;
  }

  get organises() {
    return keptOf(this.id).key !== undefined;
  }

  async start() {
    await this.load();
    setInterval(() => !document.hidden && this.event && this.event.status !== "over" && this.load(), REFRESH);
  }

  async load() {
    const {token, key} = keptOf(this.id);
    try {
      const before = this.event?.you?.room ?? null;
      this.event = /** @type {EventInfo} */ (await api.call(`/events/${encodeURIComponent(this.id)}`, {secret: token ?? key ?? null}));
      const room = this.event.you?.room ?? null;
      if (room !== null && before === null && token) keepRoom(room, {token});
      if (this.event.status === "over" && !this.results) await this.loadResults();
    } catch (error) {
      this.missing = error instanceof api.ApiError && error.code === "not_found";
      if (!this.event) this.problem = this.missing ? say("no_event") : api.problemWords(error);
    }
    this.redraw();
  }

  async loadResults() {
    const {deal} = this;
    const found = await api.call(`/events/${encodeURIComponent(this.id)}/results?deal=${deal}`);
    if (deal === this.deal) this.results = found;
  }

  /** @param {number} deal */
  chooseDeal = async (deal) => {
    this.deal = deal;
    this.redraw();
    await this.loadResults().catch((error) => (this.problem = api.problemWords(error)));
    this.redraw();
  };

  /** @param {string} name */
  setName = (name) => {
    this.name = name;
  };

  /** Send something, and load what has become of it. @param {string} path @param {object} body @param {(answer: any) => void} [then] */
  async send(path, body, then = () => {}) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.redraw();
    try {
      then(await api.call(`/events/${encodeURIComponent(this.id)}/${path}`, {body}));
      await this.load();
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }

  join = () => {
    const name = this.name.trim();
    keepName(name);
    this.send("join", {name: name || t("guest")}, ({token}) => keepOf(this.id, {token}));
  };

  leave = () => this.send("leave", {token: keptOf(this.id).token ?? ""}, () => keepOf(this.id, {token: undefined}));

  begin = () => this.send("start", {key: keptOf(this.id).key ?? ""});

  end = () => {
    if (confirm(say("end_sure"))) this.send("end", {key: keptOf(this.id).key ?? ""});
  };
}
