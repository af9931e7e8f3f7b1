// The offer to use the pages without a network: what is on this device, what can be downloaded, and why not. A page creates one, calls `start`
// and draws `view()`; its style sheet is offline-offer.css.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {downloaded, install, installed, offered, possible, remove} from "./offline.js";
import {say} from "./offline-texts.js";
import {settings} from "./settings.js";
import {announce, notice} from "./shell.js";

/** @param {number} bytes */
const megabytes = (bytes) => {
  const size = bytes / 1_000_000;
  return size < 10 ? Math.max(0.1, Math.ceil(10 * size) / 10) : Math.ceil(size);
};

export class OfflineOffer {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** What the server offers; undefined before it has answered, null if it cannot be reached. @type {import("./offline.js").Offered | null | undefined} */
    this.offered = undefined;
    /** How much is downloaded, from 0 to 1; null when nothing is being downloaded. @type {number | null} */
    this.share = null;
    this.failed = false;
  }

  /** What is on this device: "nothing", "pages", or "scorer" for both. */
  get has() {
    return downloaded();
  }

  async start() {
    if (possible()) this.offered = await offered();
    this.redraw();
  }

  /** Download the pages, with or without the scorer. @param {boolean} scorer @param {string} [done] what to say then */
  get = async (scorer, done = say(scorer ? "ready_scorer" : "ready_pages")) => {
    this.failed = false;
    this.share = 0;
    this.redraw();
    try {
      await navigator.storage.persist?.();
      await install(scorer, (share) => {
        this.share = share;
        this.redraw();
      });
      notice(done);
    } catch {
      this.failed = true;
      announce(say("failed"));
    }
    this.share = null;
    this.redraw();
  };

  check = async () => {
    this.offered = await offered();
    if (!this.offered) notice(say("no_network"));
    else if (this.offered.version === installed()?.version) notice(say("current"));
    else await this.get(this.has === "scorer", say("updated"));
    this.redraw();
  };

  remove = async () => {
    await remove();
    notice(say("removed"));
    this.offered = await offered();
    this.redraw();
  };

  /** All there is to say and to do; `brief` on a page about something else. @param {{brief?: boolean}} [options] */
  view({brief = false} = {}) {
    return html`<div class="offline-offer">${this.content(brief)}</div>`;
  }

  /** @param {boolean} brief */
  content(brief) {
    if (!possible()) return html`<p class="problem offline-why">${say(isSecureContext ? "unsupported" : "insecure")}</p>`;
    if (this.share !== null) {
      const percent = Math.floor(100 * this.share);
      return html`<p class="getting">${say("getting", {percent})}</p>
        <progress max="100" .value=${percent} aria-label=${say("getting", {percent})}></progress>`;
    }
    return html`${this.failed ? html`<p class="problem" role="alert">${say("failed")}</p>` : nothing}
    ${brief ? nothing : this.parts()} ${this.state(brief)}
    <div class="actions">${this.downloads(brief)} ${brief ? html`<a class="button" href="/offline">${say("more")}</a>` : this.upkeep()}</div>`;
  }

  /** The two downloads, and which of them are here. */
  parts() {
    const {has, offered} = this;
    const none = offered && offered.scorer === null ? say("no_scorer_here") : nothing;
    return html`<dl class="offline-parts">${part("pages", has !== "nothing", offered?.pages, nothing)}
      ${part("scorer", has === "scorer", offered?.scorer, none)}</dl>`;
  }

  /** @param {boolean} brief */
  state(brief) {
    const found = installed();
    if (!found && this.offered === null) return html`<p class="problem">${say("no_network")}</p>`;
    if (!found) return brief ? html`<p class="muted">${say("pages_about")}</p>` : nothing;
    const date = new Date(found.at).toLocaleDateString(settings.lang === "zh" ? "zh-CN" : "en-GB");
    return html`<p class="is-offline"><strong>✓ ${say(this.has === "scorer" ? "ready_scorer" : "ready_pages")}</strong></p>
      ${brief ? nothing : html`<p class="muted small-print">${say("ready_since", {version: found.version.slice(0, 8), date})}</p>`}
      <p class="muted small-print">${say("install_it")}</p>`;
  }

  /** The buttons that download what is not here; on a page about something else none of them is the main one. @param {boolean} brief */
  downloads(brief) {
    const {has, offered} = this;
    if (!offered || has === "scorer") return nothing;
    const {pages, scorer} = offered;
    const all =
      scorer === null
        ? null
        : has === "pages"
          ? say("get_scorer", {size: megabytes(scorer)})
          : say("get_both", {size: megabytes(pages + scorer)});
    const primary = brief ? "" : " primary";
    return html`${has === "pages" ? nothing : button(`get-pages${all ? "" : primary}`, () => this.get(false), say("get_pages", {size: megabytes(pages)}))}
    ${all ? button(`get-offline${primary}`, () => this.get(true), all) : nothing}`;
  }

  upkeep() {
    if (this.has === "nothing") return nothing;
    return html`${button("check-offline", this.check, say("check"))} ${button("remove-offline", this.remove, say("remove"))}`;
  }
}

/** @param {string} name @param {() => unknown} act @param {string} text */
const button = (name, act, text) => html`<button type="button" class=${name} @click=${act}>${text}</button>`;

/** @param {"pages" | "scorer"} name @param {boolean} here @param {number | null | undefined} bytes @param {unknown} none why it is not offered */
const part = (name, here, bytes, none) => html`<div class="offline-part" data-part=${name} data-here=${String(here)}>
  <dt>${say(name)}</dt><dd>${say(`${name}_about`)}</dd>
  <dd class="muted small-print">${here ? html`✓ ${say("have")}` : bytes ? say("size", {size: megabytes(bytes)}) : none}</dd></div>`;
