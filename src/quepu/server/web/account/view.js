// The templates of the account page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {t} from "../shared/settings.js";
import {formView, nameField, passwordField} from "./parts.js";
import {ownView} from "./own-view.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").AccountCtrl} AccountCtrl */

/** @param {AccountCtrl} ctrl */
export function pageView(ctrl) {
  const {account, codes, problem} = ctrl;
  if (account === undefined) {
    return html`<h1>${t("title_account")}</h1>${problem ? html`<p class="problem" role="alert">${problem.words}</p>` : nothing}`;
  }
  if (account === null) return guestView(ctrl);
  return codes ? codesView(ctrl, codes) : ownView(ctrl, account);
}

/** @param {AccountCtrl} ctrl */
function guestView(ctrl) {
  return html`<h1>${t("title_account")}</h1><p class="how">${say("lead")}</p>
    <div class="two-columns">
      <section class="card" aria-labelledby="in-title">${ctrl.recovers ? recoverView(ctrl) : signInView(ctrl)}</section>
      <section class="card" aria-labelledby="up-title"><h2 id="up-title">${say("sign_up")}</h2>
        ${formView(
          ctrl,
          "sign-up",
          say("sign_up"),
          [nameField(ctrl.name, say("name_how")), passwordField("password", say("password"), true, say("password_how"))],
          (given) => ctrl.enter("sign-up", given),
          true,
        )}</section>
    </div>`;
}

/** @param {AccountCtrl} ctrl */
const signInView = (ctrl) => html`<h2 id="in-title">${say("sign_in")}</h2>
  ${formView(
    ctrl,
    "sign-in",
    say("sign_in"),
    [nameField(ctrl.name), passwordField("password", say("password"), false)],
    (given) => ctrl.enter("sign-in", given),
    true,
  )}
  <p class="other-way"><button type="button" class="link" @click=${ctrl.flipRecover}>${say("forgot")}</button></p>`;

/** @param {AccountCtrl} ctrl */
const recoverView = (ctrl) => html`<h2 id="in-title">${say("recover")}</h2>
  ${formView(
    ctrl,
    "recover",
    say("recover"),
    [
      nameField(ctrl.name),
      {name: "code", label: say("code"), complete: "one-time-code", most: 40},
      passwordField("password", say("new_password"), true),
    ],
    (given) => ctrl.enter("recover", given),
    true,
  )}
  <p class="other-way"><button type="button" class="link" @click=${ctrl.flipRecover}>${say("back")}</button></p>`;

/** @param {AccountCtrl} ctrl @param {readonly string[]} codes */
const codesView = (ctrl, codes) => html`<h1>${say("codes_title")}</h1>
  <section class="card codes" aria-label=${say("codes_title")}><p>${say("codes_how")}</p>
    <ol>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
    <div class="actions"><button type="button" class="copy-codes" @click=${ctrl.copyCodes}>${say("codes_copy")}</button>
      <button type="button" class="primary codes-kept" @click=${ctrl.codesKept}>${say("codes_kept")}</button></div></section>`;
