// The front page: play at once, or go where else one wants.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {HomeCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new HomeCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("home", draw);
ctrl.start();
