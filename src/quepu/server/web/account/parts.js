// The forms of the account page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").AccountCtrl} AccountCtrl */
/** @typedef {import("./ctrl.js").Form} Form */
/** @typedef {{name: string, label: string, secret?: boolean, complete: string, how?: string, value?: string, most?: number}} Field */

/** Call a function with what is in the fields of a form. @param {(given: Record<string, string>) => unknown} work */
export const onSubmit = (work) => (/** @type {Event} */ event) => {
  event.preventDefault();
  const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
  work(Object.fromEntries([...given].map(([name, value]) => [name, String(value)])));
};

/** @param {Form} form @param {boolean} wrong @param {Field} field */
const line = (
  form,
  wrong,
  {name, label, secret, complete, how, value, most},
) => html`<label class="stacked" for="${form}-${name}"><span>${label}</span>
  <input id="${form}-${name}" name=${name} type=${secret ? "password" : "text"} autocomplete=${complete} autocapitalize="off" spellcheck="false" required
    maxlength=${most ?? (secret ? 200 : 100)} .defaultValue=${value ?? ""} aria-invalid=${wrong} aria-describedby=${how ? `${form}-${name}-how` : nothing}>
  ${how ? html`<span class="small-print" id="${form}-${name}-how">${how}</span>` : nothing}</label>`;

/**
 * A form with some fields and one button. What is wrong is said above the button.
 * @param {AccountCtrl} ctrl @param {Form} form @param {string} button @param {Field[]} fields @param {(given: Record<string, string>) => unknown} work @param {boolean} [primary]
 */
export function formView(ctrl, form, button, fields, work, primary = false) {
  const problem = ctrl.problem?.form === form ? ctrl.problem.words : null;
  return html`<form class="account-form" id="form-${form}" @submit=${onSubmit(work)}>
    ${fields.map((field) => line(form, problem !== null, field))}
    ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    <button type="submit" class=${primary ? "primary wide-button" : ""} ?disabled=${ctrl.busy !== null}>${button}</button></form>`;
}

/** A form that is folded away. @param {string} title @param {string} how @param {unknown} form */
export const folded = (title, how, form) =>
  html`<details class="more"><summary>${title}</summary><p class="muted small-print">${how}</p>${form}</details>`;

/** The fields of a name and a password. */
export const nameField = (/** @type {string} */ value = "", /** @type {string | undefined} */ how = undefined) => ({
  name: "name",
  label: say("name"),
  complete: "username",
  most: 60,
  value,
  how,
});

/** @param {string} name @param {string} label @param {boolean} isNew @param {string} [how] @returns {Field} */
export const passwordField = (name, label, isNew, how) => ({
  name,
  label,
  secret: true,
  complete: isNew ? "new-password" : "current-password",
  how,
});
