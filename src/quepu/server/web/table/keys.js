// The keys of the table.

import {change, settings} from "../shared/settings.js";
import {chosenBy} from "./choices.js";
import {keysDialog} from "./panels.js";

/** @typedef {import("./ctrl.js").TableCtrl} TableCtrl */

/** @param {string} selector */
const click = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.click();

/** Move the focus along the hand. @param {number} step */
function moveFocus(step) {
  const tiles = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".mine")]);
  if (!tiles.length) return;
  const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  tiles[at < 0 ? (step > 0 ? 0 : tiles.length - 1) : (at + step + tiles.length) % tiles.length].focus();
}

/** @type {Record<string, (ctrl: TableCtrl) => void>} */
const KEYS = {
  ArrowLeft: () => moveFocus(-1),
  ArrowRight: () => moveFocus(1),
  d: () => click(".just-drawn"),
  n: () => click(".go-next"),
  t: () => click("#think"),
  g: () => click("#skip"),
  h: (ctrl) => ctrl.state.room?.phase !== "over" && ctrl.togglePanel("hint"),
  l: (ctrl) => ctrl.togglePanel("fans"),
  u: (ctrl) => ctrl.send({t: "propose", kind: "takeback"}),
  s: () => change({autosort: !settings.autosort}),
  m: () => change({sound: !settings.sound}),
  "?": () => keysDialog.show(),
};

/** @param {EventTarget | null} target */
const isField = (target) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** @param {TableCtrl} ctrl @param {KeyboardEvent} event */
export function onKey(ctrl, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog.open || !ctrl.state.table || isField(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.repeat && !key.startsWith("Arrow")) {
    // a key that is held acts once; on a button the browser would press it again and again
    if (key === "Enter" || key === " ") event.preventDefault();
    return;
  }
  const chosen = chosenBy(ctrl.choices, key);
  if (chosen) ctrl.act(chosen.action, false, ctrl.state.question);
  else if (KEYS[key]) KEYS[key](ctrl);
  else if (key === "Escape" && ctrl.panel !== "none") ctrl.togglePanel(ctrl.panel);
  else return;
  event.preventDefault();
}
