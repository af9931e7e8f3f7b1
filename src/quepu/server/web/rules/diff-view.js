// Two rule books side by side: what differs, fan by fan.

import {html} from "../vendor/lit-html/lit-html.js";
import {bookName, fanLabel, fanName, list, value} from "../shared/names.js";
import {own, settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Difference} Difference */
/** @typedef {import("../shared/types.js").BookSummary} BookSummary */
/** @typedef {import("../shared/types.js").Fan} Fan */

/** What fans and categories are called: fans by their ids, categories by their Chinese names. @typedef {{fans: ReadonlyMap<string, Fan>, categories: ReadonlyMap<string, string>}} Words */

/** @param {readonly import("../shared/types.js").Book[]} books @returns {Words} */
export const wordsOf = (books) => ({
  fans: new Map(books.flatMap(({fans}) => fans.map((fan) => [fan.id, fan]))),
  categories: new Map(books.flatMap(({categories}) => categories.map(({name, en}) => [name, settings.lang === "zh" ? name : en]))),
});

/** @param {any} given a field of a fan or of a book */
function shown(given) {
  if (given === null || given === undefined) return "—";
  if (typeof given === "boolean") return given ? t("yes") : t("no");
  if (Array.isArray(given)) return list(given.map((shape) => t(/** @type {any} */ (`shape_${shape}`))));
  return typeof given === "object" ? own(given) : String(given);
}

/**
 * Fans that are in one list only, by name.
 * @param {readonly string[]} ids
 * @param {readonly string[]} others
 * @param {ReadonlyMap<string, Fan>} fans
 */
const onlyThere = (ids, others, fans) =>
  list(
    ids
      .filter((id) => !others.includes(id))
      .map((id) => {
        const fan = fans.get(id);
        return fan ? fanName(fan) : id;
      }),
  ) || "—";

/** @param {string} key @param {import("../shared/types.js").Pair} pair @param {Words} words */
function changeRow(key, {a, b}, words) {
  const {fans, categories} = words;
  const lists = key === "excludes" || key === "against";
  if (key === "category") [a, b] = [a, b].map((name) => categories.get(name) ?? name);
  return html`<tr class="detail"><th scope="row">${t(/** @type {any} */ (`diff_${key}`))}</th>
    <td>${lists ? onlyThere(a ?? [], b ?? [], fans) : shown(a)}</td><td>${lists ? onlyThere(b ?? [], a ?? [], fans) : shown(b)}</td></tr>`;
}

/** @param {Difference["fans"][number]} fan @param {Words} words */
function fanRows(fan, words) {
  const there = fan.value ? value(fan.value) : t("yes");
  if (fan.only) {
    return html`<tr><th scope="row">${fanLabel(fan)}</th><td>${
      fan.only === "a"
        ? there
        : html`<span
      class="muted">${t("not_there")}</span>`
    }</td>
      <td>${fan.only === "b" ? there : html`<span class="muted">${t("not_there")}</span>`}</td></tr>`;
  }
  return html`<tr class="head"><th scope="row" colspan="3">${fanLabel(fan)}</th></tr>
    ${Object.entries(fan.changes ?? {})
      .filter(([key]) => settings.lang === "en" || key !== "en")
      .map(([key, pair]) => changeRow(key, pair, words))}`;
}

/**
 * @param {Difference | null} difference @param {readonly BookSummary[]} books @param {string} current @param {string} other
 * @param {(other: string) => void} choose @param {Words} words
 */
export function diffView(difference, books, current, other, choose, words) {
  return html`<label class="field wide-field">${t("compare_with")}
      <select @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${books
          .filter(({id}) => id !== current)
          .map(
            (book) => html`<option value=${book.id}
          .selected=${book.id === other}>${bookName(book)}</option>`,
          )}
      </select></label>
    ${
      difference === null
        ? html`<p class="muted">${t("loading")}</p>`
        : html`<p class="muted" role="status">${t("differences_found", {count: difference.fans.length})}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${t("differences")}><table class="diff">
        <thead><tr><th scope="col">${t("fan")}</th><th scope="col">${bookName(difference.a)}</th><th
          scope="col">${bookName(difference.b)}</th></tr></thead>
        <tbody>${Object.entries(difference.book).map(([key, pair]) => changeRow(key, pair, words))}
          ${difference.fans.map((fan) => fanRows(fan, words))}</tbody></table></div>`
    }`;
}
