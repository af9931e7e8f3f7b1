// The settings of a sheet: names, length, rules, what is this device's alone; and the seats from a deal on.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {toggle} from "../shared/shell.js";
import {windName} from "../shared/game/wind-mark.js";
import {PLAYERS, dealAt, numbersOf} from "./deals.js";
import {fieldValue, panelHead} from "./panel-parts.js";
import {bookField, bookFrom, lengthField, lengthFrom, lengthOf} from "./form-parts.js";
import {placeWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("./sheet-ctrl.js").SheetCtrl} SheetCtrl */
/** @typedef {import("../shared/documents/types.js").SheetState} SheetState */

/** @param {SheetCtrl} ctrl */
export function settingsPanel(ctrl) {
  return html`${panelHead(ctrl, say("settings"))}
    <div class="panel-body">${ctrl.writable ? sheetSettings(ctrl) : nothing} ${deviceSettings(ctrl)}</div>`;
}

/** @param {SheetCtrl} ctrl @param {string} name @param {string} before the value as it is */
const valueOf = (ctrl, name, before) => ctrl.fields[name] ?? before;

/** @param {SheetCtrl} ctrl */
function sheetSettings(ctrl) {
  const state = /** @type {SheetState} */ (ctrl.state);
  const names = PLAYERS.map((player) => valueOf(ctrl, `name-${player}`, state.names[player]).trim());
  const isWrong = names.some((name) => !name) || new Set(names).size < 4;
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isWrong) return;
    const {fields} = ctrl;
    const changes = changedSettings(state, fields);
    const renamed = names.some((name, player) => name !== state.names[player]);
    ctrl.close();
    if (changes) await ctrl.changeSettings({...changes, names});
    else if (renamed) await ctrl.add("names", {names});
  };
  return html`<form class="settings-form" @submit=${save}>
    <h3>${say("settings_names")}</h3>
    <div class="name-fields">${PLAYERS.map(
      (player) => html`<label class="form-line" for="name-${player}"><span>${say("name_at", {wind: windName(player)})}</span>
        <input id="name-${player}" type="text" maxlength="40" autocomplete="off" .value=${valueOf(ctrl, `name-${player}`, state.names[player])}
          @input=${(/** @type {Event} */ event) => ctrl.setField(`name-${player}`, fieldValue(event))}></label>`,
    )}</div>
    ${isWrong ? html`<p class="low-points" role="status">${say(names.some((name) => !name) ? "names_needed" : "names_differ")}</p>` : nothing}
    <h3>${say("settings_length")}</h3>
    ${lengthField("set", lengthOf(state), ctrl.fields, (name, value) => ctrl.setField(name, value))}
    <h3>${say("settings_rules")}</h3>
    ${bookField("set-book", ctrl.fields["book"] ?? (state.overlay === null ? state.rules : ""), state, (value) => ctrl.setField("book", value))}
    ${numbersOf(state.rules).reduced_scores ? reducedFields(ctrl, state) : nothing}
    <button type="submit" class="primary save-settings" ?disabled=${isWrong}>${say("settings_save")}</button>
  </form>`;
}

/** T₀ and α of the reduced scores. @param {SheetCtrl} ctrl @param {SheetState} state */
const reducedFields = (ctrl, state) => html`<h3>${say("settings_reduced")}</h3>
  <div class="pair-fields">${
    /** @type {const} */ (["t0", "alpha"]).map(
      (name) => html`<label class="form-line" for=${name}><span>${name === "t0" ? "T₀" : "α"}</span>
      <input id=${name} type="number" min=${name === "t0" ? "1" : "0.001"} max="1000000" step="any" .value=${valueOf(ctrl, name, String(state[name]))}
        @input=${(/** @type {Event} */ event) => ctrl.setField(name, fieldValue(event))}></label>`,
    )
  }</div>`;

/** What is changed besides the names; null if nothing is. @param {SheetState} state @param {Record<string, string>} fields */
function changedSettings(state, fields) {
  const {rounds, hands} = fields["length"] === undefined && fields["hands"] === undefined ? state : lengthFrom(state, fields);
  const t0 = Number(fields["t0"] ?? state.t0) || state.t0;
  const alpha = Number(fields["alpha"] ?? state.alpha) || state.alpha;
  const chosen = fields["book"] === undefined ? state : bookFrom(state, fields["book"]);
  const {rules, overlay} = chosen;
  const same =
    rounds === state.rounds &&
    hands === state.hands &&
    t0 === state.t0 &&
    alpha === state.alpha &&
    rules === state.rules &&
    overlay === state.overlay;
  return same ? null : {rounds, hands, t0, alpha, rules, overlay};
}

/** What is this device's alone: who is nearest, and whether the screen stays on. @param {SheetCtrl} ctrl */
const deviceSettings = (ctrl) => html`<h3>${say("settings_device")}</h3>
  <label class="form-line" for="nearest"><span>${say("seen_from")}</span>
    <select id="nearest" @change=${(/** @type {Event} */ event) => (ctrl.nearest = Number(fieldValue(event)))}>${PLAYERS.map(
      (player) => html`<option value=${player} .selected=${ctrl.nearest === player}>${ctrl.names[player]}</option>`,
    )}</select></label>
  ${ctrl.lock.possible ? toggle("stay-awake", say("awake"), ctrl.lock.wanted, () => (ctrl.lock.wanted = !ctrl.lock.wanted)) : nothing}`;

/** @param {SheetCtrl} ctrl @param {{slot: number, seats: number[]}} panel */
export function seatsPanel(ctrl, {slot, seats}) {
  const state = /** @type {SheetState} */ (ctrl.state);
  const place = dealAt(state, slot) ?? ctrl.place;
  /** Who is chosen changes places with who sat there. @param {number} seat @param {number} player */
  const sit = (seat, player) => {
    const from = seats.indexOf(player);
    const next = seats.map((other, i) => (i === seat ? player : i === from ? seats[seat] : other));
    ctrl.open({kind: "seats", slot, seats: next});
  };
  return html`${panelHead(ctrl, say("seats_title", {place: placeWords(state.rules, place)}))}
    <form class="panel-body" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      ctrl.correctSeats(slot, seats);
    }}>
      <p class="muted">${say("seats_how")}</p>
      ${seats.map(
        (player, seat) => html`<label class="form-line" for="seat-${seat}"><span>${say("name_at", {wind: windName(seat)})}</span>
          <select id="seat-${seat}" @change=${(/** @type {Event} */ event) => sit(seat, Number(fieldValue(event)))}>${PLAYERS.map(
            (other) => html`<option value=${other} .selected=${other === player}>${state.names[other]}</option>`,
          )}</select></label>`,
      )}
      <div class="panel-foot"><button type="submit" class="primary confirm">${say("seats_save")}</button></div>
    </form>`;
}
