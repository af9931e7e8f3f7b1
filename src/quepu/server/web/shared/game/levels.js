// The levels of bots, and the choice among them and the other bots.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {BOTS, BOTS_ABOUT, DEFAULT_BOT, LEVELS} from "../constants.js";
import {keep, load, own, t} from "../settings.js";

/** Where the browser keeps the bots that were chosen last. */
const KEPT = "quepu.play.bots";

/** The bots that were chosen last. */
export function lastBots() {
  const bots = load(KEPT, "");
  return Object.hasOwn(BOTS, bots) ? bots : DEFAULT_BOT;
}

/** Whether the user has ever chosen bots. */
export const hasChosenBots = () => load(KEPT, "") !== "";

/** What people call a level; another bot has its own name. @param {string} bot */
export const levelName = (bot) => own(LEVELS[bot] ?? BOTS[bot]);

/** Several bots of this kind. @param {string} bot */
export const botsWords = (bot) => t("bots_play", {bot: own(BOTS[bot])});

/**
 * The choice of bots: the levels first, with a line about the chosen one.
 * @param {string} id @param {string} label @param {string} value a bot, or "none" @param {(bots: string) => void} choose
 * @param {(bot: string) => string} words what each is called here @param {boolean} people whether people only can be chosen too
 */
export function botsChooser(id, label, value, choose, words, people) {
  /** @param {string} bot */
  const option = (bot) => html`<option value=${bot} .selected=${bot === value}>${words(bot)}</option>`;
  const change = (/** @type {Event} */ event) => {
    const bots = /** @type {HTMLSelectElement} */ (event.target).value;
    if (bots !== "none") keep(KEPT, bots);
    choose(bots);
  };
  const others = Object.keys(BOTS).filter((bot) => !Object.hasOwn(LEVELS, bot));
  return html`<div class="form-line"><label for=${id}>${label}</label>
    <select id=${id} aria-describedby="${id}-about" @change=${change}>
      <optgroup label=${t("levels")}>${Object.keys(LEVELS).map(option)}</optgroup>
      ${people ? html`<option value="none" .selected=${value === "none"}>${t("people_only")}</option>` : nothing}
      <optgroup label=${t("other_bots")}>${others.map(option)}</optgroup></select>
    <small class="level-about" id="${id}-about">${BOTS_ABOUT[value] ? own(BOTS_ABOUT[value]) : nothing}</small></div>`;
}
