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
            : id.split("/").at(-1)
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
    ${
      comparison.differences[settings.lang].length
        ? html`<details class="more"><summary>${t("differences_told")}</summary>
      <ul class="differences">${comparison.differences[settings.lang].map((line) => html`<li>${line}</li>`)}</ul></details>`
        : nothing
    }`;
}
