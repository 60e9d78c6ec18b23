/** The memory of processes in MB. That of a running process comes from Linux's /proc and is unknown elsewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export const isMemoryKnown = existsSync('/proc/self/status');

export function peakMemory(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

export function residentMemory(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** The baseline of every peak: `node -e 0`. */
export function emptyPeak(): number {
  return peakOfRun('-e', '0');
}

const printPeak = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS));`;

/** The peak of a whole run of Node, which prints it when it exits. */
export function peakOfRun(...args: readonly string[]): number {
  return peakOfPiped('', ...args);
}

/** The same for a program that reads `input` from standard input. */
export function peakOfPiped(input: string, ...args: readonly string[]): number {
  const hook = `data:text/javascript,${encodeURIComponent(printPeak)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', hook, ...args], {
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}`);
  return Number(/\npeak (\d+)$/.exec(stderr)?.[1]) / 1024;
}

function statusOf(pid: number, name: string): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]) / 1024;
}
