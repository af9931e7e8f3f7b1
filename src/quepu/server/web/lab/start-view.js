// The templates of the laboratory's front page: the form, and the studies of this browser.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {bookChooser} from "../shared/book-chooser.js";
import {calledBook} from "../shared/names.js";
import {levelName} from "../shared/game/levels.js";
import {own, t} from "../shared/settings.js";
import {progressView, statusWords, studyFacts} from "./study-parts.js";
import {labText} from "./texts.js";

/** @typedef {import("./start-ctrl.js").StartCtrl} StartCtrl */

/** @param {StartCtrl} ctrl */
export function startView(ctrl) {
  const about = html`<p class="lab-how">${labText("how")}</p><p class="lab-how muted">${labText("how_compare")}</p>`;
  return html`<h1>${labText("lead")}</h1>
    ${ctrl.before ? nothing : about}
    <div class="lab-columns">
      <section class="card" aria-labelledby="new-study"><h2 id="new-study">${labText(ctrl.before ? "what_if_title" : "new_study")}</h2>
        ${form(ctrl)}</section>
      <section class="card" aria-labelledby="your-studies"><h2 id="your-studies">${labText("your_studies")}</h2>${studiesView(ctrl)}</section>
    </div>`;
}

/** @param {StartCtrl} ctrl */
function form(ctrl) {
  const {before, book, books, busy, options, problem} = ctrl;
  const shownProblem = problem ? html`<p class="problem" role="alert" id="lab-problem">${problem}</p>` : nothing;
  if (!options) return html`${shownProblem || html`<p class="muted">${t("loading")}</p>`}`;
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    ctrl.begin();
  };
  const mine = ctrl.ownRules;
  return html`<form class="lab-form" novalidate @submit=${onSubmit}>
    ${bookChooser(books, book, ctrl.chooseBook, mine, "lab-book")}
    <p><button type="button" class="link" @click=${ctrl.edit}>${labText("make_own")}</button></p>
    ${
      before
        ? html`<p>${labText("what_if_with")} <a href="/lab/${before.id}">${own(before.name)}</a> <span class="muted">${studyFacts(before)}</span></p>
          <p class="muted">${labText("what_if_how")}</p>`
        : fields(ctrl)
    }
    ${
      before || book.overlay === null || !mine
        ? nothing
        : html`<label class="switch" for="lab-both"><span>${labText("both", {book: calledBook(mine.base)})}</span>
          <input id="lab-both" type="checkbox" role="switch" .checked=${ctrl.withBase} @change=${() => (ctrl.withBase = !ctrl.withBase)}></label>`
    }
    ${shownProblem}
    <button type="submit" class="primary wide-button" ?disabled=${busy}>${labText(busy ? "starting" : before ? "what_if_start" : "start")}</button>
    ${before ? html`<p><a href="/lab">${labText("freely")}</a></p>` : nothing}
  </form>`;
}

/** The players, the number of deals and the seed. @param {StartCtrl} ctrl */
function fields(ctrl) {
  const {hands, options, players, seed, wrong} = ctrl;
  if (!options) return nothing;
  /** @param {Event} event */
  const value = (event) => /** @type {HTMLInputElement} */ (event.target).value;
  /** @param {"hands" | "seed"} name */
  const described = (name) => `lab-${name}-note${wrong === name ? " lab-problem" : ""}`;
  return html`<fieldset class="lab-players"><legend>${labText("players")}</legend>
      ${players.map(
        (player, place) => html`<select aria-label=${labText("player", {n: place + 1})}
          @change=${(/** @type {Event} */ event) => ctrl.choosePlayer(place, value(event))}>
          ${options.players.map((name) => html`<option value=${name} .selected=${name === player}>${levelName(name)}</option>`)}</select>`,
      )}</fieldset>
    <label class="form-line" for="lab-hands"><span>${labText("hands")}</span>
      <input id="lab-hands" type="number" min="1" max=${options.most_hands} step="1" inputmode="numeric" .value=${hands}
        aria-invalid=${wrong === "hands"} aria-describedby=${described("hands")}
        @input=${(/** @type {Event} */ event) => (ctrl.hands = value(event))}></label>
    <p class="lab-note" id="lab-hands-note">${labText("hands_range", {most: options.most_hands.toLocaleString("en")})}</p>
    <label class="form-line" for="lab-seed"><span>${labText("seed")}</span>
      <input id="lab-seed" type="text" inputmode="numeric" autocomplete="off" maxlength="10" placeholder=${labText("seed_random")} .value=${seed}
        aria-invalid=${wrong === "seed"} aria-describedby=${described("seed")}
        @input=${(/** @type {Event} */ event) => (ctrl.seed = value(event))}></label>
    <p class="lab-note" id="lab-seed-note">${labText("seed_note")}</p>`;
}

/** The studies of this browser, the latest first. @param {StartCtrl} ctrl */
function studiesView({forget, options, watches}) {
  const days = options?.days;
  return html`${
    watches.length
      ? html`<ul class="lab-studies">${watches.map((watch) => studyRow(watch, forget))}</ul>`
      : html`<p class="muted">${labText("no_studies")}</p>`
  }${days ? html`<p class="small-print muted">${labText("kept_here", {days})}</p>` : nothing}`;
}

/** @param {import("./watch.js").StudyWatch} watch @param {(id: string) => void} forget */
function studyRow({id, isGone, problem, study}, forget) {
  const name = study ? own(study.name) : id;
  return html`<li>
    <div class="lab-row">${isGone ? html`<strong>${name}</strong>` : html`<a href="/lab/${id}"><strong>${name}</strong></a>`}
      <span class="muted">${isGone ? labText("gone") : study ? statusWords(study) : (problem ?? "")}</span>
      <button type="button" class="quiet lab-forget" aria-label="${labText("forget")}: ${name}" title=${labText("forget")} @click=${() => forget(id)}>×</button></div>
    ${study ? html`<p class="small-print muted">${studyFacts(study)}</p>` : nothing}
    ${study && !isGone ? progressView(study, name) : nothing}</li>`;
}
