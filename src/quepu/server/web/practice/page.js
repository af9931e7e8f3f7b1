// Practice: name the fans and the points of a hand. What was missed comes back. And one hand a day, the same for everyone.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {PracticeCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new PracticeCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("practice", draw);
ctrl.load();
addEventListener("popstate", () => ctrl.load());
