/** The figures of runs that were recorded, each with the machine that it ran on. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Growth } from './growth.ts';
import { root } from './measure.ts';
import type { Row } from './row.ts';

export interface Run {
  readonly date: string;
  readonly version: string;
  /** With a "+" where the files have changed since; empty where git does not know. */
  readonly commit: string;
  readonly machine: Machine;
  readonly rows: readonly Row[];
  readonly growths: readonly Growth[];
}

/** What a figure may depend on; nothing that tells whose machine it is. */
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** In GB. */
  readonly memory: number;
  readonly node: string;
  readonly platform: string;
}

const path = join(root, 'bench/history.json');

export function readHistory(): readonly Run[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly Run[]) : [];
}

/** A line for each run, so that a new one is a line more. */
export function writeHistory(runs: readonly Run[]): void {
  writeFileSync(path, `[\n${runs.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
}

export function runOf(rows: readonly Row[], growths: readonly Growth[]): Run {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { date: new Date().toISOString().slice(0, 10), version, commit: commit(), machine: machine(), rows, growths };
}

export function describe({ date, version, commit: made, machine: on }: Run): string {
  const parts = [
    `version ${version}${made === '' ? '' : ` (${made})`}, ${date}`,
    `${on.cpu}, ${on.cores} cores, ${on.memory} GB`,
    `Node ${on.node} on ${on.platform}`,
  ];
  return parts.join('; ');
}

function machine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  };
}

function commit(): string {
  const args = ['--no-optional-locks', 'describe', '--always', '--exclude', '*', '--dirty=+'];
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}
