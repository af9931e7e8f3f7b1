// A rule book for those who know another: what is different, hands by both, and the fans that are new.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {handView} from "../shared/hand-view.js";
import {fanLabel, fanName, list, shortBook, value} from "../shared/names.js";
import {own, t} from "../shared/settings.js";

/** @typedef {import("./ctrl.js").LearnCtrl} LearnCtrl */
/** @typedef {import("./ctrl.js").BookLesson} BookLesson */
/** @typedef {import("../shared/types.js").Difference} Difference */

/** @param {LearnCtrl} ctrl @param {BookLesson} lesson */
export function bookLessonView(ctrl, lesson) {
  const {busy, difference} = ctrl;
  const [name, known] = [lesson.rules, lesson.known].map(shortBook);
  return html`<article class="book-lesson">
    <header><a href="/learn">${t("title_learn")}</a><h1>${t("learn_book_for", {book: name, known})}</h1></header>
    <p class="lesson-text">${own(lesson.lead)}</p>
    ${
      lesson.facts.length
        ? html`<h2>${t("learn_differences")}</h2><div class="facts-scroll" tabindex="0" role="region" aria-label=${t("learn_differences")}><table class="facts">
        <thead><tr><th scope="col">${name}</th><th scope="col">${known}</th></tr></thead>
        <tbody>${lesson.facts.map((fact) => html`<tr><td>${own(fact.new)}</td><td class="muted">${own(fact.known)}</td></tr>`)}</tbody></table></div>`
        : nothing
    }
    <h2>${t("learn_same_hands")}</h2>
    <ul class="compared">${lesson.hands.map((hand, i) => comparedView(ctrl, lesson, hand, i))}</ul>
    ${difference ? fansView(difference, lesson, known) : nothing}
    <div class="actions">
      <button type="button" class="primary" ?disabled=${busy} @click=${() => ctrl.play(lesson.rules, false)}>${t("play_now")}</button>
      <a class="button" href="/rules/${lesson.rules}">${t("read_book")}</a>
      <a class="button" href="/practice?rules=${lesson.rules}">${t("home_practice")}</a></div>
    ${ctrl.problem ? html`<p class="problem" role="alert">${ctrl.problem}</p>` : nothing}</article>`;
}

/** @param {LearnCtrl} ctrl @param {BookLesson} lesson @param {string} hand @param {number} place */
function comparedView({compared}, {rules, known}, hand, place) {
  const scores = compared[place];
  /** @param {string} id @param {import("./ctrl.js").ExplainedWin | import("./ctrl.js").NoWin} score */
  const one = (id, score) => html`<div class="by-book"><span class="muted">${shortBook(id)}</span>
    ${
      score.win
        ? html`<strong class=${score.legal ? "" : "low"}>${t("value_points", {points: score.points})}${score.legal ? "" : t("too_few", {minimum: score.minimum})}</strong>
          <span>${list(score.fans.map((fan) => fanName(fan) + (fan.count > 1 ? `×${fan.count}` : "")))}</span>`
        : html`<strong class="low">${t("no_win_here")}</strong>`
    }</div>`;
  return html`<li class="card"><a href="/hand?${new URLSearchParams({rules, hand})}" aria-label=${t("open_hand")}>${handView(hand, {classes: "small", rules})}</a>
    ${scores ? html`<div class="both">${one(rules, scores[0])}${one(known, scores[1])}</div>` : html`<p class="muted">${t("loading")}</p>`}</li>`;
}

/** @param {Difference} difference @param {BookLesson} lesson @param {string} known */
function fansView({fans}, lesson, known) {
  const added = fans.filter(({only}) => only === "a");
  const gone = fans.filter(({only}) => only === "b");
  /** @param {string} title @param {Difference["fans"]} found @param {string} rules */
  const part = (title, found, rules) =>
    found.length
      ? html`<details class="more"><summary>${title}</summary><ul class="fan-links">${found.map(
          (fan) =>
            html`<li><a href="/rules/${rules}#${fan.id}">${fanLabel(fan)}</a> <span class="fan-value">${fan.value ? value(fan.value) : ""}</span></li>`,
        )}</ul></details>`
      : nothing;
  return html`<h2>${t("view_fans")}</h2>
    ${part(t("learn_new_fans", {count: added.length}), added, lesson.rules)} ${part(t("learn_gone_fans", {count: gone.length, known}), gone, lesson.known)}
    <p><a href="/rules/${lesson.rules}?view=diff&with=${lesson.known}">${t("learn_all_differences", {count: fans.length})}</a></p>`;
}
