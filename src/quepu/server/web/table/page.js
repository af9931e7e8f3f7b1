// A room: its waiting room, its table, the end of each deal and of the game.

import {render} from "../vendor/lit-html/lit-html.js";
import {takeInvite, takeSeat} from "../shared/game/storage.js";
import {pathPart} from "../shared/addresses.js";
import {t} from "../shared/settings.js";
import {open} from "../shared/shell.js";
import {TableCtrl} from "./ctrl.js";
import {onKey} from "./keys.js";
import {allowSound} from "./sounds.js";
import {DRAWN_EVERY} from "./table-state.js";
import {pageView, wide} from "./view.js";

const ctrl = new TableCtrl(pathPart(2), draw);

function draw() {
  const {state} = ctrl;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.body.classList.toggle("at-table", Boolean(state.table));
  if (state.table) document.title = `${state.legal.length ? "● " : ""}${t("title_table")} · 雀谱 Quepu`;
  const before = main.querySelector(".log");
  const atEnd = !before || before.scrollTop + before.clientHeight >= before.scrollHeight - 8;
  render(pageView(ctrl), main);
  const log = main.querySelector(".log");
  if (log && atEnd) log.scrollTop = log.scrollHeight;
}

takeInvite(ctrl.id);
takeSeat(ctrl.id);
open("table", draw);
allowSound();
document.addEventListener("keydown", (event) => onKey(ctrl, event));
document.addEventListener("click", (event) => {
  const named = event.target instanceof Element ? event.target.closest("[data-fan-info]") : null;
  if (named instanceof HTMLElement && named.dataset.fanInfo) ctrl.showFan(named.dataset.fanInfo);
});
wide.addEventListener("change", draw);
setInterval(() => ctrl.state.counts && draw(), DRAWN_EVERY);
ctrl.start();
