// Responds with the offline page if a page cannot be reached. Nothing else is cached: no record is stored outside the
// server.

/**
 * What a service worker's scope has beyond a page's.
 * @typedef {{ waitUntil: (work: Promise<void>) => void }} Lasting
 * @typedef {{ request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void }} Asked
 * @typedef {((type: 'install' | 'activate', act: (event: Lasting) => void) => void) & ((type: 'fetch', act: (event: Asked) => void) => void)} Listen
 * @typedef {{ addEventListener: Listen, skipWaiting: () => Promise<void>, clients: { claim: () => Promise<void> }, registration: ServiceWorkerRegistration }} Scope
 */
const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

const cacheName = 'offline-1';
const page = '/offline/page.html';
const parts = [page, '/offline/page.css', '/offline/page.js', '/favicon.svg'];

scope.addEventListener('install', (event) => event.waitUntil(keepPage()));
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
scope.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate') event.respondWith(openPage(event));
  else if (parts.includes(new URL(url).pathname)) event.respondWith(readPart(event.request));
});

async function keepPage() {
  const cache = await caches.open(cacheName);
  await cache.addAll(parts.map((part) => new Request(part, { cache: 'reload' })));
  await scope.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload.enable();
  await scope.clients.claim();
}

/** @param {Asked} event */
async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

/** @param {Request} request */
async function readPart(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
