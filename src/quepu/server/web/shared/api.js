// Requests to the server.

import {sessionHeaders} from "./session.js";
import {load, settings, t} from "./settings.js";

/** @typedef {import("./types.js").BookChoice} BookChoice */

/** An error of the server's, with its code, and the place in the notation or the line in an overlay where it is known. */
export class ApiError extends Error {
  /** @param {{code: string, message: string, position?: number, line?: number, fan?: string, rules?: string}} error */
  constructor({code, message, position, line, fan, rules}) {
    super(message);
    this.code = code;
    this.position = position;
    this.line = line;
    /** The fan whose name was given instead of a hand, and the book that has it. */
    this.fan = fan;
    this.rules = rules;
  }
}

/**
 * An error in words. The page has its own words for errors of the connection: `offline`, and `no_scorer` for what only the scorer could answer
 * without one. All others are the server's.
 * @param {ApiError} error
 */
export function inWords({code, message}) {
  if (code === "offline" || code === "no_scorer") return t(code);
  return code === "too_large" ? t("too_long") : message;
}

/** Whatever went wrong, in words. @param {unknown} error */
export const problemWords = (error) => (error instanceof ApiError ? inWords(error) : t("offline"));

/**
 * Ask the server; with a `body`, or a record in a `file`, something is sent to it.
 * @param {string} path
 * @param {{body?: unknown, file?: Blob, secret?: string | null, signal?: AbortSignal}} [options] `secret`: a token or an invitation
 * @returns {Promise<any>}
 */
export async function call(path, {body, file, secret, signal} = {}) {
  const url = new URL("/api/v1" + path, location.origin);
  url.searchParams.set("lang", settings.lang);
  const sent = file ?? (body === undefined ? null : JSON.stringify(body));
  const type = file ? "application/x-ndjson" : "application/json";
  const headers = {
    ...(sent === null ? {} : {"content-type": type, ...sessionHeaders()}),
    ...(secret ? {authorization: `Bearer ${secret}`} : {}),
  };
  const init = sent === null ? {headers} : {method: "POST", headers, body: sent};
  const online = !load(OFFLINE, null) || navigator.onLine;
  let response;
  try {
    if (!online) throw new TypeError("offline");
    response = await fetch(url, {...init, signal});
  } catch (error) {
    if (signal?.aborted) throw error;
    const {pathname, search} = url;
    const found =
      file || secret ? null : await withoutServer(pathname.slice("/api/v1".length) + search, /** @type {string | null} */ (sent), signal);
    return unpacked(found, "");
  }
  const answer = await response.json().catch(() => null);
  return unpacked(response.ok || answer?.error ? answer : null, `HTTP ${response.status}`);
}

/** Where the browser keeps whether it can answer without the server. */
const OFFLINE = "quepu.offline";

/** What the browser itself answers, if the user has made the pages available offline. @param {string} address @param {string | null} sent @param {AbortSignal} [signal] */
async function withoutServer(address, sent, signal) {
  if (!load(OFFLINE, null)) return null;
  const offline = await import("./offline.js").catch(() => null);
  return offline ? offline.answer(address, sent, signal) : null;
}

/** An answer, or its error. @param {any} answer @param {string} problem */
function unpacked(answer, problem) {
  if (answer?.error) throw new ApiError(answer.error);
  if (answer === null) throw new ApiError({code: "offline", message: problem});
  return answer;
}

/**
 * Load something that a page also works without.
 * @template T @param {Promise<T>} request @param {(found: T) => unknown} keep @param {() => void} redraw
 */
export const loadOptional = (request, keep, redraw) => request.then(keep).then(redraw, () => {});

/** A question about a hand, under a book. @param {BookChoice} book @param {string} hand */
const question = ({rules, overlay}, hand) => (overlay === null ? {rules, hand} : {overlay, hand});

/**
 * @param {BookChoice} book
 * @param {string} hand
 * @param {AbortSignal} [signal]
 * @param {boolean} [explain]
 * @returns {Promise<import("./types.js").ExplainedWin | import("./types.js").NoWin>}
 */
export const score = (book, hand, signal, explain = true) =>
  call(explain ? "/score?explain=true" : "/score", {body: question(book, hand), signal});

/** @param {BookChoice} book @param {string} hand @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Waits>} */
export const waits = (book, hand, signal) => call("/waits", {body: question(book, hand), signal});

/** @param {BookChoice} book @param {string} hand @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Discards>} */
export const discards = (book, hand, signal) => call("/discards", {body: question(book, hand), signal});

/** @param {BookChoice} book @param {string} hand @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Comparison>} */
export const compare = (book, hand, signal) =>
  call("/compare", {body: book.overlay === null ? {hand} : {overlay: book.overlay, hand}, signal});

/** Any notation, in its canonical form. @param {string} rules the book in use @param {string} hand @param {AbortSignal} [signal] @returns {Promise<import("./types-generated.js").ParseAnswer>} */
export const parse = (rules, hand, signal) => call("/parse", {body: {rules, hand}, signal});

/** @returns {Promise<import("./types.js").BookSummary[]>} */
export const books = async () => (await call("/rules")).books;

/** @type {Map<string, Promise<import("./types.js").Book>>} */
const kept = new Map();

/** The whole book, fetched once. @param {BookChoice} choice @returns {Promise<import("./types.js").Book>} */
export function bookOf({rules, overlay}) {
  const key = overlay ?? `=${rules}`;
  const found = kept.get(key) ?? (overlay === null ? call(`/rules/${encodeURIComponent(rules)}`) : checkOverlay(overlay));
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  return found;
}

/** The book that an overlay makes. @param {string} toml @param {AbortSignal} [signal] @returns {Promise<import("./types.js").Book>} */
export const checkOverlay = (toml, signal) => call("/overlay", {body: {toml}, signal});

/**
 * The ids of the fans that fit what is typed, the best first.
 * @param {string} rules
 * @param {string} q
 * @param {AbortSignal} [signal]
 * @returns {Promise<string[]>}
 */
export async function searchFans(rules, q, signal) {
  const answer = await call(`/rules/${encodeURIComponent(rules)}/fans?q=${encodeURIComponent(q)}`, {signal});
  return answer.fans.map((/** @type {import("./types.js").Fan} */ fan) => fan.id);
}

/** @param {string} a @param {string} b @returns {Promise<import("./types.js").Difference>} */
export const difference = (a, b) => call(`/rules/${encodeURIComponent(a)}/diff/${encodeURIComponent(b)}`);

/** @param {string} rules @param {number} level @param {readonly string[]} weak @returns {Promise<import("./types.js").Question>} */
export const practice = (rules, level, weak) =>
  call(`/practice?${new URLSearchParams({rules, level: String(level), weak: weak.join(",")})}`);

/** @param {string} rules @param {string} date @returns {Promise<import("./types.js").Question>} */
export const daily = (rules, date) => call(`/practice/daily?${new URLSearchParams({rules, date})}`);
