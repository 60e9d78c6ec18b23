/** Prints how fast we are, each figure as a ratio against a named baseline that is measured in the same run. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readFile } from '../server/src/frontends/frontends.ts';
import { checkFile } from '../server/src/lint/check.ts';
import { rules } from '../server/src/rules/rules.ts';
import { applying } from './apply.ts';
import { editing } from './editing.ts';
import { slicing } from './slices.ts';
import { all, median, ms, paired, perSecond, printRows, root, run, runs, startServer, stopServer } from './measure.ts';
import type { Row } from './measure.ts';
import { large, manifest } from './texts.ts';
import { workspace } from './workspace.ts';

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
  const connection = startServer(join(root, 'dist/server.js'), '--stdio');
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
  await stopServer(connection);
  return time;
}

function fail(code: string, error: unknown): never {
  throw new Error(`rule ${code}`, { cause: error });
}

printRows([
  ...inProcess(),
  ...applying(),
  ...slicing(),
  ...commandLine(),
  ...(await server()),
  ...(await editing()),
  ...(await workspace()),
]);
