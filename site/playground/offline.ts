/** Keeps the files of the playground, so that it works without a network after the first load. Runs as a service worker. */

interface OfflineScope {
  addEventListener(type: 'install' | 'activate', listen: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: { readonly href: string };
}

interface ExtendableEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

declare const self: OfflineScope;
/** Set by the build: a hash of the files, and their names. */
declare const HASH: string;
declare const FILES: readonly string[];

/** A host may have the playgrounds of several versions, each in a folder of its own. */
const prefix = `endpoints-playground ${new URL('./', self.location.href).pathname} `;
const own = prefix + HASH;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(own)
      // Not from the browser's own cache, which may have files of an earlier release.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).origin === new URL(self.location.href).origin)
    event.respondWith(answer(event.request));
});

/** All files are of one release. A page that is open since the one before gets its other files from there. */
async function answer(request: Request): Promise<Response> {
  for (const name of [own, ...(await otherCaches()).toReversed()]) {
    const kept = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (kept) return kept;
  }
  return fetch(request);
}

/** Keeps the release before this one. */
async function removeOld(): Promise<void> {
  await Promise.all((await otherCaches()).slice(0, -1).map((name) => caches.delete(name)));
}

/** In the order in which they were made. The last one may be that of a release that is still loading. */
async function otherCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
}
