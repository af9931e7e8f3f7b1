// The state of the page that lists the clubs of this device and makes a new one.

import {clubsHere} from "../shared/documents/clubs-here.js";
import {finishMaking, isPin} from "../shared/documents/sent.js";
import {LiveDocument} from "../shared/documents/sync.js";
import {announce} from "../shared/shell.js";
import {say} from "./texts.js";

export class StartCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** The clubs of this device; null before they are read. @type {import("../shared/documents/here.js").Kept[] | null} */
    this.here = null;
    this.name = "";
    this.pin = "";
    this.busy = false;
    /** What is wrong, and in which field. @type {{field: "name" | "pin", words: string} | null} */
    this.problem = null;
  }

  async start() {
    this.here = await clubsHere();
    this.redraw();
  }

  /** @param {"name" | "pin"} field @param {string} value */
  set(field, value) {
    this[field] = value;
    this.redraw();
  }

  /** Make the club, and go to its page. */
  create = async () => {
    if (this.busy) return;
    const {name, pin} = this;
    this.problem = !name.trim()
      ? {field: "name", words: say("name_missing")}
      : pin && !isPin(pin)
        ? {field: "pin", words: say("wrong_pin_form")}
        : null;
    if (this.problem) {
      this.redraw();
      announce(this.problem.words);
      document.getElementById(`new-${this.problem.field}`)?.focus();
      return;
    }
    this.busy = true;
    this.redraw();
    const made = await LiveDocument.create("club", [{t: "club", name: name.trim()}], {title: name.trim()});
    await finishMaking(made, pin);
    location.assign(`/club/${made.id}?view=members`);
  };
}
