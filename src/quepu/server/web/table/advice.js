// The hint as the player sees it: a few lines, and on demand everything behind them.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {ACTIONS} from "../shared/constants.js";
import {meldTiles, readWritten} from "../shared/notation.js";
import {settings, t} from "../shared/settings.js";
import {face, order, row, tileName, tileNames} from "../shared/tiles.js";
import {cannotWin, discardsView, waitsView} from "../shared/waits-view.js";
import {actionTiles, actionWord, discarded, isDiscard} from "./choices.js";
import {fanNames, textWith, winWorthView} from "./fan-names.js";

/** @typedef {import("../shared/game/types.js").Hint} Hint */
/** @typedef {import("../shared/game/types.js").HandAim} HandAim */
/** @typedef {import("../shared/game/types.js").ClaimAdvice} ClaimAdvice */
/** @typedef {import("../shared/types-generated.js").SuggestionJson} Suggestion */
/** @typedef {import("../shared/types.js").Wait} Wait */
/** @typedef {import("../shared/types.js").Tile} Tile */

/** The main fans of an aim. @param {HandAim} aim @param {number} [most] */
const aimFans = ({fans}, most) => (fans.length ? fanNames(fans, most) : t("aim_plain"));

/** A hand to aim for, in words: its main fans, its points, how far it is. @param {HandAim} aim */
function aimWords(aim) {
  const {points, self_drawn, missing} = aim;
  return html`<strong>${aimFans(aim)}</strong>
    <span>${t(self_drawn ? "aim_about_self" : "aim_about", {points})}</span> <span class="muted">${t("from_win", {count: missing.length})}</span>`;
}

/** The hand of an aim, with the tiles that it lacks in pale. @param {HandAim} aim */
function aimHand({hand, missing}) {
  const {concealed, melds, winning} = readWritten(hand);
  const tiles = [...concealed, ...(winning ? [winning] : [])].sort((a, b) => order(a) - order(b));
  const lacking = [...missing];
  const lit = tiles.map((tile) => {
    const at = lacking.indexOf(tile);
    if (at >= 0) lacking.splice(at, 1);
    return at < 0;
  });
  return html`<span class="aim-hand">${row(tiles, {lit, classes: "small", label: t("aim_spoken", {hand: tileNames(tiles), missing: tileNames(missing)})})}
    ${melds.map((meld) => row(meldTiles(meld), {classes: "small claimed", hidden: meld.type === "concealed_kong"}))}</span>`;
}

/** @param {readonly HandAim[]} aims */
const aimLines = (aims) => aims.map((aim) => html`<li class="aim">${aimWords(aim)}${aimHand(aim)}</li>`);

/** How many tiles are missing for a win, by the distance from ready. @param {number} distance */
const fromWin = (distance) => t("from_win", {count: distance + 1});

/** The same of a hand that may be ready. @param {number} distance */
const howFar = (distance) => (distance ? fromWin(distance) : t("ready_now"));

/** @param {ClaimAdvice} claim @param {Tile | null} offered */
function claimLine({action, before, distance, discard, hopeless, aim, concealed, lost}, offered) {
  return html`<li class="claim" data-action=${action}><p class="claim-head"><strong>${actionWord(action)}</strong> ${row(actionTiles(action, offered), {classes: "small"})}</p>
    ${distance === null ? nothing : html`<span>${t("claim_distance", {before: howFar(before), after: howFar(distance)})}</span>`}
    ${discard ? html`<span>${t("discard_tile", {tile: tileName(discard)})}</span>` : nothing}
    ${aim ? html`<span>${aimFans(aim)} ${t(aim.self_drawn ? "aim_about_self" : "aim_about", {points: aim.points})}</span>` : nothing}
    ${hopeless ? html`<p class="cost">${t("claim_hopeless")}</p>` : nothing}
    ${lost.length ? html`<p class="cost">${textWith("claim_lost", fanNames(lost, 4))}</p>` : nothing}
    ${aim && concealed !== null && concealed > aim.points ? html`<p class="cost">${t("claim_cheaper", {points: concealed})}</p>` : nothing}
    ${aim ? aimHand(aim) : nothing}</li>`;
}

