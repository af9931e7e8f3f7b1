// The duplicate events, and one of them.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {open} from "../shared/shell.js";
import {EventCtrl} from "./event-ctrl.js";
import {eventView} from "./event-view.js";
import {ListCtrl} from "./list-ctrl.js";
import {listView} from "./list-view.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

if (pathPart(2)) {
  const ctrl = new EventCtrl(draw);
  function draw() {
    render(eventView(ctrl), main);
  }
  open("event", draw);
  ctrl.start();
} else {
  const ctrl = new ListCtrl(draw);
  function draw() {
    render(listView(ctrl), main);
  }
  open("event", draw);
  ctrl.start();
}
