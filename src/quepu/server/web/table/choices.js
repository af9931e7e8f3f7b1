// What a player may do besides discarding a tile: the buttons with their keys.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {settings, t} from "../shared/settings.js";
import {list} from "../shared/names.js";
import {ACTIONS} from "../shared/constants.js";
import {actionTiles, actionWord, answerText, choice, discardOf, discarded, isCall, isDiscard} from "../shared/game/actions.js";
import {face, tileNames} from "../shared/tiles.js";

/** @typedef {import("../shared/types.js").Tile} Tile */

export {actionTiles, actionWord, answerText, discardOf, discarded, isCall, isDiscard};

/** @typedef {import("../shared/game/actions.js").Choice} Choice */

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
