// The players: names, late entries, withdrawals, and penalties.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {gain} from "./parts.js";
import {readPlayers} from "./player-list.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */
/** @typedef {import("./ctrl.js").State} State */

/** @param {Event} event */
const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {TournamentCtrl} ctrl */
export function playersView(ctrl) {
  const players = ctrl.state?.players ?? [];
  return html`<h2>${say("players_now", {count: players.length})}</h2>
    ${players.length ? html`<ul class="player-list">${players.map((player) => playerView(ctrl, player))}</ul>` : html`<p class="muted">${say("no_players")}</p>`}
    ${ctrl.mayEdit ? addForm(ctrl) : nothing} ${penaltiesView(ctrl)} ${ctrl.mayEdit && players.length ? penaltyForm(ctrl) : nothing}`;
}

/** @param {TournamentCtrl} ctrl @param {State["players"][number]} player */
function playerView(ctrl, {id, name, team, withdrawn, substitute}) {
  const withdrawal = ctrl.document?.entries.findLast(
    (entry) => entry.t === "withdraw" && entry.player === id && !ctrl.state?.undone.includes(entry.id),
  );
  const rename = () => {
    const wanted = prompt(say("new_name", {name}), name)?.trim().slice(0, 40);
    if (wanted && wanted !== name) ctrl.add("rename", {player: id, name: wanted});
  };
  const withdraw = () => {
    const round = ctrl.currentRound;
    if (confirm(say("withdraw_sure", {name, round}))) ctrl.add("withdraw", {player: id, round});
  };
  return html`<li data-player=${id} class=${withdrawn === null ? "" : "withdrawn"}><span class="who">${name}</span>
    <span class="muted small-print">${team ?? nothing} ${substitute ? say("substitute") : nothing}
      ${withdrawn === null ? nothing : say("withdrawn_from", {round: withdrawn})}</span>
    ${
      ctrl.mayEdit
        ? html`<span class="actions"><button type="button" class="rename" aria-label=${say("rename_who", {name})} @click=${rename}>${say("rename")}</button>
          ${
            withdrawal
              ? html`<button type="button" class="back" aria-label=${say("comes_back_who", {name})} @click=${() => ctrl.undo(withdrawal.id)}>${say("comes_back")}</button>`
              : html`<button type="button" class="withdraw" aria-label=${say("withdraw_who", {name})} @click=${withdraw}>${say("withdraw")}</button>`
          }</span>`
        : nothing
    }</li>`;
}

/** @param {TournamentCtrl} ctrl */
function addForm(ctrl) {
  const typed = ctrl.fields.players ?? "";
  const found = readPlayers(typed);
  const isSubstitute = ctrl.fields.role === "substitute";
  const role = isSubstitute ? {role: "substitute"} : {};
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await ctrl.addAll(found.map((player) => ({t: "player", ...player, ...role})))) ctrl.setField("players", "");
  };
  return html`<form class="card add-players" novalidate @submit=${onSubmit}>
    <label class="stacked" for="add-players"><span>${say("add_players")}</span>
      <textarea id="add-players" rows="2" spellcheck="false" .value=${typed} aria-describedby="add-players-note"
        @input=${(/** @type {Event} */ event) => ctrl.setField("players", value(event))}></textarea></label>
    <p class="note" id="add-players-note">${say(ctrl.isDrawn ? "late_how" : "players_how")}</p>
    <label class="switch" for="add-substitute"><span>${say("as_substitute")}</span>
      <input id="add-substitute" type="checkbox" role="switch" .checked=${isSubstitute}
        @change=${() => ctrl.setField("role", isSubstitute ? "" : "substitute")}></label>
    <button type="submit" ?disabled=${!found.length}>${say("add_count", {count: found.length})}</button></form>`;
}

/** @param {TournamentCtrl} ctrl */
function penaltiesView(ctrl) {
  const penalties = ctrl.state?.penalties ?? [];
  if (!penalties.length) return nothing;
  return html`<h2>${say("penalties")}</h2><ul class="penalty-list">${penalties.map(
    ({entry, player, round, points, of, note, counts}) => html`<li data-entry=${entry}><strong>${ctrl.nameOf(player)}</strong>
      <span class="tabular">${gain(points)}</span> <span class="muted">${say(`penalty_of_${of}`)} · ${say("round_number", {round})}${note ? ` · ${note}` : ""}
      ${counts ? nothing : html` · ${say("penalty_counts_not")}`}</span>
      ${ctrl.mayEdit ? html`<button type="button" class="revoke" @click=${() => ctrl.undo(entry)}>${say("revoke")}</button>` : nothing}</li>`,
  )}</ul>`;
}

/** @param {TournamentCtrl} ctrl */
function penaltyForm(ctrl) {
  const {fields, state} = ctrl;
  const points = Number((fields.penalty ?? "").replace(/[−－]/, "-"));
  const isRight = Boolean(fields.penalty?.trim()) && Number.isFinite(points) && points !== 0 && Math.abs(points) <= 1_000_000;
  const player = fields.penalised ?? state?.players[0]?.id ?? "";
  const [round, of] = [Number(fields.penalty_round ?? ctrl.currentRound), fields.penalty_of ?? "standing"];
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isRight) return;
    const done = await ctrl.add("penalty", {player, round, points, of, ...(fields.note?.trim() ? {note: fields.note.trim()} : {})});
    if (done) Object.assign(ctrl.fields, {penalty: "", note: ""});
    ctrl.redraw();
  };
  /** @param {string} name @param {string} label @param {[string, string][]} options @param {string} chosen */
  const chooser = (name, label, options, chosen) => html`<label class="form-line" for="penalty-${name}"><span>${label}</span>
    <select id="penalty-${name}" @change=${(/** @type {Event} */ event) => ctrl.setField(name, value(event))}>
      ${options.map(([id, text]) => html`<option value=${id} .selected=${id === chosen}>${text}</option>`)}</select></label>`;
  /** @param {string} name @param {string} label @param {string} hint */
  const line = (name, label, hint) => html`<label class="form-line" for="penalty-${name}"><span>${label}</span>
    <input id="penalty-${name}" type="text" maxlength=${name === "note" ? 200 : 9} autocomplete="off" placeholder=${hint} .value=${fields[name] ?? ""}
      @input=${(/** @type {Event} */ event) => ctrl.setField(name, value(event))}></label>`;
  return html`<form class="card penalty-form" novalidate @submit=${onSubmit}><h2>${say("new_penalty")}</h2>
    ${chooser(
      "penalised",
      say("player"),
      (state?.players ?? []).map(({id, name}) => [id, name]),
      player,
    )}
    ${chooser(
      "penalty_round",
      say("round"),
      (state?.rounds ?? []).map(({round: one}) => [String(one), say("round_number", {round: one})]),
      String(round),
    )}
    ${chooser(
      "penalty_of",
      say("penalty_from"),
      [
        ["standing", say("penalty_of_standing")],
        ["table", say("penalty_of_table")],
      ],
      of,
    )}
    ${line("penalty", say("points"), "-1")} ${line("note", say("reason"), say("optional"))}
    <p class="note">${say("penalty_how")}</p>
    <button type="submit" ?disabled=${!isRight}>${say("save_penalty")}</button></form>`;
}
