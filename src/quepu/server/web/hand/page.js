// The hand page: build a hand, see what it is worth and why. The address always holds what is shown.

import {html, nothing, render} from "../vendor/lit-html/lit-html.js";
import * as api from "../shared/api.js";
import {bookChooser, keptOverlay, ownRules} from "../shared/book-chooser.js";
import {circumstances} from "./circumstances.js";
import {
  FULL,
  addMeld,
  addTile,
  cleared,
  discard,
  removeLast,
  removeMeld,
  removeTile,
  removeWinning,
  setWinning,
  size,
  stage,
  takeIn,
} from "./hand-edits.js";
import {DEFAULT_RULES, address, bookQuery, readBook} from "../shared/addresses.js";
import {fanName, list} from "../shared/names.js";
import {emptyHand, formatHand, readCanonical} from "../shared/notation.js";
import {Typing, pickable, picker} from "./picker.js";
import {compareView} from "./compare-view.js";
import {scoreView} from "../shared/score-view.js";
import {alreadyWins, discardsView, waitsSpoken, waitsView} from "../shared/waits-view.js";
import {settings, t} from "../shared/settings.js";
import {announce, notice, open} from "../shared/shell.js";
import {asText, sharePicture} from "./share.js";
import {copy} from "../shared/clipboard.js";
import {row} from "../shared/tiles.js";
import {tray} from "./tray.js";
import {exampleHand, welcome} from "./welcome.js";

/** @typedef {import("../shared/types.js").Hand} Hand */
/** @typedef {import("../shared/types.js").BookChoice} BookChoice */
/** @typedef {{kind: "score", score: import("../shared/types.js").ExplainedWin} | {kind: "none", reason: string, discards: import("../shared/types.js").Discards}
 *   | {kind: "waits", waits: import("../shared/types.js").Waits} | {kind: "discards", discards: import("../shared/types.js").Discards}
 *   | {kind: "error", error: api.ApiError} | {kind: "nothing"}} Answer */

/** @type {Hand} */
let hand = emptyHand();
/** @type {BookChoice} */
let book = {rules: DEFAULT_RULES, overlay: null};
/** @type {import("./picker.js").Mode} */
let mode = "tile";
/** @type {Answer} */
let answer = {kind: "nothing"};
/** What the answer is about: the hand in notation, and the book. */
let answered = "";
/** @type {BookChoice} */
let answeredBook = book;
/** What stands in the text field while it is being typed in; null when it follows the hand. @type {string | null} */
let written = null;
/** @type {api.ApiError | null} */
let writtenError = null;
/** @type {string | null} */
let marked = null;
/** @type {string | null} */
let hovered = null;
/** @type {import("../shared/types.js").Comparison | null} */
let comparison = null;
/** @type {import("../shared/types.js").BookSummary[]} */
let books = [];
/** The book in use, once it is there. @type {import("../shared/types.js").Book | null} */
let whole = null;
/** Why it is not. @type {api.ApiError | null} */
let bookProblem = null;
/** Its fans, for their names. @type {Map<string, import("../shared/types.js").Fan>} */
let fans = new Map();
/** Whether the tiles are shown to pick from on a phone; null: while the hand is not complete. @type {boolean | null} */
let keysOpen = null;
/** The run of the last change in the address. */
let lastRun = "";
/** The run of a change that is not in the address yet. @type {string | null} */
let unwritten = null;
/** The book's part of the address. */
let bookPart = new URLSearchParams();
let asking = new AbortController();
const typing = new Typing();

/** A longer text is no hand. */
const LONGEST_TEXT = 1000;

/** In milliseconds. */
const WRITE_AT_LATEST = 300;

// ---- what the address holds

function pageAddress() {
  const query = new URLSearchParams(bookPart);
  const text = formatHand(hand);
  if (text) query.set("hand", text);
  if (stage(hand) === "discards") query.set("do", "discards");
  return address("/", query);
}

/**
 * A change stands in the address once its answer is there, or soon after: a browser that writes its history asks the server tens of
 * milliseconds later.
 * @param {string} run
 */
