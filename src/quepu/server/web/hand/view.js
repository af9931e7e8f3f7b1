// The templates of the hand page.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {address, linkToSend} from "../shared/addresses.js";
import {inWords} from "../shared/api.js";
import {bookChooser, keptOverlay} from "../shared/book-chooser.js";
import {copy} from "../shared/clipboard.js";
import {handView} from "../shared/hand-view.js";
import {bookName, calledBook} from "../shared/names.js";
import {formatHand, readWritten} from "../shared/notation.js";
import {scoreView} from "../shared/score-view.js";
import {own, t} from "../shared/settings.js";
import {asText, sharePicture} from "../shared/share-score.js";
import {notice} from "../shared/shell.js";
import {tileName} from "../shared/tiles.js";
import {discardsView, waitsView} from "../shared/waits-view.js";
import {answerSummary} from "./answers.js";
import {circumstances, switchName} from "../shared/building/circumstances.js";
import {discard, removeMeld, removeWinning, setWinning, size} from "../shared/building/hand-edits.js";
import {picker} from "../shared/building/picker.js";
import {say} from "./texts.js";
import {tray} from "../shared/building/tray.js";
import {exampleHand, welcome} from "./welcome.js";

/** @typedef {import("./ctrl.js").HandCtrl} HandCtrl */
/** @typedef {import("../shared/types.js").View} View */

/** @param {HandCtrl} ctrl */
export function pageView(ctrl) {
  const {answered, answeredBook} = ctrl;
  return html`
    <div class="study ${ctrl.isKeyboardOpen ? "keys-open" : "keys-shut"}">
      <h1 class="unseen">${t("title_hand")}</h1>
      ${build(ctrl)}
      ${keyboard(ctrl)}
      <div class="about-win">
        ${circumstances(ctrl.hand.win, ctrl.base, (changes) => ctrl.changeWin(changes), ctrl.isAnswered ? ctrl.impossible : [], ctrl.endedWords)}
        ${notationField(ctrl)}
      </div>
      <section class="result" tabindex="-1" aria-label=${t("result")} data-hand=${answered}
        data-book=${answeredBook.overlay === null ? answeredBook.rules : "overlay"}
        aria-busy=${ctrl.isAnswered ? "false" : "true"}>${result(ctrl)}</section>
    </div>`;
}

/** The book and the hand. @param {HandCtrl} ctrl */
function build(ctrl) {
  const {book, books, hand, mode} = ctrl;
  return html`<div class="build">
        ${bookChooser(books, book, (next) => ctrl.chooseBook(next), ctrl.ownRules ?? keptOverlay())}
        ${book.overlay === null && book.rules.includes("+") ? html`<p class="muted small-print chosen-option">${calledBook(book.rules)}</p>` : nothing}
        ${tray(hand, mode, ctrl.assumed, ctrl.isStale, {
          tapTile: (tile) => ctrl.tapTile(tile),
          tapMeld: (index) => ctrl.become(removeMeld(ctrl.hand, index), "remove"),
          tapWinning: () => ctrl.become(removeWinning(ctrl.hand), "remove"),
          chooseWinning: () => ctrl.setMode("winning"),
          example: () => ctrl.become(exampleHand()),
          undo: ctrl.past.length ? () => ctrl.undo() : null,
        })}
      </div>`;
}

/** @param {string} selector @param {ScrollLogicalPosition} block */
const scrollTo = (selector, block) => document.querySelector(selector)?.scrollIntoView({behavior: "smooth", block});

/** Show what is wrong with the text, where it is beyond the edge of the screen. @param {HandCtrl} ctrl */
export const showMistake = (ctrl) => ctrl.writtenError && scrollTo("#notation-error", "nearest");

