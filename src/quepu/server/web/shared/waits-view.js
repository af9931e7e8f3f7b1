// The waits of thirteen tiles; the discards of fourteen and what each leads to.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {fanLinks} from "./score-view.js";
import {settings, t} from "./settings.js";
import {face, row, tileName} from "./tiles.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Win} Win */
/** @typedef {import("./types.js").Wait} Wait */
/** @typedef {import("./types.js").Waits} Waits */
/** @typedef {import("./types.js").Discard} Discard */
/** @typedef {import("./types.js").Useful} Useful */
/** @typedef {import("./score-view.js").Marking} Marking */

/** Why a win does not count: `6 < 10: cannot win`. @param {Win} win @param {"cannot_win" | "cannot_discard"} how */
export const cannotWin = ({base, minimum}, how) => t(how, {base, minimum});

/** @param {Win | null} win */
function points(win) {
  if (!win) return html`<span class="worth">—</span>`;
  if (win.legal) return html`<span class="worth">${win.points}</span>`;
  return html`<span class="worth low" title=${cannotWin(win, "cannot_win")}><span aria-hidden="true">${win.base} &lt; ${win.minimum}</span><span class="unseen">${cannotWin(win, "cannot_win")}</span></span>`;
}

/** Whether the waits may win, if that needs words. @param {readonly Wait[]} waits */
function limits(waits) {
  const low = waits.flatMap(({discard, self_drawn}) => [discard, self_drawn]).find((win) => win && !win.legal);
  if (!low) return nothing;
  const byDiscard = waits.some(({discard}) => discard?.legal);
  if (byDiscard) return nothing;
  const bySelf = waits.some(({self_drawn}) => self_drawn?.legal);
  return html`<p class="why">${t(bySelf ? "waits_self_only" : "waits_none", {minimum: low.minimum})}</p>`;
}

/** @param {Wait} wait @param {Marking} marking */
function fans(wait, marking) {
  const win = wait.discard ?? wait.self_drawn;
  return win ? fanLinks(marking, win.fans) : nothing;
}

/** @param {readonly Useful[]} useful */
const usefulTiles = (useful) =>
  html`<span class="useful">${useful.map(
    ({tile, left}) =>
      html`<span class="counted"
        title="${tileName(tile)} ×${left}">${row([tile], {classes: "small", label: t("tile_left", {tile: tileName(tile), left})})}<i
          aria-hidden="true">${left}</i></span>`,
  )}</span>`;

/** @param {Wait} wait @param {((tile: Tile) => void) | null} win */
const waitTile = ({tile}, win) =>
  win
    ? html`<button type="button" class="held" data-tile=${tile} aria-label=${t("win_with", {tile: tileName(tile)})} @click=${() => win(tile)}>${face(tile)}</button>`
    : html`<span class="held" role="img" data-tile=${tile} aria-label=${tileName(tile)}>${face(tile)}</span>`;

/**
 * The waits, or how far the hand is from ready. In a game nothing is chosen here (`win` is null), and what is missing is counted up to the win, as in the rest of a hint.
 * @param {Waits} answer @param {((tile: Tile) => void) | null} win @param {Marking} marking
 */
export function waitsView(answer, win, marking) {
  if (!answer.waits.length) {
    return html`<div class="headline"><p class="points"><strong>${win ? answer.distance : answer.distance + 1}</strong><span>${t(win ? "away" : "away_from_win", {count: answer.distance + 1})}</span></p>
        <p class="verdict">${t("not_ready")}</p></div>
      ${answer.useful.length ? html`<h2>${t("useful")}</h2>${usefulTiles(answer.useful)}` : html`<p class="muted">${t("no_useful")}</p>`}`;
  }
  const left = answer.waits.reduce((sum, wait) => sum + wait.left, 0);
  const legal = answer.waits.some(({discard, self_drawn}) => discard?.legal || self_drawn?.legal);
  return html`<div class="headline ${legal ? "legal" : ""}"><p class="points"><strong>${answer.waits.length}</strong><span>${t("waits_unit", {count: answer.waits.length})}</span></p>
      <p class="verdict">${t("waits_left", {left})}</p></div>
    ${limits(answer.waits)}
    <table class="waits"><caption class="unseen">${t("waits_caption")}</caption>
      <thead><tr><th scope="col">${t("tile")}</th><th scope="col">${t("left")}</th><th scope="col">${t("by_discard")}</th><th
        scope="col">${t("by_self")}</th>
        <th scope="col" class="wide">${t("fans_counted")}</th></tr></thead>
      <tbody>${answer.waits.map(
        (wait) => html`<tr>
        <th scope="row">${waitTile(wait, win)}</th>
        <td class=${wait.left ? "" : "low"}>${wait.left}</td><td>${points(wait.discard)}</td><td>${points(wait.self_drawn)}</td>
        <td class="wide muted">${fans(wait, marking)}</td></tr>`,
      )}</tbody></table>
    ${win ? html`<p class="muted small-print">${t("waits_note")}</p>` : nothing}`;
}

/** The most a discard may lead to. @param {Discard} discard */
const best = (discard) => Math.max(0, ...discard.waits.flatMap((wait) => [wait.discard?.points ?? 0, wait.self_drawn?.points ?? 0]));

/** @typedef {(distance: number) => string} HowFar */

/** How far a hand is from ready, in words. @type {HowFar} */
const fromReady = (distance) => t("away_by", {distance});

/** @param {Discard} discard @param {(tile: Tile) => void} throwTile @param {HowFar} howFar */
function discardRow(discard, throwTile, howFar) {
  const ready = discard.distance === 0;
  return html`<li class="discard">
    <button type="button" class="held" data-tile=${discard.tile} aria-label=${t("discard_tile", {tile: tileName(discard.tile)})}
      @click=${() => throwTile(discard.tile)}>${face(discard.tile)}</button>
    <div><p><strong>${ready ? t("ready_now") : howFar(discard.distance)}</strong>
      <span class="muted">${t("useful_count", {kinds: discard.useful.length, left: discard.useful_left})}${ready ? t("best_of", {points: best(discard)}) : ""}</span></p>
      ${usefulTiles(discard.useful)}</div></li>`;
}

/** @param {readonly Discard[]} discards @param {(tile: Tile) => void} throwTile @param {string} [title] @param {HowFar} [howFar] */
export function discardsView(discards, throwTile, title = t("what_to_discard"), howFar = fromReady) {
  const nearest = Math.min(...discards.map((discard) => discard.distance));
  const good = discards.filter((discard) => discard.distance === nearest);
  const rest = discards.filter((discard) => discard.distance > nearest);
  return html`<h2>${title}</h2>
    <ul class="discards">${good.map((discard) => discardRow(discard, throwTile, howFar))}</ul>
    ${
      rest.length
        ? html`<details class="more"><summary>${t("worse_discards", {count: rest.length})}</summary>
      <ul class="discards">${rest.map((discard) => discardRow(discard, throwTile, howFar))}</ul></details>`
        : nothing
    }`;
}

/** The waits for a screen reader. @param {Waits} answer */
export function waitsSpoken(answer) {
  if (!answer.waits.length) return t("spoken_away", {distance: answer.distance});
  const told = answer.waits.map((wait) =>
    t("spoken_wait", {tile: tileName(wait.tile), left: wait.left, points: (wait.discard ?? wait.self_drawn)?.points ?? 0}),
  );
  return t("spoken_waits", {waits: told.join(settings.lang === "zh" ? "；" : "; ")});
}
