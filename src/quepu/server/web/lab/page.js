// The laboratory: the form and the user's studies, one study, and the comparison of two.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {own, t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {ComparisonCtrl} from "./comparison-ctrl.js";
import {comparisonView} from "./comparison-view.js";
import {showReport} from "./report-loader.js";
import {StartCtrl} from "./start-ctrl.js";
import {startView} from "./start-view.js";
import {StudyCtrl} from "./study-ctrl.js";
import {studyView} from "./study-view.js";

const [id, other] = [pathPart(2), pathPart(3)];
const ctrl = other ? new ComparisonCtrl(id, other, draw) : id ? new StudyCtrl(id, draw) : new StartCtrl(draw);

/** @param {StudyCtrl | ComparisonCtrl} ctrl */
function drawReport(ctrl) {
  const holder = /** @type {HTMLElement | null} */ (document.querySelector(".lab-report"));
  if (holder && ctrl.loader.report) showReport(holder, ctrl.loader.report.html);
}

/** The studies that the page is about, as far as they are known. */
function shownStudies() {
  if (ctrl instanceof StartCtrl) return [];
  const watches = ctrl instanceof StudyCtrl ? [ctrl.watch] : [ctrl.before, ctrl.after];
  return watches.flatMap(({study}) => study ?? []);
}

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const names = shownStudies().map(({name}) => own(name));
  if (names.length) document.title = `${names.join(" → ")} · ${t("title_lab")} · 雀谱 Quepu`;
  if (ctrl instanceof StartCtrl) render(startView(ctrl), main);
  else {
    render(ctrl instanceof StudyCtrl ? studyView(ctrl) : comparisonView(ctrl), main);
    ctrl.updateReport(); // the language may have changed
    drawReport(ctrl);
  }
}

open("lab", draw);
ctrl.start();
