// One hand under every rule book.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookName, list} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Comparison} Comparison */
/** @typedef {import("../shared/types.js").BookSummary} BookSummary */

/** @param {Comparison} comparison @param {readonly BookSummary[]} books @param {string} current @param {(rules: string) => void} choose */
export function compareView(comparison, books, current, choose) {
  return html`<table class="compare"><caption class="unseen">${t("compare_caption")}</caption>
    <tbody>${Object.entries(comparison.scores).map(([id, score]) => {
      const book = books.find((known) => known.id === id);
      return html`<tr class=${id === current ? "current" : ""}>
        <th scope="row">${
          book
            ? html`<button type="button" class="link"
          @click=${() => choose(id)}>${bookName(book)}</button>`
            : called(books, id)
        }</th>
        <td class="number">${score.win ? html`<strong class=${score.legal ? "" : "low"}>${score.points}</strong>` : "—"}</td>
        <td class="muted">${
          score.win
            ? list(
                score.fans.map(
                  (fan) => (settings.lang === "zh" ? fan.name : (fan.en ?? fan.name)) + (fan.count > 1 ? `×${fan.count}` : ""),
                ),
              ) + (score.legal ? "" : t("too_few", {minimum: score.minimum}))
            : t("no_win_here")
        }</td></tr>`;
    })}</tbody></table>
    ${comparison.fans.length ? differences(comparison, books) : nothing}`;
}

/** No line ends between a number and its unit. @param {string} text */
const unbroken = (text) => text.replace(/(\d) (?=分|副|翻|points?|fu|fan)/g, "$1\u00a0");

/** What the book with this id is called. @param {readonly BookSummary[]} books @param {string} id */
const called = (books, id) => {
  const book = books.find((known) => known.id === id);
  return book ? bookName(book) : id.split("/").at(-1);
};

/**
 * The fans that the books differ in, a row each; books that agree in all of them share a column.
 * @param {Comparison} comparison @param {readonly BookSummary[]} books
 */
function differences({fans}, books) {
  /** @type {Map<string, string[]>} */
  const columns = new Map();
  for (const id of Object.keys(fans[0].books)) {
    const key = JSON.stringify(fans.map((fan) => fan.books[id]));
    columns.set(key, [...(columns.get(key) ?? []), id]);
  }
  const heads = [...columns.values()];
  return html`<details class="more"><summary>${t("differences_told")}</summary>
    <div class="differences-scroll" tabindex="0" role="region" aria-label=${t("differences_told")}><table class="differences">
      <thead><tr><th scope="col">${t("fans_counted")}</th>${heads.map((ids) => html`<th scope="col">${list(ids.map((id) => called(books, id) ?? id))}</th>`)}</tr></thead>
      <tbody>${fans.map(
        (fan) =>
          html`<tr><th scope="row">${settings.lang === "zh" ? fan.name : fan.en}</th>${heads.map(([id]) => {
            const {counts, zh, en} = fan.books[id];
            return html`<td class=${counts ? "counts" : "muted"}>${unbroken(settings.lang === "zh" ? zh : en)}</td>`;
          })}</tr>`,
      )}</tbody></table></div></details>`;
}
