// The templates of what somebody sees who is signed in.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {recordedNames} from "../shared/game/narrate.js";
import {scoreList} from "../shared/game/score-list.js";
import {calledBook, day, signed, time} from "../shared/names.js";
import {own, t} from "../shared/settings.js";
import {folded, formView, nameField, passwordField} from "./parts.js";
import {peopleView} from "./people-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").AccountCtrl} AccountCtrl */
/** @typedef {import("./requests.js").OwnAccount} OwnAccount */
/** @typedef {import("./requests.js").OwnGameJson} OwnGameJson */

/** @param {AccountCtrl} ctrl @param {OwnAccount} account */
export function ownView(ctrl, account) {
  const problem = ctrl.problem?.form === "other" ? ctrl.problem.words : null;
  return html`<div class="account-head"><div><h1>${account.name}</h1>
      <p class="muted">${say("since", {when: day(1000 * account.created)})}
        ${account.is_operator ? html`· <a href="/operator">${say("to_operator")}</a>` : nothing}</p></div>
      <button type="button" class="sign-out" ?disabled=${ctrl.busy !== null} @click=${() => ctrl.leave(false)}>${say("sign_out")}</button></div>
    ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    ${ctrl.codesUnconfirmed ? unconfirmedView(ctrl) : nothing}
    <div class="two-columns">
      <div>${ctrl.hasUnclaimed ? claimView(ctrl) : nothing} ${peopleView(ctrl.people)} ${gamesView(ctrl)}</div>
      <div>${securityView(ctrl, account)} ${dataView(ctrl)}</div>
    </div>`;
}

/** Codes were shown, and the page was left: they cannot be shown again. @param {AccountCtrl} ctrl */
const unconfirmedView = (ctrl) => html`<section class="card unconfirmed" aria-labelledby="unconfirmed-title">
  <h2 id="unconfirmed-title">${say("codes_unconfirmed")}</h2><p>${say("codes_unconfirmed_how")}</p>
  <div class="actions"><button type="button" class="codes-kept" @click=${ctrl.codesKept}>${say("codes_kept")}</button>
    <button type="button" class="primary to-new-codes" @click=${openNewCodes}>${say("codes_renew")}</button></div></section>`;

/** Open the form for new codes, which asks for the password. */
function openNewCodes() {
  const field = /** @type {HTMLElement} */ (document.getElementById("codes-password"));
  field.closest("details")?.setAttribute("open", "");
  field.scrollIntoView({block: "center"});
  field.focus({preventScroll: true});
}

/** @param {AccountCtrl} ctrl */
const claimView = (ctrl) => html`<section class="card claim" aria-labelledby="claim-title"><h2 id="claim-title">${say("claim_title")}</h2>
  <p>${say("claim_how")}</p>
  ${ctrl.isAnothers ? html`<p class="problem">${say("claim_others")}</p>` : nothing}
  <button type="button" class="primary" ?disabled=${ctrl.busy !== null} @click=${ctrl.claim}>${say("claim")}</button></section>`;

/** @param {AccountCtrl} ctrl */
const gamesView = (ctrl) => html`<section class="card" aria-labelledby="games-title"><h2 id="games-title">${say("games")}</h2>
  ${ctrl.games.length ? html`<ul class="tables history">${ctrl.games.map(gameView)}</ul>` : html`<p class="muted">${say("games_none")}</p>`}
  ${ctrl.hasMore ? html`<button type="button" @click=${() => ctrl.loadGames()}>${say("games_more")}</button>` : nothing}
  <p class="small-print"><a href="/me">${say("games_here")}</a></p></section>`;

/** @param {OwnGameJson} game */
function gameView({game, rules, overlay, players, player, scores, created, finished, claimed}) {
  const when = 1000 * (finished ?? created);
  const names = recordedNames(players).map((name, i) => (i === player ? t("you") : name));
  const title = overlay ? own({zh: String(overlay.name ?? rules), en: String(overlay.en ?? overlay.name ?? rules)}) : calledBook(rules);
  const facts = html`<time datetime=${new Date(when).toISOString()}>${day(when)} ${time(when)}</time> <strong>${title}</strong>
    ${scores ? html`<strong class=${scores[player] > 0 ? "gain" : scores[player] < 0 ? "loss" : ""}>${signed(scores[player])}</strong>` : html`<span class="muted">${say("game_unfinished")}</span>`}
    ${claimed ? html`<span class="muted">${say("game_claimed")}</span>` : nothing}
    <span class="small-print">${scoreList(names, scores)}</span>`;
  return html`<li data-game=${game}>${scores ? html`<a href="/replay/${game}">${facts}</a>` : html`<div class="unfinished">${facts}</div>`}</li>`;
}

/** @param {AccountCtrl} ctrl @param {OwnAccount} account */
const securityView = (
  ctrl,
  account,
) => html`<section class="card" aria-labelledby="security-title"><h2 id="security-title">${say("security")}</h2>
  ${folded(say("rename"), say("rename_how"), formView(ctrl, "name", say("rename"), [nameField(account.name)], ctrl.rename))}
  ${folded(
    say("change_password"),
    say("change_password_how"),
    formView(
      ctrl,
      "password",
      say("change_password"),
      [passwordField("password", say("own_password"), false), passwordField("new_password", say("new_password"), true)],
      ctrl.changePassword,
    ),
  )}
  ${folded(
    say("codes_renew"),
    `${say("codes_left", {count: account.codes_left})} ${say("codes_renew_how")}`,
    formView(ctrl, "codes", say("codes_renew"), [passwordField("password", say("own_password"), false)], ctrl.renewCodes),
  )}
  <p class="other-way"><button type="button" class="link" ?disabled=${ctrl.busy !== null} @click=${() => ctrl.leave(true)}>${say("sign_out_all")}</button></p></section>`;

/** @param {AccountCtrl} ctrl */
const dataView = (ctrl) => html`<section class="card" aria-labelledby="data-title"><h2 id="data-title">${say("data")}</h2>
  <p class="muted small-print">${say("export_how")}</p>
  <p class="other-way"><a class="button export" href="/api/v1/account/export" download>${say("export")}</a></p>
  ${folded(
    say("delete"),
    say("delete_how"),
    formView(ctrl, "delete", say("delete_do"), [passwordField("password", say("own_password"), false)], ctrl.delete),
  )}</section>`;
