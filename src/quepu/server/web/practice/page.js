// Practice: a hand is shown, its fans and points are to be named. What was missed comes back. And one hand a day, the same for everyone.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {bookChooser} from "../shared/book-chooser.js";
import {handView} from "../shared/hand-view.js";
import {address, handAddress} from "../shared/addresses.js";
import {DEFAULT_RULES} from "../shared/constants.js";
import {bookName} from "../shared/names.js";
import {answerForm} from "./answer-form.js";
import {verdictSpoken, verdictView} from "./verdict-view.js";
import {dateText, dayDone, days, keepDays, keepProgress, learned, progress, streak, weakFans} from "./progress.js";
import {judge, squares} from "./quiz.js";
import {FanSearch} from "../shared/fan-search.js";
import {t} from "../shared/settings.js";
import {announce, open} from "../shared/shell.js";
import {copy} from "../shared/clipboard.js";

/** @typedef {import("../shared/types.js").Question} Question */
/** @typedef {import("./quiz.js").Verdict} Verdict */

const LEVELS = [1, 2, 3, 4, 5];
const MOST_WEAK = 20;

let rules = DEFAULT_RULES;
let level = 1;
let daily = false;
let today = dateText(new Date());
/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** @type {import("../shared/types.js").Book | null} */
let book = null;
/** @type {Question | null} */
let question = null;
/** @type {Verdict | null} */
let verdict = null;
/** @type {api.ApiError | null} */
let problem = null;
/** @type {string[]} */
let named = [];
let points = "";
const search = new FanSearch(() => draw());

/** Read the address: the book, the level, whether it is the daily hand. */
async function load() {
  const query = new URLSearchParams(location.search);
  daily = location.pathname.startsWith("/daily") || location.pathname.endsWith("/daily");
  rules = query.get("rules") ?? DEFAULT_RULES;
  level = LEVELS.find((known) => String(known) === query.get("level")) ?? 1;
  today = dateText(new Date());
  await next();
}

/** How many hands have been asked for. */
let turns = 0;

/** The next hand: now and then one with a fan that was missed before. */
async function next() {
  const turn = ++turns;
  question = verdict = problem = null;
  named = [];
  points = "";
  search.run("", "");
  draw();
  const weak = Math.random() < 0.5 ? weakFans(progress(rules)).slice(0, MOST_WEAK) : [];
  try {
    const [known, whole, asked] = await Promise.all([
      books.length ? books : api.books(),
      api.bookOf({rules, overlay: null}),
      daily ? api.daily(rules, today) : practised(weak),
    ]);
    if (turn !== turns) return; // another was asked for meanwhile
    books = known;
    book = whole;
    question = asked;
  } catch (error) {
    if (turn !== turns) return;
    problem = error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)});
  }
  const given = daily ? days(rules).given[today] : undefined;
  if (question && given) {
    named = given.named;
    verdict = judge(question.score, given.named, given.points);
  }
  draw();
  if (question && !verdict) announce(t("new_hand"));
}

/** A book may have lost a fan since it was missed; then a hand without weak fans will do. @param {string[]} weak */
async function practised(weak) {
  try {
    return await api.practice(rules, level, weak);
  } catch (error) {
    if (!weak.length || !(error instanceof api.ApiError) || error.code !== "unknown_fan") throw error;
    keepProgress(rules, {...progress(rules), weak: {}});
    return api.practice(rules, level, []);
  }
}

/** @param {{rules?: string, level?: number, daily?: boolean}} changes */
function go(changes) {
  const query = new URLSearchParams();
  const wanted = {rules, level, daily, ...changes};
  if (wanted.rules !== DEFAULT_RULES) query.set("rules", wanted.rules);
  if (wanted.level !== 1 && !wanted.daily) query.set("level", String(wanted.level));
  history.pushState(null, "", address(wanted.daily ? "/daily" : "/practice", query));
  load();
}

function submit() {
  if (!question || !book || verdict) return;
  const number = points.trim() === "" ? null : Number(points);
  verdict = judge(question.score, named, number);
  keepProgress(rules, learned(progress(rules), verdict));
  if (daily) keepDays(rules, dayDone(days(rules), today, {named, points: number, perfect: verdict.perfect}));
  draw();
  announce(verdictSpoken(verdict, question.score, book));
  document.getElementById("verdict")?.focus();
}

/** @param {string} id */
function flip(id) {
  named = named.includes(id) ? named.filter((other) => other !== id) : [...named, id];
  draw();
}

