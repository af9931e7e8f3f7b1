// The templates of the operator's page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {calledBook, day, list, time} from "../shared/names.js";
import {peopleText} from "../shared/people-texts.js";
import {t} from "../shared/settings.js";
import {say} from "./texts.js";

/** @typedef {import("./ctrl.js").OperatorCtrl} OperatorCtrl */
/** @typedef {import("./ctrl.js").Overview} Overview */

/** @param {number} seconds */
const moment = (seconds) => `${day(1000 * seconds)} ${time(1000 * seconds)}`;

/** @param {(given: Record<string, string>) => unknown} work */
const onSubmit = (work) => (/** @type {Event} */ event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  work(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])));
};

/** @param {string} id @param {string} name @param {string} label @param {string} [mode] */
const field = (id, name, label, mode = "text") => html`<label class="stacked" for=${id}><span>${label}</span>
  <input id=${id} name=${name} type="text" inputmode=${mode} autocomplete="off" maxlength="200"></label>`;

/** @param {OperatorCtrl} ctrl */
export function pageView(ctrl) {
  const {overview, refused, problem} = ctrl;
  if (refused) return html`<h1>${t("title_operator")}</h1><p>${say("not_allowed")} <a href="/account">${say("to_account")}</a></p>`;
  return html`<h1>${t("title_operator")}</h1>
    ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    ${
      overview === null
        ? nothing
        : html`<div class="two-columns"><div>${reportsView(ctrl, overview)} ${accountsView(ctrl)} ${bansView(ctrl, overview)}</div>
            <div>${maintenanceView(ctrl, overview)} ${roomsView(ctrl, overview)}</div></div>`
    }`;
}

/** @param {string} id @param {string} title @param {unknown} content */
const part = (id, title, content) =>
  html`<section class="card" aria-labelledby="${id}-title" id=${id}><h2 id="${id}-title">${title}</h2>${content}</section>`;

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const reportsView = (ctrl, {reports}) =>
  part(
    "reports",
    say("reports"),
    reports.length
      ? html`<ul class="persons">${reports.map(
          (
            one,
          ) => html`<li><div><strong>${say("report_line", {by: one.by ?? say("nobody"), name: one.name ?? say("nobody"), reason: peopleText(`reason_${one.reason}`)})}</strong>
            <p>${one.text}</p><p class="muted small-print">${moment(one.created)} ${one.room ? html`<a href="/play/${one.room}">${one.room}</a>` : nothing}</p></div>
            ${
              one.closed === null
                ? html`<span class="actions"><button type="button" @click=${() => ctrl.send("reports/close", {report: one.id})}>${say("close_report")}</button>
                    ${one.account === null ? nothing : banForm(ctrl, one.account, one.name ?? "")}</span>`
                : html`<span class="muted">${say("closed")}</span>`
            }</li>`,
        )}</ul>`
      : html`<p class="muted">${say("reports_none")}</p>`,
  );

/** @param {OperatorCtrl} ctrl @param {string} account @param {string} name */
const banForm = (ctrl, account, name) => html`<details class="more"><summary aria-label="${say("ban")}: ${name}">${say("ban")}</summary>
  <form class="account-form" @submit=${onSubmit((given) => ctrl.ban("account", account, given))}>
    ${field(`days-${account}`, "days", say("days"), "decimal")} ${field(`why-${account}`, "reason", say("why"))}
    <button type="submit">${say("ban")}</button></form></details>`;

/** @param {OperatorCtrl} ctrl */
const accountsView = (ctrl) =>
  part(
    "accounts",
    say("accounts"),
    html`<form class="account-form" @submit=${onSubmit(({name}) => ctrl.find(name))}>${field("find-name", "name", say("name"))}
        <button type="submit">${say("find")}</button></form>
      ${ctrl.found?.length === 0 ? html`<p class="muted">${say("found_none")}</p>` : nothing}
      <ul class="persons">${(ctrl.found ?? []).map(
        ({
          id,
          name,
          is_operator,
          created,
        }) => html`<li data-person=${name}><span><strong>${name}</strong> <span class="muted small-print">${is_operator ? say("is_operator") : nothing} ${moment(created)}</span></span>
          ${banForm(ctrl, id, name)}</li>`,
      )}</ul>`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const bansView = (ctrl, {bans}) =>
  part(
    "bans",
    say("bans"),
    html`${bans.length ? nothing : html`<p class="muted">${say("bans_none")}</p>`}
      <ul class="persons">${bans.map(
        (
          one,
        ) => html`<li><span><strong>${one.name ?? one.subject}</strong> <span class="muted small-print">${one.reason} ${one.until === null ? say("for_ever") : say("until", {when: moment(one.until)})}</span></span>
          <button type="button" aria-label="${say("unban")}: ${one.name ?? one.subject}" @click=${() => ctrl.send("unban", {ban: one.id})}>${say("unban")}</button></li>`,
      )}</ul>
      <details class="more"><summary>${say("ban_address")}</summary>
        <form class="account-form" @submit=${onSubmit((given) => ctrl.ban("address", given.subject, given))}>
          ${field("ban-address", "subject", say("address"))} ${field("ban-days", "days", say("days"), "decimal")} ${field("ban-why", "reason", say("why"))}
          <button type="submit">${say("ban")}</button></form></details>`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const maintenanceView = (ctrl, {maintenance}) =>
  part(
    "maintenance-plan",
    say("maintenance"),
    html`<p class="muted small-print">${say("maintenance_how")}</p>
      ${
        maintenance
          ? html`<p><strong>${say("planned", {when: moment(maintenance.at)})}</strong> ${maintenance.text}</p>
              <button type="button" @click=${() => ctrl.send("maintenance", {minutes: null})}>${say("cancel")}</button>`
          : html`<form class="account-form" @submit=${onSubmit(({minutes, text}) => ctrl.send("maintenance", {minutes: Number(minutes) || 0, text}))}>
              ${field("plan-minutes", "minutes", say("minutes"), "decimal")} ${field("plan-text", "text", say("message"))}
              <button type="submit">${say("announce")}</button></form>`
      }`,
  );

/** @param {OperatorCtrl} ctrl @param {Overview} overview */
const roomsView = (ctrl, {rooms}) =>
  part(
    "rooms",
    say("rooms"),
    rooms.length
      ? html`<ul class="persons">${rooms.map(
          (one) => html`<li><span><a href="/play/${one.room}">${one.room}</a> ${calledBook(one.rules)}
            <span class="muted small-print">${one.playing ? say("playing") : nothing} ${list(one.seated)} ${moment(one.touched)}</span></span>
            <button type="button" aria-label="${say("close_room")}: ${one.room}" @click=${() => ctrl.closeRoom(one.room)}>${say("close_room")}</button></li>`,
        )}</ul>`
      : html`<p class="muted">${say("rooms_none")}</p>`,
  );
