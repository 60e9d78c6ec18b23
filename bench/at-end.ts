/** Starts the bench's processes and makes its temporary folders, and removes them when the bench ends or is interrupted. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

type Child = ChildProcessByStdio<Writable, Readable, null>;

const folders = new Set<string>();
const children = new Set<Child>();

/** Also called after a group that failed, which leaves its processes and folders behind. */
export function cleanUp(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function cleanUpAtEnd(): void {
  process.on('exit', cleanUp);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
}

export async function inFolder<T>(task: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-bench-'));
  folders.add(folder);
  try {
    return await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  }
}

export function startNode(args: readonly string[]): Child {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}
