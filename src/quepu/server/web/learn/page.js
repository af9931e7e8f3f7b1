// Learn mahjong in ten minutes: the list of chapters, each chapter step by step, and each rule book for those who know another.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {own, t} from "../shared/settings.js";
import {LearnCtrl} from "./ctrl.js";
import {pageView, wide} from "./view.js";

const ctrl = new LearnCtrl(draw);
let shown = "";

function draw() {
  const {chapter, step} = ctrl;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  document.title = `${chapter ? own(chapter.title) : t("title_learn")} · 雀谱 Quepu`;
  render(pageView(ctrl), main);
  // the keyboard goes on from the new step, and after the right answer from the way to the next one
  const at = `${step?.id ?? ""} ${ctrl.said?.right ?? ""}`;
  if (shown && at !== shown && step) {
    const next = ctrl.said?.right ? main.querySelector(".go-on") : main.querySelector(".step-title");
    /** @type {HTMLElement | null} */ (next)?.focus({preventScroll: true});
  }
  if (ctrl.said) main.querySelector(".said")?.scrollIntoView({block: "nearest"});
  else if (step && at !== shown) scrollTo({top: 0});
  shown = at;
}

open("learn", draw);
wide.addEventListener("change", draw);
ctrl.start();
