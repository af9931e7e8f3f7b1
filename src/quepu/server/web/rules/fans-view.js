// A rule book as a book: its fans by category, each with its rule, examples, extremes and neighbours.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {graph, neighbourList} from "./graph.js";
import {handView} from "../shared/hand-view.js";
import {address} from "../shared/addresses.js";
import {fanLabel, value} from "../shared/names.js";
import {own, settings, t} from "../shared/settings.js";

/** @typedef {import("../shared/types.js").Book} Book */
/** @typedef {import("../shared/types.js").Fan} Fan */

/** @param {URLSearchParams} bookPart @param {string} hand */
function handLink(bookPart, hand) {
  const query = new URLSearchParams(bookPart);
  query.set("hand", hand);
  return address("/hand", query);
}

/** A text of the rules in the language of the page; in English with the Chinese one beside it. @param {string} zh @param {string} en */
export const withOriginal = (zh, en) =>
  settings.lang === "zh" || !en
    ? html`<span lang="zh-Hans">${zh}</span>`
    : html`<span>${en}</span> <span class="fan-zh" lang="zh-Hans">${zh}</span>`;

/** @param {string} title @param {readonly string[]} hands @param {URLSearchParams} bookPart @param {string} kind */
const examples = (title, hands, bookPart, kind) =>
  hands.length
    ? html`<div class="examples ${kind}"><h4>${title}</h4>
  <ul>${hands.map((hand) => html`<li><a href=${handLink(bookPart, hand)} title=${hand}>${handView(hand, {rules: bookPart.get("rules") ?? undefined})}</a></li>`)}</ul></div>`
    : nothing;

/** @param {Fan} fan @param {URLSearchParams} bookPart */
const extremes = (fan, bookPart) =>
  fan.floor || fan.ceiling
    ? html`<p class="extremes">
  ${
    fan.floor
      ? html`<span>${t("floor")} <a
    href=${handLink(bookPart, fan.floor.hand)}>${t("value_points", {points: fan.floor.points})}</a></span>`
      : nothing
  }
  ${
    fan.ceiling
      ? html`<span>${t("ceiling")} <a
    href=${handLink(bookPart, fan.ceiling.hand)}>${t("value_points", {points: fan.ceiling.points})}</a></span>`
      : nothing
  }</p>`
    : nothing;

/**
 * @typedef {{open: ReadonlySet<string>, toggle: (id: string) => void, choose: (id: string) => void, bookPart: URLSearchParams, narrow: boolean}} Reading
 */

/** @param {Book} book @param {Fan} fan @param {Reading} reading */
function entry(book, fan, {open, toggle, choose, bookPart, narrow}) {
  const isOpen = open.has(fan.id);
  return html`<li class="entry ${isOpen ? "open" : ""}" id=${fan.id}>
    <h3><button type="button" aria-expanded=${isOpen ? "true" : "false"} @click=${() => toggle(fan.id)}>
      <span>${fanLabel(fan)}</span><span class="fan-value">${value(fan)}</span></button></h3>
    ${
      isOpen
        ? html`<div class="details">
      <p class="pinyin muted"><span lang="zh-Latn">${fan.pinyin}</span>${fan.section ? html` · ${withOriginal(fan.section, fan.section_en)}` : nothing}</p>
      <p class="text">${own(fan.text)}</p>
      ${examples(t("examples_yes"), fan.yes, bookPart, "yes")}
      ${examples(t("examples_no"), fan.no, bookPart, "no")}
      ${extremes(fan, bookPart)}
      ${graph(book, fan, narrow, choose)}${neighbourList(book, fan)}
    </div>`
        : html`<p class="brief">${own(fan.text)}</p>`
    }
  </li>`;
}

/** @param {Book} book @param {readonly string[] | null} found @param {Reading} reading */
export function fansView(book, found, reading) {
  if (found) {
    const byId = new Map(book.fans.map((fan) => [fan.id, fan]));
    const fans = found.flatMap((id) => byId.get(id) ?? []);
    return html`<p class="muted" role="status">${t("found", {count: fans.length})}</p>
      <ul class="entries">${fans.map((fan) => entry(book, fan, reading))}</ul>`;
  }
  return html`${book.categories.map(
    (category, i) => html`<section class="category" id="category-${i}">
    <h2>${settings.lang === "zh" ? category.name : html`${category.en} <span class="fan-zh" lang="zh-Hans">${category.name}</span>`}</h2>
    <ul class="entries">${book.fans.filter((fan) => fan.category === category.name).map((fan) => entry(book, fan, reading))}</ul></section>`,
  )}`;
}

/** The headings of the book, to jump to. @param {Book} book */
export const contents = (book) => html`<nav class="contents" aria-label=${t("contents")}><ul>
  ${book.categories.map(
    (category, i) => html`<li><a
    href="#category-${i}">${settings.lang === "zh" ? category.name : category.en}</a></li>`,
  )}</ul></nav>`;
