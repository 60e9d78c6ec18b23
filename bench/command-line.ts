/** The command line as a process: many files beside a process that only reads them, and one beside Node doing nothing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import { median, paired, repeated, run, timed } from './measure.ts';
import type { Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakOfRun } from './memory.ts';
import { mb, row } from './row.ts';
import type { Row } from './row.ts';
import { deployment, manifest } from './texts.ts';

const reader = join(import.meta.dirname, 'read-folder.mjs');
const parser = join(import.meta.dirname, 'parse-folder.mjs');

export function commandLine(bench: Bench): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const count = bench.isQuick ? 1_000 : 10_000;
    const ours = join(folder, 'ours');
    const few = join(folder, 'few');
    writeMany(ours, count, manifest);
    writeMany(few, count, (n) => (n % 50 === 0 ? manifest(n) : deployment(n)));
    return [
      ...many(bench, ours, few, count),
      ...(await one(bench, join(ours, '0/1.yaml'))),
      ...(isMemoryKnown ? [await memory(bench, ours, count)] : []),
    ];
  });
}

/** A hundred files in each directory. */
export function writeMany(folder: string, count: number, textOf: (n: number) => string): void {
  for (let n = 0; n < count; n++) {
    const below = join(folder, String(Math.floor(n / 100)));
    if (n % 100 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${n}.yaml`), textOf(n));
  }
}

function many(bench: Bench, ours: string, few: string, count: number): readonly Row[] {
  const cli = join(bench.dist, 'cli.js');
  const check = (folder: string) => () => run(cli, 'check', folder);
  const read = (folder: string) => () => run(reader, folder);
  const rounds = bench.isQuick ? 2 : 5;
  // The first run of each meets a cold cache of the disk.
  for (const folder of [ours, few]) run(reader, folder);
  const [all, reading] = paired(check(ours), read(ours), rounds);
  const [some, readingFew] = paired(check(few), read(few), rounds);
  const what = `endpoints check of ${count.toLocaleString('en')} files`;
  const name = 'only reading them';
  const rows = [
    row({ what: `${what}, all ours`, ours: all, name, baseline: reading, target: { ratio: 5 } }),
    row({ what: `${what}, one in fifty ours`, ours: some, name, baseline: readingFew, target: { ratio: 2 } }),
  ];
  if (bench.isQuick) return rows;
  const parsing = timed(() => run(parser, ours));
  return [
    ...rows,
    row({ what: `${what}, against parsing them`, ours: all, name: 'yaml: parsing them', baseline: parsing }),
  ];
}

async function one(bench: Bench, file: string): Promise<readonly Row[]> {
  const cli = join(bench.dist, 'cli.js');
  const times: { check: number; start: number; empty: number }[] = [];
  const round = async (): Promise<number> => {
    const check = timed(() => run(cli, 'check', file));
    const start = await startTime(bench);
    const empty = timed(() => run('-e', '0'));
    times.push({ check, start, empty });
    return check;
  };
  await repeated(round, { count: bench.isQuick ? 6 : 25, patience: 20_000 });
  const of = (member: 'check' | 'start' | 'empty'): number => median(times.map((each) => each[member]));
  const beside = { name: 'node -e 0', baseline: of('empty'), target: { ratio: 2.5 } };
  return [
    row({ ...beside, what: 'endpoints check of one file', ours: of('check') }),
    row({ ...beside, what: 'server: start → initialize is answered', ours: of('start') }),
  ];
}

async function startTime(bench: Bench): Promise<number> {
  const client = await startOurs(bench);
  await client.stop();
  return client.initialized - client.started;
}

async function memory(bench: Bench, folder: string, count: number): Promise<Row> {
  const ours = await peakOfRun(join(bench.dist, 'cli.js'), 'check', folder);
  const what = `peak memory: check of ${count.toLocaleString('en')} files`;
  return row({ what, ours, name: 'node -e 0', baseline: await emptyPeak(), show: mb, target: { ours: 200 } });
}
