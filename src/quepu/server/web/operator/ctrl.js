// The state of the operator's page, and what changes it.

import {ApiError, call, problemWords} from "../shared/api.js";
import {notice} from "../shared/shell.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").OperatorAnswer} Overview */
/** @typedef {import("../shared/types-generated.js").FoundAccount} FoundAccount */
/** @typedef {"reports" | "accounts" | "bans" | "maintenance-plan" | "rooms"} Part */

export class OperatorCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Overview | null} */
    this.overview = null;
    /** The accounts that were searched for. @type {FoundAccount[] | null} */
    this.found = null;
    /** Why the page is not for who looks at it. @type {"not_signed_in" | "not_an_operator" | null} */
    this.refused = null;
    /** What went wrong, and in which part of the page; "" where nothing of it is there. @type {{part: Part | "", words: string} | null} */
    this.problem = null;
    this.busy = false;
  }

  start = () => this.attempt("", async () => {});

  /** Do something in a part of the page, then look at everything again; whether it succeeded. @param {Part | ""} part @param {() => Promise<unknown>} work */
  async attempt(part, work) {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await work();
      this.overview = await call("/operator");
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      this.refused = code === "not_signed_in" || code === "not_an_operator" ? code : null;
      this.problem = {part, words: problemWords(error)};
    }
    this.busy = false;
    this.redraw();
    return this.problem === null;
  }

  /** @param {Part} part @param {string} path below /operator, or a whole one @param {object} body */
  send = (part, path, body) =>
    this.attempt(part, async () => {
      await call(path.startsWith("/") ? path : `/operator/${path}`, {body});
      notice(say("done"));
    });

  /** @param {string} name */
  find = (name) =>
    this.attempt("accounts", async () => {
      this.found = (await call(`/operator/accounts?name=${encodeURIComponent(name)}`)).accounts;
    });

  /** @param {Part} part @param {"account" | "address"} kind @param {string} subject @param {Record<string, string>} given */
  ban = (part, kind, subject, {days, reason}) => this.send(part, "ban", {kind, subject, reason, days: days ? Number(days) : null});

  /** @param {string} room */
  closeRoom = (room) => confirm(say("close_sure")) && this.send("rooms", `/rooms/${encodeURIComponent(room)}/close`, {});
}
