/**
 * A workspace of 10,000 files, 1,000 of them Endpoints and 1,000 their Services: how soon everything is known, beside reading
 * the files and doing nothing with them; what it takes of memory; and how soon a keystroke shows in the pair's other file.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { MessageConnection } from 'vscode-languageserver/node';
import { median, ms, root, runs, stopServer } from './measure.ts';
import type { Row } from './measure.ts';
import { deployment, manifest, service } from './texts.ts';

const pairs = 1_000;
const others = 8_000;
const keystrokes = 100;

export async function workspace(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-workspace-'));
  write(folder);
  try {
    const measured: Measured[] = [];
    for (let i = 0; i < runs; i++) measured.push(await measure(folder));
    const of = (member: keyof Measured): number => median(measured.map((each) => each[member]));
    return [
      {
        what: `a workspace of ${(2 * pairs + others).toLocaleString('en')} files, until all relations are known`,
        ours: ms(of('index')),
        baseline: `readdirSync and readFileSync only, ${ms(of('reading'))}`,
        ratio: of('index') / of('reading'),
      },
      {
        what: 'the same, until every file is checked',
        ours: ms(of('checked')),
        baseline: `readdirSync and readFileSync only, ${ms(of('reading'))}`,
        ratio: of('checked') / of('reading'),
      },
      {
        what: 'the same, memory of the server then (resident)',
        ours: `${of('memory').toFixed(0)} MB`,
        baseline: `node -e 0, ${of('empty').toFixed(0)} MB`,
        ratio: of('memory') / of('empty'),
      },
      {
        what: 'from a keystroke in a Service to the diagnostics of its Endpoints, there, over stdio',
        ours: ms(of('keystroke')),
        baseline: `reading all files, ${ms(of('reading'))}`,
        ratio: of('keystroke') / of('reading'),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  readonly reading: number;
  readonly index: number;
  readonly checked: number;
  /** In MB. */
  readonly memory: number;
  readonly empty: number;
  readonly keystroke: number;
}

function write(folder: string): void {
  const put = (n: number, name: string, text: string): void => {
    const below = join(folder, `team-${n % 40}`, `app-${n % 400}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, name), text);
  };
  for (let n = 0; n < pairs; n++) {
    put(n, `endpoints-${n}.yaml`, manifest(n));
    put(n, `service-${n}.yaml`, service(n));
  }
  for (let n = 0; n < others; n++) put(n, `deployment-${n}.yaml`, deployment(n));
}

async function measure(folder: string): Promise<Measured> {
  const start = performance.now();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += readFileSync(join(entry.parentPath, entry.name)).length;
  }
  const reading = performance.now() - start;
  if (bytes === 0) throw new Error(`${folder} is empty`);
  return { reading, ...(await serve(folder)), empty: await emptyMemory() };
}

async function serve(folder: string): Promise<Omit<Measured, 'reading' | 'empty'>> {
  const child = spawn(process.execPath, [join(root, 'dist/server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  // The server asks to be asked again: at once, for the settings, and when everything has been read.
  let refreshes = 0;
  const isKnown = new Promise<void>((done) => {
    connection.onRequest('workspace/diagnostic/refresh', () => {
      if (++refreshes === 2) done();
      return null;
    });
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
    initializationOptions: { severity: { 'deprecated-endpoints': 'off' } },
  });
  const start = performance.now();
  await connection.sendNotification('initialized', {});
  await isKnown;
  const index = performance.now() - start;
  await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  const checked = performance.now() - start;
  const memory = residentMemory(child.pid ?? 0);
  const keystroke = await typeInService(connection, folder);
  await stopServer(connection);
  return { index, checked, memory, keystroke };
}

/** The median time from a change of the Service's port name until the diagnostics of the Endpoints arrive. */
async function typeInService(connection: MessageConnection, folder: string): Promise<number> {
  const [uri, other] = ['service-7.yaml', 'endpoints-7.yaml'].map(
    (name) => pathToFileURL(join(folder, 'team-7', 'app-7', name)).href,
  );
  const text = service(7);
  const line = text.split('\n').findIndex((each) => each.includes('- name: http'));
  const character = (text.split('\n')[line] ?? '').length;
  const open = (each: string | undefined, content: string): Promise<void> =>
    connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: each, languageId: 'yaml', version: 1, text: content },
    });
  await open(uri, text);
  await open(other, manifest(7));
  const times: number[] = [];
  for (let i = 0; i < keystrokes; i++) {
    const isTyped = i % 2 === 0;
    const start = performance.now();
    const range = { start: { line, character }, end: { line, character: character + (isTyped ? 0 : 1) } };
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: i + 2 },
      contentChanges: [{ range, text: isTyped ? 'x' : '' }],
    });
    const report: { items?: readonly unknown[] } = await connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: other },
    });
    times.push(performance.now() - start);
    if (report.items?.length !== (isTyped ? 1 : 0)) throw new Error(`unexpected: ${JSON.stringify(report)}`);
  }
  return median(times);
}

/** In MB, from what the kernel says of the process. */
function residentMemory(pid: number): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function emptyMemory(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(0)'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await new Promise((done) => child.stdout.once('data', done));
  const memory = residentMemory(child.pid ?? 0);
  child.kill();
  return memory;
}
