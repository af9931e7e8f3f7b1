// Score slips to print: one for each table and round, with a QR code that leads to the sheet of the table.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {seatMark} from "../shared/game/wind-mark.js";
import {qrCode} from "../shared/qr-code.js";
import {roundChooser} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */
/** @typedef {import("./ctrl.js").Table} Table */

/** @param {TournamentCtrl} ctrl */
export function slipsView(ctrl) {
  const rounds = (ctrl.state?.rounds ?? []).filter(({round, tables}) => tables.length && (ctrl.allSlips || round === ctrl.round));
  const flip = () => {
    ctrl.allSlips = !ctrl.allSlips;
    ctrl.redraw();
  };
  return html`<div class="screen-only">${ctrl.allSlips ? nothing : roundChooser(ctrl)}
      <p class="note">${say("slips_how")}</p>
      <div class="actions"><button type="button" class="primary print" ?disabled=${!rounds.length} @click=${() => print()}>${say("print")}</button>
        <button type="button" class="all-rounds chip" aria-pressed=${String(ctrl.allSlips)} @click=${flip}>${say("all_rounds")}</button>
        ${
          ctrl.mayEdit && !ctrl.allSlips
            ? html`<button type="button" class="open-sheets" ?disabled=${ctrl.busy} @click=${() => ctrl.openSheets(ctrl.round)}>${say("open_sheets")}</button>`
            : nothing
        }</div></div>
    ${rounds.length ? nothing : html`<p class="muted">${say("round_not_drawn")}</p>`}
    <div class="slips">${rounds.map(({round, tables}) => tables.map((table) => slip(ctrl, round, table)))}</div>`;
}

/** Where the QR code leads: to the sheet, with the right to write if this device has it; else to the table on the tournament's page. @param {TournamentCtrl} ctrl @param {number} round @param {Table} table */
export function slipLink(ctrl, round, {sheet}) {
  if (!sheet) return `${location.origin}${ctrl.addressOf("rounds", round)}`;
  const key = ctrl.keys.get(sheet);
  return `${location.origin}/sheet/${sheet}${key ? `#key=${key}` : ""}`;
}

/** @param {TournamentCtrl} ctrl @param {number} round @param {Table} table */
function slip(ctrl, round, table) {
  const link = slipLink(ctrl, round, table);
  return html`<article class="slip" data-table=${table.table} data-round=${round} data-link=${link}>
    <header><div><h3>${ctrl.state?.settings.name}</h3><p>${say("round_and_table", {round, table: table.table})}</p></div>
      ${qrCode(link, say("qr_of_table", {table: table.table}))}</header>
    <table><thead><tr><th scope="col">${say("seat")}</th><th scope="col" class="name">${say("player")}</th><th scope="col">${say("table_points")}</th>
      <th scope="col">${say("penalty")}</th><th scope="col">${say("signature")}</th></tr></thead>
      <tbody>${table.players.map(
        (id, place) =>
          html`<tr><td class="wind">${seatMark(place)}</td><th scope="row" class="name">${ctrl.nameOf(id)}</th><td></td><td></td><td></td></tr>`,
      )}</tbody></table>
    <p class="slip-note">${say(table.sheet ? "slip_by_sheet" : "slip_by_page")} ${say("slip_sum")}</p></article>`;
}
