// The page of a member: what they have won and lost, the best hand as tiles, the fans, and the points over time.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookHandAddress} from "../shared/addresses.js";
import {follow, nothingYet} from "../shared/documents/page-parts.js";
import {moment} from "../shared/documents/here.js";
import {handView} from "../shared/hand-view.js";
import {fanLabel, signed} from "../shared/names.js";
import {bookOfKey, decimal, filters, gain, percent} from "./parts.js";
import {pointsChart} from "./points-chart.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").ClubCtrl} ClubCtrl */
/** @typedef {import("./ctrl.js").Statistics} Statistics */

/** How many fans are listed before the rest is folded away. */
const MOST_FANS = 12;

/** @param {ClubCtrl} ctrl */
export function memberView(ctrl) {
  const server = ctrl.statistics;
  const found = server?.state;
  const back = ctrl.addressOf("members");
  const way = html`<p class="screen-only"><a class="to-members" href=${back} @click=${follow(back, ctrl.go)}>${say("all_members")}</a></p>`;
  if (!server || !found) return html`${way} ${server ? nothingYet(server, ctrl.document, say("member"), "/club") : nothing}`;
  return html`${way}<h2 class="member-name">${found.member.name}</h2>
    ${filters(ctrl, found.books)}
    ${
      found.sheets
        ? html`${numbers(found)} ${placesView(found)} ${bestView(found)} ${chartView(ctrl, found)} ${fansView(found)}`
        : html`<p class="muted">${say("no_sheets_of_member")}</p>`
    }`;
}

/** @param {Statistics} found */
function numbers(found) {
  /** @type {[string, string, string, string][]} id, words, number, and what it is of */
  const rows = [
    ["points", say("points"), gain(found.points), say("in_sheets", {count: found.sheets})],
    ["average", say("average"), gain(found.average), say("average_rank_is", {rank: decimal(found.average_rank)})],
    [
      "standard",
      say("standard"),
      decimal(found.standard),
      found.reduced === null ? "" : say("reduced_is", {points: decimal(found.reduced)}),
    ],
    ["deals", say("deals"), String(found.deals), say("draws_are", {count: found.draws})],
    ["wins", say("wins"), percent(found.win_rate), say("of_deals", {count: found.wins, all: found.deals})],
    ["self_drawn", say("self_drawn"), percent(found.self_drawn_rate), say("of_wins", {count: found.self_drawn, all: found.wins})],
    ["deal_ins", say("deal_ins"), percent(found.deal_in_rate), say("of_deals", {count: found.deal_ins, all: found.deals})],
    ["average_win", say("average_win"), decimal(found.average_win), say("average_deal_in_is", {points: decimal(found.average_deal_in)})],
    ["kongs", say("kongs"), String(found.kongs), found.penalties ? say("penalties_are", {points: gain(found.penalties)}) : ""],
  ];
  return html`<dl class="numbers">${rows.map(
    ([id, words, number, basis]) =>
      html`<div data-stat=${id}><dt>${words}</dt><dd><strong>${number}</strong> <span class="muted small-print">${basis}</span></dd></div>`,
  )}</dl>`;
}

/** How often first to fourth. @param {Statistics} found */
function placesView({ranks}) {
  const most = Math.max(...ranks, 1);
  return html`<h3>${say("places")}</h3><ol class="place-bars">${ranks.map(
    (count, i) => html`<li><span>${say("place_number", {place: i + 1})}</span>
      <meter min="0" max=${most} value=${count} aria-label=${say("place_number", {place: i + 1})}></meter><b>${count}</b></li>`,
  )}</ol>`;
}

/** @param {Statistics} found */
function bestView({best}) {
  if (!best) return nothing;
  const {sheet, rules, deal, points, hand, when} = best;
  return html`<h3>${say("best_hand")}</h3><div class="card best-hand"><p><strong>${say("points_are", {points})}</strong>
    <span class="muted">${moment(when)}</span></p>
    ${hand === null ? html`<p class="muted">${say("hand_not_kept")}</p>` : handView(hand, {rules})}
    <p>${hand === null ? nothing : html`<a href=${bookHandAddress(rules, hand)}>${say("to_hand")}</a> · `}<a href="/sheet/${sheet}">${say("to_deal", {deal})}</a></p></div>`;
}

/** @param {ClubCtrl} ctrl @param {Statistics} found */
function chartView(ctrl, {over_time: sheets}) {
  return html`<h3>${say("over_time")}</h3><div class="card chart-card">${pointsChart(sheets.map(({total}) => total))}</div>
    <details class="more"><summary>${say("every_sheet", {count: sheets.length})}</summary>
      <div class="wide-table" tabindex="0" role="region" aria-label=${say("over_time")}><table class="standings">
        <thead><tr><th scope="col" class="name">${say("sheet")}</th><th scope="col">${say("place")}</th><th scope="col">${say("points")}</th><th scope="col">${say("total")}</th></tr></thead>
        <tbody>${sheets.toReversed().map(
          ({
            sheet,
            key,
            title,
            when,
            points,
            total,
            rank,
          }) => html`<tr><th scope="row" class="name"><a href="/sheet/${sheet}">${title || bookOfKey(ctrl, key)}</a>
            <small class="muted">${moment(when)}</small></th><td>${rank}</td><td>${signed(points)}</td><td>${signed(total)}</td></tr>`,
        )}</tbody></table></div></details>`;
}

/** @param {Statistics} found */
function fansView({fans}) {
  if (!fans.length) return nothing;
  const line = (/** @type {Statistics["fans"][number]} */ {rules, id, name, en, count}) => html`<li data-fan=${id}>
    <a href="/rules/${rules}#${id}">${fanLabel({name, en})}</a> <span class="muted">${say("fan_hands", {count})}</span></li>`;
  return html`<h3>${say("fans_made")}</h3><ul class="made">${fans.slice(0, MOST_FANS).map(line)}</ul>
    ${
      fans.length > MOST_FANS
        ? html`<details class="more"><summary>${say("all_fans", {count: fans.length})}</summary><ul class="made">${fans.slice(MOST_FANS).map(line)}</ul></details>`
        : nothing
    }`;
}
