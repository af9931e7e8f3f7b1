// The notice that the server is to be stopped, above everything else on the page.

import {html, render} from "../../vendor/lit-html/lit-html.js";
import {day, time} from "../names.js";
import {t} from "../settings.js";
import {announce} from "../shell.js";

/** How high the notice is, for pages that fill the screen. */
const measured = new ResizeObserver(([{target}]) =>
  document.documentElement.style.setProperty("--maintenance", `${/** @type {HTMLElement} */ (target).offsetHeight}px`),
);

/** A moment, with its day where that is not today. @param {number} at milliseconds since 1970 */
const moment = (at) => (day(at) === day(Date.now()) ? time(at) : `${day(at)} ${time(at)}`);

/** Show when the server is to be stopped, or nothing if it is not. @param {{at: number | null, text: string}} notice */
export function showMaintenance({at, text}) {
  let place = document.getElementById("maintenance");
  if (!place) {
    place = document.createElement("div");
    place.id = "maintenance";
    document.getElementById("bar")?.after(place);
    measured.observe(place);
  }
  const words = at === null ? "" : t("maintenance_at", {when: moment(1000 * at)});
  render(at === null ? html`` : html`<p class="maintenance"><strong>${words}</strong> ${text}</p>`, place);
  announce([words, text].filter(Boolean).join(" "));
}
