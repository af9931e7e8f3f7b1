// The book on one page, for printing: as large as fits on the paper.

import {html} from "../vendor/lit-html/lit-html.js";
import {bookName, bookNumbers} from "../shared/names.js";
import {own, settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

/** The height of an A4 page within its margins of 10 mm, a little less than 277 mm, in CSS pixels. */
const PAGE_HEIGHT = 1040;
/** The smallest and the largest type, in pixels, and the type that can be read without effort. */
const TYPE = [6, 15];
const READABLE = 10;
/** The largest height of a line. */
const HIGHEST = 2.1;
/** The least height of a line, and whether the Chinese names beside English ones are left out: the first that makes the type readable. */
const LOOKS = [
  {line: 1.45, plain: false},
  {line: 1.2, plain: true},
];

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

/** @param {HTMLElement} paper @param {Record<string, string | number>} looks */
function set(paper, looks) {
  for (const [name, value] of Object.entries(looks)) paper.style.setProperty(`--sheet-${name}`, String(value));
}

/** The largest number with which the sheet fits on a page. @param {HTMLElement} paper @param {readonly number[]} range @param {(number: number) => void} apply */
function largest(paper, [least, most], apply) {
  let fits = least;
  for (let step = (most - least) / 2, tried = most; step > (most - least) / 100; step /= 2) {
    apply(tried);
    const isIn = paper.scrollHeight <= PAGE_HEIGHT && paper.scrollWidth <= paper.clientWidth;
    if (isIn) fits = tried;
    if (isIn && tried === most) break;
    tried += isIn ? step : -step;
  }
  apply(fits);
  return fits;
}

/** Choose the columns, the size of type and the height of lines with which the sheet fills its page. */
export function fitSheet() {
  const shown = /** @type {HTMLElement | null} */ (document.querySelector(".sheet"));
  if (!shown) return;
  const paper = /** @type {HTMLElement} */ (shown.cloneNode(true));
  paper.classList.add("on-paper");
  paper.setAttribute("aria-hidden", "true");
  document.body.append(paper);
  const tried = LOOKS.map((look) => fitted(paper, look));
  const best = tried.find(({size}) => size >= READABLE) ?? tried[tried.length - 1];
  const looks = {columns: best.columns, type: `${best.size}px`};
  paper.classList.toggle("plain", best.plain);
  shown.classList.toggle("plain", best.plain);
  set(paper, looks);
  const line = largest(paper, [best.line, HIGHEST], (height) => set(paper, {line: height}));
  paper.remove();
  set(shown, {...looks, line});
}

/** The number of columns with which the type is largest. @param {HTMLElement} paper @param {typeof LOOKS[number]} look */
function fitted(paper, {line, plain}) {
  paper.classList.toggle("plain", plain);
  set(paper, {line});
  const tried = [2, 3, 4, 5].map((columns) => {
    set(paper, {columns});
    return {line, plain, columns, size: largest(paper, TYPE, (size) => set(paper, {type: `${size}px`}))};
  });
  return tried.reduce((a, b) => (b.size > a.size ? b : a));
}
