// The state of what all documents have: links, PIN, deletion.

import * as api from "../api.js";
import {copy} from "../clipboard.js";
import {t} from "../settings.js";
import {notice} from "../shell.js";
import {isPin} from "./sent.js";
import {shareText} from "./share-texts.js";

/** @typedef {import("./sync.js").LiveDocument} LiveDocument */

export class ShareCtrl {
  /** @param {LiveDocument} doc @param {() => void} redraw */
  constructor(doc, redraw) {
    this.doc = doc;
    this.redraw = redraw;
    /** What is typed as PIN. */
    this.pin = "";
    this.revoke = false;
    this.busy = false;
    /** @type {string | null} */
    this.problem = null;
  }

  /** The address that reads the document. */
  get readLink() {
    return this.doc.link(false);
  }

  /** The address that may change it: the key is in the fragment, which browsers do not send. Null without a key. */
  get writeLink() {
    return this.doc.writable ? this.doc.link(true) : null;
  }

  /** @param {string} link */
  copy = (link) => copy(link, t("link_copied"));

  /** @param {string} pin */
  type = (pin) => {
    this.pin = pin.replace(/\s/g, "");
    this.redraw();
  };

  flipRevoke = () => {
    this.revoke = !this.revoke;
    this.redraw();
  };

  /** Delete it on the server, or only forget it on this device, and go to the list of all others. @param {boolean} everywhere */
  async remove(everywhere) {
    const {kind} = this.doc;
    if (!confirm(shareText(everywhere ? "delete_sure" : "forget_sure"))) return;
    try {
      await (everywhere ? this.doc.delete() : this.doc.forget());
      location.assign(`/${kind}`);
    } catch (error) {
      notice(api.problemWords(error));
    }
  }

  /** Set the PIN that is typed. */
  savePin = () => this.#pinned(() => this.doc.setPin(this.pin, this.revoke), "pin_saved");

  removePin = async () => {
    await this.#work(() => this.doc.setPin(null), "pin_removed");
  };

  /** Get the right to write. */
  unlock = () => this.#pinned(() => this.doc.unlock(this.pin), "unlocked");

  /** @param {() => Promise<unknown>} work @param {"pin_saved" | "unlocked"} done */
  async #pinned(work, done) {
    if (isPin(this.pin)) return this.#work(work, done);
    this.problem = shareText("pin_wrong_form");
    this.redraw();
  }

  /** @param {() => Promise<unknown>} work @param {"pin_saved" | "pin_removed" | "unlocked"} done */
  async #work(work, done) {
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.redraw();
    try {
      await work();
      this.pin = "";
      this.revoke = false;
      notice(shareText(done));
    } catch (error) {
      this.problem = api.problemWords(error);
    }
    this.busy = false;
    this.redraw();
  }
}