function record(run) {
  unwritten = run;
  setTimeout(writeAddress, WRITE_AT_LATEST);
}

/** Before another change: write the one before it, unless this one goes on with it. @param {string} run */
function settle(run) {
  if (!run || run !== unwritten) writeAddress();
}

/** Write the address: a new entry in the history, unless the change goes on with the one before it. */
function writeAddress() {
  if (unwritten === null) return;
  const run = unwritten;
  unwritten = null;
  const next = pageAddress();
  if (next === location.pathname + location.search) return;
  if (run && run === lastRun) history.replaceState(null, "", next);
  else history.pushState(null, "", next);
  lastRun = run;
}

/** Show what the address holds. */
async function restore() {
  const query = new URLSearchParams(location.search);
  const {damaged, ...named} = await readBook(query);
  book = named;
  bookPart = await bookQuery(book);
  if (damaged) notice(t("damaged_link"));
  lastRun = "";
  unwritten = null;
  written = writtenError = null;
  const text = query.get("hand") ?? "";
  hand = emptyHand();
  const thrown = query.has("do") ? readCanonical(text) : null;
  if (thrown && size(thrown) === FULL) hand = thrown;
  else if (text) await readText(text);
  if (!writtenError) written = null;
  loadBook();
  await ask();
}

// ---- what changes the hand

/** @param {Hand} next @param {string} run changes of one run share an entry in the history */
function become(next, run = "") {
  if (next === hand) return;
  settle(run);
  hand = next;
  written = writtenError = null;
  comparison = marked = hovered = keysOpen = null;
  record(run);
  draw();
  ask();
}

/** @param {string} tile */
function pick(tile) {
  if (!pickable(hand, mode, tile)) return;
  const picked = mode;
  mode = "tile";
  if (picked === "tile") become(addTile(hand, tile), "add");
  else if (picked === "winning") become(setWinning(hand, tile));
  else become(addMeld(hand, picked, tile), "add");
}

/** @param {string} tile */
function tapTile(tile) {
  if (mode === "tile") become(removeTile(hand, tile), "remove");
  else pick(tile);
}

/** @param {Partial<import("../shared/types.js").Circumstances>} changes */
const changeWin = (changes) => become({...hand, win: {...hand.win, ...changes}}, Object.keys(changes)[0] + "!");

/** @param {BookChoice} next */
async function chooseBook(next) {
  const part = await bookQuery(next);
  settle("");
  book = next;
  bookPart = part;
  comparison = marked = null;
  record("");
  writeAddress(); // links on the page are made of it
  loadBook();
  draw();
  ask();
}

/** Read any notation. @param {string} text */
async function readText(text) {
  asking.abort();
  asking = new AbortController();
  const signal = asking.signal;
  written = text;
  writtenError = null;
  if (!text.trim()) {
    hand = cleared(hand);
    answer = {kind: "nothing"};
    answered = "";
    draw();
    return;
  }
  try {
    if (text.length > LONGEST_TEXT) throw new api.ApiError({code: "too_large", message: ""});
    const direct = readCanonical(text);
    const read = direct && (direct.winning || size(direct) < FULL) ? direct : readCanonical((await api.parse(text, signal)).hand);
    if (signal.aborted || !read) return;
    hand = read;
    comparison = marked = keysOpen = null;
  } catch (error) {
    if (signal.aborted || !(error instanceof api.ApiError)) return;
    writtenError = error;
  }
  draw();
}

/** @param {string} text */
async function typeText(text) {
  settle("type");
  await readText(text);
  if (written !== text || writtenError) return;
  record("type");
  await ask();
}

/** After the server did not answer: ask again whatever it did not tell. */
async function again() {
  if (!books.length) loadBooks();
  if (!whole) loadBook();
  if (written !== null && writtenError) await typeText(written);
  else await ask();
}

// ---- the answer

