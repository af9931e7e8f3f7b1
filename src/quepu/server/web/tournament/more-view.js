// What else there is: the end of the tournament, its links and PIN, files, settings.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {csvLink, exportLink} from "../shared/documents/file-view.js";
import {shareText} from "../shared/documents/share-texts.js";
import {shareView} from "../shared/documents/share-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").TournamentCtrl} TournamentCtrl */

/** @param {TournamentCtrl} ctrl */
export function moreView(ctrl) {
  return html`<div class="two-columns"><div>${ctrl.mayEdit ? html`${finishView(ctrl)} ${settingsForm(ctrl)}` : nothing} ${filesView(ctrl)}</div>
    <div>${ctrl.share ? shareView(ctrl.share) : nothing}</div></div>`;
}

/** @param {TournamentCtrl} ctrl */
function finishView(ctrl) {
  const {state} = ctrl;
  const open = state?.missing.length ?? 0;
  const finish = () => (open === 0 || confirm(say("finish_sure", {count: open}))) && ctrl.add("finish", {});
  const reopen = () => {
    const entry = ctrl.document?.entries.findLast((one) => one.t === "finish" && !state?.undone.includes(one.id));
    if (entry) ctrl.undo(entry.id);
  };
  return html`<section class="card" aria-labelledby="finish-title"><h2 id="finish-title">${say("finish_title")}</h2>
    ${
      state?.finished
        ? html`<p>${say("is_finished")}</p><div class="actions"><a class="button" href=${ctrl.addressOf("standings")}>${say("prizes")}</a>
          <button type="button" class="reopen" @click=${reopen}>${say("reopen")}</button></div>`
        : html`<p class="muted">${open ? say("finish_open", {count: open}) : say("finish_how")}</p>
          <button type="button" class="primary finish" @click=${finish}>${say("finish")}</button>`
    }</section>`;
}

/** @param {TournamentCtrl} ctrl */
function settingsForm(ctrl) {
  const settings = ctrl.state?.settings;
  if (!settings) return nothing;
  const {fields} = ctrl;
  const [name, minutes, rounds] = [
    fields.name ?? settings.name,
    fields.minutes ?? String(settings.minutes),
    fields.rounds ?? String(settings.rounds),
  ];
  /** @param {string} text @param {number} most */
  const isCount = (text, most) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  const isRight = name.trim() !== "" && isCount(minutes, 1000) && isCount(rounds, 40);
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isRight) return;
    const {overlay, deals, club, about, rules, system} = settings;
    const more = {
      ...(overlay === null ? {} : {overlay}),
      ...(deals ? {deals} : {}),
      ...(club === null ? {} : {club}),
      ...(about ? {about} : {}),
    };
    await ctrl.add("tournament", {name: name.trim(), rules, system, rounds: Number(rounds), minutes: Number(minutes), ...more});
    for (const field of ["name", "minutes", "rounds"]) delete ctrl.fields[field];
    ctrl.redraw();
  };
  /** @param {string} field @param {string} label @param {string} text */
  const line = (field, label, text) => html`<label class="form-line" for="set-${field}"><span>${label}</span>
    <input id="set-${field}" type="text" inputmode=${field === "name" ? "text" : "numeric"} maxlength=${field === "name" ? 40 : 4} autocomplete="off" .value=${text}
      @input=${(/** @type {Event} */ event) => ctrl.setField(field, /** @type {HTMLInputElement} */ (event.target).value)}></label>`;
  return html`<form class="card settings-form" novalidate @submit=${onSubmit}><h2>${say("settings")}</h2>
    ${line("name", say("name"), name)} ${line("rounds", say("rounds_count"), rounds)} ${line("minutes", say("minutes_a_round"), minutes)}
    <button type="submit" ?disabled=${!isRight}>${say("save_settings")}</button></form>`;
}

/** @param {TournamentCtrl} ctrl */
const filesView = ({id}) => html`<section class="card files" aria-labelledby="files-title"><h2 id="files-title">${shareText("files")}</h2>
  <div class="actions">${exportLink(id)} ${csvLink(id, "standings", say("csv_standings"))} ${csvLink(id, "results", say("csv_results"))}
    ${csvLink(id, "draw", say("csv_draw"))}</div></section>`;
