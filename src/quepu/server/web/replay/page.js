// A game that is over, step by step: from any seat or with all hands open.

import {render} from "../vendor/lit-html/lit-html.js";
import {acceptRecords} from "../shared/game/record-upload.js";
import {open} from "../shared/shell.js";
import {ReplayCtrl} from "./ctrl.js";
import {pageView, wide} from "./view.js";

const ctrl = new ReplayCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => ctrl.go(ctrl.step - 1),
  ArrowRight: () => ctrl.go(ctrl.step + 1),
  Home: () => ctrl.go(0),
  End: () => ctrl.go(Infinity),
  PageUp: () => ctrl.goDeal(ctrl.deal - 1),
  PageDown: () => ctrl.goDeal(ctrl.deal + 1),
  " ": () => ctrl.run(),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  const {target} = event;
  const field = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  if (field || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || !ctrl.steps) return;
  if (event.key === " " && target instanceof HTMLButtonElement) return;
  event.preventDefault();
  KEYS[event.key]();
}

ctrl.readAddress();
open("replay", draw);
acceptRecords();
ctrl.start();
document.addEventListener("keydown", onKey);
addEventListener("popstate", () => {
  ctrl.readAddress();
  if (ctrl.id) ctrl.reloadDeal();
});
wide.addEventListener("change", draw);
