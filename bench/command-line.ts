/** Measures `endpoints check` of many files and of one, and the start of the server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import { inTurns, median, paired, repeatedTimes, runNode, durationOf, type Bench } from './measure.ts';
import { emptyPeak, peakOfRun } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
import { foreignText, manifestText, serviceText, sliceText } from './texts.ts';

/** The baselines of many files: programs that read, or read and parse, the files of a folder. */
const readFiles = `const { readdirSync, readFileSync } = require('node:fs');
for (const each of readdirSync(process.argv[1], { recursive: true, withFileTypes: true })) {
  if (each.isFile()) use(readFileSync(require('node:path').join(each.parentPath, each.name), 'utf8'));
}`;
const reader = `const use = () => {}; ${readFiles}`;
const yaml = createRequire(import.meta.url).resolve('yaml');
const parser = `const use = require(${JSON.stringify(yaml)}).parseAllDocuments; ${readFiles}`;

export function commandLine(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const count = bench.isQuick ? 1_000 : 10_000;
    const all = join(folder, 'all');
    const few = join(folder, 'few');
    writeMany(all, count, ownText);
    writeMany(few, count, textOfFew);
    const ours = peakOfRun(join(bench.dist, 'cli.js'), 'check', all);
    const what = `peak memory: check of ${count.toLocaleString('en')} files`;
    return [
      ...many(bench, all, few, `endpoints check of ${count.toLocaleString('en')} files`),
      ...(await one(bench, join(all, '0/1.yaml'))),
      row({ what, ours, name: 'node -e 0', baseline: emptyPeak(), show: mb, target: { ours: 200 } }),
    ];
  });
}

/** A hundred times the files of a repository, of which one in fifty has Endpoints: time and memory. */
export function manyFiles(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder((folder) => {
    const count = 100_000;
    writeMany(folder, count, textOfFew);
    runNode('-e', reader, folder);
    const check = ['check', folder];
    const [ours, baseline] = paired(
      () => runNode(join(bench.dist, 'cli.js'), ...check),
      () => runNode('-e', reader, folder),
      3,
    );
    const what = `endpoints check of ${count.toLocaleString('en')} files, one in fifty with Endpoints`;
    const memory = { ours: peakOfRun(join(bench.dist, 'cli.js'), ...check), name: 'node -e 0', baseline: emptyPeak() };
    return [
      row({ what, ours, name: 'reading them', baseline, target: { ratio: 2 } }),
      row({ what: `peak memory: ${what.slice('endpoints '.length)}`, ...memory, show: mb, target: { ours: 300 } }),
    ];
  });
}

/** Half of the files have a Service, the others its Endpoints or a slice of it, so each depends on another file. */
function ownText(n: number): string {
  const service = n >> 1;
  if (n % 2 === 0) return serviceText(service);
  return n % 4 === 1 ? manifestText(service) : sliceText(service);
}

function textOfFew(n: number): string {
  return n % 50 === 0 ? manifestText(n) : foreignText(n);
}

/** A hundred files in each directory. */
/** Checks the files of the folder `all`, which are not ours. The start, which the folder `one` shows, is left out: it is another row. */
export function rowBesideReading(
  bench: Bench,
  { all, one, what }: { readonly all: string; readonly one: string; readonly what: string },
): BenchRow {
  runNode('-e', reader, all);
  const tasks = [all, one].flatMap((each) => [
    () => runNode(join(bench.dist, 'cli.js'), 'check', each),
    () => runNode('-e', reader, each),
  ]);
  const [ours = 0, reading = 0, start = 0, startOfReader = 0] = inTurns(tasks, bench.isQuick ? 3 : 9);
  const baseline = { name: 'reading them', baseline: reading - startOfReader };
  return row({ what, ours: ours - start, ...baseline, target: { ratio: 1.3 } });
}

export function writeMany(folder: string, count: number, textOf: (n: number) => string, ending = 'yaml'): void {
  for (let n = 0; n < count; n++) {
    const below = join(folder, String(Math.floor(n / 100)));
    if (n % 100 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `${n}.${ending}`), textOf(n));
  }
}

function many(bench: Bench, all: string, few: string, what: string): readonly BenchRow[] {
  const check = (folder: string): void => runNode(join(bench.dist, 'cli.js'), 'check', folder);
  const read = (folder: string): void => runNode('-e', reader, folder);
  const rounds = bench.isQuick ? 2 : 5;
  // The first run of each has a cold disk cache.
  for (const folder of [all, few]) read(folder);
  const timesOf = (folder: string) =>
    paired(
      () => check(folder),
      () => read(folder),
      rounds,
    );
  const [ours, reading] = timesOf(all);
  const [some, readingFew] = timesOf(few);
  const name = 'reading them';
  const rows = [
    row({ what: `${what}: Services, Endpoints and slices`, ours, name, baseline: reading, target: { ratio: 4.5 } }),
    row({
      what: `${what}, one in fifty with Endpoints`,
      ours: some,
      name,
      baseline: readingFew,
      target: { ratio: 1.6 },
    }),
  ];
  if (bench.isQuick) return rows;
  const baseline = durationOf(() => runNode('-e', parser, all));
  return [...rows, row({ what: `${what}, against parsing them`, ours, name: 'yaml: parsing them', baseline })];
}

async function one(bench: Bench, file: string): Promise<readonly BenchRow[]> {
  const [checks, starts, empties]: [number[], number[], number[]] = [[], [], []];
  const round = async (): Promise<number> => {
    checks.push(durationOf(() => runNode(join(bench.dist, 'cli.js'), 'check', file)));
    const client = await startOurs(bench);
    await client.stop();
    starts.push(client.initialized - client.started);
    empties.push(durationOf(() => runNode('-e', '0')));
    return 0;
  };
  await repeatedTimes(round, { count: bench.isQuick ? 6 : 25, patience: 20_000 });
  const beside = { name: 'node -e 0', baseline: median(empties) };
  return [
    row({ ...beside, what: 'endpoints check of one file', ours: median(checks), target: { ratio: 1.5 } }),
    row({ ...beside, what: 'server: start → initialize is answered', ours: median(starts), target: { ratio: 1.4 } }),
  ];
}
