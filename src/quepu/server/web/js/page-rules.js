// The rule pages: the shelf of books, and each book to read, to search, to compare, to print and to change.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "./api.js";
import {diffView} from "./book-diff.js";
import {contents, fansView} from "./book-fans.js";
import {keptOverlay} from "./chooser.js";
import {address, bookQuery, packOverlay, readBook} from "./link.js";
import {exclusionsView} from "./matrix.js";
import {bookName, bookNumbers, optionName, overlayBase, overlayName} from "./names.js";
import {OverlayEditor} from "./overlay-edit.js";
import {FanSearch} from "./search.js";
import {sheet} from "./sheet.js";
import {t} from "./settings.js";
import {announce, notice, open as openPage} from "./shell.js";

/** @typedef {import("./types.js").Book} Book */
/** @typedef {"fans" | "exclusions" | "diff" | "edit" | "sheet"} ViewName */

/** @type {readonly ViewName[]} */
const VIEWS = ["fans", "exclusions", "diff", "sheet", "edit"];
/** The edition next to a book, with which it is compared first. @type {Record<string, string>} */
const NEIGHBOURS = {lingque28: "lingque26", lingque26: "lingque28", guobiao: "guobiao98", guobiao98: "guobiao"};

/** @type {import("./types.js").BookSummary[]} */
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
/** @type {import("./types.js").Difference | null} */
let difference = null;
let other = "";
let told = "";
let packed = new URLSearchParams();
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
  const query = new URLSearchParams(location.search);
  const last = decoded(location.pathname.replace(/^\/rules\/?/, "").replace(/\/$/, ""));
  if (last !== id) {
    open.clear();
    search.run("", "");
    editor = null;
  }
  id = last || null;
  view = VIEWS.find((name) => name === query.get("view")) ?? "fans";
  const named = await readBook(query);
  overlay = named.overlay;
  if (named.damaged) notice(t("damaged_link"));
  problem = null;
  openFromHash();
  try {
    books = books.length ? books : await api.books();
    if (id !== null) await loadBook(id, query);
  } catch (error) {
    problem = error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)});
  }
  draw();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({block: "start"});
}

/** @param {string} rules @param {URLSearchParams} query */
async function loadBook(rules, query) {
  base = await api.bookOf({rules, overlay: null});
  if (view === "edit") {
    // going back or forward may name other rules than those being edited
    if (!editor || (overlay !== null && overlay !== editor.toml)) editor = new OverlayEditor(base, overlay, overlayChanged, draw);
  }
  book = overlay === null ? base : await api.bookOf({rules, overlay}).catch(() => base);
  packed = await bookQuery({rules, overlay});
  if (view === "diff") {
    other = query.get("with") ?? NEIGHBOURS[rules] ?? books.find((known) => known.id !== rules)?.id ?? rules;
    difference = null;
    draw();
    difference = await api.difference(rules, other);
  }
}

/** The overlay was edited: it stands in the address at once. @param {string} toml */
async function overlayChanged(toml) {
  overlay = toml;
  const query = new URLSearchParams(location.search);
  query.set("overlay", await packOverlay(toml));
  if (toml !== overlay) return;
  packed = await bookQuery({rules: id ?? "", overlay});
  history.replaceState(null, "", address(location.pathname, query));
  book = await api.bookOf({rules: id ?? "", overlay}).catch(() => book);
  draw();
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
  if (overlay !== null && packed.get("overlay")) query.set("overlay", packed.get("overlay") ?? "");
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
          : html`<li><button type="button" class="card" @click=${openOwn}><h2>${overlayName(own)}</h2><p
        class="muted">${t("own_on", {book: overlayBase(own)})}</p></button></li>`
      }
    </ul>
    <p class="muted">${t("shelf_note")}</p>`;
}

async function openOwn() {
  const own = keptOverlay();
  if (own === null) return;
  const query = new URLSearchParams({view: "edit", overlay: await packOverlay(own)});
  go(address(`/rules/${overlayBase(own)}`, query));
}

/** @param {Book} shown @param {Book} plain */
function bookView(shown, plain) {
  const reading = {
    open,
    toggle,
    narrow: narrow.matches,
    bookPart: packed,
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
      <h1>${id?.includes("+") ? optionName(shown, id) : bookName(shown)}</h1>
      <p class="muted">${overlay === null ? shown.source : t("own_on", {book: bookName(plain)})}</p>
      <p class="muted">${[t("fan_count", {fans: shown.fan_count}), ...bookNumbers(shown), shown.has_fu ? t("book_product") : t("book_sum")].join(" · ")}</p>
    </header>
    <nav class="tabs" aria-label=${t("book_parts")}>${VIEWS.map(
      (name) => html`<a href=${viewAddress(name)}
      aria-current=${view === name ? "page" : "false"} @click=${follow}>${t(`view_${name}`)}</a>`,
    )}</nav>
    ${searched ? html`<div class="search-line">${search.field(plain.id, "search")}</div>` : nothing}
    <div class="book-body view-${view}">${body[view]()}</div>
    ${view === "sheet" ? nothing : html`<div class="print-only">${sheet(shown)}</div>`}`;
}

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (problem) {
    render(
      html`<div class="problem"><p>${problem.code === "offline" ? t("offline") : problem.message}</p></div><p><a
        href="/rules">${t("title_rules")}</a></p>`,
      main,
    );
    announce(problem.message);
  } else if (id === null) render(shelf(), main);
  else if (book && base) {
    document.title = `${bookName(book)} · 雀谱 Quepu`;
    render(bookView(book, base), main);
  } else render(html`<p class="muted">${t("loading")}</p>`, main);
}

openPage("rules", draw);
load();
addEventListener("popstate", load); // also when only the fan after # changes
narrow.addEventListener("change", draw);
