// Clubs: those of this device and a new one, or one club.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {ClubCtrl} from "./ctrl.js";
import {StartCtrl} from "./start-ctrl.js";
import {startView} from "./start-view.js";
import {pageView} from "./view.js";

const id = pathPart(2);
const ctrl = id ? new ClubCtrl(id, draw) : new StartCtrl(draw);

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (ctrl instanceof StartCtrl) return render(startView(ctrl), main);
  if (ctrl.club) document.title = `${ctrl.club.name} · ${t("title_club")} · 雀谱 Quepu`;
  return render(pageView(ctrl), main);
}

open("club", draw);
ctrl.start();
if (ctrl instanceof ClubCtrl) addEventListener("popstate", () => ctrl.show());
