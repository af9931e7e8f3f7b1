// What several pages show of players: their names, the choice of a rule book, hands that were won.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {address, bookHandAddress} from "../addresses.js";
import * as api from "../api.js";
import {levelName} from "../game/levels.js";
import {recordedNames} from "../game/narrate.js";
import {handView} from "../hand-view.js";
import {calledBook, day, fanName, list} from "../names.js";
import {t} from "../settings.js";
import {sayOfPlayers} from "./texts.js";

/** @typedef {import("../types-generated.js").GreatHand} GreatHand */
/** @typedef {import("../types.js").Fan} Fan */

/** The profile of a player. @param {string} player */
export const playerAddress = (player) => `/players/${encodeURIComponent(player).replace("%3A", ":")}`;

/** The name of a player, or of a bot. @param {{name: string | null, bot: string | null}} player */
export const nameOf = ({name, bot}) => (bot ? levelName(bot) : (name ?? "–"));

/**
 * The choice of a rule book, of those that are listed and the one that is shown.
 * @param {readonly string[]} books @param {string} current @param {(rules: string) => void} choose
 */
export function bookChips(books, current, choose) {
  const all = books.includes(current) ? books : [current, ...books];
  return html`<div class="chips" role="group" aria-label=${t("rule_book")}>${all.map(
    (rules) =>
      html`<button type="button" class="chip" data-book=${rules} aria-pressed=${String(rules === current)} @click=${() => choose(rules)}>${calledBook(rules)}</button>`,
  )}</div>`;
}

/** The fans of rule books, loaded when they are needed. */
export class Fans {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<string, Map<string, Fan>>} */
    this.known = new Map();
  }

  /** @param {string} rules */
  load(rules) {
    if (this.known.has(rules)) return;
    const keep = (/** @type {import("../types.js").Book} */ book) => this.known.set(rules, new Map(book.fans.map((fan) => [fan.id, fan])));
    api.loadOptional(api.bookOf({rules, overlay: null}), keep, this.redraw);
  }

  /** @param {string} rules @param {string} id */
  of(rules, id) {
    return this.known.get(rules)?.get(id) ?? {id, name: id};
  }
}

/** The moment of a replay at which a hand is won. @param {GreatHand} hand */
const momentOf = ({game, deal, step}) => address(`/replay/${game}`, new URLSearchParams({hand: String(deal), step: String(step)}));

/** Hands that were won, with links to their moments; on a profile without the name. @param {readonly GreatHand[]} hands @param {Fans} fans @param {boolean} [named] */
export const handList = (hands, fans, named = true) =>
  html`<ol class="best">${hands.map((hand) => {
    const made = Object.entries(hand.fans).map(([id, count]) => fanName(fans.of(hand.rules, id)) + (count > 1 ? `×${count}` : ""));
    const at = hand.finished * 1000;
    const name = recordedNames([hand.name])[0];
    return html`<li class="card great-hand" data-game=${hand.game}>
    <p><strong class="best-points">${t("value_points", {points: hand.points})}</strong>
      ${named ? html`<span class="by">${hand.player ? html`<a href=${playerAddress(hand.player)}>${name}</a>` : html`${name} <span class="muted small-print">${sayOfPlayers("guest")}</span>`}</span>` : nothing}</p>
    ${handView(hand.hand, {classes: "small", rules: hand.rules})}
    <p class="small-print">${list(made)}</p>
    <p class="muted small-print hand-links"><time datetime=${new Date(at).toISOString()}>${day(at)}</time>
      <a href=${bookHandAddress(hand.rules, hand.hand)}>${sayOfPlayers("to_hand")}</a>
      <a class="to-moment" href=${momentOf(hand)}>${sayOfPlayers("to_replay")}</a></p></li>`;
  })}</ol>`;
