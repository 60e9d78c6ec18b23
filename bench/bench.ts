/** Measures all groups of rows and prints them as one table: `npm run bench`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answers } from './answers.ts';
import { applying } from './apply.ts';
import { cleanUp, cleanUpAtEnd } from './at-end.ts';
import { builds } from './builds.ts';
import { commandLine, manyFiles } from './command-line.ts';
import { crowds } from './crowds.ts';
import { gate } from './gate.ts';
import { growth } from './growth.ts';
import { halfTyped } from './half-typed.ts';
import { readHistory, runTitle, runWith, writeHistory } from './history.ts';
import { keystrokes } from './keystrokes.ts';
import { largeTexts } from './large-texts.ts';
import { root, runNode, type Bench } from './measure.ts';
import { isMemoryKnown } from './memory.ts';
import { help, readBenchOptions, type BenchOptions } from './options.ts';
import { writePages } from './page.ts';
import { parts } from './parts.ts';
import { picture } from './picture.ts';
import { programs } from './programs.ts';
import { readers } from './readers.ts';
import { reading } from './reading.ts';
import { failedRow, type BenchRow } from './row.ts';
import { serverMemory } from './server-memory.ts';
import { shapes } from './shapes.ts';
import { slicing } from './slices.ts';
import { soak } from './soak.ts';
import { storm } from './storm.ts';
import { benchText } from './table.ts';
import { terraform } from './terraform.ts';
import { traffic } from './traffic.ts';
import { workspace } from './workspace.ts';

const groups: Readonly<Record<string, (bench: Bench) => readonly BenchRow[] | Promise<readonly BenchRow[]>>> = {
  keystrokes,
  shapes,
  'half-typed': halfTyped,
  picture,
  'large-texts': largeTexts,
  growth,
  reading,
  'command-line': commandLine,
  'many-files': manyFiles,
  parts,
  crowds,
  programs,
  gate,
  builds,
  memory: serverMemory,
  workspace,
  answers,
  soak,
  storm,
  apply: applying,
  slices: slicing,
  traffic,
  terraform,
  readers,
};

/** These take too long for a quick run. */
const slowGroups = ['many-files', 'workspace', 'apply', 'slices'];

cleanUpAtEnd();
try {
  process.exitCode = await main(readBenchOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(options: BenchOptions): Promise<number> {
  if (options.help) {
    console.log(help.replace('GROUPS', Object.keys(groups).join(', ')));
    return 0;
  }
  const chosen = Object.keys(groups).filter((name) => name.includes(options.only));
  if (chosen.length === 0) throw new Error(`No group's name contains "${options.only}". --help lists the groups.`);
  if (options.dist === undefined) runNode(join(root, 'scripts/build.mjs'));
  const bench = { dist: resolve(options.dist ?? join(root, 'dist')), isQuick: options.quick };
  if (!existsSync(join(bench.dist, 'server.js'))) throw new Error(`${bench.dist} has no server.js.`);
  const leftOut = chosen.filter((name) => bench.isQuick && slowGroups.includes(name));
  const start = performance.now();
  const rows: BenchRow[] = [];
  for (const name of chosen) if (!leftOut.includes(name)) rows.push(...(await rowsOf(name, bench)));
  const targets = rows.filter(({ target }) => target !== undefined);
  print(rows, options, [
    ...(bench.isQuick ? ['A quick run has fewer repetitions and smaller texts: do not judge targets by it.'] : []),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
    ...(isMemoryKnown ? [] : ['Memory is measured on Linux only.']),
    `${targets.filter(({ isMet }) => isMet).length} of ${targets.length} targets met, in ${seconds(start)}.`,
  ]);
  if (rows.some(({ ratio }) => Number.isNaN(ratio))) return 1;
  if (options.record) record(rows);
  return 0;
}

/** Reports a group that fails at once; the others are measured all the same. */
async function rowsOf(name: string, bench: Bench): Promise<readonly BenchRow[]> {
  const start = performance.now();
  try {
    const rows = (await groups[name]?.(bench)) ?? [];
    console.error(`${name}: ${seconds(start)}`);
    return rows;
  } catch (error) {
    cleanUp();
    console.error(`${name} failed:`, error);
    return [failedRow(name)];
  }
}

function seconds(start: number): string {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}

function print(rows: readonly BenchRow[], { json, quick }: BenchOptions, remarks: readonly string[]): void {
  const run = runWith(rows);
  const text = `${JSON.stringify({ isQuick: quick, ...run }, null, 2)}\n`;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/bench.json'), text);
  if (json) process.stdout.write(text);
  else console.log(`\nEndpoints language server, ${runTitle(run)}\n\n${benchText(rows)}`);
  for (const remark of remarks) (json ? console.error : console.log)(remark);
}

function record(rows: readonly BenchRow[]): void {
  const runs = [...readHistory(), runWith(rows)];
  writeHistory(runs);
  writePages(runs);
  console.error('Recorded in bench/history.json, docs/performance.md and README.md.');
}
