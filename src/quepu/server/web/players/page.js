// The leaderboard of a rule book, and the profile of a player.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {open} from "../shared/shell.js";
import {ListCtrl} from "./list-ctrl.js";
import {listView} from "./list-view.js";
import {PlayerCtrl} from "./player-ctrl.js";
import {playerView} from "./player-view.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

if (pathPart(2)) {
  const ctrl = new PlayerCtrl(draw);
  function draw() {
    render(playerView(ctrl), main);
  }
  open("players", draw);
  ctrl.start();
} else {
  const ctrl = new ListCtrl(draw);
  function draw() {
    render(listView(ctrl), main);
  }
  open("players", draw);
  ctrl.start();
  addEventListener("popstate", () => {
    ctrl.readAddress();
    ctrl.load();
  });
}
