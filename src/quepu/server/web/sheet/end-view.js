// The end of a sheet: the ranking, who pays whom, another sheet with the same players, and what can be kept or deleted.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {saveFile} from "../shared/documents/file.js";
import {figure, signed} from "../shared/names.js";
import {notice} from "../shared/shell.js";
import {PLAYERS} from "./deals.js";
import {startSheet} from "./new-sheet.js";
import {fieldValue, panelHead} from "./panel-parts.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */

/** @param {SheetCtrl} ctrl */
export function endPanel(ctrl) {
  const state = /** @type {SheetState} */ (ctrl.state);
  return html`${panelHead(ctrl, say("finish"))}
    <div class="panel-body end">
      ${state.over ? nothing : html`<p class="muted">${say("as_of_now")}</p>`}
      ${ranking(state)} ${transfersView(ctrl, state)}
      ${
        ctrl.writable
          ? html`<div class="actions end-actions">${
              state.ended
                ? html`<button type="button" class="go-on" @click=${() => ctrl.goOn()}>${say("end_undo")}</button>`
                : html`<button type="button" class="primary end-now" @click=${() => ctrl.end()}>${say("end_now")}</button>`
            }
        <button type="button" class="again-same" @click=${() => startSheet(again(state, 0))}>${say("again_same")}</button>
        <button type="button" class="again-next" @click=${() => startSheet(again(state, 1))}>${say("again_next")}</button></div>`
          : nothing
      }
      ${keepAndDelete(ctrl)}
    </div>`;
}

/** The settings of another sheet with the same players, everyone so many seats further. @param {SheetState} state @param {number} by */
function again({rules, overlay, names, members, rounds, hands, t0, alpha, stake, club}, by) {
  /** @template T @param {readonly T[]} list */
  const moved = (list) => PLAYERS.map((player) => list[(player + by) % 4]);
  return {rules, overlay, names: moved(names), members: members && moved(members), rounds, hands, t0, alpha, stake, club};
}

/** @param {SheetState} state */
function ranking({names, scores, final, rules, stake}) {
  const order = [...PLAYERS].sort((a, b) => final.ranks[a] - final.ranks[b]);
  const {reduced} = final;
  return html`<h3>${say("ranking")}</h3>
    <table class="ranking" data-rules=${rules}><thead><tr><th scope="col"><span class="unseen">${say("ranking")}</span></th><th scope="col">${say("player")}</th><th scope="col">${say("points")}</th>
      ${reduced ? html`<th scope="col">${say("reduced")}</th>` : nothing}${stake ? html`<th scope="col">${stake.unit}</th>` : nothing}</tr></thead>
    <tbody>${order.map(
      (
        player,
      ) => html`<tr data-player=${player}><td class="rank" aria-label=${say("rank", {rank: final.ranks[player]})}>${final.ranks[player]}</td><th scope="row">${names[player]}</th>
        <td>${signed(scores[player])}</td>${reduced ? html`<td class="reduced">${figure(Number(reduced[player].toFixed(3)))}</td>` : nothing}${stake ? html`<td>${money(scores[player], stake)}</td>` : nothing}</tr>`,
    )}</tbody></table>`;
}

/** @param {number} points @param {{unit: string, per_point: number}} stake */
const money = (points, {per_point}) => figure(Number((points * per_point).toFixed(2)));

/** @param {SheetCtrl} ctrl @param {SheetState} state */
function transfersView(ctrl, state) {
  const {names, stake, final} = state;
  return html`<h3>${say("transfers")}</h3>
    ${
      final.transfers.length
        ? html`<ul class="transfers">${final.transfers.map(
            ({from, to, points}) =>
              html`<li>${say("transfer", {from: names[from], to: names[to], points})}${stake ? html` <strong>${money(points, stake)} ${stake.unit}</strong>` : nothing}</li>`,
          )}</ul><p class="muted small-print">${say("transfers_how")}</p>`
        : html`<p class="muted">${say("transfers_none")}</p>`
    }
    ${ctrl.writable ? stakeForm(ctrl, state) : nothing}`;
}

/** What a point is worth in money, if anything. @param {SheetCtrl} ctrl @param {SheetState} state */
function stakeForm(ctrl, {stake}) {
  const per = ctrl.fields["per_point"] ?? (stake ? String(stake.per_point) : "");
  const unit = ctrl.fields["unit"] ?? stake?.unit ?? "";
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    const amount = Number(per);
    ctrl.fields = {};
    ctrl.changeSettings({stake: amount > 0 ? {unit: unit.trim().slice(0, 8), per_point: Math.min(1_000_000, amount)} : null});
  };
  return html`<form class="stake-form" @submit=${set}>
    <label class="form-line" for="per-point"><span>${say("stake")}</span><input id="per-point" type="number" inputmode="decimal" min="0" max="1000000" step="any" .value=${per}
      @input=${(/** @type {Event} */ event) => ctrl.setField("per_point", fieldValue(event))}></label>
    <label class="form-line" for="unit"><span>${say("stake_unit")}</span><input id="unit" type="text" maxlength="8" autocomplete="off" .value=${unit}
      @input=${(/** @type {Event} */ event) => ctrl.setField("unit", fieldValue(event))}></label>
    <button type="submit" class="set-stake">${say("stake_save")}</button><span class="muted small-print">${say("stake_how")}</span></form>`;
}

/** @param {SheetCtrl} ctrl */
function keepAndDelete(ctrl) {
  const {doc, id} = ctrl;
  if (!doc) return nothing;
  const leave = async (
    /** @type {"delete_here_sure" | "delete_everywhere_sure"} */ question,
    /** @type {() => Promise<unknown>} */ remove,
  ) => {
    if (!confirm(say(question))) return;
    if (await ctrl.request(remove, "")) location.href = "/sheet";
  };
  const save = () => {
    saveFile("sheet", id, doc.entries);
    notice(say("file_saved"));
  };
  const table = (/** @type {string} */ name) => `/api/v1/documents/${id}/csv?table=${name}`;
  return html`<h3>${say("keep_safe")}</h3>
    <div class="actions keep-actions">
      <button type="button" class="export-file" @click=${() => save()}>${say("export_json")}</button>
      ${
        doc.document?.created
          ? html`<a class="button export-deals" href=${table("deals")} download>${say("export_deals")}</a>
        <a class="button export-scores" href=${table("scores")} download>${say("export_scores")}</a>`
          : nothing
      }
      <button type="button" class="delete-here" @click=${() => leave("delete_here_sure", () => doc.forget())}>${say("delete_here")}</button>
      ${ctrl.writable ? html`<button type="button" class="delete-everywhere" @click=${() => leave("delete_everywhere_sure", () => doc.delete())}>${say("delete_everywhere")}</button>` : nothing}
    </div>
    ${ctrl.panelProblem ? html`<p class="problem" role="alert">${ctrl.panelProblem}</p>` : nothing}`;
}
