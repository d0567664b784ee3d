// The service worker: the page's files, kept for use without a network. Files that most visitors do not need, the lab's program and the
// reference, are kept when they are asked for.
//
// Invariant: a page gets its files, but for these, from one version of the site. A new version is kept beside the old one, and takes its place
// once no page of the old is open.

importScripts("offline-files.js");

const { version, files } = self.kept;
const PREFIX = `turtle-peg ${self.registration.scope} `;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOlder()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});

async function keepAll() {
  const cache = await caches.open(PREFIX + version);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version).map((name) => caches.delete(name)));
}

async function answer(request) {
  const cache = await caches.open(PREFIX + version);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
