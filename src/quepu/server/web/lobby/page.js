// The lobby: play against bots at once, open a table for friends, join an open table.

import {render} from "../vendor/lit-html/lit-html.js";
import {readBook} from "../shared/addresses.js";
import {acceptRecords} from "../shared/game/record-upload.js";
import {open} from "../shared/shell.js";
import {LobbyCtrl} from "./ctrl.js";
import {pageView} from "./view.js";

/** Milliseconds until the open tables are loaded again. */
const REFRESH = 10_000;

const ctrl = new LobbyCtrl(draw);

function draw() {
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
}

/** The book that the address names, if it does. */
async function readAddress() {
  const query = new URLSearchParams(location.search);
  if (!query.has("rules") && !query.has("overlay")) return;
  const {rules, overlay} = await readBook(query);
  ctrl.useBook({rules, overlay});
}

readAddress();
open("lobby", draw);
acceptRecords();
ctrl.start();
addEventListener("pageshow", (event) => event.persisted && ctrl.match.resume());
setInterval(() => !document.hidden && ctrl.refresh(), REFRESH);
