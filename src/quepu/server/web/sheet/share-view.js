// Sharing a sheet: codes and links to follow or to edit, and the PIN.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {copy} from "../shared/clipboard.js";
import {qrCode} from "../shared/qr-code.js";
import {t} from "../shared/settings.js";
import {fieldValue, panelHead} from "./panel-parts.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */

/** The names of the machine itself. */
const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;
const PIN = /^\d{4,12}$/;

/** @param {SheetCtrl} ctrl @param {boolean} edit whether the link is for editing */
export function sharePanel(ctrl, edit) {
  const {doc} = ctrl;
  if (!doc) return nothing;
  const link = doc.link(edit && ctrl.writable);
  return html`${panelHead(ctrl, say("share"))}
    <div class="panel-body share">
      ${
        ctrl.writable
          ? html`<div class="views" role="group" aria-label=${say("share_what")}>${[true, false].map(
              (one) => html`<button type="button" class="chip" data-edit=${one} aria-pressed=${edit === one ? "true" : "false"}
                @click=${() => ctrl.open({kind: "share", edit: one})}>${say(one ? "share_edit" : "share_read")}</button>`,
            )}</div>`
          : nothing
      }
      <p>${say(edit && ctrl.writable ? "share_edit_how" : "share_read_how")}</p>
      ${qrCode(link, say("share_code", {link}))}
      <code class="sheet-link">${link}</code>
      ${HERE.test(location.hostname) ? html`<p class="muted small-print">${t("invite_here_only")} ${t("invite_lan")}</p>` : nothing}
      ${doc.status === "saved" ? nothing : html`<p class="note-line">${say("share_offline")}</p>`}
      <p class="actions"><button type="button" class="copy-link" @click=${() => copy(link, t("link_copied"))}>${t("copy_link")}</button>
        ${"share" in navigator ? html`<button type="button" @click=${() => navigator.share({url: link, title: document.title}).catch(() => {})}>${say("share_send")}</button>` : nothing}</p>
      ${ctrl.writable ? pinForm(ctrl) : doc.hasPin ? unlockForm(ctrl, "panel-pin") : nothing}
    </div>`;
}

/** @param {SheetCtrl} ctrl */
const problem = ({panelProblem}) => (panelProblem ? html`<p class="problem" role="alert">${panelProblem}</p>` : nothing);

/** A field for a PIN. @param {SheetCtrl} ctrl @param {string} id @param {string} label */
const pinField = (ctrl, id, label) => html`<label class="form-line" for=${id}><span>${label}</span>
  <input id=${id} type="text" inputmode="numeric" pattern="[0-9]*" maxlength="12" autocomplete="off" .value=${ctrl.fields["pin"] ?? ""}
    @input=${(/** @type {Event} */ event) => ctrl.setField("pin", fieldValue(event))}></label>`;

/** Set or remove the PIN. @param {SheetCtrl} ctrl */
function pinForm(ctrl) {
  const {doc} = ctrl;
  const pin = ctrl.fields["pin"] ?? "";
  const revoke = ctrl.fields["revoke"] === "yes";
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!PIN.test(pin)) {
      ctrl.panelProblem = say("pin_wrong");
      return ctrl.redraw();
    }
    ctrl.request(async () => doc?.setPin(pin, revoke), say("pin_is_set"));
  };
  return html`<form class="pin-form card" @submit=${set}><h3>${say("pin")}</h3>
    <p class="muted small-print">${say("pin_how")}${doc?.hasPin ? html` <strong>${say("pin_is_set")}</strong>` : nothing}</p>
    ${pinField(ctrl, "new-pin", say("pin_new"))}
    <label class="switch" for="revoke"><span>${say("pin_revoke")}</span>
      <input id="revoke" type="checkbox" role="switch" .checked=${revoke} @change=${() => ctrl.setField("revoke", revoke ? "no" : "yes")}></label>
    ${problem(ctrl)}
    <p class="actions"><button type="submit" class="set-pin">${say(doc?.hasPin ? "pin_change" : "pin_set")}</button>
      ${doc?.hasPin ? html`<button type="button" class="remove-pin" @click=${() => ctrl.request(async () => doc.setPin(null, revoke), say("pin_is_removed"))}>${say("pin_remove")}</button>` : nothing}</p>
  </form>`;
}

/** Who has only the link to follow enters the PIN, and may write. @param {SheetCtrl} ctrl @param {string} [id] */
export function unlockForm(ctrl, id = "unlock-pin") {
  const pin = ctrl.fields["pin"] ?? "";
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!PIN.test(pin)) {
      ctrl.panelProblem = say("pin_wrong");
      return ctrl.redraw();
    }
    ctrl.request(async () => ctrl.doc?.unlock(pin), say("unlocked"));
  };
  return html`<form class="unlock-form" @submit=${go}>${pinField(ctrl, id, say("pin_enter"))}
    ${problem(ctrl)}<button type="submit" class="unlock">${say("pin_go")}</button></form>`;
}
