// Requests about documents. What fails because of the network has the code `offline`; see `isFinal` for the rest.

import {ApiError} from "../api.js";
import {sessionHeaders} from "../session.js";
import {settings} from "../settings.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./keep.js").Kind} Kind */

/** How many milliseconds a request may take, besides what it waits for news. */
const PATIENCE = 20_000;
/** The maximum number of entries, and of characters, that are sent at once. */
const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 100_000;

export class RequestError extends ApiError {
  /** @param {{code: string, message: string}} error @param {number} status 0: there was no answer @param {number} [seconds] the server asks to wait so long */
  constructor(error, status, seconds = 0) {
    super(error);
    this.status = status;
    this.seconds = seconds;
  }

  /** Whether the same request fails again: it was understood and refused. */
  get isFinal() {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

/**
 * @param {string} path below /documents
 * @param {{body?: unknown, key?: string | null, signal?: AbortSignal, wait?: number}} [options]
 * @returns {Promise<any>}
 */
async function request(path, {body, key, signal, wait = 0} = {}) {
  const url = new URL(`/api/v1/documents${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  const headers = {
    ...(body === undefined ? {} : {"content-type": "application/json", ...sessionHeaders()}),
    ...(key ? {authorization: `Bearer ${key}`} : {}),
  };
  const sent = body === undefined ? {} : {method: "POST", body: JSON.stringify(body)};
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, PATIENCE + 1000 * wait);
  signal?.addEventListener("abort", end);
  let response;
  let answer;
  try {
    response = await fetch(url, {...sent, headers, cache: "no-store", signal: ending.signal});
    answer = await response.json();
  } catch (error) {
    throw new RequestError({code: "offline", message: String(error)}, 0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
  if (response.ok) return answer;
  const problem = answer?.error?.code ? answer.error : {code: "offline", message: `HTTP ${response.status}`};
  throw new RequestError(problem, answer?.error?.code ? response.status : 0, Number(response.headers.get("retry-after")) || 0);
}

/** @param {{kind: Kind, id: string, key: string, entries: Entry[]}} document @returns {Promise<import("../types-generated.js").CreatedAnswer>} */
export const createDocument = (document) => request("", {body: document});

/** @param {string} id @param {{after: number, wait?: number, key: string | null, signal?: AbortSignal}} options @returns {Promise<import("../types-generated.js").EntriesAnswer>} */
export const readDocument = (id, {after, wait = 0, key, signal}) =>
  request(`/${id}?${new URLSearchParams({after: String(after), wait: String(wait)})}`, {key, signal, wait});

/** @param {string} id @param {string} key @param {Entry[]} entries @returns {Promise<import("../types-generated.js").StoredAnswer>} */
export const sendEntries = (id, key, entries) => request(`/${id}/entries`, {body: {entries}, key});

/** Set a PIN, or with null remove it; `revoke`: all other keys end. @param {string} id @param {string} key @param {string | null} pin @param {boolean} revoke @returns {Promise<import("../types-generated.js").PinAnswer>} */
export const setPin = (id, key, pin, revoke) => request(`/${id}/pin`, {body: {pin, revoke}, key});

/** A key, for the PIN. @param {string} id @param {string} pin @returns {Promise<import("../types-generated.js").KeyAnswer>} */
export const unlock = (id, pin) => request(`/${id}/unlock`, {body: {pin}});

/** Delete a document for everybody. @param {string} id @param {string} key @returns {Promise<unknown>} */
export const deleteDocument = (id, key) => request(`/${id}/delete`, {body: {}, key});

/** The first entries, as many as are sent at once. @param {Entry[]} entries */
export function firstOf(entries) {
  let left = MOST_CHARACTERS;
  const end = entries.findIndex((entry, n) => n === MOST_ENTRIES || (n > 0 && (left -= JSON.stringify(entry).length) < 0));
  return end < 0 ? entries : entries.slice(0, end);
}
