/** The language server in a Web Worker: without files, with messages instead of streams. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import manifest from '../../package.json' with { type: 'json' };
import { fetchedGrammars } from './fetched-grammars.ts';
import type { Host } from './lsp/host.ts';
import { cancelledResponse } from './lsp/protocol/errors.ts';
import { initializeStrategy } from './lsp/protocol/initialize-params.ts';
import { startServer } from './lsp/server.ts';

/** Only the used part of a worker: the DOM types would apply to all other files too. */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0];
declare const name: string;
declare const location: { readonly href: string };

const host: Host = {
  version: manifest.version,
  reaches: () => false,
  readFile: () => Promise.resolve(undefined),
  search: () => undefined,
  find: () => Promise.resolve(undefined),
  pageUri: () => undefined,
  grammars: fetchedGrammars(ownUrl()),
  defer: (run) => void setTimeout(run),
  delay: (time) => new Promise((done) => void setTimeout(done, time)),
  now: () => performance.timeOrigin + performance.now(),
};

/** VS Code starts the worker from a blob, so the extension gives the URL as the name of the worker. VS Code puts its own before. */
function ownUrl(): string {
  return location.href.startsWith('blob:') ? (name.split(' -> ').at(-1) ?? name) : location.href;
}

const [reader, writer] = [new BrowserMessageReader(self), new BrowserMessageWriter(self)];
startServer(
  createConnection(reader, writer, {
    messageStrategy: initializeStrategy,
    connectionStrategy: { cancelUndispatched: cancelledResponse },
  }),
  host,
);
