// @ts-check
/// <reference lib="webworker" />
// The service worker: keeps the site for use without a network, and sends the two headers without
// which browsers share no memory between workers, which a plain static server does not send.
// A new version is used once all pages of the old one are closed, so that no page mixes the two.

const VERSION = "@VERSION@";
const FILES = /** @type {string[]} */ (JSON.parse("@FILES@"));
/** Those that lie on the server packed as well. */
const PACKED = new Set(/** @type {string[]} */ (JSON.parse("@PACKED@")));
/** Files of each language: kept for a language that is read here. */
const LANGUAGES = /** @type {Record<string, string[]>} */ (JSON.parse("@LANGUAGES@"));
const DEFAULT_LANGUAGE = "en";
const PREFIX = "kamisado-";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  const fill = async () => {
    const read = await Promise.all(Object.keys(LANGUAGES).map(isRead));
    await keep(FILES.concat(...Object.values(LANGUAGES).filter((_, index) => read[index])));
  };
  event.waitUntil(fill());
});

/** Keep files. @param {string[]} files */
async function keep(files) {
  const cache = await caches.open(PREFIX + VERSION);
  const put = async (/** @type {string} */ file) => {
    // One that did not change since the last version comes from the browser's own cache.
    const found = await fetch(PACKED.has(file) ? `${file}.packed` : file, { cache: "no-cache" });
    if (!found.ok) throw new Error(`${file}: ${found.status}`);
    await cache.put(file, isolating(PACKED.has(file) ? unpacked(found) : found, file));
  };
  await Promise.all(files.map(put));
}

/** Unpack a file. @param {Response} found */
const unpacked = (found) => new Response(found.body?.pipeThrough(new DecompressionStream("gzip")));

/** True if a language is the browser's, or was read here before. @param {string} code */
async function isRead(code) {
  const base = (/** @type {string} */ tag) => tag.toLowerCase().split("-")[0];
  if (code === DEFAULT_LANGUAGE) return true;
  if (navigator.languages.some((tag) => base(tag) === base(code))) return true;
  return (await caches.match(catalogueOf(code))) !== undefined;
}

/** Address of a language's catalogue. @param {string} code */
const catalogueOf = (code) => `locale/${code}.json`;

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
  const chosen = Object.keys(LANGUAGES).find((code) => request.url.endsWith(catalogueOf(code)));
  if (chosen) event.waitUntil(keepLanguage(chosen));
});

/** Keep a language that was chosen, unless it is kept. @param {string} code */
async function keepLanguage(code) {
  const cache = await caches.open(PREFIX + VERSION);
  const last = LANGUAGES[code]?.at(-1) ?? "";
  if (!(await cache.match(last))) await keep(LANGUAGES[code] ?? []).catch(() => undefined);
}

/**
 * Return what is kept as it is: with that a browser keeps its compiled code as well.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  try {
    return isolating(await fetch(request), new URL(request.url).pathname);
  } catch (error) {
    // A language that was never read here is English without a network.
    const spoken = Object.keys(LANGUAGES).find((code) => request.url.endsWith(catalogueOf(code)));
    const instead = spoken && (await cache.match(catalogueOf(DEFAULT_LANGUAGE)));
    if (instead) return instead;
    throw error;
  }
}

/** Types by the ends of names; not every server knows them all. @type {Record<string, string>} */
const TYPES = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** Add the headers. @param {Response} found @param {string} name */
function isolating(found, name) {
  if (found.status === 0 || found.redirected) return found;
  const headers = new Headers(found.headers);
  const type = TYPES[name.split(".").at(-1) ?? ""];
  if (type && found.ok) headers.set("Content-Type", type);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}
