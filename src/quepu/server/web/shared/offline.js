// Answers without a network, for a browser that has downloaded what it needs: constant ones from its cache, all others from the server's own
// Python in a worker. Loaded only when it is needed.

import {keep, load, t} from "./settings.js";
import {notice} from "./shell.js";

/** What was downloaded: a version, and where its Python is if the scorer was downloaded too. @typedef {{version: string, at: number, code?: string, pyodide?: string}} Installed */
/** What the server offers: a version, and the bytes of the pages and of the scorer, if there is one. @typedef {{version: string, pages: number, scorer: number | null}} Offered */

export const INSTALLED = "quepu.offline";
const CURRENT = "quepu-offline";
/** In the cache of a version: its answers that are always the same, the addresses that the scorer answers, the addresses of its pages, and its site. */
const [ANSWERS, COMPUTED, PAGES, SITE] = ["/offline/answers.json", "/offline/computed.json", "/offline/pages.json", "/offline/site"];
const WORKER = "/static/shared/offline-worker.js";

/** The cache of a version. @param {string} version */
export const cacheName = (version) => `quepu-${version}`;

/** @returns {Installed | null} */
export const installed = () => load(INSTALLED, /** @type {Installed | null} */ (null));

/** What is on this device. @returns {"nothing" | "pages" | "scorer"} */
export function downloaded() {
  const found = possible() ? installed() : null;
  if (!found) return "nothing";
  return found.code ? "scorer" : "pages";
}

/** Whether the browser allows it: by HTTPS, or on the machine itself. */
export const possible = () => "serviceWorker" in navigator && "caches" in window && "Worker" in window;

/** The answers that are always the same, by their paths. @type {Promise<Record<string, unknown>> | null} */
let constant = null;

/** Something that was downloaded with the pages. @param {Installed} found @param {string} name @returns {Promise<any>} */
async function kept({version}, name) {
  const found = await (await caches.open(cacheName(version))).match(name);
  return found ? found.json() : {};
}

/** The server's own Python, in a worker that starts with the first question. */
class Python {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** Who waits for which answer. @type {Map<number, (data: {answer?: string}) => void>} */
    this.waiting = new Map();
    this.count = 0;
  }

  start() {
    const worker = (this.worker = new Worker(WORKER, {type: "module"}));
    worker.onmessage = ({data}) => {
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    };
    worker.onerror = () => {
      for (const give of this.waiting.values()) give({});
      this.waiting.clear();
      this.worker = null;
    };
    return worker;
  }

  /** The JSON of an answer; null if Python does not run. @param {{pyodide: string, code: string}} where @param {string} address @param {string | null} body @returns {Promise<string | null>} */
  compute({pyodide, code}, address, body) {
    const isFirst = this.worker === null;
    const worker = this.worker ?? this.start();
    const id = ++this.count;
    /** @type {Promise<string | null>} */
    const answer = new Promise((resolve) => {
      this.waiting.set(id, ({answer}) => resolve(answer ?? null));
      worker.postMessage({id, where: {pyodide, code}, address, body});
    });
    if (isFirst) notice(t("offline_starting"), answer);
    return answer;
  }
}

const python = new Python();

/** What is being computed: one answer after the other, so that one that nobody wants any more is not begun. @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * What the server would answer; null if that cannot be computed here.
 * @param {string} address after `/api/v1` @param {string | null} body @param {AbortSignal} [signal]
 */
export async function answer(address, body, signal) {
  const found = installed();
  if (!found || !possible()) return null;
  constant ??= kept(found, ANSWERS).catch(() => ({}));
  const path = address.split("?")[0];
  const known = (await constant)[path];
  if (known && body === null) return known;
  const {code, pyodide} = found;
  if (!code || !pyodide) {
    // another address only the server answers
    return (await isComputed(found, path, body)) ? {error: {code: "no_scorer", message: t("no_scorer")}} : null;
  }
  const next = before.then(() => (signal?.aborted ? null : python.compute({code, pyodide}, address, body)));
  before = next;
  const text = await next;
  signal?.throwIfAborted();
  const computed = text === null ? null : JSON.parse(text);
  return computed?.error?.code === "not_found" ? null : computed; // only the server has that
}

