// Use without a network: download what it needs, update it, remove it. Without a network the same page stands in for those that need the server.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import {install, installed, offered, possible, remove} from "../shared/offline.js";
import {settings, t} from "../shared/settings.js";
import {announce, notice, open} from "../shared/shell.js";
import {say} from "./texts.js";

/** What works without a network. @type {[string, "nav_learn" | "nav_hand" | "nav_rules" | "nav_practice" | "title_profile"][]} */
const PLACES = [
  ["/learn", "nav_learn"],
  ["/hand", "nav_hand"],
  ["/rules", "nav_rules"],
  ["/practice", "nav_practice"],
  ["/me", "title_profile"],
];

class OfflineCtrl {
  constructor() {
    /** The page that the user wanted, if it is not this one. */
    this.wanted = location.pathname === "/offline" ? null : location.pathname.split("/")[1];
    /** What the server offers; undefined before it has answered, null if nothing. @type {{version: string, bytes: number} | null | undefined} */
    this.offered = undefined;
    /** How much is downloaded, from 0 to 1; null when nothing is being downloaded. @type {number | null} */
    this.share = null;
    this.failed = false;
  }

  async start() {
    if (this.wanted === null && possible()) this.offered = await offered();
    draw();
  }

  /** Download it. @param {string} done what to say then */
  get = async (done = say("ready")) => {
    this.failed = false;
    this.share = 0;
    draw();
    try {
      await navigator.storage.persist?.();
      await install((share) => {
        this.share = share;
        draw();
      });
      notice(done);
    } catch {
      this.failed = true;
      announce(say("failed"));
    }
    this.share = null;
    draw();
  };

  check = async () => {
    this.offered = await offered();
    if (!this.offered) notice(say("no_network"));
    else if (this.offered.version === installed()?.version) notice(say("current"));
    else await this.get(say("updated"));
    draw();
  };

  remove = async () => {
    await remove();
    notice(say("removed"));
    this.offered = await offered();
    draw();
  };
}

const ctrl = new OfflineCtrl();

/** Why the page that was wanted is not there. @param {string} wanted */
function needsServer(wanted) {
  const what = wanted === "play" ? "table" : wanted === "replay" ? "replay" : "page";
  return html`<section class="card offline-card needs-server"><h1>${say(`${what}_title`)}</h1><p>${say(`${what}_why`)}</p>
    <p><button type="button" class="primary" @click=${() => location.reload()}>${t("again")}</button></p>
    <p>${say("meanwhile")}</p>
    <ul class="chips">${PLACES.map(([href, key]) => html`<li><a class="button" href=${href}>${t(key)}</a></li>`)}</ul></section>`;
}

function state() {
  const found = installed();
  if (!possible()) return html`<p class="problem">${say(isSecureContext ? "unsupported" : "insecure")}</p>`;
  if (ctrl.share !== null) {
    const percent = Math.floor(100 * ctrl.share);
    return html`<p class="getting">${say("getting", {percent})}</p><progress max="100" .value=${percent} aria-label=${say("getting", {percent})}></progress>`;
  }
  if (found) {
    const date = new Date(found.at).toLocaleDateString(settings.lang === "zh" ? "zh-CN" : "en-GB");
    return html`<p class="is-offline"><strong>✓ ${say("ready")}</strong></p>
      <p class="muted small-print">${say("ready_since", {version: found.version.slice(0, 8), date})}</p><p class="muted small-print">${say("install_it")}</p>
      <div class="actions"><button type="button" class="check-offline" @click=${ctrl.check}>${say("check")}</button>
        <button type="button" class="remove-offline" @click=${ctrl.remove}>${say("remove")}</button></div>`;
  }
  if (ctrl.offered === undefined) return nothing;
  if (ctrl.offered === null) return html`<p class="problem not-offered">${say(navigator.onLine ? "not_offered" : "no_network")}</p>`;
  const size = Math.ceil(ctrl.offered.bytes / 1_000_000);
  return html`<p><button type="button" class="primary get-offline" @click=${() => ctrl.get()}>${say("get", {size})}</button></p>`;
}

const manage =
  () => html`<section class="card offline-card"><h1>${say("lead")}</h1><p>${say("what")}</p><p class="muted">${say("not_table")}</p>
  ${ctrl.failed ? html`<p class="problem" role="alert">${say("failed")}</p>` : nothing} ${state()}</section>`;

function draw() {
  render(ctrl.wanted === null ? manage() : needsServer(ctrl.wanted), /** @type {HTMLElement} */ (document.getElementById("main")));
}

open("offline", draw);
ctrl.start();
