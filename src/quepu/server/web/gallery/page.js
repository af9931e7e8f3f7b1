// The gallery of great hands.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {GalleryCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

const ctrl = new GalleryCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("gallery", draw);
ctrl.load();
addEventListener("popstate", () => {
  ctrl.readAddress();
  ctrl.load();
});
