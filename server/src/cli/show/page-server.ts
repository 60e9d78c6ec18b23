/**
 * Serves the page of `endpoints show --watch`. Nothing else of the program opens a socket, and this one only on loopback. It answers
 * with the page or its events, never with a file; a random token in the path keeps out other users of the computer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { nodeCrypto } from '../../disk/node-crypto.ts';
import { reason } from '../../disk/paths.ts';
import { UsageError } from '../usage.ts';
import { livePage, type LivePage } from './live-page.ts';

const loopback = '127.0.0.1';

/** The names under which a browser reaches it, also through a forwarded port. Other names lead here by DNS rebinding. */
const ownHost = /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/;

export interface PageServer {
  /** `http://127.0.0.1:PORT/TOKEN/`. */
  readonly address: string;
  /** Shows another page, also in the browsers that have it open. */
  readonly show: (html: string) => void;
  readonly close: () => void;
}

/** Throws a UsageError for a port that cannot be used. */
export async function servePage(html: string, port: number): Promise<PageServer> {
  const path = `/${nodeCrypto().randomBytes(24).toString('base64url')}/`;
  const streams = new Set<ServerResponse>();
  let version = 0;
  let page = livePage(html, version);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, path);
    if (refusal !== undefined) {
      response.writeHead(refusal, { ...plainHeaders, Allow: 'GET' }).end();
    } else if (request.url === path) {
      response.writeHead(200, pageHeaders(page)).end(page.html);
    } else {
      response.writeHead(200, { ...plainHeaders, 'Content-Type': 'text/event-stream' });
      response.write(eventText(version));
      streams.add(response);
      response.on('close', () => streams.delete(response));
    }
  });
  server.maxConnections = 100;
  const used = await listening(server, port);
  return {
    address: `http://${loopback}:${used}${path}`,
    show(next) {
      version += 1;
      page = livePage(next, version);
      for (const stream of streams) stream.write(eventText(version));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The status of a request that gets nothing. */
function refusalOf({ method, url, headers }: IncomingMessage, path: string): number | undefined {
  if (!ownHost.test(headers.host ?? '')) return 403;
  if (url !== path && url !== `${path}events`) return 404;
  return method === 'GET' ? undefined : 405;
}

const plainHeaders = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

function pageHeaders({ policy }: LivePage): Readonly<Record<string, string>> {
  return { ...plainHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
}

function eventText(version: number): string {
  return `data: ${version}\n\n`;
}

/** The port. */
function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const wayOut = 'Use another --port, or none for a free one.';
      reject(new UsageError(`The port ${port} cannot be used (${reason(error)}). ${wayOut}`));
    });
    server.listen(port, loopback, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
