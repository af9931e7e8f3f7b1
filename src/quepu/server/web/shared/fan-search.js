// Search for fans by name, pinyin, initials or English. The server searches; the answer is a list of ids.

import {html} from "../vendor/lit-html/lit-html.js";
import {searchFans} from "./api.js";
import {t} from "./settings.js";

export class FanSearch {
  query = "";
  /** The fans found, the best first; null: everything. @type {string[] | null} */
  found = null;
  #asking = new AbortController();
  #changed;

  /** @param {() => void} changed called when something was found */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {string} rules @param {string} query */
  async run(rules, query) {
    this.query = query;
    this.#asking.abort();
    this.#asking = new AbortController();
    const {signal} = this.#asking;
    try {
      const found = query.trim() ? await searchFans(rules, query, signal) : null;
      if (!signal.aborted) this.found = found;
    } catch {
      if (signal.aborted) return;
      this.found = null;
    }
    if (!signal.aborted) this.#changed();
  }

  /** The field to type in. @param {string} rules @param {string} id @param {string} [label] */
  field(rules, id, label = t("search_fans")) {
    return html`<input class="search" id=${id} type="search" autocomplete="off" spellcheck="false" aria-label=${label} placeholder=${label}
      .value=${this.query} @input=${(/** @type {Event} */ event) => this.run(rules, /** @type {HTMLInputElement} */ (event.target).value)}>`;
  }
}
