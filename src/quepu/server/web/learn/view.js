// The templates of the lessons: the list of all, and what they share.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {shortBook} from "../shared/names.js";
import {own, t} from "../shared/settings.js";
import {fanOfTiles} from "../shared/tiles.js";
import {bookLessonView} from "./book-view.js";
import {stepView} from "./step-view.js";

/** @typedef {import("./ctrl.js").LearnCtrl} LearnCtrl */

export const wide = matchMedia("(min-aspect-ratio: 1/1)");

/** @param {LearnCtrl} ctrl */
export function pageView(ctrl) {
  const {lessons, problem, name, chapter, bookLesson, step} = ctrl;
  if (problem && !lessons) {
    return html`<div class="problem"><p>${problem}</p><button type="button" @click=${() => ctrl.start()}>${t("again")}</button></div>`;
  }
  if (!lessons) return html`<p class="muted">${t("loading")}</p>`;
  if (chapter && step) return stepView(ctrl, chapter, step, wide.matches);
  if (bookLesson) return bookLessonView(ctrl, bookLesson);
  if (name) return html`<div class="problem"><p>${t("learn_missing")}</p></div>${listView(ctrl)}`;
  return listView(ctrl);
}

/** All chapters and books. @param {LearnCtrl} ctrl */
function listView(ctrl) {
  const {goOn, lessons} = ctrl;
  const chapters = lessons?.chapters ?? [];
  const done = chapters.reduce((sum, chapter) => sum + ctrl.doneIn(chapter), 0);
  return html`<section class="hero" aria-labelledby="learn-title">
      ${fanOfTiles()}
      <h1 id="learn-title">${t("learn_lead")}</h1>
      <p class="hero-how">${t("learn_how")}</p>
      ${
        goOn
          ? html`<a class="play-now primary begin" href="/learn/${goOn.id}">${t(done ? "learn_resume" : "learn_begin")}</a>`
          : html`<p class="all-done">${t("learn_all_done")}</p><a class="play-now primary begin" href="/play">${t("play_now")}</a>`
      }
    </section>
    <ol class="chapters">${chapters.map((chapter, i) => {
      const steps = chapter.steps.length;
      const own_done = ctrl.doneIn(chapter);
      return html`<li><a class="card chapter ${own_done === steps ? "done" : ""}" href="/learn/${chapter.id}">
        <span class="number" aria-hidden="true">${own_done === steps ? "✓" : i + 1}</span>
        <strong>${own(chapter.title)}</strong><span class="muted">${own(chapter.about)}</span>
        <span class="unseen">${t("learn_done_of", {done: own_done, steps})}</span>
        <progress max=${steps} value=${own_done} aria-hidden="true"></progress></a></li>`;
    })}</ol>
    ${done ? html`<p><button type="button" class="link reset" @click=${() => ctrl.reset()}>${t("learn_reset")}</button></p>` : nothing}
    <section aria-labelledby="known-title"><h2 id="known-title">${t("learn_known")}</h2>
      <ul class="book-lessons">${(lessons?.books ?? []).map(
        ({rules, known}) => html`<li><a class="card" href="/learn/${rules}"><strong>${shortBook(rules)}</strong>
          <span class="muted">${t("learn_for", {known: shortBook(known)})}</span></a></li>`,
      )}</ul></section>`;
}