/** Whether the scorer answers what is at this path. @param {Installed} found @param {string} path @param {string | null} body */
async function isComputed(found, path, body) {
  /** @type {{sent?: string[], asked?: string[]}} */
  const {sent = [], asked = []} = await kept(found, COMPUTED).catch(() => ({}));
  return (body === null ? asked : sent).some((pattern) => new RegExp(`^${pattern}$`).test(path));
}

/** What the server offers; null if it does not say. @returns {Promise<Offered | null>} */
export async function offered() {
  try {
    const answer = await fetch("/offline/version.json", {cache: "no-store"});
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A file as it comes, with the number of bytes so far. @param {string} url @param {(bytes: number) => void} progress @returns {Promise<Response>} */
async function fetched(url, progress) {
  const known = await caches.match(url); // of another version: what is at such an address never changes
  if (known) return known;
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let {done, value} = await reader.read(); !done; {done, value} = await reader.read()) {
    if (!value) continue;
    parts.push(value);
    progress(value.length);
  }
  return new Response(new Blob(parts), {headers: {"content-type": answer.headers.get("content-type") ?? ""}});
}

/**
 * Download the pages, and the scorer if it is wanted, then use them: until all is complete, what was there before stays in use.
 * @param {boolean} scorer @param {(share: number) => void} progress from 0 to 1
 */
export async function install(scorer, progress) {
  const answer = await fetch("/offline/bundle.json", {cache: "no-store"});
  if (!answer.ok) throw new Error(`bundle: ${answer.status}`);
  const bundle = await answer.json();
  const {version, site, headers, files, pages, answers, computed} = bundle;
  const cache = await caches.open(cacheName(version));
  const added = scorer ? await getScorer(bundle, cache, progress) : {};
  for (const {url, type, policy, text} of files) {
    await cache.put(url, new Response(text, {headers: {...headers, "content-type": type, "content-security-policy": policy}}));
  }
  for (const [name, content] of Object.entries({[ANSWERS]: answers, [COMPUTED]: computed, [PAGES]: pages})) {
    await cache.put(name, Response.json(content));
  }
  await cache.put(SITE, new Response(site));
  const previous = installed()?.version;
  await (await caches.open(CURRENT)).put("/offline/current", Response.json({cache: cacheName(version)}));
  keep(INSTALLED, {version, ...added, at: Date.now()});
  constant = null;
  // pages that are open may still use the one before
  const used = [CURRENT, cacheName(version), previous && cacheName(previous)];
  for (const name of await caches.keys()) if (name.startsWith("quepu-") && !used.includes(name)) await caches.delete(name);
  await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  progress(1);
}

/**
 * Download the scorer; where it is.
 * @param {{scorer: {code: string, pyodide: string, downloads: {url: string, bytes: number}[]} | null}} bundle @param {Cache} cache
 * @param {(share: number) => void} progress
 */
async function getScorer({scorer}, cache, progress) {
  if (!scorer) throw new Error("the server has no scorer for browsers");
  const {code, pyodide, downloads} = scorer;
  const all = downloads.reduce((sum, {bytes}) => sum + bytes, 0);
  let loaded = 0;
  for (const {url} of downloads) {
    await cache.put(url, await fetched(url, (bytes) => progress(Math.min(1, (loaded += bytes) / all))));
  }
  return {code, pyodide};
}

/** Download the server's version if it is another one: for a page that has a network. A scorer stays, also if the server has none any more. */
export async function update() {
  const found = installed();
  const now = found && possible() ? await offered() : null;
  const scorer = downloaded() === "scorer";
  if (now && now.version !== found?.version && !(scorer && now.scorer === null)) await install(scorer, () => {});
}

/** Delete everything that was downloaded. */
export async function remove() {
  localStorage.removeItem(INSTALLED);
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) if (name.startsWith("quepu-")) await caches.delete(name);
}
