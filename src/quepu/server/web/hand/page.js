// The hand page: build a hand, see what it is worth and why. The address always holds what is shown.

import {render} from "../vendor/lit-html/lit-html.js";
import {open} from "../shared/shell.js";
import {HandCtrl, linkIn} from "./ctrl.js";
import {pageView, showMistake} from "./view.js";

const ctrl = new HandCtrl(draw);

function draw() {
  const focused = document.activeElement;
  render(pageView(ctrl), /** @type {HTMLElement} */ (document.getElementById("main")));
  // the pressed element may be gone; the keyboard continues from the result, not from the top of the page
  if (focused && !focused.isConnected) /** @type {HTMLElement | null} */ (document.querySelector(".result"))?.focus({preventScroll: true});
}

/** Typing outside of a field picks tiles. @param {KeyboardEvent} event */
function onKey(event) {
  const {typing} = ctrl;
  const target = /** @type {HTMLElement} */ (event.target);
  const typesText = target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  // the text field has its own undo, while it is edited
  if (isUndo && ctrl.past.length && (!typesText || (target.id === "notation" && ctrl.written === null))) {
    event.preventDefault();
    ctrl.undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || typesText) return;
  if (event.key === "Escape") {
    typing.digits = "";
    ctrl.mode = "tile";
  } else if (event.key === "Backspace") {
    event.preventDefault();
    if (typing.digits) typing.digits = typing.digits.slice(0, -1);
    else ctrl.removeLast();
  } else if (event.key === "+") {
    ctrl.mode = "winning";
  } else {
    const tiles = typing.press(event.key);
    if (tiles === null) return;
    for (const tile of tiles) ctrl.pick(tile);
  }
  draw();
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!text) return;
  // a field of one line would join the lines of a text
  const isWhole = target.id === "notation" && (text.includes("\n") || linkIn(text) !== null);
  if (isWhole) event.preventDefault();
  if (isWhole || !target.matches("input, textarea")) ctrl.typeText(text, true).then(() => showMistake(ctrl));
}

open("hand", () => {
  draw();
  if (ctrl.answered || ctrl.writtenError || ctrl.bookProblem) ctrl.again(); // sentences of the server are in the language of its answer
});
ctrl.restore();
addEventListener("popstate", () => ctrl.restore());
document.addEventListener("keydown", onKey);
document.addEventListener("paste", onPaste);
ctrl.loadBooks();
