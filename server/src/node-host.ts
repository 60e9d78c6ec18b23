/** The server's host on Node: reads and searches files on the disk. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { withoutWaiting } from './disk/read-bytes.ts';
import { grammarFilesIn } from './disk/grammar-files.ts';
import { findFile, searchFolder } from './node-files.ts';
import { actionsPage } from './features/vocabulary.ts';
import type { Host } from './lsp/host.ts';
import { messageQueue } from './lsp/protocol/message-queue.ts';

/** The rule pages, at the same place in a checkout and in the package. */
const pages = new URL('../docs/rules/', import.meta.url);
const havePages = existsSync(pages);

export const nodeQueue = messageQueue({
  // The library reads one message in each turn of the event loop, and passes it on in the next one.
  nextTurn: (run) => void setImmediate(() => setImmediate(run)),
  now: () => performance.now(),
});

export const nodeHost: Host = {
  version: manifest.version,
  reaches(uri) {
    return uri.startsWith('file:');
  },
  async readFile(uri) {
    if (!nodeHost.reaches(uri)) return undefined;
    try {
      return await readRegular(fileURLToPath(uri));
    } catch {
      // The server handles a missing and an unreadable file in the same way.
      return undefined;
    }
  },
  search(folder, search) {
    return nodeHost.reaches(folder) ? searchFolder(folder, search) : undefined;
  },
  find(folder, uri, search) {
    return Promise.resolve(nodeHost.reaches(uri) ? findFile(folder, uri, search) : undefined);
  },
  pageUri(code) {
    const folder = code === actionsPage ? new URL('..', pages) : pages;
    return havePages ? new URL(`${code}.md`, folder).href : undefined;
  },
  // All files of the build are beside each other.
  grammars: grammarFilesIn(`${import.meta.dirname}/grammars`),
  defer: (run) => nodeQueue.defer(run),
  delay(time) {
    // A timer must not keep the process alive.
    return new Promise((done) => void setTimeout(done, time).unref());
  },
  now() {
    return performance.timeOrigin + performance.now();
  },
};

/** Undefined for a pipe or a device. */
async function readRegular(path: string): Promise<string | undefined> {
  const file = await open(path, withoutWaiting);
  try {
    return (await file.stat()).isFile() ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}
