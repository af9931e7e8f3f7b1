// The service worker, at /sw.js: it is registered only when the user wants the pages offline. With a network everything comes from the
// server; without one a page comes from the cache, and then all of its files do, so that no page has files of two versions.

/** @type {any} */
const scope = self;

const CURRENT = "quepu-offline";
/** The addresses that have a version in them. */
const VERSIONED = /^\/offline\/(quepu|pyodide)-/;
/** How long a page may take to come from the network, in milliseconds. */
const PATIENCE = 5000;

/** The header with the version of a page or file. */
const VERSION = "quepu-version";
/** Where it is kept which page came from where. */
const ORIGINS = "/offline/client/";

/**
 * Where each page came from, by its client: from a cache, or from the server, in a version. Also kept in a cache, because the browser ends an idle
 * worker, and starts another one later.
 * @typedef {{cache?: string, version?: string | null}} Origin
 * @type {Map<string, Origin>}
 */
const origins = new Map();

/** @param {string} client @param {Origin} origin */
async function remember(client, origin) {
  origins.set(client, origin);
  const kept = await caches.open(CURRENT);
  await kept.put(ORIGINS + client, Response.json(origin));
  const open = (await scope.clients.matchAll({includeUncontrolled: true})).map((/** @type {{id: string}} */ {id}) => id);
  for (const {url} of await kept.keys()) {
    const {pathname} = new URL(url);
    const id = pathname.slice(ORIGINS.length);
    if (pathname.startsWith(ORIGINS) && !origins.has(id) && !open.includes(id)) await kept.delete(url);
  }
}

/** @param {string} client @returns {Promise<Origin>} */
async function originOf(client) {
  const known = origins.get(client) ?? (await (await caches.match(ORIGINS + client, {cacheName: CURRENT}))?.json());
  return known ?? {};
}

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

/** The name of the cache with the complete version; null if there is none. @returns {Promise<string | null>} */
async function current() {
  const marker = await (await caches.open(CURRENT)).match("/offline/current");
  return marker ? (await marker.json()).cache : null;
}

/** The page in a cache for an address: a page has several, also with an id in them. @param {Cache} cache @param {URL} url */
async function pageOf(cache, url) {
  if (url.pathname === "/" && ["hand", "rules", "overlay", "do"].some((name) => url.searchParams.has(name))) {
    return Response.redirect(`/hand${url.search}`, 302);
  }
  const pathname = url.pathname.replace(/(?<=.)\/+$/, "");
  /** @type {[string, string][]} */
  const pages = (await (await cache.match("/offline/pages.json"))?.json()) ?? [];
  return cache.match(pages.find(([pattern]) => new RegExp(pattern).test(pathname))?.[1] ?? pathname);
}

/** @param {any} event */
async function navigate(event) {
  const {request, resultingClientId} = event;
  const name = await current();
  if (!name) return fetch(request);
  const cache = await caches.open(name);
  const page = await pageOf(cache, new URL(request.url));
  const patience = page ? {signal: AbortSignal.timeout(PATIENCE)} : {};
  try {
    if (!navigator.onLine) throw new Error("offline");
    const answer = await fetch(request, patience);
    event.waitUntil(remember(resultingClientId, {version: answer.headers.get(VERSION)}));
    return answer;
  } catch {
    event.waitUntil(remember(resultingClientId, {cache: name}));
    return page ?? (await cache.match("/offline")) ?? Response.error();
  }
}

/** A file of this version of the pages, if it is kept; without a version, of the current one. @param {string} pathname @param {string | null} [version] @returns {Promise<Response | undefined>} */
async function kept(pathname, version) {
  if (!version) {
    const cacheName = await current();
    return cacheName ? caches.match(pathname, {cacheName}) : undefined;
  }
  for (const cacheName of await caches.keys()) {
    const site = await caches.match("/offline/site", {cacheName});
    if (site && (await site.text()) === version) return caches.match(pathname, {cacheName});
  }
  return undefined;
}

/** A file for a page: of the version that the page has. @param {any} event */
async function file({request, clientId}) {
  const {pathname} = new URL(request.url);
  // what has its version in its address never changes
  if (VERSIONED.test(pathname)) return (await kept(pathname)) ?? fetch(request);
  const {cache: cacheName, version} = await originOf(clientId);
  if (cacheName) {
    const known = await caches.match(pathname, {cacheName});
    if (known) return known;
    if (/\.(js|css|svg)$/.test(pathname)) return Response.error(); // the version is not kept any more
  }
  try {
    if (!navigator.onLine) throw new Error("offline");
    const answer = await fetch(request);
    const isOther = version && answer.ok && answer.headers.get(VERSION) !== version; // the server was updated meanwhile
    return (isOther ? await kept(pathname, version) : undefined) ?? answer;
  } catch {
    return (await kept(pathname, version)) ?? Response.error();
  }
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (pathname.startsWith("/static/") || VERSIONED.test(pathname)) event.respondWith(file(event));
});
