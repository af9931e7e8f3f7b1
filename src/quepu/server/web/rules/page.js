// The rule pages: the list of books, and each book.

import {render} from "../vendor/lit-html/lit-html.js";
import {inWords} from "../shared/api.js";
import {bookName} from "../shared/names.js";
import {t} from "../shared/settings.js";
import {announce, open} from "../shared/shell.js";
import {RulesCtrl} from "./ctrl.js";
import {fitSheet} from "./sheet.js";
import {narrow, pageView} from "./view.js";

const ctrl = new RulesCtrl(draw);

function draw() {
  const {book, id, problem} = ctrl;
  document.title = `${id !== null && book && !problem ? bookName(book) : t("title_rules")} · 雀谱 Quepu`;
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
  if (problem) announce(inWords(problem));
  else if (ctrl.view === "sheet") fitSheet();
}

open("rules", draw);
ctrl.load();
addEventListener("popstate", () => ctrl.load()); // also when only the fan after # changes
narrow.addEventListener("change", draw);
addEventListener("beforeprint", fitSheet); // every view of a book prints its sheet
