// The templates of the gallery.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {fanName} from "../shared/names.js";
import {bookChips, handList} from "../shared/players/parts.js";
import {sayOfPlayers} from "../shared/players/texts.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").GalleryCtrl} GalleryCtrl */

const PERIODS = /** @type {const} */ (["0", "365", "30", "7"]);

/** @param {GalleryCtrl} ctrl */
export function pageView(ctrl) {
  const {found, problem, rules, fans} = ctrl;
  return html`<h1>${t("title_gallery")}</h1>
    <p class="muted lead">${say("lead")} <a href="/players">${say("to_players")}</a></p>
    ${bookChips(found?.books ?? [], rules, ctrl.chooseBook)}
    <div class="filters">${periodField(ctrl)} ${fanField(ctrl)}</div>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    ${found && !found.hands.length ? html`<p class="muted none">${say("none")}</p>` : nothing}
    ${found?.hands.length ? handList(found.hands, fans) : nothing}
    ${found?.more ? html`<button type="button" class="show-more" ?disabled=${ctrl.busy} @click=${ctrl.more}>${sayOfPlayers("show_more")}</button>` : nothing}`;
}

/** @param {Event} event */
const chosen = (event) => /** @type {HTMLSelectElement} */ (event.target).value;

/** @param {GalleryCtrl} ctrl */
const periodField = (ctrl) => html`<label class="field" for="period"><span>${say("period")}</span>
  <select id="period" @change=${(/** @type {Event} */ event) => ctrl.choose({days: chosen(event)})}>${PERIODS.map(
    (days) => html`<option value=${days} .selected=${days === ctrl.days}>${say(`days_${days}`)}</option>`,
  )}</select></label>`;

/** @param {GalleryCtrl} ctrl */
function fanField(ctrl) {
  const known = [...(ctrl.fans.known.get(ctrl.rules)?.values() ?? [])];
  return html`<label class="field" for="fan"><span>${say("fan")}</span>
    <select id="fan" @change=${(/** @type {Event} */ event) => ctrl.choose({fan: chosen(event)})}>
      <option value="" .selected=${ctrl.fan === ""}>${say("any_fan")}</option>
      ${known.map((fan) => html`<option value=${fan.id} .selected=${fan.id === ctrl.fan}>${fanName(fan)}</option>`)}</select></label>`;
}
