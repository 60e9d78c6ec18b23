/** The server's platform on Node: files of the local disk. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import type { Host } from './lsp/host.ts';

export const nodeHost: Host = {
  version: manifest.version,
  async readFile(uri) {
    if (!uri.startsWith('file:')) return undefined;
    try {
      return await readFile(fileURLToPath(uri), 'utf8');
    } catch {
      // Absent and unreadable are the same to the server: there is no such text.
      return undefined;
    }
  },
  pageUri(code) {
    const page = new URL(`../docs/rules/${code}.md`, import.meta.url);
    return existsSync(page) ? page.href : undefined;
  },
  defer(run) {
    setImmediate(run);
  },
};
