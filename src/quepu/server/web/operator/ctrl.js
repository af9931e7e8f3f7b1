// The state of the operator's page, and what changes it.

import {ApiError, call, problemWords} from "../shared/api.js";
import {notice} from "../shared/shell.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types-generated.js").OperatorAnswer} Overview */
/** @typedef {import("../shared/types-generated.js").FoundAccount} FoundAccount */

export class OperatorCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Overview | null} */
    this.overview = null;
    /** The accounts that were searched for. @type {FoundAccount[] | null} */
    this.found = null;
    this.refused = false;
    /** @type {string | null} */
    this.problem = null;
  }

  start = () => this.attempt(async () => {});

  /** Do something, then look at everything again. @param {() => Promise<unknown>} work */
  async attempt(work) {
    this.problem = null;
    try {
      await work();
      this.overview = await call("/operator");
    } catch (error) {
      this.refused = error instanceof ApiError && ["not_signed_in", "not_an_operator"].includes(error.code);
      this.problem = problemWords(error);
    }
    this.redraw();
  }

  /** @param {string} path below /operator, or a whole one @param {object} body */
  send = (path, body) =>
    this.attempt(async () => {
      await call(path.startsWith("/") ? path : `/operator/${path}`, {body});
      notice(say("done"));
    });

  /** @param {string} name */
  find = (name) =>
    this.attempt(async () => {
      this.found = (await call(`/operator/accounts?name=${encodeURIComponent(name)}`)).accounts;
    });

  /** @param {"account" | "address"} kind @param {string} subject @param {Record<string, string>} given */
  ban = (kind, subject, {days, reason}) => this.send("ban", {kind, subject, reason, days: Number(days) > 0 ? Number(days) : null});

  /** @param {string} room */
  closeRoom = (room) => confirm(say("close_sure")) && this.send(`/rooms/${encodeURIComponent(room)}/close`, {});
}
