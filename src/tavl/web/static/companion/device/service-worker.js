// Keeps the pages for the physical board on the phone, and nothing else: every other request is left alone.
// The server prepends `stored`: a version, which is a hash of all files, and their list. A new version is stored
// beside the old one and waits until a page without a running match says that it may take over.

const worker = /** @type {import("../../shared/worker-scope.js").WorkerScope} */ (/** @type {unknown} */ (self));
const { version, pages, files } = worker.stored;
const CACHE = `tavl-companion-${version}`;
const CHOICE = "tavl-companion-language";
const START = "/companion";
const known = new Set([...pages, ...files]);

async function store() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    cache.addAll(files),
    ...pages.map(async (page) => cache.put(page, await fetched(new Request(page, { cache: "reload" })))),
  ]);
}

/** @param {Request} request */
async function fetched(request) {
  const answer = await fetch(request);
  if (!answer.ok) throw new Error(`${request.url}: ${answer.status}`);
  return answer;
}

async function takeOver() {
  const others = (await caches.keys()).filter(
    (name) => /^tavl-(companion|wood)-/.test(name) && name !== CACHE && name !== CHOICE,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request @param {string} path */
async function kept(request, path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(request);
}

/** @param {string} page */
async function remember(page) {
  try {
    await (await caches.open(CHOICE)).put(START, new Response(page));
  } catch {
    // no room: the page is shown all the same
  }
}

/** The page in the language in which it was last read. */
async function start() {
  const chosen = await (await caches.open(CHOICE)).match(START);
  const page = chosen ? await chosen.text() : "";
  return Response.redirect(pages.includes(page) ? page : pages[0], 302);
}

worker.addEventListener("install", (event) => event.waitUntil(store()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") event.waitUntil(worker.skipWaiting());
  else if (data?.page && pages.includes(data.page)) event.waitUntil(remember(data.page));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname: asked } = new URL(request.url);
  const pathname = asked.replace(/^\/wood(?=$|\/)/, START); // where the companion was once
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pages.includes(pathname)) event.respondWith(remember(pathname).then(() => kept(request, pathname)));
  else if (known.has(pathname)) event.respondWith(kept(request, pathname));
  else if (pathname === START && request.mode === "navigate") event.respondWith(start());
});
