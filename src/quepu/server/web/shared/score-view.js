// What a hand is worth and why: the points, the tiles marked fan by fan, the arithmetic, what does not count, the other readings.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {fanLabel, value, withComma} from "./names.js";
import {readTiles} from "./notation.js";
import {own, settings, t} from "./settings.js";
import {row} from "./tiles.js";

/** @typedef {import("./types.js").ExplainedWin} ExplainedWin */
/** @typedef {import("./types.js").ExplainedFan} ExplainedFan */
/** @typedef {import("./types.js").Reading} Reading */

/** Which tiles of a group are marked. @param {string[]} tiles @param {string} marked @returns {boolean[]} */
function litTiles(tiles, marked) {
  const wanted = readTiles(marked);
  return tiles.map((tile) => {
    const index = wanted.indexOf(tile);
    if (index < 0) return false;
    wanted.splice(index, 1);
    return true;
  });
}

/** A group of a reading: claimed ones are open, a concealed kong is half hidden. @param {string} group @param {string} [marked] @param {number} [won] the place of the winning tile in it */
function group(group, marked, won) {
  const tiles = readTiles(group);
  return row(tiles, {
    hidden: group[0] === "(",
    classes: group[0] === "[" ? "claimed" : "",
    lit: marked === undefined ? undefined : litTiles(tiles, marked),
    won,
  });
}

/** The place of a tile of the winning kind: its group, and its index there. A reading does not say which of several equal tiles it was. @param {ExplainedWin} score */
export function winningPlace({hand, reading: {groups}}) {
  const tile = readTiles(/\+(\S+)/.exec(hand)?.[1] ?? "")[0];
  const at = groups.findIndex((text) => !"[(".includes(text[0]) && readTiles(text).includes(tile));
  return at < 0 ? null : {group: at, place: readTiles(groups[at]).indexOf(tile)};
}

/** @param {Reading} reading @param {ExplainedFan | undefined} [fan] @param {{group: number, place: number} | null} [won] */
export const reading = (reading, fan, won) =>
  html`<div class="reading">${reading.groups.map((text, i) => group(text, fan?.groups[i], won?.group === i ? won.place : undefined))}</div>`;

/** How the points come about, in small print beside them. @param {{fu?: number, fan?: number, percent?: number}} score */
export function product({fu, fan, percent}) {
  if (percent) return html`<span class="product">+${percent} %</span>`;
  return fu === undefined ? nothing : html`<span class="product">${t("product", {fu, fan: fan ?? 0})}</span>`;
}

/** Whether the book's minimum is met, where it has one. @param {{legal: boolean, base: number, minimum: number}} score */
export const legality = ({legal, base, minimum}) =>
  minimum === 0 ? "" : legal ? t("meets_minimum", {minimum}) : t("below_minimum", {base, minimum});

/** @param {ExplainedWin} score */
export function headline(score) {
  return html`<div class="headline ${score.legal ? "legal" : "illegal"}">
    <p class="points"><strong>${score.points}</strong><span>${t("points_unit", {points: score.points})}</span></p>
    <p class="verdict">${product(score)}
      <span class="legality">${legality(score)}</span>
      ${score.points !== score.base ? html`<span>${t("with_flowers", {base: score.base})}</span>` : nothing}</p>
  </div>`;
}

/**
 * Which fan's tiles are marked: the one under the pointer, else the pinned one, which also shows its rule.
 * @typedef {{
 *   active: string | null, pinned: string | null,
 *   hover: (fan: string | null) => void, pin: (fan: string) => void, fanAddress: (fan: string) => string,
 *   naming: (id: string, name: string) => string, inGame?: boolean,
 * }} Marking
 * With `inGame` a fan's name opens its explanation beside the table, and no link leads away from it.
 */

/**
 * A fan's name that leads to its explanation; at a table a button (`data-fan-info`, see table/fan-panel.js), elsewhere a link.
 * @param {Marking} marking @param {string} id @param {unknown} words
 */
export const fanLink = (marking, id, words) =>
  marking.inGame
    ? html`<button type="button" class="fan-link" data-fan-info=${id}>${words}</button>`
    : html`<a href=${marking.fanAddress(id)}>${words}</a>`;

