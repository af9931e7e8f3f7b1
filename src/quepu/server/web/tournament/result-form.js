// The result of a table as it is typed: four points that add up to nothing. One field may stay empty: it is what is missing.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {seatMark} from "../shared/game/wind-mark.js";
import {figure, signed} from "../shared/names.js";
import {say} from "./texts.js";

/** @typedef {{points: number[] | null, sum: number, rest: number | null, wrong: number}} Typed `rest`: the place that is filled in; `wrong`: one that is not a number, or -1 */

const NUMBER = /^[+\-−－]?\d{1,7}$/;
const MINUS = /[−－]/;

/** What the four fields say. @param {readonly string[]} fields @returns {Typed} */
export function readResult(fields) {
  const texts = fields.map((text) => text.trim());
  const wrong = texts.findIndex((text) => text !== "" && !NUMBER.test(text));
  const numbers = texts.map((text) => (NUMBER.test(text) ? Number(text.replace(MINUS, "-")) : 0));
  const empty = texts.flatMap((text, place) => (text === "" ? [place] : []));
  const sum = numbers.reduce((total, number) => total + number, 0);
  const rest = wrong < 0 && empty.length === 1 ? empty[0] : null;
  if (rest !== null) numbers[rest] = 0 - sum;
  const complete = wrong < 0 && (rest !== null || (empty.length === 0 && sum === 0));
  return {points: complete ? numbers.map((number) => number || 0) : null, sum: rest === null ? sum : 0, rest, wrong};
}

/** The other sign. @param {string} text */
const negated = (text) => (/^\s*[-−－]/.test(text) ? text.replace(/^\s*[-−－]/, "") : `-${text.trim().replace(/^\+/, "")}`);

/**
 * @param {{id: string, names: readonly string[], fields: readonly string[], change: (place: number, text: string) => void, save: () => void, cancel: () => void,
 *   problem?: string | null}} options
 */
export function resultForm({id, names, fields, change, save, cancel, problem = null}) {
  const {points, sum, rest, wrong} = readResult(fields);
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    save();
  };
  const words =
    wrong >= 0
      ? say("not_a_number")
      : points
        ? say("sum_is_right")
        : fields.every((text) => !text.trim())
          ? say("sum_how")
          : say("sum_is", {sum: signed(sum)});
  return html`<form class="result-form" novalidate @submit=${onSubmit}>
    ${names.map(
      (
        name,
        place,
      ) => html`<div class="result-line"><label for="${id}-${place}"><span class="wind">${seatMark(place)}</span> ${name}</label>
        <button type="button" class="sign" aria-label=${say("change_sign", {name})} @click=${() => change(place, negated(fields[place]))}>±</button>
        <input id="${id}-${place}" type="text" inputmode="numeric" autocomplete="off" maxlength="9" .value=${fields[place]}
          placeholder=${rest === place && points ? figure(points[place]) : ""} aria-invalid=${wrong === place} aria-describedby="${id}-sum"
          @input=${(/** @type {Event} */ event) => change(place, /** @type {HTMLInputElement} */ (event.target).value)}></div>`,
    )}
    <p class="sum ${points ? "right" : ""}" id="${id}-sum" aria-live="polite">${points ? html`<span aria-hidden="true">✓</span> ` : nothing}${words}</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
    <div class="actions"><button type="submit" class="primary" ?disabled=${!points}>${say("save_result")}</button>
      <button type="button" @click=${cancel}>${say("cancel")}</button></div>
  </form>`;
}