/** Why a tile is to be discarded. @param {Suggestion} suggestion @param {Hint} hint @param {Tile} tile */
function whyDiscard({reason, aim}, {discards}, tile) {
  if (reason === "ready") return t("suggest_ready");
  if (reason === "aim" && aim) return textWith("suggest_aim", aimFans(aim, 1), {points: aim.points, count: aim.missing.length});
  if (reason !== "nearest") return t(reason === "safe" ? "suggest_safe" : "suggest_best");
  return t("suggest_nearest", {count: 1 + (discards?.discards.find((one) => one.tile === tile)?.distance ?? 0)});
}

/** Why a claim is better left. @param {Suggestion} suggestion @param {ClaimAdvice} claim */
function whyPass({reason}, {action, before, lost}) {
  const act = settings.lang === "zh" ? actionWord(action) : actionWord(action).toLowerCase();
  if (reason === "hopeless") return t("suggest_hopeless", {act});
  if (reason === "no_nearer") {
    const losing = lost.length ? textWith("suggest_losing", fanNames(lost)) : nothing;
    return html`${t(before ? "suggest_no_nearer" : "suggest_ready_already", {act})}${losing}`;
  }
  if (reason === "lost") return textWith("suggest_lost", fanNames(lost), {act});
  return t(reason === "cheaper" ? "suggest_cheaper" : "suggest_less", {act});
}

/** What to do now, and why: the first thing to read. @param {Hint} hint @param {Tile | null} offered @param {(tile: Tile) => void} pick */
function suggestionLine(hint, offered, pick) {
  const {suggestion, claims} = hint;
  if (!suggestion || suggestion.reason === "win") return nothing;
  const {action, reason, instead, aim} = suggestion;
  if (isDiscard(action)) {
    const tile = discarded(action);
    return html`<li class="suggestion"><strong>${t("suggest_discard")}</strong>
      <button type="button" class="strip-tile" data-tile=${tile} @click=${() => pick(tile)} aria-label=${t("discard_tile", {tile: tileName(tile)})}>${face(tile)}</button>
      <span><strong>${tileName(tile)}</strong>${t("suggest_because")}${whyDiscard(suggestion, hint, tile)}</span></li>`;
  }
  const left = claims.find((claim) => claim.action === instead);
  if (left)
    return html`<li class="suggestion"><span><strong>${t("suggest_pass")}</strong>${t("suggest_because")}${whyPass(suggestion, left)}</span></li>`;
  if (reason === "last_ready" || reason === "last_far") {
    const act = t(reason === "last_ready" ? "act_draw_last" : "act_decline");
    const why = t(reason === "last_ready" ? "suggest_last_ready" : "suggest_last_far");
    return html`<li class="suggestion"><span><strong>${t("suggest_act", {act})}</strong> ${why}</span></li>`;
  }
  const near = reason === "ready" ? "suggest_claim_ready" : reason === "nearer" ? "suggest_claim_nearer" : "suggest_best";
  const nearer = reason === "worth" && aim ? "" : t(near);
  const worth = aim ? textWith("suggest_claim_worth", aimFans(aim, 1), {points: aim.points}) : nothing;
  const why = html`${nearer}${nearer && aim ? (settings.lang === "zh" ? "，" : ", ") : nothing}${worth}`;
  return html`<li class="suggestion"><strong>${t("suggest_act", {act: actionWord(action)})}</strong>
    ${row(actionTiles(action, offered), {classes: "small"})}<span>${why}</span></li>`;
}

/** The waits with their points, or why they cannot win; those that are worth the same together. @param {readonly Wait[]} waits */
function waitLine(waits) {
  /** @type {Map<string, Wait[]>} */
  const alike = new Map();
  for (const wait of waits) alike.set(waitWorth(wait), [...(alike.get(waitWorth(wait)) ?? []), wait]);
  return html`<li class="wait-line"><strong>${t("waits_short")}</strong>${[...alike].map(
    ([worth, found]) =>
      html`<span class="alike">${found.map(
        ({tile, left}) =>
          html`<span class="strip-tile" role="img" data-tile=${tile} aria-label=${t("tile_left", {tile: tileName(tile), left})}>${face(tile)}</span>`,
      )} <span>${worth}</span></span>`,
  )}</li>`;
}