/** The names of fans, each leading to its explanation. @param {Marking} marking @param {readonly {id: string, name: string, count: number}[]} fans */
export const fanLinks = (marking, fans) =>
  fans.map(
    ({id, name, count}, i) =>
      html`${withComma(html`${fanLink(marking, id, marking.naming(id, name))}${count > 1 ? `×${count}` : nothing}`, i < fans.length - 1)}`,
  );

/** The tiles that make a fan; nothing where they are the whole hand. @param {ExplainedFan} fan @param {number} all */
const marks = (fan, all) =>
  readTiles(fan.tiles).length >= all
    ? nothing
    : html`<span class="marks">${fan.groups.filter(Boolean).map((tiles) => row(readTiles(tiles), {classes: "small"}))}</span>`;

/** @param {ExplainedFan} fan @param {number} all @param {Marking} marking @param {boolean} isShown */
function fanRow(fan, all, marking, isShown) {
  const {active, pinned, hover, pin} = marking;
  const on = pinned === fan.id;
  return html`<li class="fan ${active === fan.id ? "active" : ""} ${isShown ? "" : "unrevealed"}">
    <button type="button" data-fan=${fan.id} aria-expanded=${on ? "true" : "false"} @click=${() => pin(fan.id)}
      @mouseenter=${() => hover(fan.id)} @mouseleave=${() => hover(null)}>
      <span class="fan-label">${fanLabel(fan, fan.count)}</span>
      <span class="fan-value">${value(fan, fan.count)}</span>
      ${marks(fan, all)}
    </button>
    ${on ? html`<p class="rule">${own(fan.text)} ${fanLink(marking, fan.id, t("in_the_book"))}</p>` : nothing}
  </li>`;
}

/** The fans that count. @param {ExplainedWin} score @param {Marking} marking @param {number} [shown] how many of them are shown already */
export function countedFans(score, marking, shown = Infinity) {
  const all = score.reading.groups.flatMap(readTiles).length;
  return score.fans.length
    ? html`<ul class="fans">${score.fans.map((fan, i) => fanRow(fan, all, marking, i < shown))}</ul>`
    : html`<p class="muted">${t("no_fans")}</p>`;
}

/** @param {ExplainedWin} score @param {Marking} marking @param {unknown} [notes] below the points */
export const scoreView = (score, marking, notes = nothing) => html`
  ${headline(score)}
  ${notes}
  ${markedReading(score, marking)}
  <h2>${t("fans_counted")}</h2>
  ${countedFans(score, marking)}
  ${scoreDetails(score, marking)}`;

/** The tiles in their sets, with those of a fan marked. @param {ExplainedWin} score @param {Marking} marking */
export const markedReading = (score, marking) =>
  reading(
    score.reading,
    score.fans.find((fan) => fan.id === marking.active),
    winningPlace(score),
  );

/** How the points come about, what does not count, the other readings. @param {ExplainedWin} score @param {Marking} marking */
export function scoreDetails(score, marking) {
  const steps = score.steps[settings.lang];
  const counts = (/** @type {string} */ id) => score.fans.some((fan) => fan.id === id);
  return html`
    <h2>${t("arithmetic")}</h2>
    <ol class="steps">${steps.map((step) => html`<li>${step}</li>`)}</ol>
    ${
      score.refused.length
        ? html`<h2>${t("why_not")}</h2>
      <ul class="refused">${score.refused.map(
        (refused) => html`<li>${fanLink(marking, refused.id, fanLabel(refused, refused.count, counts(refused.id)))}
        <span class="clause">${clause(refused)}</span></li>`,
      )}</ul>`
        : nothing
    }
    ${
      score.others.length
        ? html`<h2>${t("other_readings")}</h2>
      <ul class="others">${score.others.map(
        (other) => html`<li>${reading(other)}
        <p><strong>${t("value_points", {points: other.points})}</strong> ${product(other)}
        <span class="muted">${other.fans.length ? fanLinks(marking, other.fans) : "—"}</span></p></li>`,
      )}</ul>`
        : nothing
    }`;
}

/** The reason alone: the name is before it already. @param {import("./types.js").RefusedFan} refused */
function clause(refused) {
  const text = own(refused.clause);
  const colon = settings.lang === "zh" ? "：" : ": ";
  const at = text.indexOf(colon);
  return at < 0 ? text : text.slice(at + colon.length);
}
