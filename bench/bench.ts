/** Prints how fast we are, each figure as a ratio against a named baseline that is measured in the same run. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check.ts';
import { rules } from '../server/src/rules/rules.ts';

/** The bench runs bundled, from out/bench. */
const root = join(import.meta.dirname, '../..');
const runs = 5;

interface Row {
  readonly what: string;
  readonly ours: string;
  readonly baseline: string;
  readonly ratio: number;
}

/** A small, realistic object; every number gives another text. */
function manifest(n: number): string {
  const addresses = Array.from(
    { length: 8 },
    (_, i) => `      - ip: 10.${n % 200}.${(n >> 8) % 250}.${i + 1}\n        nodeName: worker-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: service-${n}\n  namespace: shop\n  labels:\n    app.kubernetes.io/name: service-${n}\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - name: http\n        port: 8080\n        protocol: TCP\n`;
}

function large(): string {
  const addresses = Array.from(
    { length: 1_000 },
    (_, i) =>
      `      - ip: 10.0.${i >> 8}.${i & 255}\n        nodeName: worker-${i}.example.internal\n        hostname: host-${i}\n`,
  ).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: large\nsubsets:\n  - addresses:\n${addresses}    ports:\n      - port: 127\n`;
}

function inProcess(): Row[] {
  const texts = Array.from({ length: 10_000 }, (_, n) => manifest(n));
  const settings = { rules, minor: 36, severities: new Map(), onBug: fail };
  const check = (text: string): number => checkFile(readFile('a.yaml', text, { isPartial: false }), settings).length;
  const parse = (text: string): number => parseAllDocuments(text).length;
  const [ours, baseline] = paired(
    () => all(texts, check),
    () => all(texts, parse),
  );
  const [oursLarge, baselineLarge] = paired(
    () => check(large()),
    () => parse(large()),
  );
  return [
    {
      what: '10,000 small manifests read and checked, in process',
      ours: `${perSecond(texts.length, ours)} checks/s`,
      baseline: `yaml: parse only, ${perSecond(texts.length, baseline)}/s`,
      ratio: ours / baseline,
    },
    {
      what: '1,000 addresses read and checked, in process',
      ours: ms(oursLarge),
      baseline: `yaml: parse only, ${ms(baselineLarge)}`,
      ratio: oursLarge / baselineLarge,
    },
  ];
}

function commandLine(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-bench-'));
  for (let n = 0; n < 10_000; n++) {
    if (n % 100 === 0) mkdirSync(join(folder, String(n / 100)));
    writeFileSync(join(folder, String(Math.floor(n / 100)), `${n}.yaml`), manifest(n));
  }
  writeFileSync(join(folder, 'one.yaml'), manifest(1));
  const cli = join(root, 'dist/cli.js');
  const quiet = ['--severity', 'deprecated-endpoints=off'];
  const parser = join(root, 'out/bench/parse-folder.mjs');
  const [ours, baseline] = paired(
    () => run(cli, 'check', ...quiet, folder),
    () => run(parser, folder),
    3,
  );
  const [one, empty] = paired(
    () => run(cli, 'check', ...quiet, join(folder, 'one.yaml')),
    () => run('-e', '0'),
  );
  rmSync(folder, { recursive: true });
  return [
    {
      what: 'endpoints check of 10,000 files, as a process',
      ours: `${perSecond(10_000, ours)} files/s`,
      baseline: `yaml: read and parse only, ${perSecond(10_000, baseline)} files/s`,
      ratio: ours / baseline,
    },
    {
      what: 'endpoints check of one file, as a process',
      ours: ms(one),
      baseline: `node -e 0, ${ms(empty)}`,
      ratio: one / empty,
    },
  ];
}

async function server(): Promise<Row[]> {
  const text = large().replace('10.0.0.0', '127.0.0.1');
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await firstDiagnostic(text));
  const [parse] = paired(
    () => parseAllDocuments(text).length,
    () => 0,
  );
  const [empty] = paired(
    () => run('-e', '0'),
    () => 0,
  );
  const ours = median(times);
  return [
    {
      what: 'from start of the server to the first diagnostic of 1,000 addresses, over stdio',
      ours: ms(ours),
      baseline: `node -e 0 and yaml: parse only, ${ms(parse + empty)}`,
      ratio: ours / (parse + empty),
    },
  ];
}

async function firstDiagnostic(text: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist/server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const arrived = new Promise<number>((done) => {
    connection.onNotification('textDocument/publishDiagnostics', () => done(performance.now() - start));
  });
  connection.listen();
  await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri: 'file:///a.yaml', languageId: 'yaml', version: 1, text },
  });
  const time = await arrived;
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
  return time;
}

/** Medians in ms, the two taken in turns so that both meet the same machine. */
function paired(ours: () => unknown, baseline: () => unknown, times = runs): [number, number] {
  const pairs = Array.from({ length: times }, () => [timed(ours), timed(baseline)] as const);
  return [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
}

function timed(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function all(texts: readonly string[], task: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + task(text), 0);
}

function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

function perSecond(count: number, time: number): string {
  return Math.round((count / time) * 1000).toLocaleString('en');
}

function fail(code: string, error: unknown): never {
  throw new Error(`rule ${code}`, { cause: error });
}

const rows = [...inProcess(), ...commandLine(), ...(await server())];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
console.log(
  `Endpoints language server ${version}, Node ${process.versions.node}; medians; a ratio above 1 means slower than the baseline\n`,
);
console.log('| What | Ours | Baseline | Ratio |\n|---|---|---|---|');
for (const row of rows) console.log(`| ${row.what} | ${row.ours} | ${row.baseline} | ${row.ratio.toFixed(2)} |`);
