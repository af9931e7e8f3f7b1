// Answering: the fans as chips from a list that can be searched, and the points.

import {html} from "../vendor/lit-html/lit-html.js";
import {fanName} from "../shared/names.js";
import {settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

/**
 * @typedef {{named: readonly string[], points: string, flip: (id: string) => void, setPoints: (text: string) => void, submit: () => void}} Answering
 */

/** @param {Fan} fan @param {Answering} answering */
const chip = (
  fan,
  {named, flip},
) => html`<button type="button" class="chip" data-fan=${fan.id} aria-pressed=${named.includes(fan.id) ? "true" : "false"}
  @click=${() => flip(fan.id)}>${
    settings.lang === "zh"
      ? fan.row_name
      : html`${fan.en} <span class="fan-zh"
  lang="zh-Hans">${fan.row_name}</span>`
  }</button>`;

/** @param {Book} book @param {import("../shared/fan-search.js").FanSearch} search @param {Answering} answering */
export function answerForm(book, search, answering) {
  const byId = new Map(book.fans.map((fan) => [fan.id, fan]));
  const chosen = answering.named.flatMap((id) => byId.get(id) ?? []);
  const found = search.found?.flatMap((id) => byId.get(id) ?? []);
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (found?.length) {
        answering.flip(found[0].id);
        search.run(book.id, "");
      }
    } else if (event.key === "Backspace" && !search.query && chosen.length) answering.flip(chosen[chosen.length - 1].id);
  };
  return html`<form class="answer" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    answering.submit();
  }}>
    <h2>${t("name_fans")}</h2>
    <div class="chips chosen" role="group" aria-label=${t("chosen_fans")}>${
      chosen.length
        ? chosen.map(
            (fan) => html`<button type="button" class="chip" aria-pressed="true"
      aria-label=${t("take_back", {fan: fanName(fan)})}
        @click=${() => answering.flip(fan.id)}>${settings.lang === "zh" ? fan.row_name : fan.en} <span
        aria-hidden="true">×</span></button>`,
          )
        : html`<p class="muted">${t("nothing_chosen")}</p>`
    }</div>
    <div @keydown=${onKey}>${search.field(book.id, "fan-search")}</div>
    <div class="list" tabindex="0" role="group" aria-label=${t("all_fans")}>
      ${
        found
          ? html`<div class="chips">${
              found.length
                ? found.map((fan) => chip(fan, answering))
                : html`<p
          class="muted">${t("found", {count: 0})}</p>`
            }</div>`
          : book.categories.map(
              (category) => html`<h3>${settings.lang === "zh" ? category.name : category.en}</h3>
          <div class="chips">${book.fans.filter((fan) => fan.category === category.name).map((fan) => chip(fan, answering))}</div>`,
            )
      }
    </div>
    <div class="submit"><label class="field" for="points">${t("points_guess")}
      <input id="points" type="number" min="0" inputmode="numeric" .value=${answering.points}
        @input=${(/** @type {Event} */ event) => answering.setPoints(/** @type {HTMLInputElement} */ (event.target).value)}></label>
      <button type="submit" class="primary">${t("check_answer")}</button></div>
  </form>`;
}
