// The rule pages: the shelf of books, and each book to read, to search, to compare, to print and to change.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {diffView} from "./diff-view.js";
import {contents, fansView} from "./fans-view.js";
import {keptOverlay} from "../shared/book-chooser.js";
import {address, packOverlay, readBook} from "../shared/addresses.js";
import {DEFAULT_RULES, otherEdition} from "../shared/constants.js";
import {exclusionsView} from "./matrix.js";
import {bookName, bookNumbers} from "../shared/names.js";
import {OverlayEditor} from "./overlay-editor.js";
import {FanSearch} from "../shared/fan-search.js";
import {sheet} from "./sheet.js";
import {t} from "../shared/settings.js";
import {announce, notice, open as openPage} from "../shared/shell.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {"fans" | "exclusions" | "diff" | "edit" | "sheet"} ViewName */

/** @type {readonly ViewName[]} */
const VIEWS = ["fans", "exclusions", "diff", "sheet", "edit"];

/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** The id in the address; null on the shelf. @type {string | null} */
let id = null;
/** @type {ViewName} */
let view = "fans";
/** The book shown, an overlay applied. @type {Book | null} */
let book = null;
/** The book without the overlay. @type {Book | null} */
let base = null;
/** @type {string | null} */
let overlay = null;
/** @type {api.ApiError | null} */
let problem = null;
/** What is wrong with the overlay. @type {api.ApiError | null} */
let overlayProblem = null;
/** @type {import("../shared/types.js").Difference | null} */
let difference = null;
let other = "";
let told = "";
/** The overlay's part of the address. */
let packed = new URLSearchParams();
/** How many pages have been asked for. */
let turns = 0;
/** @type {OverlayEditor | null} */
let editor = null;
/** @type {Set<string>} */
const open = new Set();
const search = new FanSearch(() => draw());
const narrow = matchMedia("(max-width: 48rem)");

/** A part of an address; as it stands there if it is damaged. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Read the address and fetch what it names. */
async function load() {
  const turn = ++turns;
  const late = () => turn !== turns; // another page was asked for meanwhile
  const query = new URLSearchParams(location.search);
  const last = decoded(location.pathname.replace(/^\/rules\/?/, "").replace(/\/$/, ""));
  if (last !== id) {
    open.clear();
    search.run("", "");
    editor = book = base = null;
  }
  id = last || null;
  view = VIEWS.find((name) => name === query.get("view")) ?? "fans";
  const named = await readBook(query);
  if (late()) return;
  overlay = named.overlay;
  const text = overlay === null ? null : query.get("overlay");
  packed = new URLSearchParams(text === null ? {} : {overlay: text});
  if (named.damaged) notice(t("damaged_link"));
  problem = overlayProblem = null;
  openFromHash();
  try {
    books = books.length ? books : await api.books();
    if (id !== null && !late()) await loadBook(id, query, late);
  } catch (error) {
    if (late()) return;
    problem = error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)});
  }
  if (late()) return;
  draw();
  showTab();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({block: "start"});
}

/** @param {string} rules @param {URLSearchParams} query @param {() => boolean} late */
async function loadBook(rules, query, late) {
  const made = overlay === null ? null : await overlayBook(overlay);
  if (late()) return;
  // an overlay says itself which book it changes, whatever the path says
  const named = made?.overlay?.base ?? rules;
  if (named !== rules) history.replaceState(null, "", address(`/rules/${named}`, query) + location.hash);
  const plain = await api.bookOf({rules: named, overlay: null});
  if (late()) return;
  id = named;
  base = plain;
  book = made ?? plain;
  // going back or forward may name other rules than those being edited
  const edited = editor?.baseId === named && (overlay === null || overlay === editor.toml);
  if (view === "edit" && !edited) editor = new OverlayEditor(plain, overlay, overlayChanged, draw);
  if (view === "diff") await loadDifference(named, query.get("with"), late);
}

/** The book that an overlay makes; null, and the problem is kept, if it is wrong. @param {string} toml */
async function overlayBook(toml) {
  try {
    return await api.bookOf({rules: "", overlay: toml});
  } catch (error) {
    if (!(error instanceof api.ApiError) || error.code === "offline") throw error;
    overlayProblem = error;
    return null;
  }
}

/** @param {string} rules @param {string | null} wanted the other book @param {() => boolean} late */
async function loadDifference(rules, wanted, late) {
  const another = wanted === rules ? null : wanted;
  other = another ?? otherEdition(rules) ?? books.find((known) => known.id !== rules)?.id ?? rules;
  difference = null;
  draw();
  const found = await api.difference(rules, other);
  if (!late()) difference = found;
}

/** The overlay was edited: it stands in the address at once. @param {string} toml @param {Book} [made] the book it makes, once that is known */
async function overlayChanged(toml, made) {
  overlay = toml;
  const text = await packOverlay(toml);
  if (toml !== overlay) return;
  packed = new URLSearchParams({overlay: text});
  if (made?.overlay && made.overlay.base !== id) {
    // it changes another book now
    const plain = await api.bookOf({rules: made.overlay.base, overlay: null});
    if (toml !== overlay) return;
    id = plain.id;
    base = plain;
    editor?.changeBase(plain);
  }
  const query = new URLSearchParams(location.search);
  query.set("overlay", text);
  history.replaceState(null, "", address(`/rules/${id}`, query));
  book = made ?? book;
  draw();
}

/** Where there is no room for all tabs, move the current one into sight. */
function showTab() {
  const tab = /** @type {HTMLElement | null} */ (document.querySelector('.tabs [aria-current="page"]'));
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
}

