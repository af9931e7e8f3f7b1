// The templates of the operator's page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {single} from "../shared/clicks.js";
import {calledBook, day, list, time} from "../shared/names.js";
import {peopleText} from "../shared/people-texts.js";
import {knownAccount} from "../shared/session.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").OperatorCtrl} OperatorCtrl */
/** @typedef {import("./ctrl.js").Overview} Overview */
/** @typedef {import("./ctrl.js").Part} Part */

/** @param {number} seconds */
const moment = (seconds) => `${day(1000 * seconds)} ${time(1000 * seconds)}`;

/** Facts in small print. @param {readonly string[]} facts some may be empty */
const small = (...facts) => html`<span class="muted small-print">${facts.filter(Boolean).join(" · ")}</span>`;

/** Do something with what is in the fields of a form, which are empty after it has succeeded. @param {(given: Record<string, string>) => Promise<boolean>} work @param {boolean} [keeps] whether they stay */
const onSubmit =
  (work, keeps = false) =>
  async (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    if ((await work(given)) && !keeps) form.reset();
  };

/** @param {string} id @param {string} name @param {string} label @param {boolean} [required] */
const field = (id, name, label, required = false) => html`<label class="stacked" for=${id}><span>${label}</span>
  <input id=${id} name=${name} type="text" autocomplete="off" maxlength="200" ?required=${required}></label>`;

/** @param {string} id @param {string} name @param {string} label @param {number} least @param {number} most @param {boolean} [required] */
const numberField = (id, name, label, least, most, required = false) => html`<label class="stacked" for=${id}><span>${label}</span>
  <input id=${id} name=${name} type="number" inputmode="numeric" autocomplete="off" min=${least} max=${most} ?required=${required}></label>`;

/** @param {OperatorCtrl} ctrl */
export function pageView(ctrl) {
  const {overview, refused, problem} = ctrl;
  if (refused) {
    const way = say(refused === "not_signed_in" ? "to_sign_in" : "to_account");
    const account = knownAccount();
    const words = refused === "not_an_operator" && account ? say("no_operator", account) : say("not_allowed");
    return html`<h1>${t("title_operator")}</h1><p class="operators-only">${words} <a href="/account">${way}</a></p>`;
  }
  return html`<h1>${t("title_operator")}</h1>
    ${problem && !overview ? problemView(problem.words) : nothing}
    ${
      overview === null
        ? nothing
        : html`<div class="two-columns"><div>${reportsView(ctrl, overview)} ${accountsView(ctrl)} ${bansView(ctrl, overview)}</div>
            <div>${maintenanceView(ctrl, overview)} ${roomsView(ctrl, overview)}</div></div>`
    }`;
}

/** @param {string} words */
const problemView = (words) => html`<p class="problem" role="alert">${words}</p>`;

/** A part of the page, with what went wrong in it. @param {OperatorCtrl} ctrl @param {Part} id @param {string} title @param {unknown} content */
const part = ({problem}, id, title, content) =>
  html`<section class="card" aria-labelledby="${id}-title" id=${id}><h2 id="${id}-title">${title}</h2>
    ${problem?.part === id ? problemView(problem.words) : nothing} ${content}</section>`;

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const reportsView = (ctrl, {reports}) =>
  part(
    ctrl,
    "reports",
    say("reports"),
    reports.length
      ? html`<ul class="persons">${reports.map((one) => reportView(ctrl, one))}</ul>`
      : html`<p class="muted">${say("reports_none")}</p>`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview["reports"][number]} report */
function reportView(ctrl, report) {
  const name = report.name ?? say("nobody");
  const line = say("report_line", {by: report.by ?? say("nobody"), name, reason: peopleText(`reason_${report.reason}`)});
  const close = html`<button type="button" aria-label="${say("close_report")}: ${name}"
    @click=${single(() => ctrl.send("reports", "reports/close", {report: report.id}))}>${say("close_report")}</button>`;
  return html`<li class=${report.closed === null ? "" : "is-closed"}><div><strong>${line}</strong>
      ${report.text ? html`<p class="report-text">${report.text}</p>` : nothing}
      <p>${small(moment(report.created), report.closed === null ? "" : say("closed"))} ${report.room ? html`<a class="small-print" href="/play/${report.room}">${say("to_room", {room: report.room})}</a>` : nothing}</p></div>
    ${report.closed === null ? close : nothing}
    ${report.closed === null && report.account !== null ? banForm(ctrl, "reports", report.id, report.account, name) : nothing}</li>`;
}

