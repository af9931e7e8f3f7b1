// The templates of the page that lists the clubs of this device and makes a new one.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {importField} from "../shared/documents/file-view.js";
import {documentList} from "../shared/documents/here.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./start-ctrl.js").StartCtrl} StartCtrl */

/** @param {StartCtrl} ctrl */
export function startView(ctrl) {
  return html`<h1>${say("lead")}</h1>
    <p class="how">${say("how")}</p>
    <div class="two-columns">
      <section class="card" aria-labelledby="new-title"><h2 id="new-title">${say("new_club")}</h2>${form(ctrl)}</section>
      <section class="card" aria-labelledby="here-title"><h2 id="here-title">${say("here")}</h2>
        ${ctrl.here?.length ? documentList(ctrl.here) : html`<p class="muted">${say("none_here")}</p>`}
        ${importField("club")}</section>
    </div>
    <p class="others"><a href="/sheet">${t("title_sheet")}</a> · <a href="/tournament">${t("title_tournament")}</a></p>`;
}

/** @param {StartCtrl} ctrl */
function form(ctrl) {
  const {busy, problem} = ctrl;
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    ctrl.create();
  };
  /** @param {"name" | "pin"} field @param {string} placeholder */
  const line = (field, placeholder) => html`<label class="form-line" for="new-${field}"><span>${say(field)}</span>
    <input id="new-${field}" type="text" maxlength=${field === "name" ? 40 : 12} inputmode=${field === "pin" ? "numeric" : "text"} autocomplete="off"
      placeholder=${placeholder} .value=${ctrl[field]} aria-invalid=${problem?.field === field} aria-describedby=${problem?.field === field ? "new-problem" : nothing}
      @input=${(/** @type {Event} */ event) => ctrl.set(field, /** @type {HTMLInputElement} */ (event.target).value)}></label>`;
  return html`<form class="new-form" novalidate @submit=${onSubmit}>
    ${line("name", say("name_example"))} ${line("pin", say("optional"))}
    <p class="note">${say("pin_how")}</p>
    ${problem ? html`<p class="problem" role="alert" id="new-problem">${problem.words}</p>` : nothing}
    <button type="submit" class="primary wide-button" ?disabled=${busy}>${say("create")}</button></form>`;
}
