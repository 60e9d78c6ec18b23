/** Writes the code caches of the scripts in dist/: what V8 has compiled by the end of a usual run of each program. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const recorder = new URL('./record-code-cache.mjs', import.meta.url).href;

/** With a fixed seed of hashes, and if no compiled code is dropped, each recording gives the same bytes. */
const options = ['--hash-seed=1', '--no-flush-bytecode', '--import', recorder];

/** From a client that starts the server and ends it. */
const session = [
  { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
  { method: 'initialized', params: {} },
  { id: 2, method: 'shutdown' },
  { method: 'exit' },
];

export function writeCodeCaches(dist) {
  record([join(dist, 'cli.js'), 'check', 'examples/mistakes.yaml'], '');
  record([join(dist, 'server.js'), '--stdio'], session.map(framed).join(''));
}

function framed(message) {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${text.length}\r\n\r\n${text}`;
}

function record(args, input) {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [...options, ...args], {
    cwd: root,
    env,
    input,
    encoding: 'utf8',
  });
  // The example has findings.
  if (status === null || status > 1 || stderr !== '') throw new Error(`${args.join(' ')} failed: ${stderr}`);
}
