// The templates of friends and blocked people.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {calledBook} from "../shared/names.js";
import {peopleText} from "../shared/people-texts.js";
import {personView} from "../shared/person-view.js";
import {t} from "../shared/settings.js";
import {onSubmit} from "./parts.js";

/** @typedef {import("../shared/people-ctrl.js").PeopleCtrl} PeopleCtrl */

/** @param {PeopleCtrl} ctrl */
export function peopleView(ctrl) {
  const {people, problem} = ctrl;
  if (!people) return nothing;
  const {friends, asking, asked, blocked, tables} = people;
  const add = (/** @type {Record<string, string>} */ given) => given.name.trim() && ctrl.befriend({name: given.name});
  return html`<section class="card people" aria-labelledby="people-title"><h2 id="people-title">${peopleText("people")}</h2>
    ${tables.length ? html`<h3>${peopleText("tables")}</h3><ul class="document-list">${tables.map(tableView)}</ul>` : nothing}
    ${friends.length + asking.length + asked.length ? nothing : html`<p class="muted">${peopleText("none")}</p>`}
    <ul class="persons">
      ${asking.map((one) => personView(ctrl, one, "asking", peopleText("asking")))}
      ${friends.map((one) => personView(ctrl, one, "friend"))}
      ${asked.map((one) => personView(ctrl, one, "asked", peopleText("asked")))}</ul>
    ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
    <form class="account-form add-friend" @submit=${onSubmit(add)}>
      <label class="stacked" for="friend-name"><span>${peopleText("name")}</span><input id="friend-name" name="name" type="text" maxlength="60" autocomplete="off"></label>
      <button type="submit">${peopleText("add")}</button></form>
    ${
      blocked.length
        ? html`<details class="more"><summary>${peopleText("blocked")}</summary><p class="muted small-print">${peopleText("blocked_how")}</p>
            <ul class="persons">${blocked.map((one) => personView(ctrl, one, "blocked"))}</ul></details>`
        : nothing
    }</section>`;
}

/** @param {import("../shared/types-generated.js").FriendsTable} table */
const tableView = ({
  room,
  host,
  rules,
  overlay,
}) => html`<li><a href="/play/${room}"><strong>${peopleText("table_of", {name: host.name})}</strong>
  <span class="muted">${overlay ? t("own_rules") : calledBook(rules)}</span></a></li>`;