/** The tiles to pick from. On a phone they are below the hand, or beside it if the phone is on its side, and the answer is in a line above them. @param {HandCtrl} ctrl */
function keyboard(ctrl) {
  const {hand, isKeyboardOpen, mode, typing} = ctrl;
  const chevron = html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="M6 9l6 6 6-6"/></svg>`;
  return html`<div class="keyboard">
        <div class="strip">
          ${summaryButton(ctrl)}
          <button type="button" class="handle" aria-expanded=${isKeyboardOpen ? "true" : "false"} aria-controls="keys"
            aria-label=${t(isKeyboardOpen ? "hide_tiles" : "show_tiles")}
            @click=${() => ctrl.toggleKeyboard()}>${isKeyboardOpen ? chevron : t("show_tiles")}</button>
        </div>
        <div id="keys">${picker(hand, mode, typing.digits, {
          pick: (tile) => ctrl.pick(tile),
          arm: (next) => ctrl.setMode(next),
          back: () => ctrl.removeLast(),
          clear: () => ctrl.clear(),
        })}</div>
      </div>`;
}

/** @param {HandCtrl} ctrl */
function summaryButton(ctrl) {
  const {hand, mode, writtenError} = ctrl;
  if (mode !== "tile") return html`<span class="summary mode-hint">${t(`mode_${mode}_hint`)}</span>`;
  if (writtenError) {
    const show = () => scrollTo(".notation", "center");
    return html`<button type="button" class="summary wrong" @click=${show}>${inWords(writtenError)}</button>`;
  }
  if (!size(hand)) return html`<span class="summary"></span>`;
  const show = () => scrollTo(".result", "start");
  return html`<button type="button" class="summary" title=${t("see_result")} @click=${show}>${answerSummary(ctrl)}</button>`;
}

/** A button to ask again where the server did not answer. @param {HandCtrl} ctrl @param {import("../shared/api.js").ApiError} error */
const retry = (ctrl, {code}) =>
  code === "offline" ? html`<button type="button" @click=${() => ctrl.again()}>${t("again")}</button>` : nothing;

/**
 * The text with the wrong place marked. Places count whole characters, of which some take two units of a string.
 * @param {string[]} characters
 * @param {number} at
 */
const wrongPlace = (characters, at) =>
  html`<code aria-hidden="true">${characters.slice(0, at).join("")}<mark>${characters[at] ?? " "}</mark>${characters
    .slice(at + 1)
    .join("")}</code>`;

/** The page of the fan whose name was given instead of a hand. @param {import("../shared/api.js").ApiError} error */
const fanPage = ({fan, rules}) =>
  fan && rules ? html` <a href=${address(`/rules/${rules}`, new URLSearchParams()) + `#${fan}`}>${say("see_fan")}</a>` : nothing;

/** An empty hand has no place that is wrong. @param {import("../shared/api.js").ApiError} error @param {string} text */
const markedError = (error, text) =>
  html`${error.position === undefined || error.code === "empty_hand" ? nothing : wrongPlace([...text], error.position)}
    <p>${inWords(error)}${fanPage(error)}</p>`;

/** The text of the hand, and what is wrong with it. @param {HandCtrl} ctrl */
function notationField(ctrl) {
  const error = ctrl.writtenError;
  const text = ctrl.written ?? formatHand(ctrl.hand);
  return html`<div class="notation">
    <label for="notation">${t("notation")}</label>
    <input id="notation" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder=${say("notation_example")}
      .value=${text} aria-invalid=${error ? "true" : "false"} aria-describedby=${error ? "notation-error" : nothing}
      @input=${(/** @type {InputEvent} */ event) => ctrl.typeText(/** @type {HTMLInputElement} */ (event.target).value, (event.data ?? "").length !== 1)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && ctrl.reading.then(() => showMistake(ctrl))}
      @blur=${() => ctrl.leaveText()}>
    ${
      error
        ? html`<div class="notation-error" id="notation-error" role="alert">
      ${markedError(error, text)}${retry(ctrl, error)}</div>`
        : nothing
    }
    <details class="typing-help" @toggle=${() => ctrl.loadPart(() => import("./typing-help.js")).catch((error) => notice(inWords(error)))}>
      <summary>${say("help")}</summary>${ctrl.parts.typingHelp ? ctrl.parts.typingHelp() : nothing}</details>
  </div>`;
}

/** @param {HandCtrl} ctrl @returns {View} */
function result(ctrl) {
  const {answer, hand, marking, writtenError} = ctrl;
  // what was answered before is not about this text
  if (writtenError && ctrl.written !== null) {
    return html`<div class="problem misread">${markedError(writtenError, ctrl.written)}</div>`;
  }
  const error = answer.kind === "error" ? answer.error : answer.kind === "nothing" ? ctrl.bookProblem : null;
  if (error) return html`<div class="problem"><p>${inWords(error)}</p>${retry(ctrl, error)}</div>`;
  const throwTile = /** @param {string} tile */ (tile) => ctrl.become(discard(ctrl.hand, tile));
  if (answer.kind === "score") {
    return html`${printedHead(ctrl)}${scoreView(answer.score, marking, notes(ctrl, answer.editions))}${afterScore(ctrl, answer.score)}`;
  }
  if (answer.kind === "none") {
    return html`<div class="problem"><p>${answer.reason}</p></div>${notes(ctrl)}${discardsView(answer.discards.discards, throwTile)}`;
  }
  if (answer.kind === "waits")
    return html`${hand.winning ? html`<p class="note short">${t("build_one_short")}</p>` : nothing}${notes(ctrl)}${waitsView(answer.waits, (tile) => ctrl.become(setWinning(ctrl.hand, tile)), marking)}`;
  if (answer.kind === "discards") {
    const {win, discards} = answer.discards;
    return html`${win ? alreadyWins(ctrl, win) : nothing}${notes(ctrl)}${discardsView(discards, throwTile)}`;
  }
  return welcome(hand);
}

/**
 * What must be known about the points: a circumstance that is left out, another number under another edition.
 * @param {HandCtrl} ctrl @param {readonly import("./answers.js").Edition[]} [editions]
 */
function notes(ctrl, editions = []) {
  const {base, hand, impossible} = ctrl;
  /** @param {import("./answers.js").Impossible} one */
  const name = (one) => (one.name === "ready" ? t("ready") : switchName(one.name, hand.win.self, base));
  return html`${impossible.map((one) => html`<p class="note">${t("build_impossible", {name: name(one)})}</p>`)}
    ${editions.map((edition) => editionLine(ctrl, edition))}`;
}

/** The points under another edition of the same rules, or under another book. @param {HandCtrl} ctrl @param {import("./answers.js").Edition} edition */
function editionLine(ctrl, {id, score}) {
  const book = calledBook(id);
  const words = !score.win
    ? say("edition_no_win", {book})
    : say(score.legal ? "edition_points" : "edition_too_few", {book, points: score.points, minimum: score.minimum});
  const compare = async () => {
    if (!ctrl.comparison) await ctrl.compareBooks();
    const differences = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".result details.more"));
    if (differences) differences.open = true;
    scrollTo(".compare", "center");
  };
  return html`<p class="note edition">${words} <button type="button" class="link" @click=${compare}>${say("edition_compare")}</button></p>`;
}

/** Fourteen tiles that win as they are: with the last of them, or the one that is known to be the winning one. @param {HandCtrl} ctrl @param {import("../shared/types.js").Win} win */
const alreadyWins = (ctrl, win) =>
  html`<div class="headline legal"><p class="points"><strong>${win.points}</strong><span>${t("points_unit", {points: win.points})}</span></p>
  <p class="verdict">${say("wins_self_drawn", {tile: tileName(readWritten(win.hand).winning ?? "")})}</p></div>
  ${ctrl.discarding ? html`<p><button type="button" class="link" @click=${() => ctrl.become(ctrl.hand)}>${say("back_to_score")}</button></p>` : nothing}`;

/** What is on paper instead of the fields: the book, the hand, and how it was won. @param {HandCtrl} ctrl */
const printedHead = ({base, hand, namedBook}) =>
  html`<header class="print-only"><h2>${bookName(namedBook)}</h2>${handView(formatHand(hand), {everything: true, rules: base})}</header>`;

/** What can be done with a score. @param {HandCtrl} ctrl @param {import("../shared/types.js").ExplainedWin} score */
function afterScore(ctrl, score) {
  const {book, books, comparison, namedBook, parts} = ctrl;
  const {wholeBook} = ctrl;
  return html`<h2>${t("who_pays")}</h2>
    ${score.payments ? html`<p class="pays">${own(score.payments)}</p>` : html`<p class="pays">${t("pays_nothing", {minimum: score.minimum})}</p>`}
    ${wholeBook ? html`<p class="muted small-print pays-rule">${own(wholeBook.payments)}</p>` : nothing}
    <div class="actions">
      <button type="button" @click=${() => copy(asText(score, namedBook, linkToSend()), t("text_copied"))}>${t("copy_text")}</button>
      <button type="button" @click=${() => copy(linkToSend(), t("link_copied"))}>${t("copy_link")}</button>
      <button type="button" @click=${() => sharePicture(score, namedBook)}>${t("share_picture")}</button>
      <button type="button" @click=${() => print()}>${t("print")}</button>
      <button type="button" @click=${() => ctrl.discardInstead()}>${t("which_discard")}</button>
    </div>
    <h2>${t("under_other_books")}</h2>
    ${
      comparison && parts.compareView
        ? parts.compareView(comparison, books, book.overlay === null ? book.rules : "", (rules) => ctrl.chooseBook({rules, overlay: null}))
        : html`<button type="button" class="wide-button" @click=${() => ctrl.compareBooks()}>${t("compare_books")}</button>`
    }`;
}
