// Which rule book: one of the server's, or rules of one's own.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address} from "./link.js";
import {bookName, optionName, overlayBase, overlayName} from "./names.js";
import {keep, load, t} from "./settings.js";

/** @typedef {import("./types.js").BookChoice} BookChoice */
/** @typedef {import("./types.js").BookSummary} BookSummary */

const KEY = "quepu.overlay";

/** The rules of one's own that were used last. @returns {string | null} */
export const keptOverlay = () => load(KEY, /** @type {string | null} */ (null));

/** @param {string} toml */
export const keepOverlay = (toml) => keep(KEY, toml);

/** The book's page; of rules of one's own with the overlay that the address has. @param {BookChoice} book */
function bookAddress({rules, overlay}) {
  if (overlay === null) return `/rules/${rules}`;
  const packed = new URLSearchParams(location.search).get("overlay");
  return address(`/rules/${overlayBase(overlay)}`, new URLSearchParams(packed === null ? {} : {overlay: packed}));
}

/**
 * @param {readonly BookSummary[]} books
 * @param {BookChoice} current
 * @param {(book: BookChoice) => void} choose
 * @param {boolean} [withOwn]
 */
export function bookChooser(books, current, choose, withOwn = true) {
  const own = withOwn ? (current.overlay ?? keptOverlay()) : null;
  const known =
    current.overlay !== null ||
    books.some(({id, options}) => id === current.rules || options.some((option) => option.id === current.rules));
  /** @param {string} id */
  const chosen = (id) => current.overlay === null && id === current.rules;
  /** @param {Event} event */
  const onChange = (event) => {
    const id = /** @type {HTMLSelectElement} */ (event.target).value;
    choose(id === "" && own !== null ? {rules: overlayBase(own), overlay: own} : {rules: id, overlay: null});
  };
  return html`<div class="chooser">
    <label for="book">${t("rule_book")}</label>
    <select id="book" @change=${onChange}>
      ${books.map(
        (book) => html`<option value=${book.id} .selected=${chosen(book.id)}>${bookName(book)}</option>
        ${book.options.map(({id}) => html`<option value=${id} .selected=${chosen(id)}>${optionName(book, id)}</option>`)}`,
      )}
      ${known ? nothing : html`<option value=${current.rules} selected>${current.rules}</option>`}
      ${
        own === null
          ? nothing
          : html`<option value=""
        .selected=${current.overlay !== null}>${t("own_marked", {name: overlayName(own)})}</option>`
      }
    </select>
    <a class="to-book" href=${bookAddress(current)}>${t("read_book")}</a>
  </div>`;
}
