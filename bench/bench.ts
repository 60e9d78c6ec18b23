/** Measures all groups of rows and prints them as one table: `npm run bench`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers } from './answers.ts';
import { applying } from './apply.ts';
import { cleanUp, cleanUpAtEnd } from './at-end.ts';
import { commandLine } from './command-line.ts';
import { gate } from './gate.ts';
import { growth } from './growth.ts';
import type { Growth } from './growth.ts';
import { describe, readHistory, runOf, writeHistory } from './history.ts';
import type { Run } from './history.ts';
import { keystrokes } from './keystrokes.ts';
import { largeTexts } from './large-texts.ts';
import { root, run } from './measure.ts';
import type { Bench } from './measure.ts';
import { isMemoryKnown } from './memory.ts';
import { help, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { writePage } from './page.ts';
import { reading } from './reading.ts';
import { failedRow } from './row.ts';
import type { Row } from './row.ts';
import { serverMemory } from './server-memory.ts';
import { slicing } from './slices.ts';
import { soak } from './soak.ts';
import { growthText, tableText } from './table.ts';
import { workspace } from './workspace.ts';

interface Group {
  readonly name: string;
  readonly measure: (bench: Bench) => readonly Row[] | Promise<readonly Row[]>;
  /** True for one that takes too long for a quick run. */
  readonly isSlow?: boolean;
}

const growths: Growth[] = [];

const groups: readonly Group[] = [
  { name: 'keystrokes', measure: keystrokes },
  { name: 'large-texts', measure: largeTexts },
  {
    name: 'growth',
    async measure(bench) {
      const grown = await growth(bench);
      growths.push(...grown.growths);
      return grown.rows;
    },
  },
  { name: 'reading', measure: reading },
  { name: 'command-line', measure: commandLine },
  { name: 'gate', measure: gate },
  { name: 'memory', measure: serverMemory },
  { name: 'workspace', measure: workspace, isSlow: true },
  { name: 'answers', measure: answers },
  { name: 'soak', measure: soak },
  { name: 'apply', measure: applying, isSlow: true },
  { name: 'slices', measure: slicing, isSlow: true },
];

cleanUpAtEnd();
try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(options: Options): Promise<number> {
  if (options.isHelp) {
    console.log(help.replace('GROUPS', groups.map(({ name }) => name).join(', ')));
    return 0;
  }
  const chosen = groups.filter(({ name }) => name.includes(options.only ?? ''));
  if (chosen.length === 0) throw new Error(`No group's name contains "${options.only}"; --help lists them.`);
  if (options.dist === undefined) run(join(root, 'scripts/build.mjs'));
  const bench = { dist: resolve(options.dist ?? join(root, 'dist')), isQuick: options.isQuick };
  if (!existsSync(join(bench.dist, 'server.js'))) throw new Error(`There is no server.js in ${bench.dist}.`);
  const start = performance.now();
  const measured = chosen.filter(({ isSlow = false }) => !(bench.isQuick && isSlow));
  const { rows, hasFailed } = await measureAll(measured, bench);
  const seconds = Math.round((performance.now() - start) / 1000);
  const made = runOf(rows, growths);
  const leftOut = chosen.filter((each) => !measured.includes(each)).map(({ name }) => name);
  print(made, options, [
    ...(bench.isQuick
      ? ['A quick run: fewer repetitions and smaller texts, which is no measure for the targets.']
      : []),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
    ...(isMemoryKnown ? [] : ['Memory is left out: it is known on Linux only.']),
    `${rows.filter(({ isMet }) => isMet).length} of ${rows.filter(({ target }) => target).length} targets met, in ${seconds} s.`,
  ]);
  if (hasFailed) return 1;
  if (options.isRecorded) record(made);
  return 0;
}

/** A group that fails is told at once, and the others are measured all the same. */
async function measureAll(
  chosen: readonly Group[],
  bench: Bench,
): Promise<{ readonly rows: readonly Row[]; readonly hasFailed: boolean }> {
  const rows: Row[] = [];
  let hasFailed = false;
  for (const { name, measure } of chosen) {
    const start = performance.now();
    try {
      rows.push(...(await measure(bench)));
      console.error(`${name}: ${Math.round((performance.now() - start) / 1000)} s`);
    } catch (error) {
      hasFailed = true;
      cleanUp();
      console.error(`${name} failed:`, error);
      rows.push(failedRow(name));
    }
  }
  return { rows, hasFailed };
}

function print(made: Run, { isJson, isQuick }: Options, remarks: readonly string[]): void {
  const json = `${JSON.stringify({ isQuick, ...made }, null, 2)}\n`;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/bench.json'), json);
  if (isJson) {
    process.stdout.write(json);
    for (const remark of remarks) console.error(remark);
    return;
  }
  console.log(`\nEndpoints language server, ${describe(made)}\n`);
  console.log(tableText(made.rows));
  if (made.growths.length > 0) console.log(growthText(made.growths));
  for (const remark of remarks) console.log(remark);
}

function record(made: Run): void {
  const runs = [...readHistory(), made];
  writeHistory(runs);
  writePage(runs);
  console.error('Recorded in bench/history.json and docs/performance.md.');
}
