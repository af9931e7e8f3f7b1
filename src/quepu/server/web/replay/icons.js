// The drawings on the buttons of a replay.

import {html, svg} from "../vendor/lit-html/lit-html.js";

/** Lines, and whether the shape is filled. @type {Record<"first" | "back" | "run" | "stop" | "forward" | "last" | "hand-back" | "hand-forward", [string, boolean]>} */
const DRAWINGS = {
  first: ["M6.5 6v12M17 6l-6 6 6 6", false],
  back: ["M14.5 6l-6 6 6 6", false],
  run: ["M8 5.5v13l10.5-6.5z", true],
  stop: ["M7.5 6h2.5v12H7.5zM14 6h2.5v12H14z", true],
  forward: ["M9.5 6l6 6-6 6", false],
  last: ["M17.5 6v12M7 6l6 6-6 6", false],
  "hand-back": ["M12 6l-6 6 6 6M19 6l-6 6 6 6", false],
  "hand-forward": ["M5 6l6 6-6 6M12 6l6 6-6 6", false],
};

/** @typedef {keyof typeof DRAWINGS} Drawing */

/** @param {Drawing} name */
export function icon(name) {
  const [lines, filled] = DRAWINGS[name];
  return html`<svg viewBox="0 0 24 24" class="icon ${filled ? "solid" : ""}" aria-hidden="true" data-icon=${name}>${svg`<path d=${lines} />`}</svg>`;
}
