// The form that reports somebody to the operators.

import {html} from "../vendor/lit-html/lit-html.js";
import {problemWords} from "./api.js";
import {peopleText} from "./people-texts.js";
import {REASONS, report} from "./people.js";
import {notice} from "./shell.js";

/** A report that is folded away. @param {string} id of the form @param {{account?: string, room?: string, member?: number}} who @param {string} name */
export function reportForm(id, who, name) {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const given = new FormData(form);
    report({...who, reason: String(given.get("reason")), text: String(given.get("text"))}).then(
      () => {
        form.reset();
        form.closest("details")?.removeAttribute("open");
        notice(peopleText("report_sent"));
      },
      (error) => notice(problemWords(error)),
    );
  };
  return html`<details class="more report"><summary aria-label="${peopleText("report")}: ${name}">${peopleText("report")}</summary>
    <form class="account-form" @submit=${send}>
      <label class="stacked" for="report-reason-${id}"><span>${peopleText("reason")}</span>
        <select id="report-reason-${id}" name="reason">${REASONS.map((reason) => html`<option value=${reason}>${peopleText(`reason_${reason}`)}</option>`)}</select></label>
      <label class="stacked" for="report-text-${id}"><span>${peopleText("report_text")}</span>
        <textarea id="report-text-${id}" name="text" rows="2" maxlength="1000"></textarea></label>
      <button type="submit">${peopleText("report_send")}</button></form></details>`;
}
