// The templates of a profile.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {inWords} from "../shared/api.js";
import {recordedNames} from "../shared/game/narrate.js";
import {scoreList} from "../shared/game/score-list.js";
import {calledBook, day, fanLabel, signed} from "../shared/names.js";
import {average, percent} from "../shared/players/figures.js";
import {bookChips, handList, nameOf} from "../shared/players/parts.js";
import {sayOfPlayers} from "../shared/players/texts.js";
import {ratingChart} from "./rating-chart.js";
import {say} from "./texts.js";

/** @typedef {import("./player-ctrl.js").PlayerCtrl} PlayerCtrl */
/** @typedef {import("../shared/types-generated.js").PlayerBook} PlayerBook */
/** @typedef {import("../shared/types-generated.js").PlayedGame} PlayedGame */

/** How many fans are listed. */
const MOST_FANS = 12;

/** @param {PlayerCtrl} ctrl */
export function playerView(ctrl) {
  const {player, error, book} = ctrl;
  if (error) {
    const words = error.code === "not_found" ? say("no_player") : inWords(error);
    return html`<h1>${say("player")}</h1><p class="problem" role="alert">${words}</p><p><a href="/players">${say("to_players")}</a></p>`;
  }
  if (!player) return html`<h1>${say("player")}</h1>`;
  const since = player.created === null ? say("a_bot") : say("since", {when: day(player.created * 1000)});
  return html`<p class="links"><a href="/players">${say("to_players")}</a></p>
    <h1 class="player-name">${nameOf(player)}</h1><p class="muted">${since}</p>
    ${book ? bookView(ctrl, book) : html`<p class="muted none">${say("no_games")}</p>`}
    ${player.games.length ? gamesView(player.games) : nothing}`;
}

/** @param {PlayerCtrl} ctrl @param {PlayerBook} book */
function bookView(ctrl, book) {
  const books = ctrl.player?.books.map(({rules}) => rules) ?? [];
  return html`<section aria-label=${calledBook(book.rules)}>${bookChips(books, book.rules, ctrl.choose)}
    ${numbersView(book)}
    ${
      book.history.length > 1
        ? html`<section class="card chart-card"><h2>${say("chart")}</h2>${ratingChart(book.history)}<p class="muted small-print">${say("chart_how")}</p></section>`
        : nothing
    }
    ${book.best.length ? html`<h2>${say("best")}</h2><p class="muted small-print">${say("best_how")}</p>${handList(book.best, ctrl.fans, false)}` : nothing}
    ${
      book.fans.length
        ? html`<h2>${say("fans")}</h2><ul class="made">${book.fans.slice(0, MOST_FANS).map(
            ({fan, hands}) => html`<li data-fan=${fan}><a href="/rules/${book.rules}#${fan}">${fanLabel(ctrl.fans.of(book.rules, fan))}</a>
              <span class="muted">${say("fan_hands", {count: hands})}</span></li>`,
          )}</ul>`
        : nothing
    }</section>`;
}

/** @param {PlayerBook} book */
function numbersView(book) {
  const {deals, wins, self_drawn, deal_ins, drawn, opened, games, rating, place} = book;
  const [first, second, third, fourth] = book.ranks;
  const rated = rating
    ? [say("stat_rated", {count: rating.games}), ...(place ? [say("stat_place", {place})] : [])].join(" · ")
    : say("unrated_how");
  const ranks = book.ranks.reduce((total, count, i) => total + count * (i + 1), 0);
  /** @type {[string, string, unknown, string][]} */
  const rows = [
    [
      "rating",
      sayOfPlayers("rating"),
      rating ? html`${rating.rating} <span class="muted">±${rating.deviation}</span>` : say("unrated"),
      rated,
    ],
    ["rank", say("stat_rank"), games ? (ranks / games).toFixed(2) : "–", say("stat_ranks", {first, second, third, fourth})],
    ["score", say("stat_score"), average(book.score, games, true), say("stat_in_games", {all: games})],
    ["wins", say("stat_wins"), percent(wins, deals), say("stat_of", {count: wins, all: deals})],
    ["deal_ins", say("stat_deal_ins"), percent(deal_ins, deals), say("stat_of", {count: deal_ins, all: deals})],
    ["self", say("stat_self"), percent(self_drawn, wins), say("stat_of_wins", {count: self_drawn, all: wins})],
    ["opened", say("stat_opened"), percent(opened, deals), say("stat_of", {count: opened, all: deals})],
    ["drawn", say("stat_drawn"), percent(drawn, deals), say("stat_of", {count: drawn, all: deals})],
    ["points", say("stat_points"), average(book.points_won, wins), say("stat_in_wins", {all: wins})],
    ["dealt_in", say("stat_dealt_in"), average(book.points_dealt_in, deal_ins), say("stat_in_deal_ins", {all: deal_ins})],
  ];
  return html`<dl class="numbers">${rows.map(
    ([id, label, number, basis]) =>
      html`<div data-stat=${id}><dt>${label}</dt><dd><strong>${number}</strong> <span class="muted small-print">${basis}</span></dd></div>`,
  )}</dl>`;
}

/** @param {readonly PlayedGame[]} games */
const gamesView = (games) => html`<section aria-labelledby="latest"><h2 id="latest">${say("latest")}</h2>
  <ul class="tables latest">${games.map(
    ({game, rules, finished, rank, score, players, scores}) => html`<li><a href="/replay/${game}">
      <time class="muted" datetime=${new Date(finished * 1000).toISOString()}>${day(finished * 1000)}</time>
      <strong>${calledBook(rules)}</strong> <strong class=${score > 0 ? "gain" : score < 0 ? "loss" : ""}>${signed(score)}</strong>
      <span class="muted">${say("rank", {rank})}</span>
      <span class="small-print">${scoreList(recordedNames(players), scores)}</span>
      <span class="go">${say("replay")}</span></a></li>`,
  )}</ul></section>`;