/** Ask the server about the hand as it is. */
async function ask() {
  asking.abort();
  asking = new AbortController();
  const signal = asking.signal;
  const text = formatHand(hand);
  const asked = book;
  try {
    answer = await question(stage(hand), text, signal);
  } catch (error) {
    if (signal.aborted) return;
    answer = {kind: "error", error: error instanceof api.ApiError ? error : new api.ApiError({code: "offline", message: String(error)})};
  }
  if (signal.aborted) return;
  answered = text;
  answeredBook = asked;
  draw();
  announce(spoken());
  writeAddress();
}

/** @param {ReturnType<typeof stage>} now @param {string} text @param {AbortSignal} signal @returns {Promise<Answer>} */
async function question(now, text, signal) {
  if (now === "waits") return {kind: "waits", waits: await api.waits(book, text, signal)};
  if (now === "discards") return {kind: "discards", discards: await api.discards(book, text, signal)};
  if (now !== "score") return {kind: "nothing"};
  const score = await api.score(book, text, signal);
  if (score.win) return {kind: "score", score};
  return {kind: "none", reason: score.reason, discards: await api.discards(book, text, signal)};
}

/** Fetch the book in use: what it is called, what an overlay changes, the English names of its fans. */
async function loadBook() {
  const asked = book;
  whole = bookProblem = null;
  try {
    const found = await api.bookOf(asked);
    if (asked !== book) return;
    whole = found;
    fans = new Map(found.fans.map((fan) => [fan.id, fan]));
  } catch (error) {
    if (asked !== book || !(error instanceof api.ApiError)) return;
    bookProblem = error;
    announce(api.inWords(error));
  }
  draw();
}

/** Fetch the list of books. */
async function loadBooks() {
  try {
    books = await api.books();
    draw();
  } catch {
    // told with the answer about the hand or the book, which fails too
  }
}

/** @param {string} id @param {string} name */
const naming = (id, name) => (settings.lang === "zh" ? name : (fans.get(id)?.en ?? name));

/** The answer as it is told to a screen reader. */
function spoken() {
  if (answer.kind === "score") {
    const {points, fans: counted, legal} = answer.score;
    return t("spoken_score", {
      points,
      fans: list(counted.map(fanName)),
      verdict: legal ? "" : t("too_few", {minimum: answer.score.minimum}),
    });
  }
  if (answer.kind === "waits") return waitsSpoken(answer.waits);
  if (answer.kind === "discards") return t("spoken_discards", {count: answer.discards.discards.length});
  if (answer.kind === "none") return answer.reason;
  if (answer.kind === "error") return api.inWords(answer.error);
  if (bookProblem) return api.inWords(bookProblem);
  return size(hand) ? t("tiles_so_far", {count: size(hand)}) : "";
}

async function compareBooks() {
  const [asked, under] = [hand, book];
  // an answer that comes when there is another hand or book is no answer to it
  const late = () => hand !== asked || book !== under;
  try {
    const found = await api.compare(under, formatHand(asked));
    if (!late()) comparison = found;
  } catch (error) {
    if (error instanceof api.ApiError && !late()) answer = {kind: "error", error};
  }
  draw();
}

// ---- what is shown

/** The rules of one's own in use; null if it is a book. */
const own = () => (book.overlay === null ? null : ownRules(book.overlay, whole));

/** The book in use, or the one that rules of one's own change. */
const base = () => own()?.base ?? book.rules;

/** What the book in use is called. */
function currentBook() {
  const called = own()?.name ?? book.rules;
  return whole ?? {name: {zh: called, en: called}};
}

/** @param {string} id */
function fanAddress(id) {
  const query = new URLSearchParams(location.search);
  query.delete("hand");
  query.delete("rules");
  query.delete("do");
  return address(`/rules/${base()}`, query) + `#${id}`;
}

