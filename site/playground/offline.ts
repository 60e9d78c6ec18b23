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
/** Set by the build: a name that changes with the files, and the files. */
declare const CACHE: string;
declare const FILES: readonly string[];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
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

/** The network first for the page itself, so that a new release is seen at once; the other files have names of their contents. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (request.mode !== 'navigate') return kept ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function removeOld(): Promise<void> {
  const prefix = CACHE.slice(0, CACHE.lastIndexOf('-') + 1);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== CACHE).map((name) => caches.delete(name)));
}
