// The form by which a table is made.

import {html} from "../../vendor/lit-html/lit-html.js";
import {BOTS} from "../constants.js";
import {own, t} from "../settings.js";

/** @typedef {{length: string, clock: string, bots: string, private: boolean, casual: boolean, open_hands: boolean}} RoomChoices */

/** The choices before the user changes any. @returns {RoomChoices} */
export const defaultChoices = () => ({length: "rounds-1", clock: "none", bots: "", private: true, casual: true, open_hands: false});

/** @type {Record<string, {turn: number, bank: number, claim: number} | null>} */
const CLOCKS = {
  none: null,
  fast: {turn: 8, bank: 20, claim: 5},
  normal: {turn: 20, bank: 60, claim: 8},
  slow: {turn: 60, bank: 120, claim: 20},
};

/** The settings of a room, as the server wants them. @param {RoomChoices} choices */
export function roomSettings({length, clock, bots, ...rest}) {
  const [unit, count] = length.split("-");
  return {
    rounds: unit === "rounds" ? Number(count) : 4,
    hands: unit === "hands" ? Number(count) : null,
    clock: CLOCKS[clock],
    ...(bots === "" ? {} : {bots: bots === "none" ? null : bots}),
    ...rest,
  };
}

/**
 * @param {string} id @param {string} label @param {[string, string][]} values @param {string} value @param {(value: string) => void} choose
 */
const chooser = (id, label, values, value, choose) =>
  html`<label class="form-line" for=${id}><span>${label}</span>
    <select id=${id} @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${values.map(([name, text]) => html`<option value=${name} .selected=${name === value}>${text}</option>`)}</select></label>`;

/** How long a game is. @param {{rounds: number, hands: number | null}} settings */
export function lengthWords({rounds, hands}) {
  if (hands === null) return rounds === 1 ? t("one_round") : t("rounds_count", {count: rounds});
  return hands === 1 ? t("one_hand") : hands === 4 ? t("four_hands") : t("hands_count", {count: hands});
}

/** The length of a game. @param {string} id @param {string} value @param {(value: string) => void} choose */
export const lengthChooser = (id, value, choose) =>
  chooser(
    id,
    t("length"),
    [
      ...[1, 4].map((hands) => /** @type {[string, string]} */ ([`hands-${hands}`, lengthWords({rounds: 4, hands})])),
      ...[1, 2, 4].map((rounds) => /** @type {[string, string]} */ ([`rounds-${rounds}`, lengthWords({rounds, hands: null})])),
    ],
    value,
    choose,
  );

/** Chairs that bots of this kind take. @param {string} bot */
const botsWords = (bot) => t("bots_play", {bot: own(BOTS[bot])});

/** @param {RoomChoices} choices @param {(changes: Partial<RoomChoices>) => void} choose @param {import("./types.js").PlayOptions | null} options */
export function roomForm(choices, choose, options) {
  /** @param {"private" | "casual" | "open_hands"} name @param {string} text */
  const flag = (name, text) =>
    html`<label class="switch" for="room-${name}"><span>${text}</span>
      <input id="room-${name}" type="checkbox" role="switch" .checked=${choices[name]} @change=${() => choose({[name]: !choices[name]})}></label>`;
  return html`<div class="room-form">
    ${lengthChooser("room-length", choices.length, (length) => choose({length}))}
    ${chooser(
      "room-clock",
      t("clock"),
      [
        ["none", t("untimed")],
        ["fast", t("clock_fast")],
        ["normal", t("clock_normal")],
        ["slow", t("clock_slow")],
      ],
      choices.clock,
      (clock) => choose({clock}),
    )}
    ${chooser(
      "room-bots",
      t("empty_chairs"),
      [
        ["", options ? botsWords(options.default_bot) : ""],
        ...(options?.bots ?? [])
          .filter((bot) => bot !== options?.default_bot)
          .map((bot) => /** @type {[string, string]} */ ([bot, botsWords(bot)])),
        ["none", t("people_only")],
      ],
      choices.bots,
      (bots) => choose({bots}),
    )}
    ${flag("private", t("private_table"))}
    ${flag("casual", t("casual_table"))}
    ${flag("open_hands", t("teaching_table"))}
  </div>`;
}
