// The user's own games: history, statistics, best hands; all of it kept in this browser.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {ProfileCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new ProfileCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("profile", draw);
ctrl.start();
document.addEventListener("visibilitychange", () => document.hidden || ctrl.read());
