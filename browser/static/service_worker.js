// @ts-check
/// <reference lib="webworker" />
// The service worker: keeps the site for use without a network, and sends the two headers without
// which browsers share no memory between workers, which a plain static server does not send.
// A new version is used once all pages of the old one are closed, so that no page mixes the two.

const VERSION = "@VERSION@";
const FILES = /** @type {string[]} */ (JSON.parse("@FILES@"));
const PREFIX = "kamisado-";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const keep = async (/** @type {string} */ file) => {
      // One that did not change since the last version comes from the browser's own cache.
      const found = await fetch(file, { cache: "no-cache" });
      if (!found.ok) throw new Error(`${file}: ${found.status}`);
      await cache.put(file, isolating(found));
    };
    await Promise.all(FILES.map(keep));
  };
  event.waitUntil(fill());
});

worker.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/**
 * Return what is kept as it is: with that a browser keeps its compiled code as well.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  return kept ?? isolating(await fetch(request));
}

/** Add the headers. @param {Response} found */
function isolating(found) {
  if (found.status === 0 || found.redirected) return found;
  const headers = new Headers(found.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
