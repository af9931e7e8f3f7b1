// The fans of the book beside the table: searched, explained, those that the hand is near first, and marked with those that can no longer be made.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {FanSearch} from "../shared/fan-search.js";
import {reach} from "../shared/game/rooms-api.js";
import {keptRoom} from "../shared/game/storage.js";
import {handView} from "../shared/hand-view.js";
import {fanLabel, value} from "../shared/names.js";
import {own, settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Fan} Fan */

export class FanPanel {
  /** @param {import("./table-state.js").TableState} state @param {import("./hints.js").Hints} hints @param {() => void} redraw */
  constructor(state, hints, redraw) {
    this.state = state;
    this.hints = hints;
    this.redraw = redraw;
    /** The book of the room, once it is loaded. @type {import("../shared/types.js").Book | null} */
    this.book = null;
    this.search = new FanSearch(redraw);
    /** The fan that is explained. @type {string | null} */
    this.opened = null;
    /** Whether only the fans within reach are listed. */
    this.onlyReach = false;
    /** The fans that can no longer be made in this deal; null as long as nobody knows. @type {ReadonlySet<string> | null} */
    this.out = null;
    /** The question for which they were requested. */
    this.of = "";
  }

  /** A new deal begins, or this one is over: nothing is known. */
  reset() {
    this.out = null;
    this.of = "";
  }

  /** Ask the server what is within reach: when the panel is opened, and at each turn of the player. */
  async load() {
    const {id, table, question, mine} = this.state;
    const {token} = keptRoom(id);
    if (!token || mine === null || !table?.view || table.view.result) return this.reset();
    if (this.state.room?.settings.hints) this.hints.load();
    const isTurn = this.state.legal.length > 0 && !this.state.claiming;
    if (this.of === question || (this.of && !isTurn)) return;
    this.of = question;
    try {
      const found = await reach(id, token);
      if (this.of === question) this.out = new Set(found.out);
    } catch {
      this.out = null; // the list is useful without it
    }
    this.redraw();
  }

  /** @param {string} fan */
  toggle(fan) {
    this.opened = this.opened === fan ? null : fan;
    this.redraw();
  }

  /** Explain a fan: show it among all others, and move the focus to it. @param {string} fan */
  show(fan) {
    this.opened = fan;
    this.onlyReach = false;
    this.search.query = "";
    this.search.found = null;
    this.redraw();
    const entry = /** @type {HTMLElement | null} */ (document.querySelector(`.fan-entry[data-fan="${CSS.escape(fan)}"] button`));
    entry?.scrollIntoView({block: "start"});
    entry?.focus({preventScroll: true});
  }

  /** The fans of the hands that the hint names, the nearest hand first, each with how many tiles are missing. @returns {Map<string, number>} */
  get near() {
    const {mine, table, room} = this.state;
    const hint = mine !== null && room?.settings.hints && table?.view && !table.view.result ? this.hints.hint : null;
    const wins = hint?.waits?.waits.flatMap(({discard, self_drawn}) => [discard, self_drawn].find((win) => win?.legal) ?? []) ?? [];
    const hands = [
      ...wins.map(({fans}) => ({fans, missing: 1})),
      ...(hint?.aims ?? []).map(({fans, missing}) => ({fans, missing: missing.length})),
    ];
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const {fans, missing} of hands.sort((a, b) => a.missing - b.missing)) {
      for (const {id} of fans) if (!found.has(id)) found.set(id, missing);
    }
    return found;
  }

  /** The fans to list, by category; as found, the best first. @returns {{heading: string, fans: Fan[]}[]} */
  get listed() {
    const {book, out, onlyReach} = this;
    if (!book) return [];
    const wanted = (/** @type {Fan} */ fan) => !(onlyReach && out?.has(fan.id));
    if (this.search.found) {
      const found = this.search.found.flatMap((id) => book.fans.find((fan) => fan.id === id) ?? []);
      return [{heading: "", fans: found.filter(wanted)}];
    }
    return book.categories
      .map(({name, en}) => ({
        heading: settings.lang === "zh" ? name : en,
        fans: book.fans.filter((fan) => fan.category === name && wanted(fan)),
      }))
      .filter(({fans}) => fans.length);
  }
}