/** @param {import("../shared/types.js").ExplainedWin} score */
function afterScore(score) {
  const link = () => location.href;
  return html`<div class="actions">
      <button type="button" @click=${() => copy(asText(score, currentBook(), link()), t("text_copied"))}>${t("copy_text")}</button>
      <button type="button" @click=${() => copy(link(), t("link_copied"))}>${t("copy_link")}</button>
      <button type="button" @click=${() => sharePicture(score, currentBook())}>${t("share_picture")}</button>
      <button type="button" @click=${() => become(takeIn(hand))}>${t("which_discard")}</button>
    </div>
    <h2>${t("under_other_books")}</h2>
    ${
      comparison
        ? compareView(comparison, books, book.overlay === null ? book.rules : "", (rules) => chooseBook({rules, overlay: null}))
        : html`<button type="button" class="wide-button" @click=${compareBooks}>${t("compare_books")}</button>`
    }`;
}

/** A way to ask again where the server did not answer. @param {api.ApiError} error */
const retry = ({code}) => (code === "offline" ? html`<button type="button" @click=${again}>${t("again")}</button>` : nothing);

/** @returns {import("../shared/types.js").View} */
function result() {
  const error = answer.kind === "error" ? answer.error : answer.kind === "nothing" ? bookProblem : null;
  if (error) return html`<div class="problem"><p>${api.inWords(error)}</p>${retry(error)}</div>`;
  const throwTile = /** @param {string} tile */ (tile) => become(discard(hand, tile));
  if (answer.kind === "score") {
    const hover = /** @param {string | null} id */ (id) => {
      hovered = id;
      draw();
    };
    const pin = /** @param {string} id */ (id) => {
      marked = marked === id ? null : id;
      hovered = null;
      draw();
    };
    return html`${scoreView(answer.score, {active: hovered ?? marked, pinned: marked, hover, pin, fanAddress, naming})}${afterScore(answer.score)}`;
  }
  if (answer.kind === "none") {
    return html`<div class="problem"><p>${answer.reason}</p></div>${discardsView(answer.discards.discards, throwTile)}`;
  }
  if (answer.kind === "waits") return waitsView(answer.waits, (tile) => become(setWinning(hand, tile)), naming);
  if (answer.kind === "discards") {
    const {win, discards} = answer.discards;
    return html`${win ? alreadyWins(win) : nothing}${discardsView(discards, throwTile)}`;
  }
  return welcome(hand);
}

/** The answer in a line, above the tiles that hide the rest of it on a phone. @returns {import("../shared/types.js").View} */
function summary() {
  if (answer.kind === "score")
    return html`<strong>${t("value_points", {points: answer.score.points})}</strong> ${list(answer.score.fans.map((fan) => naming(fan.id, fan.name)))}`;
  if (answer.kind === "waits" && answer.waits.waits.length) {
    const {waits} = answer.waits;
    const most = Math.max(...waits.map((wait) => (wait.discard ?? wait.self_drawn)?.points ?? 0));
    return html`${t("summary_waits")} ${row(
      waits.map((wait) => wait.tile),
      {classes: "small"},
    )} ${t("summary_most", {points: most})}`;
  }
  if (answer.kind === "discards" && answer.discards.discards.length)
    return html`${t("throw_tile", {tile: ""})} ${row([answer.discards.discards[0].tile], {classes: "small"})}`;
  return html`${spoken()}`;
}

function showMistake() {
  document.querySelector(".notation")?.scrollIntoView({behavior: "smooth", block: "center"});
}

function showResult() {
  document.querySelector(".result")?.scrollIntoView({behavior: "smooth", block: "start"});
}

/**
 * The text with the wrong place marked. Places count whole characters, of which some take two units of a string.
 * @param {string[]} characters
 * @param {number} at
 */
const wrongPlace = (characters, at) =>
  html`<code aria-hidden="true">${characters.slice(0, at).join("")}<mark>${characters[at] ?? " "}</mark>${characters
    .slice(at + 1)
    .join("")}</code>`;

