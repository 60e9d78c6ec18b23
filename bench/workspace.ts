/** Measures a workspace of 10,000 files: indexing, checking, memory, and a keystroke with effects in another file. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from './at-end.ts';
import { startIndexed, crossTypist } from './across-files.ts';
import type { BenchClient } from './client.ts';
import { median, repeatedTimes, durationOf, type Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakMemory } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
import { deploymentText, manifestText, serviceText } from './texts.ts';

const pairs = 1_000;
const others = 8_000;
const rounds = 3;

export function workspace(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    write(folder);
    const measured: WorkspaceTimes[] = [];
    for (let i = 0; i < rounds; i++) measured.push(await measure(bench, folder));
    const of = (member: keyof WorkspaceTimes): number => median(measured.map((each) => each[member]));
    const what = `a workspace of ${(2 * pairs + others).toLocaleString('en')} files`;
    const beside = { name: 'reading them', baseline: of('reading') };
    const memory = { ours: of('peak'), name: 'node -e 0', baseline: emptyPeak(), show: mb, target: { ours: 140 } };
    return [
      ...(isMemoryKnown ? [row({ what: `peak memory: server with ${what}`, ...memory })] : []),
      row({ what: `${what}: start → all files indexed`, ours: of('index'), ...beside }),
      row({ what: `${what}: start → all files checked`, ours: of('checked'), ...beside }),
      row({ what: `${what}: keystroke in a Service → its Endpoints`, ours: of('keystroke'), ...beside }),
    ];
  });
}

function write(folder: string): void {
  const put = (n: number, name: string, text: string): void => {
    const below = join(folder, `team-${n % 40}`, `app-${n % 400}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, name), text);
  };
  for (let n = 0; n < pairs; n++) {
    put(n, `endpoints-${n}.yaml`, manifestText(n));
    put(n, `service-${n}.yaml`, serviceText(n));
  }
  for (let n = 0; n < others; n++) put(n, `deployment-${n}.yaml`, deploymentText(n));
}

interface WorkspaceTimes {
  readonly reading: number;
  readonly index: number;
  readonly checked: number;
  readonly keystroke: number;
  /** In MB. */
  readonly peak: number;
}

async function measure(bench: Bench, folder: string): Promise<WorkspaceTimes> {
  const reading = durationOf(() => {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
    }
  });
  const client = await startIndexed(bench, folder);
  const index = performance.now() - client.initialized;
  await client.ask('workspace/diagnostic', { previousResultIds: [] });
  const checked = performance.now() - client.initialized;
  const keystroke = await typeInService(client, folder);
  const peak = isMemoryKnown ? peakMemory(client.pid) : 0;
  await client.stop();
  return { reading, index, checked, keystroke, peak };
}

/** The median time from a change of the Service's port name to the diagnostics of its Endpoints. */
async function typeInService(client: BenchClient, folder: string): Promise<number> {
  const below = join(folder, 'team-7', 'app-7');
  const uri = pathToFileURL(join(below, 'service-7.yaml')).href;
  const other = pathToFileURL(join(below, 'endpoints-7.yaml')).href;
  const lines = serviceText(7).split('\n');
  const line = lines.findIndex((each) => each.includes('- name: http'));
  const character = (lines[line] ?? '').length;
  client.open(uri, serviceText(7));
  client.open(other, manifestText(7));
  return median(await repeatedTimes(crossTypist(client, { uri, line, character, other }), { count: 100 }));
}
