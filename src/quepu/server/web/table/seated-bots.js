// The connected bots that have a chair in a room, and those that the host can give one.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {t} from "../shared/settings.js";

/** @typedef {import("../shared/game/types.js").Room} Room */
/** @typedef {import("../shared/types-generated.js").ConnectedBot} ConnectedBot */

/**
 * @param {Room} room @param {boolean} host whether the user is the host
 * @param {(message: object) => void} send
 */
export function seatedBots(room, host, send) {
  if (!room.bots.length && !host) return nothing;
  return html`<section class="seated-bots">
    ${
      room.bots.length
        ? html`<p>${t("bots_seated")}</p><ul>${room.bots.map(
            ({bot, name}) =>
              html`<li data-bot=${bot}>${name} ${host ? html`<button type="button" class="unseat" aria-label="${t("bot_unseat")}: ${name}" @click=${() => send({t: "unseat_bot", bot})}>${t("bot_unseat")}</button>` : nothing}</li>`,
          )}</ul>`
        : nothing
    }
    ${
      host
        ? html`<details @toggle=${(/** @type {Event} */ event) => load(/** @type {HTMLDetailsElement} */ (event.target), send)}>
            <summary>${t("bot_seat")}</summary><div class="free-bots"></div></details>`
        : nothing
    }</section>`;
}

/** List the bots that accept a chair, when the host wants to see them. @param {HTMLDetailsElement} details @param {(message: object) => void} send */
async function load(details, send) {
  if (!details.open) return;
  const place = /** @type {HTMLElement} */ (details.querySelector(".free-bots"));
  try {
    const {bots} = await api.call("/bots");
    render(
      listView(
        bots.filter((/** @type {ConnectedBot} */ {rooms}) => rooms),
        send,
      ),
      place,
    );
  } catch (error) {
    render(html`<p class="problem" role="alert">${api.problemWords(error)}</p>`, place);
  }
}

/** @param {readonly ConnectedBot[]} bots @param {(message: object) => void} send */
const listView = (bots, send) =>
  bots.length
    ? html`<ul>${bots.map(
        ({bot, name, owner}) =>
          html`<li data-bot=${bot}>${name}${owner ? html` <span class="muted">${owner}</span>` : nothing}
            <button type="button" class="seat-bot" aria-label="${t("bot_give_chair")}: ${name}" @click=${() => send({t: "seat_bot", bot})}>${t("bot_give_chair")}</button></li>`,
      )}</ul>`
    : html`<p class="muted">${t("bots_none")} <a href="/bots">${t("title_bots")}</a></p>`;
