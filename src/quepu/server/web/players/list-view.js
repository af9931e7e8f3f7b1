// The templates of the leaderboard.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {calledBook} from "../shared/names.js";
import {bookChips, nameOf, playerAddress} from "../shared/players/parts.js";
import {sayOfPlayers} from "../shared/players/texts.js";
import {knownAccount} from "../shared/session.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./list-ctrl.js").ListCtrl} ListCtrl */
/** @typedef {import("../shared/types-generated.js").ListedPlayer} ListedPlayer */

/** @param {ListCtrl} ctrl */
export function listView(ctrl) {
  const {found, problem, rules, bots} = ctrl;
  return html`<h1>${t("title_players")}</h1>
    <p class="muted lead">${say("lead")}</p>
    <p class="links"><a href="/gallery">${say("to_gallery")}</a> <a href="/play#match">${say("to_match")}</a></p>
    ${bookChips(found?.books ?? [], rules, ctrl.choose)}
    <p><label class="field with-bots" for="bots"><input id="bots" type="checkbox" .checked=${bots} @change=${ctrl.flipBots}> ${say("with_bots")}</label></p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    ${found && found.rules === rules ? tableView(ctrl, found) : nothing}
    <details class="more how"><summary>${say("how")}</summary>
      <p>${say("how_method")}</p><p>${say("how_counts")}</p><p>${say("how_left")}</p><p>${say("how_model")}</p></details>`;
}

/** @param {ListCtrl} ctrl @param {NonNullable<ListCtrl["found"]>} found */
function tableView(ctrl, {players, total, rules}) {
  if (!players.length) return html`<p class="muted none">${say("none")}</p>`;
  return html`<table class="leaderboard"><caption class="unseen">${t("title_players")} · ${calledBook(rules)}</caption>
      <thead><tr><th scope="col"><span class="unseen">${say("place")}</span></th><th scope="col" class="who-cell">${say("player")}</th>
        <th scope="col">${sayOfPlayers("rating")}</th><th scope="col">${say("games")}</th><th scope="col" class="wide">${say("mean_rank")}</th></tr></thead>
      <tbody>${players.map(rowView)}</tbody></table>
    ${players.length < total ? html`<button type="button" class="show-more" ?disabled=${ctrl.busy} @click=${ctrl.more}>${sayOfPlayers("show_more")}</button>` : nothing}`;
}

/** @param {ListedPlayer} player */
const rowView = (
  player,
) => html`<tr data-player=${player.player} class=${player.bot ? "is-bot" : player.player === knownAccount()?.id ? "is-own" : ""}>
  <td class="place-cell">${player.place}</td><th scope="row" class="who-cell"><a href=${playerAddress(player.player)}>${nameOf(player)}</a></th>
  <td><strong>${player.rating.rating}</strong> <span class="muted">±${player.rating.deviation}</span></td>
  <td>${player.rating.games}</td><td class="wide">${player.mean_rank.toFixed(2)}</td></tr>`;
