/** Finds and ends a program with all its descendants. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { until } from './until.ts';

export interface Running {
  readonly pid: number;
  readonly command: string;
}

/** All descendants of a process. */
export function descendantsOf(root: number): readonly Running[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const children = new Map<number, Running[]>();
  for (const [, pid, parent, command = ''] of stdout.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)) {
    const siblings = children.get(Number(parent)) ?? [];
    siblings.push({ pid: Number(pid), command });
    children.set(Number(parent), siblings);
  }
  const below = (pid: number): Running[] => (children.get(pid) ?? []).flatMap((each) => [each, ...below(each.pid)]);
  return below(root);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends a process and its descendants: extension hosts outlive their server for seconds, and write files meanwhile. */
export async function endTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const pids = [child.pid, ...descendantsOf(child.pid).map(({ pid }) => pid)];
  child.kill('SIGTERM');
  const left = (): number[] => pids.filter((pid) => isRunning(pid));
  await until('all processes to end', () => left().length === 0, { within: 1000 }).catch(() => {
    for (const pid of left()) end(pid);
  });
}

export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has exited itself meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A folder that cannot be removed does not fail a test. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    console.error(`left ${folder}: ${String(error)}`);
  }
}
