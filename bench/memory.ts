/** What processes take of memory, in MB, from what the kernel says of them: on Linux only. */
import { existsSync, readFileSync } from 'node:fs';
import { startNode } from './at-end.ts';

export const isMemoryKnown = existsSync('/proc/self/status');

/** The most that the process has had. */
export function peakMemory(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

/** What it has now. */
export function residentMemory(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** The peak of `node -e 0`, which waits so that it can be looked at. */
export async function emptyPeak(): Promise<number> {
  const child = startNode(['-e', 'process.stdin.resume(); console.log(0)']);
  await new Promise((done) => child.stdout.once('data', done));
  const peak = peakMemory(child.pid ?? 0);
  child.kill();
  return peak;
}

/** In ms; so much of the very end of a process is not seen. */
const look = 5;

/** The peak of a run of Node, looked at again and again until it ends. */
export function peakOfRun(...args: readonly string[]): Promise<number> {
  const child = startNode(args);
  child.stdout.resume();
  let peak = 0;
  const timer = setInterval(() => {
    // A process that has just ended has no memory any more.
    const found = peakMemory(child.pid ?? 0);
    if (found > 0) peak = found;
  }, look);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status) => {
      clearInterval(timer);
      if (status === 0) done(peak);
      else fail(new Error(`node ${args.join(' ')} ended with ${status}`));
    });
  });
}

function statusOf(pid: number, name: string): number {
  return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(statusText(pid))?.[1]) / 1024;
}

function statusText(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
