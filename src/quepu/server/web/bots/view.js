// The templates of the page of bots.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {BOOK_FACTS} from "../shared/constants.js";
import {levelName} from "../shared/game/levels.js";
import {recordedNames} from "../shared/game/narrate.js";
import {calledBook} from "../shared/names.js";
import {bookChips} from "../shared/players/parts.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").BotsCtrl} BotsCtrl */
/** @typedef {import("../shared/types-generated.js").ConnectedBot} ConnectedBot */
/** @typedef {import("../shared/types-generated.js").LadderPlace} LadderPlace */
/** @typedef {import("../shared/types-generated.js").LadderGame} LadderGame */

/** @param {BotsCtrl} ctrl */
export const botsView = (ctrl) => html`<h1>${t("title_bots")}</h1>
  <p class="muted lead">${say("lead")}</p>
  <section class="card"><h2>${say("make")}</h2>${makeView(ctrl)}${howView(ctrl)}</section>
  ${ctrl.problem ? html`<p class="problem" role="alert">${ctrl.problem}</p>` : nothing}
  <section><h2>${say("connected")}</h2>${ctrl.bots ? connectedView(ctrl.bots.bots) : nothing}</section>
  <section><h2>${say("ladder")}</h2>${bookChips(Object.keys(BOOK_FACTS), ctrl.rules, ctrl.choose)}
    ${ctrl.ladder && ctrl.ladder.rules === ctrl.rules ? ladderView(ctrl.ladder) : nothing}</section>`;

/** @param {BotsCtrl} ctrl */
const makeView = ({made, refused, busy, rules, register, copy}) => html`<form class="new-bot" @submit=${register}>
    <label for="bot-name">${say("name")}</label>
    <input id="bot-name" name="name" type="text" required maxlength="24" autocomplete="off">
    <button type="submit" ?disabled=${busy}>${say("register")}</button></form>
  ${refused ? html`<p class="problem" role="alert">${refused}</p>` : nothing}
  ${
    made
      ? html`<div class="made" role="status"><p>${say("token", {name: made.name})}</p>
          <p><code class="token">${made.token}</code> <button type="button" @click=${copy}>${say("copy")}</button></p>
          <p>${say("then")}</p>
          <pre tabindex="0">QUEPU_BOT_TOKEN=${made.token} quepu bot run --server ${location.origin} --sandbox ${rules} -- python3 mine.py</pre></div>`
      : nothing
  }`;

/** How a program is connected, in short, and where more is written. @param {BotsCtrl} ctrl */
const howView = ({rules}) => html`<details class="more how-to-connect"><summary>${say("how")}</summary>
  <ol><li>${say("how_install")} <code>pip install 'quepu[bots]'</code></li>
    <li>${say("how_program")}
      <pre tabindex="0">import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "ask":
        action = 115 if 115 in message["legal"] else message["legal"][-1]
        print(json.dumps({"t": "act", "game": message["game"], "id": message["id"], "action": action}), flush=True)</pre></li>
    <li>${say("how_check")} <code>quepu bot check -- python3 mine.py</code></li>
    <li>${say("how_run")}
      <pre tabindex="0">QUEPU_BOT_TOKEN=… quepu bot run --server ${location.origin} --ladder ${rules} -- python3 mine.py</pre></li></ol>
  <p class="muted">${say("how_more")} <code>docs/bots.md</code></p></details>`;

/** @param {readonly ConnectedBot[]} bots */
const connectedView = (bots) =>
  bots.length
    ? html`<ul class="connected">${bots.map(
        (
          bot,
        ) => html`<li data-bot=${bot.bot}><strong>${bot.name}</strong>${bot.owner ? html` <span>${say("of", {owner: bot.owner})}</span>` : nothing}
          ${bot.program ? html` <code>${bot.program}</code>` : nothing}
          <span class="muted">${[
            ...(bot.rooms ? [say("in_rooms")] : []),
            ...(bot.ladder.length ? [`${say("on_ladder")}: ${bot.ladder.map(calledBook).join(", ")}`] : []),
            ...(bot.games ? [say("games", {count: bot.games})] : []),
          ].join(" · ")}</span></li>`,
      )}</ul>`
    : html`<p class="muted">${say("nobody")}</p>`;

/** @param {{bot: string, name: string, builtin: boolean}} place */
const nameOf = ({bot, name, builtin}) => (builtin ? levelName(bot) : name);

/** @param {NonNullable<BotsCtrl["ladder"]>} ladder */
const ladderView = ({standings, latest, rules}) =>
  standings.length
    ? html`<table class="ladder"><caption class="unseen">${say("ladder")} · ${calledBook(rules)}</caption>
        <thead><tr><th scope="col">${say("place")}</th><th scope="col" class="who-cell">${say("bot")}</th><th scope="col">${say("rating")}</th><th scope="col">${say("played")}</th></tr></thead>
        <tbody>${standings.map(placeView)}</tbody></table>
        <h3>${say("latest")}</h3><ul class="ladder-games">${latest.map(gameView)}</ul>`
    : html`<p class="muted none">${say("none")}</p>`;

/** @param {LadderPlace} place @param {number} at */
const placeView = (place, at) => html`<tr data-bot=${place.bot} class=${place.builtin ? "is-built-in" : ""}>
  <td>${at + 1}</td><th scope="row" class="who-cell">${nameOf(place)}${place.owner ? html` <span class="muted">${say("of", {owner: place.owner})}</span>` : nothing}</th>
  <td><strong>${place.rating}</strong> <span class="muted">±${place.deviation}</span></td><td>${place.games}</td></tr>`;

/** @param {LadderGame} game */
const gameView = (game) =>
  html`<li><a href="/replay/${game.game}">${recordedNames(game.names.map((name) => name ?? say("gone")))
    .map((name, player) => ({name, rank: game.ranks[player]}))
    .sort((one, other) => one.rank - other.rank)
    .map(({name, rank}) => `${rank}. ${name}`)
    .join(" · ")}</a></li>`;