function openFromHash() {
  const fan = location.hash.slice(1);
  if (!fan || fan.startsWith("category-")) return;
  open.add(fan);
  if (view !== "fans") view = "fans";
}

/** A page of this book. @param {ViewName} name @param {Record<string, string>} [more] */
function viewAddress(name, more = {}) {
  const query = new URLSearchParams();
  if (name !== "fans") query.set("view", name);
  for (const [key, value] of packed) query.set(key, value);
  for (const [key, value] of Object.entries(more)) query.set(key, value);
  return address(`/rules/${id}`, query);
}

/** Go to another page of the book without loading it anew. @param {string} to */
function go(to) {
  history.pushState(null, "", to);
  load();
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/rules");
}

/** @param {string} fan */
function toggle(fan) {
  if (!open.delete(fan)) open.add(fan);
  draw();
}

// ---- what is shown

function shelf() {
  const own = keptOverlay();
  return html`<h1>${t("title_rules")}</h1>
    <ul class="shelf">${books.map(
      (known) => html`<li><a class="card" href="/rules/${known.id}" @click=${follow}>
      <h2>${bookName(known)}</h2><p class="muted">${known.source}</p>
      <p class="numbers"><span><b>${known.fan_count}</b> ${t("fans_unit")}</span>
        ${known.minimum ? html`<span><b>${known.minimum}</b> ${t("minimum_unit")}</span>` : nothing}</p></a>
      ${
        known.options.length
          ? html`<p class="options">${t("options")} ${known.options.map(
              (option) => html`<a href="/rules/${option.id}" @click=${follow}>${option.id.split("+")[1]}</a> `,
            )}</p>`
          : nothing
      }</li>`,
    )}
      ${
        own === null
          ? nothing
          : html`<li><button type="button" class="card" @click=${() => openOwn(own)}><h2>${own.name}</h2><p
        class="muted">${t("own_on", {book: nameOf(own.base)})}</p></button></li>`
      }
    </ul>
    <p class="muted">${t("shelf_note")}</p>`;
}

/** What a book on the shelf is called; an option of one by its id. @param {string} rules */
function nameOf(rules) {
  const known = books.find((one) => one.id === rules);
  return known ? bookName(known) : rules;
}

/** @param {import("../shared/book-chooser.js").OwnRules} own */
async function openOwn({toml, base: changed}) {
  go(address(`/rules/${changed}`, new URLSearchParams({view: "edit", overlay: await packOverlay(toml)})));
}

/** @param {Book} shown @param {Book} plain */
function bookView(shown, plain) {
  const reading = {
    open,
    toggle,
    narrow: narrow.matches,
    bookPart: overlay === null && plain.id !== DEFAULT_RULES ? new URLSearchParams({rules: plain.id}) : packed,
    choose: /** @param {string} fan */ (fan) => {
      open.add(fan);
      draw();
    },
  };
  const fans = new Map(shown.fans.map((fan) => [fan.id, fan]));
  const body = {
    fans: () => html`${contents(shown)}<div class="text-column">${fansView(shown, search.found, reading)}</div>`,
    exclusions: () =>
      exclusionsView(
        shown,
        told,
        (text) => {
          told = text;
          draw();
        },
        search.found,
      ),
    diff: () => diffView(difference, books, plain.id, other, (choice) => go(viewAddress("diff", {with: choice})), fans),
    sheet: () =>
      html`<p class="screen-only"><button type="button" class="primary" @click=${() => print()}>${t("print")}</button></p>${sheet(shown)}`,
    edit: () =>
      editor
        ? html`<p class="muted">${t("edit_how")}</p><div class="editing"><div>${editor.form(search.found)}</div>${editor.text()}</div>`
        : nothing,
  };
  const searched = view === "fans" || view === "exclusions" || view === "edit";
  return html`<header class="book-head"><p class="crumb"><a href="/rules" @click=${follow}>${t("title_rules")}</a></p>
      <h1>${bookName(shown)}</h1>
      <p class="muted">${overlay === null ? shown.source : t("own_on", {book: bookName(plain)})}</p>
      <p class="muted">${[t("fan_count", {fans: shown.fan_count}), ...bookNumbers(shown), shown.has_fu ? t("book_product") : t("book_sum")].join(" · ")}</p>
    </header>
    <nav class="tabs" aria-label=${t("book_parts")}>${VIEWS.map(
      (name) => html`<a href=${viewAddress(name)}
      aria-current=${view === name ? "page" : "false"} @click=${follow}>${t(`view_${name}`)}</a>`,
    )}</nav>
    ${overlayProblem && view !== "edit" ? html`<div class="problem"><p>${api.inWords(overlayProblem)}</p></div>` : nothing}
    ${searched ? html`<div class="search-line">${search.field(plain.id, "search")}</div>` : nothing}
    <div class="book-body view-${view}">${body[view]()}</div>
    ${view === "sheet" ? nothing : html`<div class="print-only">${sheet(shown)}</div>`}`;
}

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.title = `${id !== null && book && !problem ? bookName(book) : t("title_rules")} · 雀谱 Quepu`;
  if (problem) {
    const retry = problem.code === "offline" ? html`<button type="button" @click=${load}>${t("again")}</button>` : nothing;
    render(html`<div class="problem"><p>${api.inWords(problem)}</p>${retry}</div><p><a href="/rules">${t("title_rules")}</a></p>`, main);
    announce(api.inWords(problem));
  } else if (id === null) render(shelf(), main);
  else if (book && base) render(bookView(book, base), main);
  else render(html`<p class="muted">${t("loading")}</p>`, main);
}

openPage("rules", draw);
load();
addEventListener("popstate", load); // also when only the fan after # changes
narrow.addEventListener("change", draw);
