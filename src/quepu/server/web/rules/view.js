// The templates of the rule pages: the list of books, and each book to read, to search, to compare, to print and to change.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address} from "../shared/addresses.js";
import {inWords} from "../shared/api.js";
import {keptOverlay} from "../shared/book-chooser.js";
import {DEFAULT_RULES} from "../shared/constants.js";
import {bookName, bookNumbers, calledBook} from "../shared/names.js";
import {own, t} from "../shared/settings.js";
import {VIEWS} from "./ctrl.js";
import {diffView, wordsOf} from "./diff-view.js";
import {contents, fansView, withOriginal} from "./fans-view.js";
import {exclusionsView} from "./matrix.js";
import {sheet} from "./sheet.js";

/** @typedef {import("./ctrl.js").RulesCtrl} RulesCtrl */
/** @typedef {import("../shared/types.js").Book} Book */

export const narrow = matchMedia("(max-width: 48rem)");

/** @param {RulesCtrl} ctrl */
export function pageView(ctrl) {
  const {base, book, id, problem} = ctrl;
  if (problem) {
    const retry = problem.code === "offline" ? html`<button type="button" @click=${() => ctrl.load()}>${t("again")}</button>` : nothing;
    return html`<div class="problem"><p>${inWords(problem)}</p>${retry}</div><p><a href="/rules">${t("title_rules")}</a></p>`;
  }
  if (id === null) return booksView(ctrl);
  return book && base ? bookView(ctrl, book, base) : html`<p class="muted">${t("loading")}</p>`;
}

/** The list of books. @param {RulesCtrl} ctrl */
function booksView(ctrl) {
  const own = keptOverlay();
  return html`<h1>${t("title_rules")}</h1>
    <ul class="shelf">${ctrl.books.map((book) => bookCard(ctrl, book))}
      ${
        own === null
          ? nothing
          : html`<li><button type="button" class="card" @click=${() => ctrl.editOwn(own)}><h2>${own.name}</h2><p
        class="muted">${t("own_on", {book: calledBook(own.base)})}</p></button></li>`
      }
    </ul>
    <a class="card to-lab" href="/lab"><h2>${t("title_lab")}</h2><p class="muted">${t("lab_about")}</p></a>
    <p class="muted">${t("shelf_note")}</p>`;
}

/** @param {RulesCtrl} ctrl @param {import("../shared/types.js").BookSummary} book */
const bookCard = ({follow}, book) => html`<li><a class="card" href="/rules/${book.id}" @click=${follow}>
      <h2>${bookName(book)}</h2><p class="muted">${own(book.about)}</p>
      <p class="numbers"><span><b>${book.fan_count}</b> ${t("fans_unit", {count: book.fan_count})}</span>
        ${book.minimum ? html`<span><b>${book.minimum}</b> ${t("minimum_unit", {count: book.minimum})}</span>` : nothing}</p></a>
      ${
        book.options.length
          ? html`<p class="options">${t("options")} ${book.options.map(
              (option, i) => html`${i ? " · " : ""}<a href="/rules/${option.id}" @click=${follow}>${own(option.name)}</a>`,
            )}</p>`
          : nothing
      }</li>`;

/** @param {RulesCtrl} ctrl @param {Book} book @param {Book} base */
function bookView(ctrl, book, base) {
  const {follow, overlay, overlayProblem, search, view} = ctrl;
  const searched = view === "fans" || view === "exclusions" || view === "edit";
  const count =
    t("fan_count", {fans: book.fan_count}) + (book.count_note && overlay === null ? t("in_brackets", {text: own(book.count_note)}) : "");
  const facts = [count, ...bookNumbers(book), book.has_fu ? t("book_product") : t("book_sum")];
  return html`<header class="book-head"><p class="crumb"><a href="/rules" @click=${follow}>${t("title_rules")}</a></p>
      <h1>${bookName(book)}</h1>
      <p class="muted">${overlay === null ? own(book.about) : t("own_on", {book: bookName(base)})}</p>
      <p class="muted">${facts.join(" · ")}</p>
      ${overlay === null ? html`<p class="muted small-print">${t("book_source")}${withOriginal(book.source, book.source_en)}</p>` : nothing}
      <p class="small-print"><a href=${address("/lab", overlay === null ? new URLSearchParams({rules: book.id}) : ctrl.packed)}>${t("study_book")}</a></p>
    </header>
    <nav class="tabs" aria-label=${t("book_parts")}>${VIEWS.map(
      (name) => html`<a href=${ctrl.viewAddress(name)}
      aria-current=${view === name ? "page" : "false"} @click=${follow}>${t(`view_${name}`)}</a>`,
    )}</nav>
    ${overlayProblem && view !== "edit" ? html`<div class="problem"><p>${inWords(overlayProblem)}</p></div>` : nothing}
    ${searched ? html`<div class="search-line">${search.field(base.id, "search")}</div>` : nothing}
    <div class="book-body view-${view}">${bookBody(ctrl, book, base)}</div>
    ${view === "sheet" ? nothing : html`<div class="print-only">${sheet(book)}</div>`}`;
}

/** @param {RulesCtrl} ctrl @param {Book} book @param {Book} base */
function bookBody(ctrl, book, base) {
  const {books, difference, editor, open, other, overlay, packed, search, toggle, unfold, view} = ctrl;
  if (view === "exclusions") return exclusionsView(book, ctrl.matrixWords, ctrl.setMatrixWords, search.found);
  if (view === "diff") {
    const both = ctrl.otherBook ? [ctrl.otherBook, book] : [book];
    return diffView(difference, books, base.id, other, (choice) => ctrl.go(ctrl.viewAddress("diff", {with: choice})), wordsOf(both));
  }
  if (view === "sheet")
    return html`<p class="screen-only"><button type="button" class="primary" @click=${() => print()}>${t("print")}</button></p>${sheet(book)}`;
  if (view === "edit")
    return editor
      ? html`<p class="muted">${t("edit_how")}</p><div class="editing"><div>${editor.form(search.found)}</div>${editor.text()}</div>`
      : nothing;
  const bookPart = overlay === null && base.id !== DEFAULT_RULES ? new URLSearchParams({rules: base.id}) : packed;
  const reading = {open, toggle, narrow: narrow.matches, bookPart, choose: unfold};
  return html`${contents(book)}<div class="text-column">${fansView(book, search.found, reading)}</div>`;
}
