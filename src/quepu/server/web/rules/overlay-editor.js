// The user's own rules: a form that writes TOML, and the TOML itself. The server checks it as it changes.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {ApiError, checkOverlay, inWords} from "../shared/api.js";
import {keepOverlay} from "../shared/book-chooser.js";
import {handAddress, labAddress, playAddress} from "../shared/addresses.js";
import {fanLabel, fanName} from "../shared/names.js";
import {cleanName, writeOverlay} from "../shared/overlay-toml.js";
import {copy} from "../shared/clipboard.js";
import {t} from "../shared/settings.js";
import {announce} from "../shared/shell.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */
/** @typedef {import("../shared/types.js").Overlay} Overlay */
/** @typedef {import("../shared/types.js").FanChange} FanChange */

export class OverlayEditor {
  /** @type {ApiError | null} */
  error = null;
  /** @type {Overlay} */
  overlay;
  toml;
  /** The text that was found valid last. @type {string | null} */
  #valid = null;
  #base;
  #changed;
  #redraw;
  /** The fans whose exclusions are shown: a list of all fans for each of them would be long. @type {Set<string>} */
  #open = new Set();
  #asking = new AbortController();

  /**
   * @param {Book} base the book that is changed
   * @param {string | null} toml
   * @param {(toml: string, book?: Book) => void} changed called with every new text, and again with the book it makes when it was checked
   * @param {() => void} redraw
   */
  constructor(base, toml, changed, redraw) {
    this.#base = base;
    this.#changed = changed;
    this.#redraw = redraw;
    this.overlay = {base: base.id, name: t("own_rules")};
    this.toml = toml ?? writeOverlay(this.overlay);
    if (toml === null) this.#valid = this.toml;
    else this.check();
  }

  /** The id of the book that is changed. */
  get baseId() {
    return this.#base.id;
  }

  /** @param {Book} base */
  changeBase(base) {
    this.#base = base;
  }