/** The text of the hand, with an arrow below the place where it is wrong. */
function notationField() {
  const text = written ?? formatHand(hand);
  return html`<div class="notation">
    <label for="notation">${t("notation")}</label>
    <input id="notation" type="text" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="12345678m22p [EEE] +9m"
      .value=${text} aria-invalid=${writtenError ? "true" : "false"} aria-describedby=${writtenError ? "notation-error" : nothing}
      @input=${(/** @type {Event} */ event) => typeText(/** @type {HTMLInputElement} */ (event.target).value)}
      @blur=${() => {
        if (!writtenError) {
          written = null;
          draw();
        }
      }}>
    ${
      writtenError
        ? html`<div class="notation-error" id="notation-error" role="alert">
      ${writtenError.position === undefined ? nothing : wrongPlace([...text], writtenError.position)}
      <p>${api.inWords(writtenError)}</p>${retry(writtenError)}</div>`
        : nothing
    }
  </div>`;
}

function draw() {
  const focused = document.activeElement;
  const current = answered === formatHand(hand) && answeredBook === book;
  const complete = size(hand) === FULL && current && answer.kind !== "error";
  const shown = keysOpen ?? !complete;
  render(
    html`
    <div class="study ${shown ? "keys-open" : "keys-shut"}">
      <h1 class="unseen">${t("title_hand")}</h1>
      <div class="build">
        ${bookChooser(books, book, chooseBook, own() ?? keptOverlay())}
        ${tray(hand, mode, {
          tapTile,
          tapMeld: (index) => become(removeMeld(hand, index), "remove"),
          tapWinning: () => become(removeWinning(hand), "remove"),
          chooseWinning: () => {
            mode = "winning";
            draw();
          },
          example: () => become(exampleHand()),
        })}
        ${circumstances(hand.win, base(), changeWin, answer.kind === "error" ? answer.error : null)}
        ${notationField()}
      </div>
      <div class="keyboard">
        <div class="strip">
          ${
            writtenError
              ? html`<button type="button" class="summary wrong" @click=${showMistake}>${api.inWords(writtenError)}</button>`
              : size(hand)
                ? html`<button type="button" class="summary" title=${t("see_result")}
            @click=${showResult}>${summary()}</button>`
                : html`<span class="summary"></span>`
          }
          <button type="button" class="handle" aria-expanded=${shown ? "true" : "false"} aria-controls="keys"
            aria-label=${t(shown ? "hide_tiles" : "show_tiles")}
            @click=${() => {
              keysOpen = !shown;
              draw();
            }}>${
              shown ? html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d="M6 9l6 6 6-6"/></svg>` : t("show_tiles")
            }</button>
        </div>
        <div id="keys">${picker(hand, mode, typing.digits, {
          pick,
          arm: (next) => {
            mode = next;
            draw();
          },
          back: () => become(removeLast(hand), "remove"),
          clear: () => become(cleared(hand)),
        })}</div>
      </div>
      <section class="result" tabindex="-1" aria-label=${t("result")} data-hand=${answered}
        data-book=${answeredBook.overlay === null ? answeredBook.rules : "overlay"}
        aria-busy=${current ? "false" : "true"}>${result()}</section>
    </div>`,
    /** @type {HTMLElement} */ (document.getElementById("main")),
  );
  // what was pressed may be gone; a keyboard goes on from the result, not from the top of the page
  if (focused && !focused.isConnected) /** @type {HTMLElement | null} */ (document.querySelector(".result"))?.focus({preventScroll: true});
}

/** Typing anywhere but in a field picks tiles. @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const typesText = target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
  if (event.ctrlKey || event.metaKey || event.altKey || typesText) return;
  if (event.key === "Escape") {
    typing.digits = "";
    mode = "tile";
  } else if (event.key === "Backspace") {
    event.preventDefault();
    if (typing.digits) typing.digits = typing.digits.slice(0, -1);
    else become(removeLast(hand), "remove");
  } else if (event.key === "+") {
    mode = "winning";
  } else {
    const tiles = typing.press(event.key);
    if (tiles === null) return;
    for (const tile of tiles) pick(tile);
  }
  draw();
}

open("hand", () => {
  draw();
  if (answered) ask(); // sentences of the server's are in its answer's language
});
restore();
addEventListener("popstate", restore);
document.addEventListener("keydown", onKey);
document.addEventListener("paste", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const text = event.clipboardData?.getData("text/plain").trim();
  if (text && !target.matches("input, textarea")) typeText(text);
});
loadBooks();
