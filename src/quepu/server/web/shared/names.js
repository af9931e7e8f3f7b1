// How fans, values and books are called in the chosen language.

import {html, nothing} from "../vendor/lit-html/lit-html.js";
import {servedAlso, servedName, servedShort} from "./constants.js";
import {own, settings, t} from "./settings.js";

/** The name of a fan; in English with the Chinese one beside it. @param {{name: string, en?: string, row_name?: string}} fan */
export function fanName(fan) {
  const name = fan.row_name ?? fan.name;
  return settings.lang === "zh" || !fan.en ? name : `${fan.en} ${name}`;
}

/**
 * The same with the Chinese name set apart.
 * @param {{name: string, en?: string, row_name?: string}} fan @param {number} [count] @param {boolean} [once] show ×1 too
 */
export function fanLabel(fan, count = 1, once = false) {
  const name = fan.row_name ?? fan.name;
  const times = count > 1 || once ? html`<span class="times">×${count}</span>` : nothing;
  if (settings.lang === "zh" || !fan.en) return html`<span class="fan-name" lang="zh-Hans">${name}</span>${times}`;
  return html`<span class="fan-name">${fan.en}</span>${times} <span class="fan-zh" lang="zh-Hans">${name}</span>`;
}

/** What a fan is worth. @param {import("./types.js").Value} fan @param {number} [count] */
export function value(fan, count = 1) {
  if (fan.percent !== undefined) return `+${fan.percent * count} %`;
  if (fan.points !== undefined) return t("value_points", {points: fan.points * count});
  return t("value_fu", {fu: (fan.fu ?? 0) * count, fan: fan.fan ?? 0});
}

/** @param {{name: {zh: string, en: string}}} book */
export const bookName = (book) => own(book.name);

/**
 * The numbers of a book, in words: how many points a win needs, and what a flower is worth.
 * @param {import("./types.js").BookSummary} book
 */
export const bookNumbers = ({minimum, flower_points}) => [
  minimum ? t("minimum_is", {minimum}) : t("no_minimum"),
  ...(flower_points ? [t("flower_is", {points: flower_points})] : []),
];

/** What a book of the server's is called, with its option. @param {string} rules */
export const calledBook = (rules) => own(servedName(rules));

/** Another name of a book that players may look for, in brackets. @param {string} rules */
export function alsoCalled(rules) {
  const name = own(servedAlso(rules));
  return name ? t("in_brackets", {text: name}) : "";
}

/** The same in brief. @param {string} rules */
export const shortBook = (rules) => own(servedShort(rules));

/** A number with a true minus sign. @param {number} number */
export const figure = (number) => String(number).replace("-", "−");

/** A gain or a loss. @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : figure(points));

/** What comes between the parts of a list. */
export const separator = () => (settings.lang === "zh" ? "、" : ", ");

/** Part of a list with the comma after it on the same line. @param {unknown} part @param {boolean} more whether another one follows */
export const withComma = (part, more) =>
  html`<span class="listed">${part}${more ? separator().trimEnd() : nothing}</span>${more && settings.lang !== "zh" ? " " : nothing}`;

/** @param {readonly string[]} words */
export const list = (words) => words.join(separator());

const segmenter = new Intl.Segmenter();

/** The letters of a name as a reader counts them: an emoji of several signs is one. @param {string} name */
export const letters = (name) => Array.from(segmenter.segment(name), ({segment}) => segment);

/** The day of a moment. @param {number} at milliseconds since 1970 */
export const day = (at) =>
  new Date(at).toLocaleDateString(settings.lang === "zh" ? "zh-CN" : "en-GB", {year: "numeric", month: "short", day: "numeric"});

/** The time of day of a moment. @param {number} at milliseconds since 1970 */
export const time = (at) =>
  new Date(at).toLocaleTimeString(settings.lang === "zh" ? "zh-CN" : "en-GB", {hour: "2-digit", minute: "2-digit"});
