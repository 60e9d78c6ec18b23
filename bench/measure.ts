/** Timing, and the rows that are printed: each figure beside a named baseline that is measured in the same run. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import type { MessageConnection } from 'vscode-languageserver/node';

/** The bench runs bundled, from out/bench. */
export const root = join(import.meta.dirname, '../..');
export const runs = 5;

export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly baseline: string;
  readonly ratio: number;
}

/** Medians in ms, the two taken in turns so that both meet the same machine. */
export function paired(ours: () => unknown, baseline: () => unknown, times = runs): [number, number] {
  const pairs = Array.from({ length: times }, () => [timed(ours), timed(baseline)] as const);
  return [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))];
}

function timed(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

export function all(texts: readonly string[], task: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + task(text), 0);
}

export function run(...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
}

export function ms(time: number): string {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

export function perSecond(count: number, time: number): string {
  return Math.round((count / time) * 1000).toLocaleString('en');
}

export function printRows(rows: readonly Row[]): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  console.log(
    `Endpoints language server ${version}, Node ${process.versions.node}; medians where nothing else is said; a ratio above 1 means slower than the baseline\n`,
  );
  console.log('| What | Ours | Baseline | Ratio |\n|---|---|---|---|');
  for (const row of rows) console.log(`| ${row.what} | ${row.ours} | ${row.baseline} | ${row.ratio.toFixed(2)} |`);
}

/** A language server as a process; its own log goes nowhere. */
export function startServer(...args: readonly string[]): MessageConnection {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  return createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
}

export async function stopServer(connection: MessageConnection): Promise<void> {
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
}
