/** Serves a folder of the site on loopback, as a static host does: an index for a folder, and a page for what is missing. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
};

/**
 * Serves `folder` below the path `base`, and resolves to the server when it listens. `port` 0 is any free one. `more` are the
 * contents of other files by their paths.
 */
export async function serveSite({ folder, base = '/', port = 0, more = {} }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found = more[pathname] ?? fileAt(folder, base, pathname);
    const isPage = found === undefined || pathname.endsWith('/') || extname(pathname) === '';
    const type = isPage ? types['.html'] : (types[extname(pathname)] ?? 'application/octet-stream');
    response.writeHead(found === undefined ? 404 : 200, { 'Cache-Control': 'no-store', 'Content-Type': type });
    response.end(found ?? fileAt(folder, '/', '/404.html') ?? 'Not found');
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

/** The URL parser has resolved all `..`, and an encoded one is no part of a name here. */
function fileAt(folder, base, pathname) {
  const path = decoded(pathname);
  if (path === undefined || !path.startsWith(base) || path.split(/[/\\]/).includes('..')) return undefined;
  const named = join(folder, path.slice(base.length));
  const file = path.endsWith('/') ? join(named, 'index.html') : named;
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
}

/** Undefined for what is no text, such as `%` or `%ff`. */
function decoded(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
