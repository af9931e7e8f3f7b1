// What the user has chosen for the look of the pages; kept in the browser.

import {TEXTS} from "./texts.js";

/** @typedef {import("./types.js").Lang} Lang */
/** @typedef {{lang: Lang, theme: "auto" | "light" | "dark", corners: boolean, large: boolean,
 *   motion: boolean, sound: boolean, volume: number, voices: boolean, autosort: boolean, twotap: boolean}} Settings */

/** The sets of tile faces, and the cloths of the table; the first of each is the default. */
export const FACE_SETS = /** @type {const} */ (["classic", "clear", "large"]);
export const CLOTHS = /** @type {const} */ (["green", "blue", "wine", "slate"]);
/** @typedef {{faces: typeof FACE_SETS[number], cloth: typeof CLOTHS[number]}} Skins */

const KEY = "quepu.settings";

/** @type {Settings & Skins} */
export const settings = {
  faces: FACE_SETS[0],
  cloth: CLOTHS[0],
  lang: /^zh/i.test(navigator.language) ? "zh" : "en",
  theme: "auto",
  corners: false,
  large: false,
  motion: true,
  sound: true,
  volume: 70,
  voices: false,
  autosort: true,
  twotap: true,
};

/** @type {Set<() => void>} */
const listeners = new Set();

/** What could not be stored: a private window, a full store. @type {Map<string, string>} */
const unstored = new Map();

/** Something kept in the browser, or the fallback. @template T @param {string} key @param {T} fallback @returns {T} */
export function load(key, fallback) {
  try {
    const text = unstored.get(key) ?? localStorage.getItem(key);
    const value = text === null ? null : JSON.parse(text);
    return value === null || (fallback !== null && typeof value !== typeof fallback) ? fallback : value;
  } catch {
    return fallback;
  }
}

/** Keep something in the browser; without storage it lasts as long as the page. @param {string} key @param {unknown} value */
export function keep(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** Remove something that was kept. @param {string} key */
export function forget(key) {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was stored
  }
}

/** Call this when a setting changes. @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
}

/** Change settings, keep them, and apply them. @param {Partial<Settings & Skins>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  keep(KEY, settings);
  apply();
  for (const listener of listeners) listener();
}

/**
 * The texts of a page in the chosen language; `{points:point|points}` is one of the two words, by the number.
 * @template {Record<string, [string, string]>} Texts @param {Texts} texts
 */
export const wordsOf =
  (texts) =>
  /** @param {keyof Texts} key @param {Record<string, string | number>} [values] */
  (key, values = {}) =>
    texts[key][settings.lang === "zh" ? 0 : 1].replace(/\{(\w+)(?::([\w ]+)\|([\w ]+))?\}/g, (_, name, one, many) =>
      one === undefined ? String(values[name] ?? "") : values[name] === 1 ? one : many,
    );

/** A text that several pages have. */
export const t = wordsOf(TEXTS);

/** The one of two texts that is in the chosen language. @param {{zh: string, en: string}} both */
export const own = (both) => both[settings.lang];

/** Whether things may move: both the user and their system allow it. */
export const moves = () => settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether there is anything to touch on this device. */
export const touchable = () => matchMedia("(any-pointer: coarse)").matches;

function apply() {
  const root = document.documentElement;
  root.lang = settings.lang === "zh" ? "zh-Hans" : "en";
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.cloth = settings.cloth;
  root.classList.toggle("corners", settings.corners);
  root.classList.toggle("large", settings.large);
  root.classList.toggle("still", !settings.motion);
}

/** @type {Partial<Settings & Skins>} */
const kept = load(KEY, {});
settings.faces = FACE_SETS.find((name) => name === kept.faces) ?? settings.faces;
settings.cloth = CLOTHS.find((name) => name === kept.cloth) ?? settings.cloth;
if (kept.lang === "zh" || kept.lang === "en") settings.lang = kept.lang;
if (kept.theme === "light" || kept.theme === "dark") settings.theme = kept.theme;
// who does not read Chinese needs the numbers
settings.corners = typeof kept.corners === "boolean" ? kept.corners : settings.lang !== "zh";
settings.large = kept.large === true;
settings.voices = kept.voices === true;
if (typeof kept.volume === "number" && kept.volume >= 0 && kept.volume <= 100) settings.volume = kept.volume;
for (const name of /** @type {const} */ (["motion", "sound", "autosort", "twotap"])) settings[name] = kept[name] !== false;
apply();
