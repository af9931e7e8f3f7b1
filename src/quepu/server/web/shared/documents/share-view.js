// The templates of what all documents have: the links with their QR codes, and the PIN.

import {html, nothing} from "../../vendor/lit-html/lit-html.js";
import {qrCode} from "../qr-code.js";
import {t} from "../settings.js";
import {shareText} from "./share-texts.js";

/** @typedef {import("./share-ctrl.js").ShareCtrl} ShareCtrl */

/** The names of the machine itself: links with them lead nowhere on other devices. */
const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Links, and the PIN for who may write. @param {ShareCtrl} ctrl */
export function shareView(ctrl) {
  const {readLink, writeLink} = ctrl;
  return html`<section class="card share" aria-labelledby="share-title"><h2 id="share-title">${shareText("share")}</h2>
    ${HERE.test(location.hostname) ? html`<p class="muted small-print">${t("invite_here_only")} ${t("invite_lan")}</p>` : nothing}
    ${linkView(ctrl, "read", readLink)}
    ${writeLink ? html`${linkView(ctrl, "write", writeLink)} ${pinForm(ctrl)}` : unlockForm(ctrl)}
    <div class="actions remove"><button type="button" class="forget" @click=${() => ctrl.remove(false)}>${shareText("forget")}</button>
      ${writeLink ? html`<button type="button" class="delete" @click=${() => ctrl.remove(true)}>${shareText("delete")}</button>` : nothing}</div></section>`;
}

/** @param {ShareCtrl} ctrl @param {"read" | "write"} kind @param {string} link */
const linkView = (ctrl, kind, link) => html`<div class="share-link share-${kind}"><h3>${shareText(`share_${kind}`)}</h3>
  <p class="muted small-print">${shareText(`share_${kind}_how`)}</p>
  <div class="actions"><button type="button" class="copy-${kind}" data-link=${link} @click=${() => ctrl.copy(link)}>${t("copy_link")}</button></div>
  <details class="more"><summary>${shareText("show_qr")}</summary>${qrCode(link, shareText(`qr_${kind}`))}</details></div>`;

/** @param {ShareCtrl} ctrl @param {string} label */
const pinField = ({doc, pin, problem, type}, label) => html`<label class="stacked" for="share-pin"><span>${label}</span>
  <input id="share-pin" type="text" inputmode="numeric" autocomplete="off" maxlength="12" .value=${pin} aria-invalid=${problem !== null}
    aria-describedby=${problem === null ? nothing : "share-problem"} data-document=${doc.id}
    @input=${(/** @type {Event} */ event) => type(/** @type {HTMLInputElement} */ (event.target).value)}></label>
  ${problem === null ? nothing : html`<p class="problem" role="alert" id="share-problem">${problem}</p>`}`;

/** @param {() => void} work */
const onSubmit = (work) => (/** @type {Event} */ event) => {
  event.preventDefault();
  work();
};

/** @param {ShareCtrl} ctrl */
function pinForm(ctrl) {
  const {busy, doc, flipRevoke, removePin, revoke, savePin} = ctrl;
  return html`<form class="pin-form" novalidate @submit=${onSubmit(savePin)}><h3>${shareText("pin")}</h3>
    <p class="muted small-print">${shareText(doc.hasPin ? "pin_set" : "pin_none")}</p>
    ${pinField(ctrl, shareText("pin_new"))}
    <label class="switch" for="share-revoke"><span>${shareText("pin_revoke")}</span>
      <input id="share-revoke" type="checkbox" role="switch" .checked=${revoke} @change=${flipRevoke}></label>
    <div class="actions"><button type="submit" ?disabled=${busy}>${shareText("pin_save")}</button>
      ${doc.hasPin ? html`<button type="button" class="remove-pin" ?disabled=${busy} @click=${removePin}>${shareText("pin_remove")}</button>` : nothing}</div>
  </form>`;
}

/** How a device that only reads gets the right to write. @param {ShareCtrl} ctrl */
export const unlockForm = (ctrl) =>
  ctrl.doc.hasPin
    ? html`<form class="unlock-form" novalidate @submit=${onSubmit(ctrl.unlock)}>
        ${pinField(ctrl, shareText("to_edit"))}
        <button type="submit" class="primary" ?disabled=${ctrl.busy}>${shareText("unlock")}</button></form>`
    : html`<p class="muted">${shareText("read_only_how")}</p>`;
