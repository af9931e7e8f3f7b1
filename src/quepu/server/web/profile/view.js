// The templates of the profile.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address, bookHandAddress} from "../shared/addresses.js";
import {WINDS} from "../shared/constants.js";
import {recordedNames} from "../shared/game/narrate.js";
import {scoreList} from "../shared/game/score-list.js";
import {handView} from "../shared/hand-view.js";
import {calledBook, day, fanLabel, fanName, list, signed, time} from "../shared/names.js";
import {average, percent} from "../shared/players/figures.js";
import {knownAccount} from "../shared/session.js";
import {own, t} from "../shared/settings.js";
import {PAGE} from "./ctrl.js";
import {place, statistics} from "./statistics.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ProfileCtrl} ProfileCtrl */
/** @typedef {import("./statistics.js").Statistics} Statistics */
/** @typedef {import("../shared/game/own-games.js").OwnGame} OwnGame */

/** How many fans are listed before the rest is folded away. */
const MOST_FANS = 12;

/** @param {ProfileCtrl} ctrl */
export function pageView(ctrl) {
  const {games, keeps} = ctrl;
  if (!games) return html`<h1>${t("title_profile")}</h1>`;
  return html`<h1>${t("title_profile")}</h1>
    <p class="muted profile-kept">${say(keeps ? "profile_kept" : "profile_unkept")}</p>
    ${accountView()}
    ${games.length ? html`${statisticsView(ctrl)} ${historyView(ctrl, games)}` : keeps ? emptyView() : nothing}
    ${keeps ? keepView(ctrl) : nothing} ${keeps && ctrl.rooms.length ? serverView(ctrl) : nothing}`;
}

/** For who is signed in: where their games of all devices are. */
function accountView() {
  const account = knownAccount();
  if (!account) return nothing;
  return html`<p class="muted account-games">${say("profile_account")} <a href="/account">${say("to_account_games", account)}</a></p>`;
}

const emptyView = () => html`<section class="card profile-empty"><h2>${say("profile_empty")}</h2><p>${say("profile_empty_how")}</p>
  <p><a class="button" href="/play">${t("nav_play")}</a></p></section>`;

/** @param {Pick<OwnGame, "rules" | "own">} game */
const bookTitle = ({rules, own: named}) => (named ? own(named) : calledBook(rules));

/** @param {ProfileCtrl} ctrl */
function statisticsView(ctrl) {
  const {played, book} = ctrl;
  const games = played.get(book) ?? [];
  const found = statistics(games);
  return html`<section aria-labelledby="stats-title"><h2 id="stats-title">${say("stats_of")}</h2>
    <div class="chips" role="group" aria-label=${t("rule_book")}>${[...played].map(
      ([key, [first]]) =>
        html`<button type="button" class="chip" data-book=${key} aria-pressed=${String(key === book)} @click=${() => ctrl.choose(key)}>${bookTitle(first)}</button>`,
    )}</div>
    ${numbersView(found)}
    ${found.altered ? html`<p class="muted small-print">${say("stat_altered", {count: found.altered})}</p>` : nothing}
    <h3>${say("best_hands")}</h3>${bestView(ctrl, found)}
    ${found.fans.length ? html`<h3>${say("fans_made")}</h3>${fansView(ctrl, games[0].rules, found)}` : nothing}</section>`;
}

/** @param {Statistics} found */
function numbersView(found) {
  const {games, finished, deals, wins, self, dealt_in, drawn, points, result, game_result} = found;
  /** @type {[string, string, string, string][]} */
  const rows = [
    ["deals", say("stat_deals"), String(deals), say("stat_games", {count: games})],
    ["wins", say("stat_wins"), percent(wins, deals), say("stat_of", {count: wins, all: deals})],
    ["dealt_in", say("stat_dealt_in"), percent(dealt_in, deals), say("stat_of", {count: dealt_in, all: deals})],
    ["self", say("stat_self"), percent(self, wins), say("stat_of_wins", {count: self, all: wins})],
    ["drawn", say("stat_drawn"), percent(drawn, deals), say("stat_of", {count: drawn, all: deals})],
    ["points", say("stat_points"), average(points, wins), say("stat_in_wins", {all: wins})],
    ["result", say("stat_result"), average(result, deals, true), say("stat_in_deals", {all: deals})],
    ["game_result", say("stat_game_result"), average(game_result, finished, true), say("stat_in_games", {all: finished})],
  ];
  return html`<dl class="numbers">${rows.map(
    ([id, label, number, basis]) =>
      html`<div data-stat=${id}><dt>${label}${id === "dealt_in" ? html` <small class="muted means">${say("stat_dealt_in_means")}</small>` : nothing}</dt><dd><strong>${number}</strong> <span class="muted small-print">${basis}</span></dd></div>`,
  )}</dl>`;
}

/** A moment of a game from the user's seat. @param {OwnGame} game @param {number} [deal] */
const replayAddress = ({game, me}, deal) =>
  address(`/replay/${game}`, new URLSearchParams({...(deal ? {hand: String(deal)} : {}), seat: WINDS[me]}));

/** @param {ProfileCtrl} ctrl @param {string} rules @param {string} id */
const fanOf = (ctrl, rules, id) => ctrl.fans.get(rules)?.get(id) ?? {id, name: id};

