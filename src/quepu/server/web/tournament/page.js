// Tournaments: those of this device and a new one, or one tournament.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {TournamentCtrl} from "./ctrl.js";
import {StartCtrl} from "./start-ctrl.js";
import {startView} from "./start-view.js";
import {pageView} from "./view.js";

const id = pathPart(2);
const ctrl = id ? new TournamentCtrl(id, draw) : new StartCtrl(draw);

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (ctrl instanceof StartCtrl) return render(startView(ctrl), main);
  const name = ctrl.state?.settings.name;
  if (name) document.title = `${name} · ${t("title_tournament")} · 雀谱 Quepu`;
  document.body.dataset.view = ctrl.view;
  return render(pageView(ctrl), main);
}

open("tournament", draw);
ctrl.start();
if (ctrl instanceof TournamentCtrl) {
  addEventListener("popstate", () => ctrl.show());
  addEventListener("keydown", (event) => ctrl.view === "timer" && ctrl.timer.onKey(event));
}
