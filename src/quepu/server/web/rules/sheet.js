// The book on one page, for printing.

import {html} from "../vendor/lit-html/lit-html.js";
import {bookName, bookNumbers} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

/** More fans than this are printed smaller. */
const MANY = 120;

/** @param {Fan} fan */
const worth = (fan) =>
  fan.percent !== undefined ? `+${fan.percent} %` : fan.points === undefined ? `${fan.fu}·${fan.fan}` : String(fan.points);

/** @param {Book} book */
export function sheet(book) {
  return html`<section class="sheet ${book.fans.length > MANY ? "dense" : ""}" aria-label=${t("one_page")}>
    <header><h2>${bookName(book)}</h2>
      <p>${[...bookNumbers(book), ...(book.has_fu ? [t("sheet_fu")] : [])].join(" · ")}</p></header>
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
