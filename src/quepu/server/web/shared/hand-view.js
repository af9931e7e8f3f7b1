// A whole hand drawn in a row: the concealed tiles, the melds, the winning tile, and how it was won in words.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {circumstanceName} from "./constants.js";
import {FLAGS, meldTiles, readWritten} from "./notation.js";
import {list} from "./names.js";
import {settings, t} from "./settings.js";
import {row, tileName, tileNames} from "./tiles.js";

/** @typedef {import("./types.js").Circumstances} Circumstances */

/**
 * What a circumstance is called: by the fan that a book has for it, or plainly.
 * @param {typeof FLAGS[number]} flag @param {boolean} self whether the tile was drawn @param {string} [rules] the book
 */
export function flagName(flag, self, rules) {
  const named = rules === undefined ? null : circumstanceName(rules, flag, self);
  if (named) return named[settings.lang];
  return flag === "last_copy" ? t(flag) : t(self ? `${flag}_self` : `${flag}_other`);
}

/**
 * How a hand was won, in words; what goes without saying is left out.
 * @param {Circumstances} win
 * @param {boolean} [everything] the winds too, even where they are the default
 * @param {string} [rules] the book whose names are used
 */
export function winWords(win, everything = false, rules) {
  const words = win.self ? [t("self")] : everything ? [t("by_discard")] : [];
  if (everything || win.seat !== "E") words.push(`${t("seat")} ${tileName(win.seat)}`);
  if (everything || win.round !== "E") words.push(`${t("round")} ${tileName(win.round)}`);
  words.push(...FLAGS.filter((flag) => win[flag]).map((flag) => flagName(flag, win.self, rules)));
  if (Array.isArray(win.flowers) ? win.flowers.length : win.flowers) {
    words.push(`${t("flowers")} ${Array.isArray(win.flowers) ? tileNames(win.flowers) : win.flowers}`);
  }
  if (win.ready) words.push(t(/** @type {any} */ (`ready_${win.ready}`)));
  if (win.tiles_left !== null) words.push(`${t("tiles_left")} ${win.tiles_left}`);
  return list(words);
}

/** @param {string} text a hand as the server writes it @param {{classes?: string, everything?: boolean, rules?: string}} [options] */
export function handView(text, {classes = "", everything = false, rules} = {}) {
  const hand = readWritten(text);
  const words = winWords(hand.win, everything, rules);
  const melded = hand.melds.reduce((sum, meld) => sum + meldTiles(meld).length, 0);
  const [count, groups] = [hand.concealed.length + melded + (hand.winning ? 1 : 0), hand.melds.length + (hand.concealed.length ? 1 : 0)];
  return html`<span class="whole-hand" .style=${`--count: ${Math.max(1, count)}; --groups: ${groups}`}>
    ${hand.concealed.length ? row(hand.concealed, {classes: `${classes} loose`}) : nothing}
    ${hand.melds.map((meld) =>
      row(meldTiles(meld), {
        classes: `${classes} ${meld.type === "concealed_kong" ? "" : "claimed"}`,
        hidden: meld.type === "concealed_kong",
        label: `${t(`mode_${meld.type}`)} ${tileNames(meldTiles(meld))}`,
      }),
    )}
    ${hand.winning ? row([hand.winning], {classes: `${classes} last`, label: `${t("mode_winning")} ${tileName(hand.winning)}`}) : nothing}
    ${words ? html`<span class="words">${words}</span>` : nothing}</span>`;
}
