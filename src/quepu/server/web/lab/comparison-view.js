// The templates of the page that compares two studies.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {own, t} from "../shared/settings.js";
import {incompleteView, progressView, statusWords, studyFacts} from "./study-parts.js";
import {crumb, downloads, problemView} from "./study-view.js";
import {labText} from "./texts.js";

/** @typedef {import("./comparison-ctrl.js").ComparisonCtrl} ComparisonCtrl */
/** @typedef {import("./requests.js").Study} Study */

/** @param {ComparisonCtrl} ctrl */
export function comparisonView(ctrl) {
  const {before, after} = ctrl.studies;
  if (ctrl.problem) return problemView(ctrl.problem);
  if (!before || !after) return html`${crumb()}<p class="muted">${t("loading")}</p>`;
  const {problem, report} = ctrl.loader;
  return html`${crumb()}<header class="lab-head"><h1>${labText("comparison_of", {before: own(before.name), after: own(after.name)})}</h1></header>
    <div class="lab-pair">${studyCard("before", before)}${studyCard("after", after)}</div>
    ${
      ctrl.isPossible
        ? html`<div class="actions lab-actions">
            <button type="button" @click=${ctrl.share}>${labText("share")}</button>
            <a class="button" href="/lab/${after.id}/${before.id}">${labText("swap")}</a></div>
          ${downloads(before.id, after.id, report)}
          ${report ? incompleteView(before.status === "done" ? after : before, report.deals) : html`<p class="muted">${problem ?? labText("waits_for_both")}</p>`}`
        : impossibleView(ctrl, before, after)
    }
    <div class="lab-report"></div>`;
}

/** @param {"before" | "after"} which @param {Study} study */
const studyCard = (which, study) => html`<section class="card"><h2><span class="muted">${labText(which)}</span>
    <a href="/lab/${study.id}">${own(study.name)}</a></h2>
    <p class="muted">${studyFacts(study)} · ${statusWords(study)}</p>
    ${progressView(study, own(study.name))}</section>`;

/** Why the two cannot be compared, and what can be done. @param {ComparisonCtrl} ctrl @param {Study} before @param {Study} after */
function impossibleView(ctrl, before, after) {
  if (before.id === after.id) return html`<p class="problem">${labText("same_study")}</p>`;
  return html`<div class="problem" role="alert"><p>${labText("not_comparable")}</p>
    <button type="button" ?disabled=${ctrl.busy} @click=${ctrl.startMissing}>${labText("start_missing", {book: own(after.name)})}</button>
    ${ctrl.startProblem ? html`<p>${ctrl.startProblem}</p>` : nothing}</div>`;
}
