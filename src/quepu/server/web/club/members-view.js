// The members of a club, and its seasons.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {csvLink} from "../shared/documents/file-view.js";
import {memberLink, value} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */
/** @typedef {import("./ctrl.js").Summary} Summary */
/** @typedef {Summary["club"]["members"][number]} Member */

const MOST_LETTERS = 40;

/** @param {ClubCtrl} ctrl */
export function membersView(ctrl) {
  const all = ctrl.club?.members ?? [];
  const left = all.filter((member) => member.left);
  return html`${ctrl.mayEdit ? addForm(ctrl) : nothing}
    ${ctrl.members.length ? html`<ul class="member-list">${ctrl.members.map((member) => memberRow(ctrl, member))}</ul>` : html`<p class="muted">${say("no_members")}</p>`}
    ${left.length ? html`<h2>${say("who_left")}</h2><ul class="member-list">${left.map((member) => memberRow(ctrl, member))}</ul>` : nothing}
    <div class="actions screen-only">${csvLink(ctrl.id, "players", say("csv_players"))}</div>
    ${seasonsView(ctrl)}`;
}

/** The names in a text, one in a line or between commas, without those that are there. @param {ClubCtrl} ctrl @param {string} text */
function newNames(ctrl, text) {
  const known = new Set(ctrl.members.map(({name}) => name));
  const names = text.split(/[\n\r,，、;；\t]+/).map((name) => name.trim().slice(0, MOST_LETTERS));
  return [...new Set(names)].filter((name) => name && !known.has(name));
}

/** @param {ClubCtrl} ctrl */
function addForm(ctrl) {
  const typed = ctrl.fields.members ?? "";
  const names = newNames(ctrl, typed);
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await ctrl.addAll(names.map((name) => ({t: "member", name})))) ctrl.setField("members", "");
  };
  return html`<form class="card add-members" novalidate @submit=${onSubmit}>
    <label class="stacked" for="add-members"><span>${say("add_members")}</span>
      <textarea id="add-members" rows="2" spellcheck="false" .value=${typed} aria-describedby="add-members-note"
        @input=${(/** @type {Event} */ event) => ctrl.setField("members", value(event))}></textarea></label>
    <p class="note" id="add-members-note">${say("add_members_how")}</p>
    <button type="submit" class="primary" ?disabled=${!names.length}>${say("add_count", {count: names.length})}</button></form>`;
}

/** @param {ClubCtrl} ctrl @param {Member} member */
function memberRow(ctrl, {id, name, left}) {
  const rename = () => {
    const wanted = prompt(say("new_name", {name}), name)?.trim().slice(0, MOST_LETTERS);
    if (wanted && wanted !== name) ctrl.add("rename", {member: id, name: wanted});
  };
  const merge = (/** @type {Event} */ event) => {
    const into = ctrl.club?.members.find((other) => other.id === value(event));
    /** @type {HTMLSelectElement} */ (event.target).value = "";
    if (into && confirm(say("merge_sure", {name, into: into.name}))) ctrl.add("merge", {member: id, into: into.id});
  };
  const others = (ctrl.club?.members ?? []).filter((other) => other.id !== id);
  return html`<li data-member=${id}><span class="who">${memberLink(ctrl, id, name)}</span>
    ${
      ctrl.mayEdit
        ? html`<details class="more member-edits screen-only"><summary aria-label=${say("edit_who", {name})}>${say("edit")}</summary><div class="actions">
            <button type="button" class="rename" @click=${rename}>${say("rename")}</button>
            ${
              left
                ? html`<button type="button" class="back" @click=${() => ctrl.takeBack("leave", "member", id)}>${say("comes_back")}</button>`
                : html`<button type="button" class="leave" @click=${() => confirm(say("leave_sure", {name})) && ctrl.add("leave", {member: id})}>${say("leave")}</button>`
            }
            ${
              others.length
                ? html`<select class="merge" aria-label=${say("merge_who", {name})} @change=${merge}><option value="">${say("merge")}</option>
                  ${others.map((other) => html`<option value=${other.id}>${other.name}</option>`)}</select>`
                : nothing
            }</div></details>`
        : nothing
    }</li>`;
}

/** A day as a form has it. @param {number} when */
function isoDay(when) {
  const date = new Date(when);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

/** The beginning of a day here, and of the day after it. @param {string} day @param {number} [more] */
function momentOf(day, more = 0) {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + more);
  return date.getTime();
}

/** @param {ClubCtrl} ctrl */
function seasonsView(ctrl) {
  const seasons = ctrl.club?.seasons ?? [];
  if (!seasons.length && !ctrl.mayEdit) return nothing;
  return html`<section aria-labelledby="seasons-title"><h2 id="seasons-title">${say("seasons")}</h2>
    ${seasons.length ? nothing : html`<p class="muted">${say("no_seasons")}</p>`}
    <ul class="season-list">${seasons.map(
      ({id, name, begins, ends}) => html`<li data-season=${id}><strong>${name}</strong>
        <span class="muted">${isoDay(begins)} – ${ends === null ? say("open_end") : isoDay(ends - 1)}</span>
        ${ctrl.mayEdit ? html`<button type="button" class="link remove-season" @click=${() => ctrl.add("undo", {of: id})}>${say("remove_season")}</button>` : nothing}</li>`,
    )}</ul>
    ${ctrl.mayEdit ? seasonForm(ctrl) : nothing}</section>`;
}

/** @param {ClubCtrl} ctrl */
function seasonForm(ctrl) {
  const {season_name: name = "", season_begins: begins = isoDay(Date.now()), season_ends: ends = ""} = ctrl.fields;
  const isRight = name.trim() !== "" && begins !== "" && (ends === "" || ends >= begins);
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isRight) return;
    const done = await ctrl.add("season", {name: name.trim(), begins: momentOf(begins), ends: ends ? momentOf(ends, 1) : null});
    if (done) ctrl.setField("season_name", "");
  };
  /** @param {string} field @param {string} type @param {string} text */
  const line = (field, type, text) => html`<label class="form-line" for=${field}><span>${say(/** @type {"season_name"} */ (field))}</span>
    <input id=${field} type=${type} maxlength="40" autocomplete="off" .value=${text} @input=${(/** @type {Event} */ event) => ctrl.setField(field, value(event))}></label>`;
  return html`<details class="more screen-only"><summary>${say("new_season")}</summary><form class="season-form" novalidate @submit=${onSubmit}>
    ${line("season_name", "text", name)} ${line("season_begins", "date", begins)} ${line("season_ends", "date", ends)}
    <button type="submit" ?disabled=${!isRight}>${say("save_season")}</button></form></details>`;
}
