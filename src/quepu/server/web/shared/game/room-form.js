// The form by which a table is made, and its settings are changed.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {knownAccount} from "../session.js";
import {t} from "../settings.js";
import {botsChooser, botsWords, lastBots} from "./levels.js";

/** @typedef {import("./types.js").RoomSettings} RoomSettings */
/** @typedef {import("./types.js").PlayOptions} PlayOptions */
/**
 * @typedef {Pick<RoomSettings, "private" | "casual" | "open_hands" | "flowers" | "hints" | "friends" | "guests" | "speed"> & {length: string, clock: string, bots: string}} RoomChoices
 */

/** The choices before the user changes any. @returns {RoomChoices} */
export const defaultChoices = () => ({
  length: "rounds-1",
  clock: "none",
  bots: lastBots(),
  private: true,
  casual: true,
  open_hands: false,
  flowers: true,
  hints: true,
  friends: false,
  guests: true,
  speed: "normal",
});

/** @type {RoomSettings["speed"][]} */
const SPEEDS = ["instant", "fast", "normal", "leisurely"];

/** @type {Record<string, {turn: number, bank: number, claim: number} | null>} */
const CLOCKS = {
  none: null,
  fast: {turn: 8, bank: 20, claim: 5},
  normal: {turn: 20, bank: 60, claim: 8},
  slow: {turn: 60, bank: 120, claim: 20},
};

/** The settings of a room, or some of them, as the server wants them. @param {Partial<RoomChoices>} choices */
export function roomSettings({length, clock, bots, ...rest}) {
  const [unit, count] = length?.split("-") ?? [];
  return {
    ...(unit ? {rounds: unit === "rounds" ? Number(count) : 4, hands: unit === "hands" ? Number(count) : null} : {}),
    ...(clock === undefined ? {} : {clock: CLOCKS[clock]}),
    ...(bots === undefined ? {} : {bots: bots === "none" ? null : bots}),
    ...rest,
  };
}

/** The choices that have led to the settings of a room. A clock that is none of ours is "". @param {RoomSettings} settings @returns {RoomChoices} */
export function choicesOf({rounds, hands, clock, bots, private: isPrivate, casual, open_hands, flowers, hints, friends, guests, speed}) {
  const known = Object.entries(CLOCKS).find(([, one]) =>
    one && clock ? one.turn === clock.turn && one.bank === clock.bank && one.claim === clock.claim : one === clock,
  );
  return {
    length: hands === null ? `rounds-${rounds}` : `hands-${hands}`,
    clock: known?.[0] ?? "",
    bots: bots ?? "none",
    private: isPrivate,
    casual,
    open_hands,
    flowers,
    hints,
    friends,
    guests,
    speed,
  };
}

/**
 * @param {string} id @param {string} label @param {[string, string][]} values @param {string} value @param {(value: string) => void} choose
 */
const chooser = (id, label, values, value, choose) =>
  html`<label class="form-line" for=${id}><span>${label}</span>
    <select id=${id} @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${values.map(([name, text]) => html`<option value=${name} .selected=${name === value}>${text}</option>`)}</select></label>`;

/** @type {("one_round" | "two_rounds" | "three_rounds" | "four_rounds")[]} */
const ROUNDS = ["one_round", "two_rounds", "three_rounds", "four_rounds"];

/** How long a game is. @param {{rounds: number, hands: number | null}} settings */
export function lengthWords({rounds, hands}) {
  if (hands === null) return t(ROUNDS[rounds - 1] ?? "rounds_count", {count: rounds});
  return hands === 1 ? t("one_hand") : hands === 4 ? t("four_hands") : t("hands_count", {count: hands});
}

/** The length of a game. @param {string} id @param {string} value @param {(value: string) => void} choose */
export function lengthChooser(id, value, choose) {
  const lengths = ["hands-1", "hands-4", "rounds-1", "rounds-2", "rounds-4"];
  /** @type {(length: string) => [string, string]} */
  const option = (length) => {
    const {rounds = 4, hands = null} = roomSettings({length});
    return [length, lengthWords({rounds, hands})];
  };
  return chooser(id, t("length"), (lengths.includes(value) ? lengths : [...lengths, value]).map(option), value, choose);
}

/** About how many seconds a discard can be claimed among people; 0 if that is not known. @param {RoomSettings["speed"]} speed @param {PlayOptions | null} options */
export function claimSeconds(speed, options) {
  const [least = 0, most = 0] = options?.claim_seconds[speed] ?? [];
  return most && Math.max(1, Math.round((least + most) / 2));
}

/** A speed in words; among people with the time that it gives for a claim. @param {RoomSettings["speed"]} speed @param {PlayOptions | null} options */
function speedWords(speed, options) {
  const seconds = claimSeconds(speed, options);
  return seconds ? t("speed_for_claims", {speed: t(`speed_${speed}`), seconds}) : t(`speed_${speed}`);
}

/**
 * How fast a table is. `options` where several people play.
 * @param {string} id @param {RoomSettings["speed"]} value @param {(value: RoomSettings["speed"]) => void} choose @param {PlayOptions | null} options
 */
export const speedChooser = (id, value, choose, options) =>
  chooser(
    id,
    t("speed"),
    SPEEDS.map((speed) => [speed, speedWords(speed, options)]),
    value,
    (speed) => choose(/** @type {RoomSettings["speed"]} */ (speed)),
  );

/**
 * @param {RoomChoices} choices @param {(changes: Partial<RoomChoices>) => void} choose @param {PlayOptions | null} options
 * @param {unknown} book the choice of the rule book
 */
export function roomForm(choices, choose, options, book) {
  /** @param {"private" | "casual" | "open_hands" | "flowers" | "hints" | "friends" | "guests"} name @param {string} text */
  const flag = (name, text) =>
    html`<label class="switch" for="room-${name}"><span>${text}</span>
      <input id="room-${name}" type="checkbox" role="switch" .checked=${choices[name]} @change=${() => choose({[name]: !choices[name]})}></label>`;
  return html`<div class="room-form">
    ${book}
    ${lengthChooser("room-length", choices.length, (length) => choose({length}))}
    ${chooser(
      "room-clock",
      t("clock"),
      [
        ["none", t("untimed")],
        ["fast", t("clock_fast")],
        ["normal", t("clock_normal")],
        ["slow", t("clock_slow")],
        .../** @type {[string, string][]} */ (choices.clock === "" ? [["", t("clock_other")]] : []),
      ],
      choices.clock,
      (clock) => clock !== "" && choose({clock}),
    )}
    ${botsChooser("room-bots", t("empty_chairs"), choices.bots, (bots) => choose({bots}), botsWords, true)}
    ${speedChooser("room-speed", choices.speed, (speed) => choose({speed}), options)}
    ${flag("flowers", t("flowers_automatic"))}
    ${flag("hints", t("hints_allowed"))}
    ${flag("private", t("private_table"))}
    ${knownAccount() ? html`${flag("friends", t("friends_table"))}${flag("guests", t("guests_table"))}` : nothing}
    ${flag("casual", t("casual_table"))}
    ${flag("open_hands", t("teaching_table"))}
  </div>`;
}