/** @param {OperatorCtrl} ctrl @param {Part} place @param {string} id that no other form has @param {string} account @param {string} name */
const banForm = (
  ctrl,
  place,
  id,
  account,
  name,
) => html`<details class="more"><summary aria-label="${say("ban")}: ${name}">${say("ban")}</summary>
  <form class="account-form" @submit=${onSubmit((given) => ctrl.ban(place, "account", account, given))}>
    ${numberField(`days-${id}`, "days", say("days"), 1, MOST_DAYS)} ${field(`why-${id}`, "reason", say("why"))}
    <button type="submit">${say("ban")}</button></form></details>`;

/** What the server accepts. */
const [MOST_DAYS, MOST_MINUTES] = [36_500, 10_080];

/** @param {OperatorCtrl} ctrl */
const accountsView = (ctrl) =>
  part(
    ctrl,
    "accounts",
    say("accounts"),
    html`<form class="account-form" @submit=${onSubmit(({name}) => ctrl.find(name), true)}>${field("find-name", "name", say("name"))}
        <button type="submit">${say("find")}</button></form>
      ${ctrl.found?.length === 0 ? html`<p class="muted" role="status">${say("found_none")}</p>` : nothing}
      <ul class="persons">${(ctrl.found ?? []).map(
        ({id, name, is_operator, created}) => html`<li data-person=${name}>
          <span><strong>${name}</strong> ${small(is_operator ? say("is_operator") : "", say("since", {when: moment(created)}))}</span>
          ${banForm(ctrl, "accounts", id, id, name)}</li>`,
      )}</ul>`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const bansView = (ctrl, {bans}) =>
  part(
    ctrl,
    "bans",
    say("bans"),
    html`${bans.length ? nothing : html`<p class="muted">${say("bans_none")}</p>`}
      <ul class="persons">${bans.map((one) => banView(ctrl, one, one.name ?? one.subject))}</ul>
      <details class="more"><summary>${say("ban_address")}</summary>
        <form class="account-form" @submit=${onSubmit((given) => ctrl.ban("bans", "address", given.subject, given))}>
          ${field("ban-address", "subject", say("address"), true)} ${numberField("ban-days", "days", say("days"), 1, MOST_DAYS)}
          ${field("ban-why", "reason", say("why"))}
          <button type="submit">${say("ban")}</button></form></details>`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview["bans"][number]} ban @param {string} name */
const banView = (ctrl, {id, reason, until}, name) => html`<li><span><strong>${name}</strong>
    ${small(until === null ? say("for_ever") : say("until", {when: moment(until)}), reason)}</span>
  <button type="button" aria-label="${say("unban")}: ${name}" @click=${single(() => ctrl.send("bans", "unban", {ban: id}))}>${say("unban")}</button></li>`;

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const maintenanceView = (ctrl, {maintenance}) =>
  part(
    ctrl,
    "maintenance-plan",
    say("maintenance"),
    html`<p class="muted small-print">${say("maintenance_how")}</p>
      ${
        maintenance
          ? html`<p><strong>${say("planned", {when: moment(maintenance.at)})}</strong> ${maintenance.text}</p>
              <button type="button" @click=${() => ctrl.send("maintenance-plan", "maintenance", {minutes: null})}>${say("cancel")}</button>`
          : html`<form class="account-form" @submit=${onSubmit(({minutes, text}) => ctrl.send("maintenance-plan", "maintenance", {minutes: Number(minutes), text}))}>
              ${numberField("plan-minutes", "minutes", say("minutes"), 0, MOST_MINUTES, true)} ${field("plan-text", "text", say("message"))}
              <button type="submit">${say("announce")}</button></form>`
      }`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const roomsView = (ctrl, {rooms}) =>
  part(
    ctrl,
    "rooms",
    say("rooms"),
    rooms.length
      ? html`<ul class="persons">${rooms.map(
          (one) => html`<li data-room=${one.room}><span><a href="/play/${one.room}">${one.room}</a> ${calledBook(one.rules)}
            ${small(one.playing ? say("playing") : "", one.private ? say("private") : "", list(one.seated), moment(one.touched))}</span>
            <button type="button" aria-label="${say("close_room")}: ${one.room}" @click=${() => ctrl.closeRoom(one.room)}>${say("close_room")}</button></li>`,
        )}</ul>`
      : html`<p class="muted">${say("rooms_none")}</p>`,
  );