/** @param {ProfileCtrl} ctrl @param {Statistics} found */
function bestView(ctrl, {best}) {
  if (!best.length) return html`<p class="muted">${say("no_wins")}</p>`;
  return html`<ol class="best">${best.map(({game, deal}) => {
    const fans = Object.entries(deal.fans).map(([id, count]) => fanName(fanOf(ctrl, game.rules, id)) + (count > 1 ? `×${count}` : ""));
    const hand = /** @type {string} */ (deal.hand);
    return html`<li class="card"><strong class="best-points">${t("value_points", {points: deal.points ?? 0})}</strong>
      ${handView(hand, {classes: "small", rules: game.own ? undefined : game.rules})}
      <p class="small-print">${list(fans)}</p>
      <p class="muted small-print hand-links"><time datetime=${new Date(deal.at).toISOString()}>${day(deal.at)}</time>
        ${game.own ? nothing : html`<a href=${bookHandAddress(game.rules, hand)}>${say("to_hand")}</a>`}
        <a href=${replayAddress(game, deal.number)}>${say("to_replay")}</a></p></li>`;
  })}</ol>`;
}

/** @param {ProfileCtrl} ctrl @param {string} rules @param {Statistics} found */
function fansView(ctrl, rules, {fans}) {
  const line = (/** @type {Statistics["fans"][number]} */ {id, hands}) => html`<li data-fan=${id}>
    <a href="/rules/${rules}#${id}">${fanLabel(fanOf(ctrl, rules, id))}</a> <span class="muted">${say("fan_hands", {count: hands})}</span></li>`;
  return html`<ul class="made">${fans.slice(0, MOST_FANS).map(line)}</ul>
    ${
      fans.length > MOST_FANS
        ? html`<details class="more"><summary>${say("all_fans", {count: fans.length})}</summary><ul class="made">${fans.slice(MOST_FANS).map(line)}</ul></details>`
        : nothing
    }`;
}

/** @param {ProfileCtrl} ctrl @param {readonly OwnGame[]} games */
function historyView(ctrl, games) {
  const left = games.length - ctrl.shown;
  return html`<section aria-labelledby="history-title"><h2 id="history-title">${say("history")}</h2>
    <ul class="tables history">${games.slice(0, ctrl.shown).map(gameView)}</ul>
    ${left > 0 ? html`<button type="button" @click=${ctrl.more}>${say("history_more", {count: Math.min(left, PAGE)})}</button>` : nothing}</section>`;
}

/** When a game ended; if that is not known, when its last deal here did. @param {OwnGame} game */
function whenPlayed({at, ended, deals}) {
  const when = ended ?? deals.at(-1)?.at ?? at;
  return html`<time datetime=${new Date(when).toISOString()}>${say(ended === null ? "history_last" : "history_ended", {when: `${day(when)} ${time(when)}`})}</time>`;
}

/** @param {OwnGame} game */
function gameView(game) {
  const {scores, me, players, deals} = game;
  const won = deals.filter(({points}) => points !== null).length;
  const names = recordedNames(players).map((name, i) => (i === me ? t("you") : name));
  const facts = html`${whenPlayed(game)}
    <strong>${bookTitle(game)}</strong>
    ${scores ? html`<strong class=${scores[me] > 0 ? "gain" : scores[me] < 0 ? "loss" : ""}>${signed(scores[me])}</strong>` : nothing}
    <span class="muted">${scores ? say("history_place", {place: place(game) ?? 0}) : say("history_unfinished")} ·
      ${say("history_deals", {count: deals.length})} · ${say("history_won", {count: won})}</span>
    <span class="small-print">${scoreList(names, scores)}</span>`;
  // only a game that is over has a replay
  return html`<li data-game=${game.game}>${
    scores
      ? html`<a href=${replayAddress(game)}>${facts}<span class="go">${say("to_replay")}</span></a>`
      : html`<div class="unfinished">${facts}</div>`
  }</li>`;
}

/** @param {ProfileCtrl} ctrl */
function keepView(ctrl) {
  const chosen = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    ctrl.load(field.files?.[0]);
    field.value = ""; // or the same file could not be chosen once more
  };
  const none = !ctrl.hasAny;
  return html`<section class="card keep" aria-labelledby="keep-title"><h2 id="keep-title">${say("keep_it")}</h2>
    <p class="muted small-print">${say("load_file_how")}</p>
    ${ctrl.problem ? html`<p class="problem" role="alert">${ctrl.problem}</p>` : nothing}
    <div class="actions"><button type="button" class="save-file" ?disabled=${none} @click=${ctrl.save}>${say("save_file")}</button>
      <span class="load"><input id="games-file" class="unseen" type="file" accept=".json,application/json" @change=${chosen}>
        <label class="button" for="games-file">${say("load_file")}</label></span>
      <button type="button" class="delete-all" ?disabled=${none} @click=${ctrl.forget}>${say("delete_all")}</button></div></section>`;
}

/** @param {ProfileCtrl} ctrl */
const serverView = (ctrl) => html`<section class="card on-server" aria-labelledby="server-title">
  <h2 id="server-title">${say("on_server")}</h2>
  <p class="muted small-print">${say("on_server_how")}</p>
  <div class="actions"><button type="button" class="forget-server" @click=${ctrl.forgetOnServer}>${say("forget_server")}</button></div>
</section>`;
