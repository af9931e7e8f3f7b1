// The choice of a rule book: one of the server's, or the user's own rules.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address} from "./addresses.js";
import {DEFAULT_RULES, isUsual} from "./constants.js";
import {alsoCalled, bookName, calledBook} from "./names.js";
import {keep, load, t} from "./settings.js";

/** @typedef {import("./types.js").BookChoice} BookChoice */
/** @typedef {import("./types.js").BookSummary} BookSummary */
/** @typedef {import("./types.js").Book} Book */
/** An overlay, and what the server read in it. @typedef {{toml: string, name: string, base: string}} OwnRules */

const KEY = "quepu.overlay";
const LAST = "quepu.book";

/**
 * The user's own rules; without a name until the server has answered.
 * @param {string} toml
 * @param {Book | null} book
 * @returns {OwnRules}
 */
export const ownRules = (toml, book) => ({toml, name: book ? bookName(book) : t("own_rules"), base: book?.overlay?.base ?? DEFAULT_RULES});

/** The user's own rules that were used last. @returns {OwnRules | null} */
export function keptOverlay() {
  const {toml, name, base} = load(KEY, /** @type {Partial<OwnRules>} */ ({}));
  return toml !== undefined && name !== undefined && base !== undefined ? {toml, name, base} : null;
}

/** @param {string} toml @param {Book} book the one it makes */
export const keepOverlay = (toml, book) => keep(KEY, ownRules(toml, book));

/** The address of the book's page; for the user's own rules with the overlay in the current address. @param {BookChoice} book @param {OwnRules | null} own */
function bookAddress({rules, overlay}, own) {
  if (overlay === null) return `/rules/${rules}`;
  const packed = new URLSearchParams(location.search).get("overlay");
  return address(`/rules/${own?.base ?? rules}`, new URLSearchParams(packed === null ? {} : {overlay: packed}));
}

/**
 * @param {readonly BookSummary[]} books
 * @param {BookChoice} current
 * @param {(book: BookChoice) => void} choose
 * @param {OwnRules | null} mine the user's own rules that can be chosen
 * @param {string} [element] the id of the element
 */
export function bookChooser(books, current, choose, mine, element = "book") {
  const known =
    current.overlay !== null ||
    books.some(({id, options}) => id === current.rules || options.some((option) => option.id === current.rules));
  /** @param {string} id */
  const chosen = (id) => current.overlay === null && id === current.rules;
  /** @param {BookSummary} book */
  const entry = (book) => html`<option value=${book.id} .selected=${chosen(book.id)}>${bookName(book)}${alsoCalled(book.id)}</option>`;
  /** @param {Event} event */
  const onChange = (event) => {
    const id = /** @type {HTMLSelectElement} */ (event.target).value;
    choose(id === "" && mine !== null ? {rules: mine.base, overlay: mine.toml} : {rules: id, overlay: null});
  };
  return html`<div class="chooser">
    <label for=${element}>${t("rule_book")}</label>
    <select id=${element} @change=${onChange}>
      ${books.map(
        (book) => html`${isUsual(book.id) ? html`<optgroup label=${t("usual_book")}>${entry(book)}</optgroup>` : entry(book)}
        ${book.options.map(({id}) => html`<option value=${id} .selected=${chosen(id)}>${calledBook(id)}</option>`)}`,
      )}
      ${known ? nothing : html`<option value=${current.rules} selected>${current.rules}</option>`}
      ${
        mine === null
          ? nothing
          : html`<option value=""
        .selected=${current.overlay !== null}>${t("own_marked", {name: mine.name})}</option>`
      }
    </select>
    <a class="to-book" href=${bookAddress(current, mine)}>${t("read_book")}</a>
  </div>`;
}

/** Keep the rule book that was chosen last: the hand page opens with it, unless its address names a book or a hand. @param {BookChoice} book */
export const rememberBook = ({rules, overlay}) => keep(LAST, {rules, overlay});

/** @returns {BookChoice | null} */
export function rememberedBook() {
  const {rules, overlay = null} = load(LAST, /** @type {Partial<BookChoice>} */ ({}));
  return typeof rules === "string" && (overlay === null || typeof overlay === "string") ? {rules, overlay} : null;
}
