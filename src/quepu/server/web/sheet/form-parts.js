// Fields that the form of a new sheet and the settings of a sheet share: the book, and how long the match is.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {keptOverlay} from "../shared/book-chooser.js";
import {BOOK_FACTS} from "../shared/constants.js";
import {own, t} from "../shared/settings.js";
import {fieldValue} from "./panel-parts.js";
import {bookWords, lengthWords} from "./words.js";
import {say} from "./texts.js";

/** @typedef {import("../shared/types.js").BookChoice} BookChoice */

const ROUNDS = [1, 2, 4];
const MOST_HANDS = 1000;

/**
 * The choice of a book: one of the server's, or the user's own rules, whose value is empty.
 * @param {string} id @param {string} value @param {BookChoice | null} current a sheet's book: its own rules can be kept @param {(value: string) => void} choose
 */
export function bookField(id, value, current, choose) {
  const mine = current?.overlay ? bookWords(current) : keptOverlay()?.name;
  return html`<label class="form-line" for=${id}><span>${t("rule_book")}</span>
    <select id=${id} @change=${(/** @type {Event} */ event) => choose(fieldValue(event))}>
      ${Object.entries(BOOK_FACTS).map(([book, {name}]) => html`<option value=${book} .selected=${value === book}>${own(name)}</option>`)}
      ${mine ? html`<option value="" .selected=${value === ""}>${t("own_marked", {name: mine})}</option>` : nothing}
    </select></label>`;
}

/** The book that a value of the field means. @param {BookChoice} current @param {string} value @returns {BookChoice} */
export function bookFrom(current, value) {
  if (value !== "") return {rules: value, overlay: null};
  const mine = current.overlay === null ? keptOverlay() : null;
  return mine ? {rules: mine.base.split("+")[0], overlay: mine.toml} : current;
}

/** The value of the field for a length. @param {{rounds: number, hands: number | null}} length */
export const lengthOf = ({rounds, hands}) => (hands === null ? `rounds-${rounds}` : "hands");

/**
 * The length that the fields mean; `before` where they say nothing.
 * @param {{rounds: number, hands: number | null}} before @param {Record<string, string>} fields @returns {{rounds: number, hands: number | null}}
 */
export function lengthFrom(before, fields) {
  const length = fields["length"] ?? lengthOf(before);
  if (length !== "hands") return {rounds: Number(length.split("-")[1]), hands: null};
  const hands = Math.trunc(Number(fields["hands"] ?? before.hands ?? 8));
  return {rounds: 4, hands: Math.min(MOST_HANDS, Math.max(1, hands || 1))};
}

/**
 * How long the match is: rounds, or a number of hands.
 * @param {string} id @param {string} before the value as it is @param {Record<string, string>} fields @param {(name: string, value: string) => void} change
 */
export function lengthField(id, before, fields, change) {
  const value = fields["length"] ?? before;
  const rounds = ROUNDS.map((count) => `rounds-${count}`);
  const all = [...(rounds.includes(value) || value === "hands" ? rounds : [...rounds, value]), "hands"];
  /** @param {string} one */
  const words = (one) => (one === "hands" ? say("length_other") : lengthWords({rounds: Number(one.split("-")[1]), hands: null}));
  return html`<label class="form-line" for="${id}-length"><span>${say("length")}</span>
      <select id="${id}-length" @change=${(/** @type {Event} */ event) => change("length", fieldValue(event))}>${all.map(
        (one) => html`<option value=${one} .selected=${one === value}>${words(one)}</option>`,
      )}</select></label>
    ${
      value === "hands"
        ? html`<label class="form-line" for="${id}-hands"><span>${say("hands_count")}</span>
      <input id="${id}-hands" type="number" inputmode="numeric" min="1" max=${MOST_HANDS} .value=${fields["hands"] ?? "8"}
        @input=${(/** @type {Event} */ event) => change("hands", fieldValue(event))}></label>`
        : nothing
    }`;
}
