// The drawings of the sheet's buttons.

import {html} from "../vendor/lit-html/lit-html.js";

/** @type {Record<string, string>} */
const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  share: "M12 15V4m0 0L8 8m4-4l4 4M5 12v8h14v-8",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M8.5 17m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
  finish: "M6 21V4h11l-2 4 2 4H6",
  erase: "M9 5h11v14H9l-6-7zM12 9.5l5 5m0-5l-5 5",
  warning: "M12 4l9 16H3zM12 10v4m0 3v.01",
  saved: "M5 12.5l4.5 4.5L19 7",
  sending: "M12 5v14m0-14l-5 5m5-5l5 5",
  offline: "M4 4l16 16M7 17h10a4 4 0 0 0 1-7.9M9 6.6A6 6 0 0 0 6 9a4 4 0 0 0 0 8",
  refused: "M12 4l9 16H3zM12 10v4m0 3v.01",
};

/** @param {string} name */
export const icon = (name) => html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