/** What a player shows others of the daily hand: no spoilers. @param {Verdict} judged */
function shareText(judged) {
  const name = books.find(({id}) => id === rules);
  const days_ = streak(days(rules), today);
  return [
    `${t("daily_share", {date: today})} · ${name ? bookName(name) : rules}`,
    squares(judged),
    ...(days_ > 1 ? [t("streak_days", {days: days_})] : []),
    location.origin + address("/daily", rules === DEFAULT_RULES ? new URLSearchParams() : new URLSearchParams({rules})),
  ].join("\n");
}

// ---- what is shown

function head() {
  const kept = progress(rules);
  return html`<h1 class="unseen">${t("title_practice")}</h1>
    <nav class="tabs" aria-label=${t("practice_kinds")}>
      <a href="/practice" aria-current=${daily ? "false" : "page"} @click=${(/** @type {Event} */ event) => {
        event.preventDefault();
        go({daily: false});
      }}>${t("endless")}</a>
      <a href="/daily" aria-current=${daily ? "page" : "false"} @click=${(/** @type {Event} */ event) => {
        event.preventDefault();
        go({daily: true});
      }}>${t("daily")}</a>
    </nav>
    ${bookChooser(books, {rules, overlay: null}, (choice) => go({rules: choice.rules}), null)}
    ${
      daily
        ? html`<p class="date">${today}${streak(days(rules), today) ? html` · <b>${t("streak_days", {days: streak(days(rules), today)})}</b>` : nothing}</p>`
        : html`<fieldset class="levels"><legend>${t("level")}</legend>${LEVELS.map(
            (number) => html`<label title=${t(/** @type {any} */ (`level_${number}`))}>
          <input type="radio" name="level" value=${number} .checked=${number === level}
            @change=${() => go({level: number})}><span>${number}</span></label>`,
          )}
          <span class="muted level-text">${t(/** @type {any} */ (`level_${level}`))}</span></fieldset>
        ${kept.asked ? html`<p class="muted stats">${t("stats", {asked: kept.asked, perfect: kept.perfect})}</p>` : nothing}`
    }`;
}

/** The fans that come back. */
function weakList() {
  const kept = progress(rules);
  const fans = weakFans(kept).flatMap((id) => book?.fans.find((fan) => fan.id === id) ?? []);
  if (daily || !fans.length) return nothing;
  return html`<details class="more weak"><summary>${t("weak_fans", {count: fans.length})}</summary>
    <ul class="chips">${fans.map((fan) => html`<li><a class="chip" href="/rules/${rules}#${fan.id}">${fan.row_name}</a></li>`)}</ul>
    <p><button type="button" @click=${() => {
      keepProgress(rules, {asked: 0, perfect: 0, weak: {}});
      draw();
    }}>${t("forget")}</button></p></details>`;
}

/** @param {Verdict} judged @param {Question} asked @param {import("../shared/types.js").Book} whole */
function after(judged, asked, whole) {
  return html`<section class="result" aria-label=${t("result")}>${verdictView(judged, asked.score, whole)}
    <div class="actions">
      ${
        daily
          ? html`<button type="button" class="primary" @click=${() => copy(shareText(judged), t("text_copied"))}>${t("share_day")}</button>`
          : html`<button type="button" class="primary" id="next" @click=${next}>${t("next_hand")}</button>`
      }
      <button type="button"
        @click=${async () => location.assign(await handAddress({rules, overlay: null}, asked.hand))}>${t("open_hand")}</button>
    </div></section>`;
}

function draw() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const answering = {
    named,
    points,
    flip,
    submit,
    setPoints: /** @param {string} text */ (text) => {
      points = text;
    },
  };
  render(
    html`<div class="practice"><div class="practice-head">${head()}</div>
    ${
      problem
        ? html`<div class="problem"><p>${api.inWords(problem)}</p><button type="button"
      @click=${next}>${t("again")}</button></div>`
        : nothing
    }
    ${
      question && book
        ? html`<section class="tray" aria-label=${t("the_hand")} data-hand=${question.hand}
        data-seed=${question.seed}>${handView(question.hand, {everything: true})}</section>
      ${verdict ? after(verdict, question, book) : answerForm(book, search, answering)}${weakList()}`
        : problem
          ? nothing
          : html`<p class="muted">${t("loading")}</p>`
    }
  </div>`,
    main,
  );
}

open("practice", draw);
load();
addEventListener("popstate", load);
