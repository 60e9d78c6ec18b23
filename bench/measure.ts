/** Measures times: two tasks in turns, and medians and percentiles of many runs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The bench runs as a bundle in out/bench. */
export const root = join(import.meta.dirname, '../..');

export interface Bench {
  readonly dist: string;
  readonly isQuick: boolean;
}

/** In ms; a slow machine makes fewer rounds, so that a complete run takes at most ten minutes. */
const longestTurns = 25_000;

/** Medians in ms of two tasks in turns, so that both meet the same machine. */
export function paired(ours: () => unknown, baseline: () => unknown, times = 5): [number, number] {
  const [own = Number.NaN, other = Number.NaN] = inTurns([ours, baseline], times);
  return [own, other];
}

/** The same for any number of tasks, and for another figure than the median. */
export function inTurns(
  tasks: readonly (() => unknown)[],
  times: number,
  figure: (times: readonly number[]) => number = median,
): readonly number[] {
  const rounds: (readonly number[])[] = [];
  const end = performance.now() + longestTurns;
  while (rounds.length < Math.min(times, 2) || (rounds.length < times && performance.now() < end)) {
    rounds.push(tasks.map(durationOf));
  }
  return tasks.map((_, n) => figure(rounds.map((round) => round[n] ?? Number.NaN)));
}

export function durationOf(task: () => unknown): number {
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

/** Collects `count` times of the task after the warm-up; after `patience` ms, six are enough. */
export async function repeatedTimes(
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

export function runNode(...args: readonly string[]): void {
  runNodeOn('', ...args);
}

/** `input` is what the program reads from standard input. */
export function runNodeOn(input: string, ...args: readonly string[]): void {
  const { status, signal, error } = spawnSync(process.execPath, args, {
    input,
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${signal ?? status}`, { cause: error });
}
