// The book on one page, for printing: as large as fits on the paper.

import {html} from "../vendor/lit-html/lit-html.js";
import {bookName, bookNumbers} from "../shared/names.js";
import {own, settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

/** The height of an A4 page within its margins of 10 mm, a little less than 277 mm, in CSS pixels. */
const PAGE_HEIGHT = 1040;
/** The sizes of type that are tried, in pixels. */
const SMALLEST = 6;
const LARGEST = 22;

/** @param {Fan} fan */
const worth = (fan) =>
  fan.percent !== undefined ? `+${fan.percent} %` : fan.points === undefined ? `${fan.fu}·${fan.fan}` : String(fan.points);

/** @param {Book} book */
export function sheet(book) {
  return html`<section class="sheet" aria-label=${t("one_page")}>
    <header><h2>${bookName(book)}</h2>
      <p>${[...bookNumbers(book), ...(book.has_fu ? [t("sheet_fu")] : [])].join(" · ")}</p></header>
    <dl class="sheet-facts"><dt>${t("sheet_formula")}</dt><dd>${own(book.formula)}</dd><dt>${t("sheet_payments")}</dt><dd>${own(book.payments)}</dd></dl>
    <div class="sheet-columns">${book.categories.map(
      (category) => html`<div class="sheet-group"><h3>${settings.lang === "zh" ? category.name : `${category.en} ${category.name}`}</h3>
      <ul>${book.fans
        .filter((fan) => fan.category === category.name)
        .map(
          (fan) => html`<li><span>${settings.lang === "zh" ? fan.row_name : html`${fan.en} <small>${fan.row_name}</small>`}</span>
        <b>${worth(fan)}</b></li>`,
        )}</ul></div>`,
    )}</div>
  </section>`;
}

/** The largest type with which a sheet of so many columns fits on a page. @param {HTMLElement} paper @param {number} columns */
function largestType(paper, columns) {
  paper.style.setProperty("--sheet-columns", String(columns));
  let [fits, tooLarge] = [SMALLEST, LARGEST + 0.25];
  while (tooLarge - fits > 0.25) {
    const size = (fits + tooLarge) / 2;
    paper.style.setProperty("--sheet-type", `${size}px`);
    if (paper.scrollHeight <= PAGE_HEIGHT && paper.scrollWidth <= paper.clientWidth) fits = size;
    else tooLarge = size;
  }
  return fits;
}

/** Choose the columns and the size of type with which the sheet fills its page. */
export function fitSheet() {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector(".sheet"));
  if (!shown) return;
  const paper = /** @type {HTMLElement} */ (shown.cloneNode(true));
  paper.classList.add("on-paper");
  paper.setAttribute("aria-hidden", "true");
  document.body.append(paper);
  const tried = [2, 3, 4].map((columns) => ({columns, type: largestType(paper, columns)}));
  paper.remove();
  const best = tried.reduce((a, b) => (b.type > a.type ? b : a));
  shown.style.setProperty("--sheet-columns", String(best.columns));
  shown.style.setProperty("--sheet-type", `${best.type}px`);
}
