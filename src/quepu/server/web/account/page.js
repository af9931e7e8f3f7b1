// The user's account: signing up and in, what belongs to it, and leaving.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {AccountCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new AccountCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("account", draw);
ctrl.start();
