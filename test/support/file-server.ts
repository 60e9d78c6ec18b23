/** Serves the files of a folder over HTTP on loopback, from a thread: tests that wait for a process block their own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const source = `
  const { createServer } = require('node:http');
  const { existsSync, readFileSync, appendFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { parentPort, workerData: { folder, log } } = require('node:worker_threads');
  const server = createServer(({ url }, response) => {
    appendFileSync(log, url + '\\n');
    const file = join(folder, decodeURIComponent(url));
    response.statusCode = existsSync(file) ? 200 : 404;
    response.end(existsSync(file) ? readFileSync(file) : 'Not Found');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

export interface FileServer {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** Each requested path becomes a line of the log. */
export async function serveFiles(folder: string, log: string): Promise<FileServer> {
  const worker = new Worker(source, { eval: true, workerData: { folder, log } });
  const [port] = (await once(worker, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => worker.terminate() };
}
