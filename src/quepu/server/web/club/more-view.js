// What else there is of a club: its settings, links and PIN, and files.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {BOOK_FACTS} from "../shared/constants.js";
import {csvLink, exportLink} from "../shared/documents/file-view.js";
import {shareText} from "../shared/documents/share-texts.js";
import {shareView} from "../shared/documents/share-view.js";
import {calledBook} from "../shared/names.js";
import {value} from "./parts.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */

/** @param {ClubCtrl} ctrl */
export const moreView = (ctrl) =>
  html`<div class="two-columns"><div>${ctrl.mayEdit ? settingsForm(ctrl) : nothing}
    <section class="card files" aria-labelledby="files-title"><h2 id="files-title">${shareText("files")}</h2>
      <p class="muted small-print">${say("export_how")}</p>
      <div class="actions">${exportLink(ctrl.id)} ${csvLink(ctrl.id, "standings", say("csv_standings"))} ${csvLink(ctrl.id, "players", say("csv_players"))}</div></section></div>
    <div>${ctrl.share ? shareView(ctrl.share) : nothing}</div></div>`;

/** @param {ClubCtrl} ctrl */
function settingsForm(ctrl) {
  const {club, fields} = ctrl;
  if (!club) return nothing;
  const [name, about, rules] = [fields.name ?? club.name, fields.about ?? club.about, fields.rules ?? club.rules ?? ""];
  const onSubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!name.trim()) return;
    const entry = {name: name.trim(), ...(about.trim() ? {about: about.trim()} : {}), ...(rules ? {rules} : {})};
    if (await ctrl.add("club", entry)) for (const field of ["name", "about", "rules"]) delete ctrl.fields[field];
    ctrl.redraw();
  };
  return html`<form class="card settings-form" novalidate @submit=${onSubmit}><h2>${say("settings")}</h2>
    <label class="form-line" for="set-name"><span>${say("name")}</span><input id="set-name" type="text" maxlength="40" autocomplete="off" .value=${name}
      @input=${(/** @type {Event} */ event) => ctrl.setField("name", value(event))}></label>
    <label class="form-line" for="set-rules"><span>${say("usual_rules")}</span><select id="set-rules" @change=${(/** @type {Event} */ event) => ctrl.setField("rules", value(event))}>
      <option value="" .selected=${rules === ""}>${say("none")}</option>
      ${Object.keys(BOOK_FACTS).map((id) => html`<option value=${id} .selected=${id === rules}>${calledBook(id)}</option>`)}</select></label>
    <label class="stacked" for="set-about"><span>${say("about")}</span><textarea id="set-about" rows="3" maxlength="500" .value=${about}
      @input=${(/** @type {Event} */ event) => ctrl.setField("about", value(event))}></textarea></label>
    <button type="submit" ?disabled=${!name.trim()}>${say("save_settings")}</button></form>`;
}
