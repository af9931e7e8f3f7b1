// The score sheet: the list of sheets at /sheet, one of them at /sheet/{id}.

import {render} from "../vendor/lit-html/lit-html.js";
import {pathPart} from "../shared/addresses.js";
import {open} from "../shared/shell.js";
import {SheetCtrl} from "./sheet-ctrl.js";
import {sheetPage} from "./sheet-view.js";
import {StartCtrl} from "./start-ctrl.js";
import {startPage} from "./start-view.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const id = pathPart(2);
const sheet = id ? new SheetCtrl(draw, id) : null;
const start = id ? null : new StartCtrl(draw);

/** What was open when the page was drawn last. */
let shown = "";
/** Where the focus was before a panel was opened. @type {HTMLElement | null} */
let before = null;

function draw() {
  if (start) render(startPage(start), main);
  if (!sheet) return;
  render(sheetPage(sheet), main);
  showPanel(sheet.panel?.kind ?? "");
}

/** Open the panel as a dialog, or close it: the browser keeps the focus inside. @param {string} kind */
function showPanel(kind) {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.panel"));
  if (!dialog) return;
  if (kind && !shown) before = /** @type {HTMLElement | null} */ (document.activeElement);
  if (kind && !dialog.open) dialog.showModal();
  if (!kind && dialog.open) {
    dialog.close();
    if (before?.isConnected) before.focus({preventScroll: true});
  }
  if (kind && kind !== shown) {
    dialog.scrollTop = 0;
    /** @type {HTMLElement | null} */ (dialog.querySelector("#panel-title"))?.focus();
  }
  shown = kind;
}

open("sheet", draw);
(sheet ?? start)?.start();
