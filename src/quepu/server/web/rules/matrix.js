// All exclusions of a book: a matrix to look at, and a list to read.

import {html, nothing, svg} from "../vendor/lit-html/lit-html.js";
import {fanLabel, fanName, list} from "../shared/names.js";
import {neighbours} from "./graph.js";
import {t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

const CELL = 11;
const LABEL = 96;

/** @param {Book} book @param {(text: string) => void} tell what the pointer is over */
function drawing(book, tell) {
  const numbers = new Map(book.fans.map((fan, i) => [fan.id, i]));
  const size = LABEL + CELL * book.fans.length;
  /** @param {number} y @param {string} other @param {"excludes" | "against"} kind */
  const cell = (y, other, kind) => {
    const x = numbers.get(other);
    return x === undefined
      ? nothing
      : svg`<rect class=${kind} data-x=${x} data-y=${y} x=${LABEL + x * CELL + 1} y=${LABEL + y * CELL + 1}
      width=${CELL - 2} height=${CELL - 2} rx="2"></rect>`;
  };
  /**
   * The fans of the cell under the pointer.
   * @param {Event} event
   * @returns {{kind: "excludes" | "against", row: Fan, column: Fan} | null}
   */
  const under = (event) => {
    const {x, y} = /** @type {SVGElement} */ (event.target).dataset;
    const kind = /** @type {SVGElement} */ (event.target).classList.contains("against") ? "against" : "excludes";
    return x === undefined ? null : {kind, row: book.fans[Number(y)], column: book.fans[Number(x)]};
  };
  /** @param {Event} event */
  const onOver = (event) => {
    const found = under(event);
    if (found) tell(t(`cell_${found.kind}`, {a: fanName(found.row), b: fanName(found.column)}));
  };
  /** @param {Event} event */
  const onClick = (event) => {
    const found = under(event);
    if (found) location.hash = found.row.id;
  };
  return html`<svg class="matrix" width=${size} height=${size} viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("matrix_label")}
    @mouseover=${onOver} @click=${onClick}>
    ${book.fans.map(
      (fan, y) => svg`<line x1=${LABEL} x2=${size} y1=${LABEL + y * CELL} y2=${LABEL + y * CELL}></line>
      <line y1=${LABEL} y2=${size} x1=${LABEL + y * CELL} x2=${LABEL + y * CELL}></line>
      <text x=${LABEL - 5} y=${LABEL + y * CELL + CELL - 2.5}>${fan.row_name}</text>
      <text class="top" transform="translate(${LABEL + y * CELL + CELL - 2.5} ${LABEL - 5}) rotate(-90)">${fan.row_name}</text>`,
    )}
    ${book.fans.map((fan, y) => [...fan.excludes.map((other) => cell(y, other, "excludes")), ...fan.against.map((other) => cell(y, other, "against"))])}
  </svg>`;
}

/** @param {Book} book @param {string} told @param {(text: string) => void} tell @param {readonly string[] | null} found */
export function exclusionsView(book, told, tell, found) {
  const fans = found ? book.fans.filter((fan) => found.includes(fan.id)) : book.fans;
  return html`
    <p class="muted">${t("matrix_how")}</p>
    <p class="legend"><span class="swatch excludes"></span> ${t("excludes")} <span class="swatch against"></span> ${t("against")} <output
      class="told">${told}</output></p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("matrix_label")}>${drawing(book, tell)}</div>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("exclusions")}>
    <table class="exclusions"><caption class="unseen">${t("exclusions")}</caption>
      <thead><tr><th scope="col">${t("fan")}</th><th scope="col">${t("excludes")}</th><th scope="col">${t("against")}</th></tr></thead>
      <tbody>${fans.map((fan) => {
        const {excludes, against} = neighbours(book, fan);
        return excludes.length || against.length
          ? html`<tr><th scope="row"><a href="#${fan.id}">${fanLabel(fan)}</a></th>
          <td data-label=${t("excludes")}>${list(excludes.map(fanName))}</td><td data-label=${t("against")}>${list(against.map(fanName))}</td></tr>`
          : nothing;
      })}</tbody></table></div>`;
}