/** @param {Wait} wait */
function waitWorth({discard, self_drawn}) {
  if (discard?.legal) return t("value_points", {points: discard.points});
  if (self_drawn?.legal)
    return discard
      ? `${cannotWin(discard, "cannot_discard")} · ${t("by_self")} ${self_drawn.points}`
      : `${t("by_self")} ${self_drawn.points}`;
  const low = self_drawn ?? discard;
  return low ? cannotWin(low, "cannot_win") : "—";
}

/** Why the tile cannot be won on. @param {Hint} hint */
function whyLine({why, waits}) {
  const below = why?.reason === "below_minimum" && why.score?.win ? why.score : null;
  if (below) return html`<li class="why">${t("why_below_minimum", {points: below.base, minimum: below.minimum})}</li>`;
  if (why?.reason === "flowers_in_hand") return html`<li class="why">${t("why_flowers_in_hand")}</li>`;
  return why?.reason === "not_a_win" && waits && !waits.distance ? html`<li class="why">${t("why_not_a_win")}</li>` : nothing;
}

/**
 * `fresh`: the hint is about the current question. `detailed`: with tables and examples. `mayReplace`: a flower can be replaced now. `pick` discards a tile.
 * @param {Hint} hint @param {{
 *   fresh: boolean, detailed: boolean, offered: Tile | null, mayReplace: boolean, pick: (tile: Tile) => void,
 *   marking: import("../shared/score-view.js").Marking,
 * }} options
 */
function hintContent(hint, {fresh, detailed, offered, mayReplace, pick, marking}) {
  const {win, waits, discards, aims, claims, hopeless} = hint;
  const near = waits && !waits.waits.length && !(fresh && hint.suggestion);
  return html`<ul class="advice">
      ${win && fresh ? html`<li class="offered"><strong>${t("advice_win")}</strong> ${winWorthView(win)}</li>` : nothing}
      ${fresh ? suggestionLine(hint, offered, pick) : nothing}
      ${fresh && detailed && hint.suggestion && !win ? html`<li class="because muted">${hint.suggestion.because}</li>` : nothing}
      ${!detailed && waits?.waits.length ? waitLine(waits.waits) : nothing}
      ${fresh ? whyLine(hint) : nothing}
      ${!detailed && near ? html`<li>${fromWin(waits.distance)}</li>` : nothing}
      ${detailed && fresh ? claims.map((claim) => claimLine(claim, offered)) : nothing}
      ${detailed && aims?.length ? html`<li><h2>${t("aims_title")}</h2></li>${aimLines(aims)}` : nothing}
      ${hopeless ? html`<li class="why">${t("no_aims")}</li>` : nothing}
      ${waits || discards ? nothing : html`<li class="muted">${t(mayReplace ? "hint_flowers" : "hint_flowers_later")}</li>`}
    </ul>
    ${detailed && aims?.length ? html`<p class="muted small-print">${t("aims_note")}</p>` : nothing}
    ${detailed && waits ? waitsView(waits, null, marking) : nothing}
    ${detailed && discards ? discardsView(discards.discards, pick, t("discards_by_distance"), fromWin) : nothing}`;
}

/** @param {import("./ctrl.js").TableCtrl} ctrl */
export function hintView(ctrl) {
  const {hints, state, result} = ctrl;
  const {hint, problem, detailed} = hints;
  return html`<section class="side-panel hint-panel card result ${detailed ? "detailed" : ""}" aria-label=${t("hint")} tabindex="0">
    ${
      problem
        ? html`<p class="muted">${problem}</p>`
        : hint
          ? hintContent(hint, {
              fresh: hints.fresh,
              detailed,
              offered: state.table?.view?.offer?.tile ?? null,
              mayReplace: state.legal.includes(ACTIONS.replace_flower),
              pick: (tile) => ctrl.pick(tile),
              marking: result.marking,
            })
          : html`<p class="muted">${t("loading")}</p>`
    }
    <button type="button" class="quiet hint-more" aria-expanded=${detailed ? "true" : "false"} @click=${() => hints.toggle()}>${t(detailed ? "hint_less" : "hint_details")}</button>
  </section>`;
}