  /** Ask the server about the text; what it read fills the form. */
  async check() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const {signal} = this.#asking;
    const toml = this.toml;
    /** @type {Book | undefined} */
    let book;
    try {
      book = await checkOverlay(toml, signal);
      if (signal.aborted) return;
      if (book.overlay) this.overlay = structuredClone(book.overlay);
      this.error = null;
      this.#valid = toml;
      keepOverlay(toml, book);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error instanceof ApiError ? error : new ApiError({code: "offline", message: String(error)});
      announce(inWords(this.error));
    }
    this.#changed(toml, book);
  }

  /** The form has changed: write the text anew. */
  #write() {
    this.toml = writeOverlay(this.overlay);
    this.check();
    this.#changed(this.toml);
  }

  /** @param {string} id @param {FanChange} change */
  #changeFan(id, change) {
    const fans = this.overlay.fan ?? {};
    this.overlay = {...this.overlay, fan: {...fans, [id]: {...fans[id], ...change}}};
    this.#write();
  }

  /** @param {Event} event @param {number} usual @returns {number | undefined} */
  #number(event, usual) {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    const number = Number(text);
    return text === "" || number === usual ? undefined : number;
  }

  /** @param {Fan} fan @param {"fu" | "fan" | "points" | "percent"} key */
  #valueField(fan, key) {
    const usual = fan[key] ?? 0;
    const changed = this.overlay.fan?.[fan.id]?.[key];
    return html`<input type="number" min="0" max="1000" class=${changed === undefined ? "" : "changed"}
      aria-label="${fanName(fan)}: ${t(`field_${key}`)}"
      .value=${String(changed ?? usual)}
      @change=${(/** @type {Event} */ event) => this.#changeFan(fan.id, {[key]: this.#number(event, usual)})}>`;
  }

  /** What a fan excludes: the book's list, with those removed and added. @param {Fan} fan */
  #exclusions(fan) {
    const change = this.overlay.fan?.[fan.id] ?? {};
    const added = change.excludes_add ?? [];
    const removed = change.excludes_remove ?? [];
    const byId = new Map(this.#base.fans.map((row) => [row.id, row]));
    /** @param {string} id */
    const name = (id) => {
      const found = byId.get(id);
      return found ? fanName(found) : id;
    };
    /** @param {string} id */
    const flip = (id) =>
      added.includes(id)
        ? this.#changeFan(fan.id, {excludes_add: added.filter((other) => other !== id)})
        : this.#changeFan(fan.id, {excludes_remove: removed.includes(id) ? removed.filter((other) => other !== id) : [...removed, id]});
    const current = [...fan.excludes, ...fan.against, ...added];
    const open = this.#open.has(fan.id);
    /** @param {Event} event */
    const onToggle = (event) => {
      const isOpen = /** @type {HTMLDetailsElement} */ (event.target).open;
      if (isOpen === this.#open.has(fan.id)) return;
      if (isOpen) this.#open.add(fan.id);
      else this.#open.delete(fan.id);
      this.#redraw();
    };
    /** @param {Event} event */
    const onAdd = (event) => {
      const select = /** @type {HTMLSelectElement} */ (event.target);
      if (select.value) this.#changeFan(fan.id, {excludes_add: [...added, select.value]});
      select.value = "";
    };
    return html`<details class="more" ?open=${open} @toggle=${onToggle}>
      <summary>${t("edit_exclusions", {count: current.length - removed.length})}</summary>
      ${
        open
          ? html`<div class="chips">${current.map(
              (id) => html`<button type="button" class="chip ${removed.includes(id) ? "struck" : ""}"
                aria-pressed=${removed.includes(id) ? "false" : "true"} @click=${() => flip(id)}>${name(id)}</button>`,
            )}</div>
            <label class="field">${t("add_exclusion")} <select @change=${onAdd}><option value="">…</option>${this.#base.fans
              .filter(({id}) => id !== fan.id && !current.includes(id))
              .map((other) => html`<option value=${other.id}>${fanName(other)}</option>`)}</select></label>`
          : nothing
      }</details>`;
  }

  /** @param {Fan} fan */
  #fanRow(fan) {
    const change = this.overlay.fan?.[fan.id];
    const enabled = change?.enabled ?? true;
    const keys = /** @type {const} */ (["fu", "fan", "points", "percent"]).filter((key) => fan[key] !== undefined);
    return html`<li class="edit ${enabled ? "" : "off"}">
      <label class="enable"><input type="checkbox" .checked=${enabled} aria-label=${t("count_fan", {fan: fanName(fan)})}
        @change=${() => this.#changeFan(fan.id, {enabled: enabled ? false : undefined})}> <span>${fanLabel(fan)}</span></label>
      <span class="values">${keys.map(
        (key) => html`<span class="value-field">${this.#valueField(fan, key)}<span
        aria-hidden="true">${t(`field_${key}`)}</span></span>`,
      )}</span>
      ${this.#exclusions(fan)}</li>`;
  }

  /** @param {readonly string[] | null} found */
  form(found) {
    const fans = found ? found.flatMap((id) => this.#base.fans.filter((fan) => fan.id === id)) : this.#base.fans;
    return html`<div class="overlay-fields">
        <label class="field wide-field">${t("overlay_name")} <input type="text" maxlength="60" .value=${this.overlay.name ?? ""}
          @change=${(/** @type {Event} */ event) => {
            this.overlay = {...this.overlay, name: cleanName(/** @type {HTMLInputElement} */ (event.target).value) || undefined};
            this.#write();
          }}></label>
        <label class="field">${t("minimum")} <input id="overlay-minimum" type="number" min="0" max="1000"
          .value=${String(this.overlay.minimum ?? this.#base.minimum)}
          @change=${(/** @type {Event} */ event) => {
            this.overlay = {...this.overlay, minimum: this.#number(event, this.#base.minimum)};
            this.#write();
          }}></label>
      </div>
      <ul class="edits">${fans.map((fan) => this.#fanRow(fan))}</ul>`;
  }

  text() {
    const lines = this.toml.split("\n");
    const line = this.error?.line;
    const valid = this.#valid === this.toml;
    return html`<div class="toml">
      <label for="toml">${t("toml_label")}</label>
      <textarea id="toml" spellcheck="false" rows=${Math.min(24, Math.max(8, lines.length + 1))} .value=${this.toml}
        aria-invalid=${this.error ? "true" : "false"}
        aria-describedby=${this.error ? "toml-error" : nothing}
        @input=${(/** @type {Event} */ event) => {
          this.toml = /** @type {HTMLTextAreaElement} */ (event.target).value;
          this.check();
          this.#redraw();
        }}></textarea>
      ${
        this.error
          ? html`<div class="problem" id="toml-error" role="alert"><p>${inWords(this.error)}</p>
          ${line === undefined ? nothing : html`<p><code><b>${line}</b> ${lines[line - 1] ?? ""}</code></p>`}</div>`
          : html`<p class=${valid ? "right" : "muted"} role="status">${t(valid ? "toml_right" : "toml_checking")}</p>`
      }
      <div class="actions">
        <button type="button" class="primary" ?disabled=${this.error !== null}
          @click=${async () => location.assign(await handAddress(this.book(), ""))}>${t("use_overlay")}</button>
        <button type="button" ?disabled=${this.error !== null}
          @click=${async () => location.assign(await playAddress(this.book()))}>${t("play_overlay")}</button>
        <button type="button" ?disabled=${this.error !== null}
          @click=${async () => location.assign(await labAddress(this.book()))}>${t("study_overlay")}</button>
        <button type="button" ?disabled=${this.error !== null}
          @click=${() => copy(location.href, t("link_copied"))}>${t("copy_link")}</button>
        <button type="button" @click=${() => copy(this.toml, t("text_copied"))}>${t("copy_toml")}</button>
      </div></div>`;
  }

  /** These rules, for other pages. */
  book() {
    return {rules: this.#base.id, overlay: this.toml};
  }
}
