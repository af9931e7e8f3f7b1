// The templates of the practice page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {handAddress} from "../shared/addresses.js";
import {inWords} from "../shared/api.js";
import {bookChooser} from "../shared/book-chooser.js";
import {copy} from "../shared/clipboard.js";
import {handView} from "../shared/hand-view.js";
import {t} from "../shared/settings.js";
import {answerForm} from "./answer-form.js";
import {LEVELS} from "./ctrl.js";
import {progress, weakFans} from "./progress.js";
import {verdictView} from "./verdict-view.js";

/** @typedef {import("./ctrl.js").PracticeCtrl} PracticeCtrl */
/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Question} Question */

/** @param {PracticeCtrl} ctrl */
export function pageView(ctrl) {
  const {book, problem, question} = ctrl;
  return html`<div class="practice"><div class="practice-head">${head(ctrl)}</div>
    ${
      problem
        ? html`<div class="problem"><p>${inWords(problem)}</p><button type="button"
      @click=${() => ctrl.next()}>${t("again")}</button></div>`
        : nothing
    }
    ${question && book ? questionView(ctrl, question, book) : problem ? nothing : html`<p class="muted">${t("loading")}</p>`}
  </div>`;
}

/** @param {PracticeCtrl} ctrl */
function head(ctrl) {
  const {books, daily, rules} = ctrl;
  /** @param {string} href @param {boolean} leadsToDaily @param {string} text */
  const tab = (href, leadsToDaily, text) =>
    html`<a href=${href} aria-current=${daily === leadsToDaily ? "page" : "false"} @click=${(/** @type {Event} */ event) => {
      event.preventDefault();
      ctrl.go({daily: leadsToDaily});
    }}>${text}</a>`;
  return html`<h1 class="unseen">${t("title_practice")}</h1>
    <nav class="tabs" aria-label=${t("practice_kinds")}>
      ${tab("/practice", false, t("endless"))}
      ${tab("/daily", true, t("daily"))}
    </nav>
    ${bookChooser(books, {rules, overlay: null}, (choice) => ctrl.go({rules: choice.rules}), null)}
    ${daily ? dayLine(ctrl) : levelsView(ctrl)}`;
}

/** @param {PracticeCtrl} ctrl */
const dayLine = ({streak, today}) =>
  html`<p class="date">${today}${streak ? html` · <b>${t("streak_days", {days: streak})}</b>` : nothing}</p>`;

/** @param {number} level */
const levelWords = (level) => t(/** @type {any} */ (`level_${level}`));

/** @param {PracticeCtrl} ctrl */
function levelsView(ctrl) {
  const {asked, perfect} = progress(ctrl.rules);
  return html`<fieldset class="levels"><legend>${t("level")}</legend>${LEVELS.map(
    (number) => html`<label title=${levelWords(number)}>
          <input type="radio" name="level" value=${number} .checked=${number === ctrl.level}
            @change=${() => ctrl.go({level: number})}><span>${number}</span></label>`,
  )}
          <span class="muted level-text">${levelWords(ctrl.level)}</span></fieldset>
        ${asked ? html`<p class="muted stats">${t("stats", {asked, perfect})}</p>` : nothing}`;
}

/** @param {PracticeCtrl} ctrl @param {Question} question @param {Book} book */
function questionView(ctrl, question, book) {
  return html`<section class="tray" aria-label=${t("the_hand")} data-hand=${question.hand}
        data-seed=${question.seed}>${handView(question.hand, {everything: true, rules: ctrl.rules})}</section>
      ${ctrl.verdict ? resultView(ctrl, ctrl.verdict, question, book) : answerForm(book, ctrl.search, ctrl)}${weakList(ctrl, book)}`;
}

/** @param {PracticeCtrl} ctrl @param {import("./quiz.js").Verdict} verdict @param {Question} question @param {Book} book */
function resultView(ctrl, verdict, question, book) {
  const openHand = async () => location.assign(await handAddress({rules: ctrl.rules, overlay: null}, question.hand));
  return html`<section class="result" aria-label=${t("result")}>${verdictView(verdict, question.score, book)}
    <div class="actions">
      ${
        ctrl.daily
          ? html`<button type="button" class="primary" @click=${() => copy(ctrl.shareText(verdict), t("text_copied"))}>${t("share_day")}</button>`
          : html`<button type="button" class="primary" id="next" @click=${() => ctrl.next()}>${t("next_hand")}</button>`
      }
      <button type="button" @click=${openHand}>${t("open_hand")}</button>
    </div></section>`;
}

/** The fans that were missed, and come back. @param {PracticeCtrl} ctrl @param {Book} book */
function weakList(ctrl, book) {
  const fans = weakFans(progress(ctrl.rules)).flatMap((id) => book.fans.find((fan) => fan.id === id) ?? []);
  if (ctrl.daily || !fans.length) return nothing;
  return html`<details class="more weak"><summary>${t("weak_fans", {count: fans.length})}</summary>
    <ul class="chips">${fans.map((fan) => html`<li><a class="chip" href="/rules/${ctrl.rules}#${fan.id}">${fan.row_name}</a></li>`)}</ul>
    <p><button type="button" @click=${() => ctrl.forgetProgress()}>${t("forget")}</button></p></details>`;
}