/** @param {FanPanel} panel @param {string} rules @param {() => void} close */
export function fanPanelView(panel, rules, close) {
  const {listed, out} = panel;
  const count = listed.reduce((sum, {fans}) => sum + fans.length, 0);
  return html`<section class="side-panel fans-panel card" aria-label=${t("fan_list")}>
    <div class="panel-head"><h2>${t("fan_list")}</h2>
      <button type="button" class="quiet close-panel" aria-label=${t("close")} @click=${close}>×</button></div>
    ${panel.search.field(rules, "fan-search")}
    ${
      out
        ? html`<div class="chips"><button type="button" class="chip only-reach" aria-pressed=${panel.onlyReach ? "true" : "false"} title=${t("reach_hint")}
          @click=${() => {
            panel.onlyReach = !panel.onlyReach;
            panel.redraw();
          }}>${t("only_reach")}</button></div><p class="muted small-print reach-marks">${t("reach_marks")}</p>`
        : nothing
    }
    ${panel.search.found || panel.onlyReach ? html`<p class="muted small-print" role="status">${t("found", {count})}</p>` : nothing}
    ${panel.book ? nothing : html`<p class="muted">${t("loading")}</p>`}
    ${panel.search.found ? nothing : nearView(panel)}
    ${listed.map(({heading, fans}) => html`${heading ? html`<h3>${heading}</h3>` : nothing}<ul class="fan-entries">${fans.map((fan) => entry(panel, fan))}</ul>`)}
  </section>`;
}

/** What the hand is near, above the whole list; a tap explains a fan there. @param {FanPanel} panel */
function nearView({near, book}) {
  const fans = [...near].flatMap(([id, missing]) => (book?.fans ?? []).filter((fan) => fan.id === id).map((fan) => ({fan, missing})));
  if (!fans.length) return nothing;
  return html`<h3>${t("near_fans")}</h3>
    <ul class="near-fans">${fans.map(
      ({fan, missing}) =>
        html`<li><button type="button" class="near-fan" data-fan-info=${fan.id}><span>${fanLabel(fan)} <small>${t("from_win", {count: missing})}</small></span>
          <span class="fan-value">${value(fan)}</span></button></li>`,
    )}</ul>`;
}

/** @param {FanPanel} panel @param {Fan} fan */
function entry(panel, fan) {
  const isOpen = panel.opened === fan.id;
  const isOut = panel.out?.has(fan.id) ?? false;
  return html`<li class="fan-entry ${isOut ? "out" : ""}" data-fan=${fan.id}>
    <button type="button" aria-expanded=${isOpen ? "true" : "false"} @click=${() => panel.toggle(fan.id)}>
      ${panel.out ? html`<span class="reach-mark" aria-hidden="true">${isOut ? "×" : "●"}</span>` : nothing}
      <span>${fanLabel(fan)}</span><span class="fan-value">${value(fan)}</span>
      ${panel.out ? html`<span class="unseen">${t(isOut ? "out_of_reach" : "within_reach")}</span>` : nothing}</button>
    ${isOpen ? details(panel, fan, isOut) : nothing}</li>`;
}

/** @param {FanPanel} panel @param {Fan} fan @param {boolean} isOut */
function details(panel, fan, isOut) {
  const names = fan.excludes.flatMap((id) => panel.book?.fans.find((other) => other.id === id) ?? []);
  return html`<div class="fan-details">
    <p>${own(fan.text)}</p>
    ${isOut ? html`<p class="muted small-print">${t("out_of_reach")}</p>` : nothing}
    ${fan.yes.slice(0, 2).map((hand) => html`<p class="fan-example">${handView(hand, {classes: "small"})}</p>`)}
    ${
      names.length && names.length < 12
        ? html`<p class="small-print muted">${t("fan_excludes")} ${names.map(
            (other) =>
              html`<button type="button" class="fan-link" data-fan-info=${other.id}>${settings.lang === "zh" ? other.name : (other.en ?? other.name)}</button> `,
          )}</p>`
        : nothing
    }</div>`;
}
