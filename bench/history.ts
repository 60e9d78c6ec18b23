/** Reads and writes bench/history.json: the figures of recorded runs, each with the machine that it ran on. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './measure.ts';
import type { BenchRow } from './row.ts';

export interface RecordedRun {
  readonly date: string;
  readonly version: string;
  /** With a "+" where files have changed since; empty where git does not know the commit. */
  readonly commit: string;
  /** What a figure depends on, and nothing that identifies the machine's owner. */
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    /** In GB. */
    readonly memory: number;
    readonly node: string;
    readonly platform: string;
  };
  readonly rows: readonly BenchRow[];
}

const path = join(root, 'bench/history.json');

export function readHistory(): readonly RecordedRun[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly RecordedRun[];
}

/** One line for each run, so that a new run adds one line to a diff. */
export function writeHistory(runs: readonly RecordedRun[]): void {
  writeFileSync(path, `[\n${runs.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
}

export function runWith(rows: readonly BenchRow[]): RecordedRun {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const args = ['--no-optional-locks', 'describe', '--always', '--exclude', '*', '--dirty=+'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  };
  const date = new Date().toISOString().slice(0, 10);
  return { date, version, commit: status === 0 ? stdout.trim() : '', machine, rows };
}

export function runTitle({ date, version, commit, machine }: RecordedRun): string {
  const { cpu, cores, memory, node, platform } = machine;
  const made = `version ${version}${commit === '' ? '' : ` (${commit})`}, ${date}`;
  return `${made}; ${cpu}, ${cores} cores, ${memory} GB; Node ${node} on ${platform}`;
}
