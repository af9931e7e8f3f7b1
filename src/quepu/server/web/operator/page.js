// The operator's page: reports, bans, accounts, rooms, maintenance.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {OperatorCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new OperatorCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("operator", draw);
ctrl.start();
