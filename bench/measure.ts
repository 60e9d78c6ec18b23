/** Taking time: two tasks in turns, and what many runs of one come to. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The bench runs bundled, from out/bench. */
export const root = join(import.meta.dirname, '../..');
export const runs = 5;

/** What is measured, and how thoroughly. */
export interface Bench {
  /** The folder of the build. */
  readonly dist: string;
  readonly isQuick: boolean;
}

/** Medians in ms, the two taken in turns so that both meet the same machine. */
export function paired(ours: () => unknown, baseline: () => unknown, times = runs): [number, number] {
  const [own = Number.NaN, other = Number.NaN] = inTurns([ours, baseline], times);
  return [own, other];
}

/** In ms; on a slow machine fewer rounds are made, so that a whole run keeps to its ten minutes. */
const longestTurns = 25_000;

/** The same for any number of tasks, and for another figure than the median. */
export function inTurns(
  tasks: readonly (() => unknown)[],
  times: number,
  figure: (times: readonly number[]) => number = median,
): readonly number[] {
  const rounds: (readonly number[])[] = [];
  const end = performance.now() + longestTurns;
  while (rounds.length < Math.min(times, 2) || (rounds.length < times && performance.now() < end)) {
    rounds.push(tasks.map(timed));
  }
  return tasks.map((_, n) => figure(rounds.map((round) => round[n] ?? Number.NaN)));
}

export function timed(task: () => unknown): number {
  const start = performance.now();
  task();
  return performance.now() - start;
}

export function median(times: readonly number[]): number {
  return percentile(times, 50);
}

export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/**
 * Asks `task` for a time again and again: so often, or until the patience (in ms) is used up, but six times at least.
 * The first ones are warming up and not counted; they may take a third of the patience.
 */
export async function repeated(
  task: (n: number) => Promise<number>,
  { count, warmUp = 0, patience = 30_000 }: { count: number; warmUp?: number; patience?: number },
): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  const isEarly = (part: number): boolean => performance.now() < start + part * patience;
  let n = 0;
  while (n < warmUp && (n < 2 || isEarly(1 / 3))) await task(n++);
  while (times.length < Math.min(count, 6) || (times.length < count && isEarly(1))) times.push(await task(n++));
  return times;
}

export function all(texts: readonly string[], task: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + task(text), 0);
}

/** Runs Node with the arguments until it ends. */
export function run(...args: readonly string[]): void {
  const { status, signal, error } = spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 120_000 });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${signal ?? status}`, { cause: error });
}
