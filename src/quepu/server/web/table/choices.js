// What a player may do besides discarding a tile: the buttons with their keys.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {settings, t} from "../shared/settings.js";
import {list} from "../shared/names.js";
import {ACTIONS, FLOWERS, KINDS} from "../shared/constants.js";
import {face, order, tileName, tileNames} from "../shared/tiles.js";

/** @typedef {import("../shared/types.js").Tile} Tile */

/** The action that discards a tile. @param {Tile} tile */
export const discardOf = (tile) => ACTIONS.discard + order(tile);

/** Whether an action is a discard. @param {number} action */
export const isDiscard = (action) => action < ACTIONS.concealed_kong;

/** The tile that an action discards. @param {number} action */
export const discarded = (action) => [...KINDS, ...FLOWERS][action - ACTIONS.discard];

/** Whether an action claims another player's tile for a set. @param {number} action */
export const isCall = (action) => action >= ACTIONS.chow && action <= ACTIONS.kong;

/**
 * A choice: its text, more about it, the tiles of the meld, its key.
 * @typedef {{action: number, text: string, more?: string, tiles: Tile[], key: string, kind: "win" | "call" | "pass"}} Choice
 */

/** @param {number} action @param {Tile | null} offered @returns {Omit<Choice, "action" | "key"> & {key: string}} */
function choice(action, offered) {
  if (action === ACTIONS.win) return {text: t("act_win"), tiles: [], key: "w", kind: "win"};
  if (action === ACTIONS.pass) return {text: t("act_pass"), tiles: [], key: "x", kind: "pass"};
  if (action === ACTIONS.replace_flower) return {text: t("act_flower"), tiles: [], key: "f", kind: "call"};
  if (action === ACTIONS.declare_ready) return {text: t("act_ready"), tiles: [], key: "r", kind: "call"};
  if (action === ACTIONS.decline) return {text: t("act_decline"), tiles: [], key: "d", kind: "pass"};
  if (action >= ACTIONS.chow && action < ACTIONS.pung && offered) {
    const lowest = order(offered) - (action - ACTIONS.chow);
    return {text: t("mode_chow"), tiles: [0, 1, 2].map((step) => KINDS[lowest + step]), key: "c", kind: "call"};
  }
  if (action === ACTIONS.pung && offered) return {text: t("mode_pung"), tiles: Array(3).fill(offered), key: "p", kind: "call"};
  if (action === ACTIONS.kong && offered) return {text: t("mode_kong"), tiles: Array(4).fill(offered), key: "k", kind: "call"};
  const kind = KINDS[action - (action >= ACTIONS.added_kong ? ACTIONS.added_kong : ACTIONS.concealed_kong)];
  return {
    text: t(action >= ACTIONS.added_kong ? "act_added_kong" : "mode_concealed_kong"),
    tiles: Array(4).fill(kind),
    key: "k",
    kind: "call",
  };
}

/**
 * All that can be chosen besides a discard, the best first; several with one key are numbered.
 * @param {readonly number[]} legal @param {Tile | null} offered @param {boolean} lastDraw whether passing means to draw the last tile
 * @returns {Choice[]}
 */
export function choices(legal, offered, lastDraw) {
  const rank = {win: 0, call: 1, pass: 2};
  const found = legal.filter((action) => !isDiscard(action)).map((action) => ({action, ...choice(action, offered)}));
  if (lastDraw) for (const one of found) if (one.action === ACTIONS.pass) Object.assign(one, {text: t("act_draw_last"), kind: "call"});
  found.sort((a, b) => rank[a.kind] - rank[b.kind]);
  /** @type {Record<string, number>} */
  const met = {};
  const all = found.map(({key}) => key);
  return found.map((one) => {
    met[one.key] = (met[one.key] ?? 0) + 1;
    return all.filter((key) => key === one.key).length > 1
      ? {...one, key: String(met[one.key]) === "1" ? one.key : String(met[one.key])}
      : one;
  });
}

/**
 * The choices where a win is offered: what it is worth, and what passing gives up.
 * @param {readonly Choice[]} found @param {{points: number, fans: readonly import("../shared/game/types.js").FanInBrief[]} | null} win
 * @param {(action: number) => boolean} pressed whether it was pressed once
 * @returns {Choice[]}
 */
export function withWorth(found, win, pressed) {
  if (!win) return [...found];
  const {points} = win;
  return found.map((one) => {
    if (one.kind === "win") return {...one, text: t("act_win_worth", {points}), more: briefFans(win.fans)};
    if (pressed(one.action)) return {...one, text: t("press_again"), more: t("gives_up", {points})};
    return one.kind === "pass" ? {...one, more: t("gives_up", {points})} : one;
  });
}

/** The word for an action. @param {number} action */
export const actionWord = (action) => choice(action, KINDS[0]).text;

/** The tiles of the meld that an action makes. @param {number} action @param {Tile | null} offered */
export const actionTiles = (action, offered) => choice(action, offered).tiles;

/** The choice of a key. @param {readonly Choice[]} found @param {string} key */
export const chosenBy = (found, key) => found.find((one) => one.key === key.toLowerCase()) ?? null;

/** A choice for a screen reader. @param {Choice} choice */
export function choiceWords({text, more, tiles}) {
  const kinds = tiles.filter((tile, i) => tiles.indexOf(tile) === i);
  return [text, ...(kinds.length ? [tileNames(kinds)] : []), ...(more ? [`(${more})`] : [])].join(" ");
}

/** @param {readonly Choice[]} found @param {(action: number, event: Event) => void} choose @param {boolean} disabled */
export function choiceButtons(found, choose, disabled) {
  return found.map(
    (one) => html`<button type="button" class="choice ${one.kind}" data-action=${one.action} ?disabled=${disabled}
      @click=${(/** @type {Event} */ event) => choose(one.action, event)}>
      <span class="choice-word" aria-hidden="true">${one.text}${one.more ? html`<small>${one.more}</small>` : nothing}</span><span class="unseen">${choiceWords(one)}</span>${
        one.tiles.length ? html`<span class="choice-tiles">${one.tiles.map((tile) => face(tile))}</span>` : nothing
      }<kbd aria-hidden="true">${one.key.toUpperCase()}</kbd></button>`,
  );
}

/** The names of the most valuable fans. @param {readonly import("../shared/game/types.js").FanInBrief[]} fans @param {number} [most] */
export const mainFans = (fans, most = 2) => list(fans.slice(0, most).map((fan) => (settings.lang === "zh" ? fan.name : fan.en)));

/** How many letters of names fit in a button. */
const FITS = {zh: 9, en: 22};

/** Whole names of the most valuable fans, as many as fit, and how many more there are: "Pure Straight +2". @param {readonly import("../shared/game/types.js").FanInBrief[]} fans */
export function briefFans(fans) {
  let shown = Math.min(1, fans.length);
  while (shown < fans.length && mainFans(fans, shown + 1).length <= FITS[settings.lang] - (shown + 1 < fans.length ? 3 : 0)) shown++;
  return shown < fans.length ? `${mainFans(fans, shown)} +${fans.length - shown}` : mainFans(fans, shown);
}

/** What a win is worth, in words. @param {{points: number, fans: readonly import("../shared/game/types.js").FanInBrief[]}} win */
export const winWorth = ({points, fans}) =>
  fans.length ? t("worth_with", {points, fans: mainFans(fans, 3)}) : t("value_points", {points});

/** What was answered, in words. @param {number} action @param {Tile | null} offered */
export function answerText(action, offered) {
  if (isDiscard(action)) return t("discard_tile", {tile: tileName(discarded(action))});
  return choice(action, offered).text;
}
