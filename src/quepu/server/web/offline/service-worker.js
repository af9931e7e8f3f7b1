// The service worker, at /sw.js: it is registered only when the user wants the pages offline. With a network everything comes from the
// server; without one a page comes from the cache, and then all of its files do, so that no page has files of two versions.

/** @type {any} */
const scope = self;

const CURRENT = "quepu-offline";
/** How long a page may take to come from the network, in milliseconds. */
const PATIENCE = 5000;

/** The cache that each page came from, by the page's client. @type {Map<string, string>} */
const clients = new Map();

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

/** The name of the cache with the complete version; null if there is none. @returns {Promise<string | null>} */
async function current() {
  const marker = await (await caches.open(CURRENT)).match("/offline/current");
  return marker ? (await marker.json()).cache : null;
}

/** The page in a cache for an address: below /rules and the like every address is the same page. @param {Cache} cache @param {URL} url */
async function pageOf(cache, url) {
  if (url.pathname === "/" && ["hand", "rules", "overlay", "do"].some((name) => url.searchParams.has(name))) {
    return Response.redirect(`/hand${url.search}`, 302);
  }
  return (await cache.match(url.pathname)) ?? cache.match(`/${url.pathname.split("/")[1]}`);
}

/** @param {any} event */
async function navigate({request, resultingClientId}) {
  const name = await current();
  if (!name) return fetch(request);
  const cache = await caches.open(name);
  const page = await pageOf(cache, new URL(request.url));
  const patience = page ? {signal: AbortSignal.timeout(PATIENCE)} : {};
  try {
    if (!navigator.onLine) throw new Error("offline");
    return await fetch(request, patience);
  } catch {
    clients.set(resultingClientId, name);
    return page ?? (await cache.match("/offline")) ?? Response.error();
  }
}

/** @param {any} event */
async function file({request, clientId}) {
  const {pathname} = new URL(request.url);
  const from = clients.get(clientId);
  const known = from ? await (await caches.open(from)).match(pathname) : undefined;
  if (known) return known;
  const kept = async () => {
    const name = await current();
    return name ? (await caches.open(name)).match(pathname) : undefined;
  };
  // what has its version in its address never changes
  if (/^\/offline\/(quepu|pyodide)-/.test(pathname)) return (await kept()) ?? fetch(request);
  if (!navigator.onLine) return (await kept()) ?? Response.error();
  try {
    return await fetch(request);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (pathname.startsWith("/static/") || /^\/offline\/(quepu|pyodide)-/.test(pathname)) event.respondWith(file(event));
});
