/** The server's platform on Node: files of the local disk. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { withoutWaiting } from './disk/read-bytes.ts';
import { findFile, searchFolder } from './node-files.ts';
import type { Host } from './lsp/host.ts';

/** The pages stand beside the build, in a checkout as in the package. */
const pages = new URL('../docs/rules/', import.meta.url);
const havePages = existsSync(pages);

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
      // Absent and unreadable are the same to the server: there is no such text.
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
    return havePages ? new URL(`${code}.md`, pages).href : undefined;
  },
  defer(run) {
    // One message is handled in each turn: what is asked right behind a keystroke has its turn before the check.
    setImmediate(() => setImmediate(run));
  },
  delay(time) {
    // A server that only waits for its client may end.
    return new Promise((done) => void setTimeout(done, time).unref());
  },
  now() {
    return performance.timeOrigin + performance.now();
  },
};

/** Undefined for what is no file but can be opened like one, such as a pipe. */
async function readRegular(path: string): Promise<string | undefined> {
  const file = await open(path, withoutWaiting);
  try {
    return (await file.stat()).isFile() ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
}
