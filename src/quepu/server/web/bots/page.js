// Programs that play: registering one, those that are connected, and their ladder.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {BotsCtrl} from "./ctrl.js";
import {botsView} from "./view.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const ctrl = new BotsCtrl(draw);

function draw() {
  render(botsView(ctrl), main);
}

open("bots", draw);
ctrl.load();
addEventListener("popstate", () => {
  ctrl.readAddress();
  ctrl.load();
});
