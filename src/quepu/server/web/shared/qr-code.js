// A QR code that the browser draws itself: its content must not reach the server.

import {html} from "../vendor/lit-html/lit-html.js";
import {encode} from "../vendor/uqr/uqr.js";

/** In modules, as the standard requires. */
const BORDER = 4;

/** @param {string} text @param {string} label for screen readers */
export function qrCode(text, label) {
  const {size, data} = encode(text, {border: BORDER});
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  return html`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}" width="180" height="180" shape-rendering="crispEdges">
    <path d=${dark.join("")} /></svg>`;
}
