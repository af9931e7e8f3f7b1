// The templates of the page of one study.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {own, t} from "../shared/settings.js";
import {fileAddress, tableAddress} from "./requests.js";
import {incompleteView, progressView, statusWords, studyFacts} from "./study-parts.js";
import {labText} from "./texts.js";

/** @typedef {import("./study-ctrl.js").StudyCtrl} StudyCtrl */

export const crumb = () => html`<p class="crumb"><a href="/lab">${t("title_lab")}</a></p>`;

/** Nothing but what is wrong. @param {string} problem */
export const problemView = (problem) => html`${crumb()}<div class="problem" role="alert"><p>${problem}</p></div>`;

/** @param {StudyCtrl} ctrl */
export function studyView(ctrl) {
  const {study} = ctrl.watch;
  if (ctrl.problem) return problemView(ctrl.problem);
  if (!study) return html`${crumb()}<p class="muted">${t("loading")}</p>`;
  const {report} = ctrl.loader;
  return html`${crumb()}<header class="lab-head"><h1>${own(study.name)}</h1>
      <p class="muted">${studyFacts(study)} · ${statusWords(study)}</p></header>
    ${progressView(study, own(study.name))}
    ${study.status === "failed" ? html`<p class="problem">${labText("failed", {code: study.error ?? ""})}</p>` : nothing}
    ${ctrl.watch.problem ? html`<p class="problem">${ctrl.watch.problem}</p>` : nothing}
    <div class="actions lab-actions">
      <button type="button" @click=${ctrl.share}>${labText("share")}</button>
      <a class="button" href="/lab?before=${study.id}">${labText("what_if")}</a>
      ${ctrl.canCancel ? html`<button type="button" @click=${ctrl.cancel}>${labText("cancel")}</button>` : nothing}
    </div>
    ${compareView(ctrl)} ${downloads(study.id, null, report)}
    ${report ? incompleteView(study, report.deals) : html`<p class="muted">${ctrl.loader.problem ?? labText("no_results")}</p>`}
    <div class="lab-report"></div>`;
}

/** The choice of a study to compare with. @param {StudyCtrl} ctrl */
function compareView(ctrl) {
  const {chosen, comparable, isWrongAddress, pasted} = ctrl;
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    ctrl.compare();
  };
  return html`<details class="more"><summary>${labText("compare_title")}</summary>
    <form class="lab-compare" novalidate @submit=${onSubmit}><p class="muted">${labText("compare_how")}</p>
      ${
        comparable.length
          ? html`<label class="form-line" for="compare-own"><span>${labText("compare_own")}</span>
            <select id="compare-own" @change=${(/** @type {Event} */ event) => ctrl.choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
              <option value="" .selected=${chosen === ""}>${labText("compare_choose")}</option>
              ${comparable.map(({id, name}) => html`<option value=${id} .selected=${chosen === id}>${own(name)}</option>`)}</select></label>`
          : html`<p class="muted">${labText("compare_none")} <a href="/lab?before=${ctrl.id}">${labText("what_if")}</a></p>`
      }
      <label class="form-line" for="compare-address"><span>${labText("compare_address")}</span>
        <input id="compare-address" type="text" autocomplete="off" spellcheck="false" .value=${pasted} aria-invalid=${isWrongAddress}
          aria-describedby=${isWrongAddress ? "compare-problem" : nothing}
          @input=${(/** @type {Event} */ event) => (ctrl.pasted = /** @type {HTMLInputElement} */ (event.target).value)}></label>
      ${isWrongAddress ? html`<p class="problem" role="alert" id="compare-problem">${labText("wrong_address")}</p>` : nothing}
      <button type="submit">${labText("compare")}</button></form></details>`;
}

/** The data of a study, or of a comparison. @param {string} id @param {string | null} other @param {import("./requests.js").Report | null} report */
export function downloads(id, other, report) {
  if (!report) return nothing;
  return html`<details class="more"><summary>${labText("download")}</summary>
    <ul class="lab-downloads">
      ${
        other === null
          ? html`<li><a href=${fileAddress(id)} download>${labText("study_file")}</a> <span class="muted">${labText("study_file_note")}</span></li>`
          : nothing
      }
      ${report.tables.map(
        (table) => html`<li>
          <a href=${tableAddress(id, other, table.id, "csv")} download>${own(table.title)} (CSV)</a>
          ${report.parquet ? html`<a href=${tableAddress(id, other, table.id, "parquet")} download>Parquet</a>` : nothing}
        </li>`,
      )}</ul></details>`;
}
