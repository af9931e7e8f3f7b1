// The standings of a club, a table for each rule book.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {csvLink} from "../shared/documents/file-view.js";
import {bookOfKey, decimal, filters, gain, memberLink} from "./parts.js";
import {openForm} from "./evenings-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */
/** @typedef {import("../shared/types-generated.js").ClubRow} Row */

/** @param {ClubCtrl} ctrl */
export function standingsView(ctrl) {
  const {state} = ctrl;
  if (!state) return nothing;
  const tables = Object.entries(state.standings).filter(([, rows]) => rows.length);
  return html`${openForm(ctrl)} ${filters(ctrl, state.books)}
    ${tables.length ? tables.map(([key, rows]) => tableView(ctrl, key, rows)) : html`<p class="muted">${say("no_standings")}</p>`}
    <p class="note">${say("standings_how")}</p>
    ${
      tables.length
        ? html`<div class="actions screen-only"><button type="button" class="print" @click=${() => print()}>${say("print")}</button>
          ${csvLink(ctrl.id, "standings", say("csv_standings"))}</div>`
        : nothing
    }`;
}

/** @param {ClubCtrl} ctrl @param {string} key @param {readonly Row[]} rows */
function tableView(ctrl, key, rows) {
  const name = bookOfKey(ctrl, key);
  const hasReduced = rows.some(({reduced}) => reduced !== null);
  return html`<section aria-label=${name}><h2>${name}</h2>
    <div class="wide-table" tabindex="0" role="region" aria-label=${say("standings_of", {book: name})}><table class="standings" data-key=${key}>
      <thead><tr><th scope="col">${say("rank")}</th><th scope="col" class="name">${say("name")}</th><th scope="col">${say("points")}</th>
        <th scope="col">${say("standard")}</th>${hasReduced ? html`<th scope="col">${say("reduced")}</th>` : nothing}
        <th scope="col">${say("sheets")}</th><th scope="col">${say("average")}</th><th scope="col" class="wide">${say("places")}</th>
        <th scope="col" class="wide">${say("deals")}</th></tr></thead>
      <tbody>${rows.map(
        (row) => html`<tr><td class="rank">${row.rank}</td><th scope="row" class="name">${memberLink(ctrl, row.member, row.name)}</th>
          <td class="total">${gain(row.points)}</td><td>${decimal(row.standard)}</td>${hasReduced ? html`<td>${decimal(row.reduced)}</td>` : nothing}
          <td>${row.sheets}</td><td>${gain(row.average)}</td><td class="wide">${row.ranks.join("-")}</td><td class="wide">${row.deals}</td></tr>`,
      )}</tbody></table></div></section>`;
}
