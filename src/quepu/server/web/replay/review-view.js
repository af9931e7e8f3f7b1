// The templates of a review: how far it is, the curve of the deal, the mistakes, and the choices at the step that is shown.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {ACTIONS, WINDS} from "../shared/constants.js";
import {actionTiles, actionWord, answerText, discarded, isDiscard} from "../shared/game/actions.js";
import {figure} from "../shared/names.js";
import {own, t} from "../shared/settings.js";
import {row, tileNames} from "../shared/tiles.js";
import {graphView} from "./review-graph.js";
import {reviewText} from "./review-texts.js";

/** @typedef {import("./ctrl.js").ReplayCtrl} ReplayCtrl */
/** @typedef {import("./review-ctrl.js").ReviewCtrl} ReviewCtrl */
/** @typedef {import("./review-ctrl.js").ReviewDecision} ReviewDecision */
/** @typedef {import("./review-ctrl.js").FullReviewDecision} FullReviewDecision */
/** @typedef {import("../shared/game/types.js").Steps} Steps */

/** How many mistakes, and how many choices, are listed at first. */
const [FIRST, FIRST_CHOICES] = [5, 4];

/** A gain or a loss in points. @param {number} points */
const expected = (points) => (points >= 0.05 ? "+" : points <= -0.05 ? "−" : "") + Math.abs(points).toFixed(1);

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)}\u202f%`;

/** Whether passing means to draw the last tile. @param {number} action @param {string | null} offered */
const drawsLast = (action, offered) => action === ACTIONS.pass && offered === null;

/** An action in words. @param {number} action @param {string | null} offered */
function actionText(action, offered) {
  if (drawsLast(action, offered)) return t("act_draw_last");
  if (isDiscard(action)) return answerText(action, offered);
  const tiles = actionTiles(action, offered);
  return tiles.length ? `${actionWord(action)} ${tileNames(tiles.filter((tile, i) => tiles.indexOf(tile) === i))}` : actionWord(action);
}

/** An action as people see it: a tile, or a word with its tiles. @param {number} action @param {string | null} offered */
function actionView(action, offered) {
  if (isDiscard(action)) return row([discarded(action)], {classes: "small", label: actionText(action, offered)});
  const tiles = actionTiles(action, offered);
  return html`<span class="review-act">${drawsLast(action, offered) ? t("act_draw_last") : actionWord(action)}${tiles.length ? row(tiles, {classes: "small"}) : nothing}</span>`;
}

/** A decision in a sentence. @param {ReviewDecision} one */
const decisionWords = ({step, action, choice, offered, points, choice_points}) =>
  reviewText("decision_words", {
    step,
    chosen: actionText(action, offered),
    points: expected(points),
    better: actionText(choice, offered),
    best: expected(choice_points),
  });

/** @param {ReplayCtrl} ctrl @param {Steps} steps */
export function reviewView(ctrl, steps) {
  const {review} = ctrl;
  const {answer, reviewed, seat} = review;
  /** @param {Event} event */
  const choose = (event) => review.choose(/** @type {HTMLSelectElement} */ (event.target).value);
  const found = answer !== null && (answer.hands.length > 0 || answer.mistakes.length > 0 || Boolean(answer.decisions?.length));
  return html`<section class="card review" aria-labelledby="review-title" aria-busy=${review.isOpen ? "true" : "false"} data-status=${answer?.status ?? "unknown"}>
    <h2 id="review-title">${reviewText("title")}</h2>
    ${found ? nothing : html`<p class="muted">${reviewText("about")}</p>`}
    <label class="form-line" for="review-seat"><span>${reviewText("whose")}</span><select id="review-seat" @change=${choose}>
      ${ctrl.playerNames.map((name, i) => html`<option value=${WINDS[i]} .selected=${seat === WINDS[i]}>${name}${WINDS[i] === ctrl.mine ? t("that_is_you") : ""}${reviewed.includes(WINDS[i]) ? reviewText("reviewed") : ""}</option>`)}</select></label>
    ${answer?.error ? html`<p class="problem-line" role="alert">${reviewText("failed", {code: answer.error})}</p>` : nothing}
    ${review.isOpen ? progressView(review) : startView(ctrl, steps)}
    ${found ? html`${nowView(review)}${dealView(ctrl, steps)}${mistakesView(review)}<p class="muted small-print">${reviewText("error_note")}</p>${explainsChoice(review.now) ? nothing : choiceNote()}` : nothing}
  </section>`;
}

/** The buttons that begin a review of what has none. @param {ReplayCtrl} ctrl @param {Steps} steps */
function startView({review, deal}, steps) {
  const done = review.answer?.hands.map(({hand}) => hand) ?? [];
  const misses = done.length < steps.hands;
  return misses && review.answer
    ? html`<div class="actions">
      ${done.includes(deal) ? nothing : html`<button type="button" class="review-hand" @click=${() => review.begin(deal)}>${reviewText("this_hand")}</button>`}
      ${steps.hands > 1 ? html`<button type="button" class="review-game" @click=${() => review.begin(null)}>${reviewText("whole_game")}</button>` : nothing}</div>`
    : nothing;
}

/** @param {ReviewCtrl} review */
function progressView(review) {
  const {answer} = review;
  if (!answer) return nothing;
  const {ahead, done, status, total, yours} = answer;
  const words =
    status === "waiting" && ahead
      ? reviewText("waiting", {ahead})
      : total
        ? reviewText("progress", {done, total})
        : reviewText("preparing");
  return html`<div class="review-progress"><label for="review-bar">${words}</label>
    <progress id="review-bar" max=${total || 1} .value=${done}></progress>
    ${yours ? html`<button type="button" class="review-cancel" @click=${() => review.cancel()}>${reviewText("cancel")}</button>` : nothing}</div>`;
}

/** That the bot's choice need not have the best average, and why. */
const choiceNote = () => html`<p class="muted small-print choice-note">${reviewText("choice_note")}</p>`;

/** Whether the note is with the choices at the step that is shown: another one has the best average. @param {FullReviewDecision | null} now */
const explainsChoice = (now) => now !== null && now.actions[0].action !== now.choice;

/** All choices at the step that is shown. @param {ReviewCtrl} review */
function nowView(review) {
  const {listsChoices, now} = review;
  if (!now) return nothing;
  const {action: chosen, choice, offered} = now;
  const actions = now.actions.filter(({action}, i) => listsChoices || i < FIRST_CHOICES || action === chosen || action === choice);
  const more = () => {
    review.listsChoices = true;
    review.replay.redraw();
  };
  return html`<div class="review-now"><h3>${reviewText("now")}</h3>
    <div class="wide-table"><table><thead><tr><th></th><th class="figure">${reviewText("expected")}</th><th class="figure">${reviewText("win_chance")}</th><th class="figure">${reviewText("deal_in")}</th></tr></thead>
    <tbody>${actions.map(
      ({
        action,
        points,
        error,
        win,
        deal_in,
      }) => html`<tr data-action=${action} class="${action === chosen ? "played" : ""} ${action === choice ? "best" : ""}">
        <th scope="row">${actionView(action, offered)}${action === chosen ? html` <span class="tag">${reviewText("now_played")}</span>` : nothing}${action === choice ? html` <span class="tag best">${reviewText("now_bot")}</span>` : nothing}</th>
        <td class="figure">${expected(points)} <small>±${error.toFixed(1)}</small></td><td class="figure">${percent(win)}</td><td class="figure">${percent(deal_in)}</td></tr>`,
    )}</tbody></table></div>
    ${actions.length < now.actions.length ? html`<button type="button" class="quiet all-choices" @click=${more}>${reviewText("all_mistakes", {count: now.actions.length})}</button>` : nothing}${explainsChoice(now) ? choiceNote() : nothing}</div>`;
}

/** What the player got in the deal, if it is known. @param {ReplayCtrl} ctrl @param {Steps} steps */
function resultOf({review}, {steps}) {
  const player = WINDS.indexOf(review.seat);
  return steps[steps.length - 1].scores[player] - steps[0].scores[player];
}

/** The deal that is shown: in a sentence, as a curve, as a table. @param {ReplayCtrl} ctrl @param {Steps} steps */
function dealView(ctrl, steps) {
  const {review} = ctrl;
  const {deal, decisions} = review;
  if (!decisions) return review.isOpen ? nothing : html`<p class="muted">${reviewText("not_this_hand")}</p>`;
  if (!decisions.length) return html`<p class="muted">${reviewText("no_decisions")}</p>`;
  return html`<div class="review-deal">
    ${deal ? html`<p class="review-summary">${reviewText("summary", {...deal, cost: deal.cost.toFixed(1)})}</p>` : nothing}
    <h3>${reviewText("graph")}</h3>
    ${graphView({
      decisions,
      result: deal ? resultOf(ctrl, steps) : null,
      now: ctrl.step,
      describe: decisionWords,
      go: (one) => review.go(one),
      number: figure,
    })}
    <details class="review-table"><summary>${reviewText("as_table")}</summary><div class="wide-table"><table>
      <thead><tr><th>${reviewText("step")}</th><th>${reviewText("chosen")}</th><th>${reviewText("better")}</th><th class="figure">${reviewText("expected")}</th><th class="figure">${reviewText("cost")}</th></tr></thead>
      <tbody>${decisions.map((one) => {
        const {step, action, choice, offered, points, cost, mistake} = one;
        return html`<tr class=${mistake ? "wrong" : ""} aria-current=${step === ctrl.step ? "step" : nothing}>
        <th scope="row"><button type="button" class="quiet go-step" aria-label=${decisionWords(one)} @click=${() => review.show(one)}>${step}</button></th>
        <td>${actionView(action, offered)}</td><td>${action === choice ? "=" : actionView(choice, offered)}</td><td class="figure">${expected(points)}</td><td class="figure">${cost >= 0.05 ? cost.toFixed(1) : ""}</td></tr>`;
      })}</tbody></table></div></details></div>`;
}

/** The mistakes of all deals that are done, the most expensive first. @param {ReviewCtrl} review */
function mistakesView(review) {
  const {answer, listsAll, replay} = review;
  const mistakes = answer?.mistakes ?? [];
  if (!mistakes.length) return review.isOpen ? nothing : html`<p>${reviewText("no_mistakes")}</p>`;
  const more = () => {
    review.listsAll = true;
    replay.redraw();
  };
  return html`<div class="review-mistakes"><h3>${reviewText("mistakes")}</h3><ol>${(listsAll ? mistakes : mistakes.slice(0, FIRST)).map(
    (
      one,
    ) => html`<li data-hand=${one.hand} data-step=${one.step} aria-current=${one.hand === replay.deal && one.step === replay.step ? "true" : nothing}>
      <button type="button" class="mistake" @click=${() => review.show(one)}>
        <span class="mistake-cost"><strong>−${one.cost.toFixed(1)}</strong> <small>±${one.cost_error.toFixed(1)}</small></span>
        <span class="mistake-what" aria-hidden="true">${actionView(one.action, one.offered)}<span class="arrow">→</span>${actionView(one.choice, one.offered)}</span>
        <span class="unseen">${reviewText("instead", {chosen: actionText(one.action, one.offered), better: actionText(one.choice, one.offered)})}</span>
        <span class="mistake-where muted">${reviewText("where", {hand: one.hand, step: one.step})}</span></button>
      ${one.why ? html`<p class="mistake-why">${own(one.why)}</p>` : nothing}
      <button type="button" class="try-again" @click=${() => review.tryAgain(one)}>${reviewText("try_again")}</button></li>`,
  )}</ol>${!listsAll && mistakes.length > FIRST ? html`<button type="button" class="quiet all-mistakes" @click=${more}>${reviewText("all_mistakes", {count: mistakes.length})}</button>` : nothing}</div>`;
}
