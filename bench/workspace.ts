/**
 * A workspace of 10,000 files, 1,000 of them Endpoints and 1,000 their Services: how soon everything is known, beside reading
 * the files and doing nothing with them; what it takes of memory; and how soon a keystroke shows in the pair's other file.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import type { Client } from './client.ts';
import { median } from './measure.ts';
import type { Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakMemory } from './memory.ts';
import { mb, row } from './row.ts';
import type { Row } from './row.ts';
import { deployment, manifest, service } from './texts.ts';

const pairs = 1_000;
const others = 8_000;
const keystrokes = 100;
const runs = 3;

export function workspace(bench: Bench): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    write(folder);
    const measured: Measured[] = [];
    for (let i = 0; i < runs; i++) measured.push(await measure(bench, folder));
    const of = (member: keyof Measured): number => median(measured.map((each) => each[member]));
    const what = `a workspace of ${(2 * pairs + others).toLocaleString('en')} files`;
    const beside = { name: 'only reading them', baseline: of('reading') };
    const memory = { ours: of('peak'), name: 'node -e 0', baseline: of('empty'), show: mb, target: { ours: 200 } };
    return [
      ...(isMemoryKnown ? [row({ what: `peak memory: server with ${what}`, ...memory })] : []),
      row({ what: `${what}: until all relations are known`, ours: of('index'), ...beside }),
      row({ what: `${what}: until every file is checked`, ours: of('checked'), ...beside }),
      row({ what: `${what}: keystroke in a Service → its Endpoints`, ours: of('keystroke'), ...beside }),
    ];
  });
}

interface Measured {
  readonly reading: number;
  readonly index: number;
  readonly checked: number;
  /** In MB. */
  readonly peak: number;
  readonly empty: number;
  readonly keystroke: number;
}

function write(folder: string): void {
  const put = (n: number, name: string, text: string): void => {
    const below = join(folder, `team-${n % 40}`, `app-${n % 400}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, name), text);
  };
  for (let n = 0; n < pairs; n++) {
    put(n, `endpoints-${n}.yaml`, manifest(n));
    put(n, `service-${n}.yaml`, service(n));
  }
  for (let n = 0; n < others; n++) put(n, `deployment-${n}.yaml`, deployment(n));
}

async function measure(bench: Bench, folder: string): Promise<Measured> {
  const start = performance.now();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += readFileSync(join(entry.parentPath, entry.name)).length;
  }
  const reading = performance.now() - start;
  if (bytes === 0) throw new Error('The workspace is empty.');
  return { reading, ...(await serve(bench, folder)), empty: isMemoryKnown ? await emptyPeak() : 0 };
}

async function serve(bench: Bench, folder: string): Promise<Omit<Measured, 'reading' | 'empty'>> {
  // The server asks to be asked again: at once, for the settings, and when everything has been read.
  let refreshes = 0;
  let know: () => void;
  const isKnown = new Promise<void>((done) => (know = done));
  const client = await startOurs(bench, {
    folder,
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
    initializationOptions: { severity: { 'deprecated-endpoints': 'off' } },
    answers: {
      'workspace/diagnostic/refresh': () => {
        if (++refreshes === 2) know();
        return null;
      },
    },
  });
  await client.within(isKnown, 'the workspace was not read');
  const index = performance.now() - client.initialized;
  await client.ask('workspace/diagnostic', { previousResultIds: [] });
  const checked = performance.now() - client.initialized;
  const keystroke = await typeInService(client, folder);
  const peak = peakMemory(client.pid);
  await client.stop();
  return { index, checked, peak, keystroke };
}

/** The median time from a change of the Service's port name until the diagnostics of the Endpoints arrive. */
async function typeInService(client: Client, folder: string): Promise<number> {
  const [uri = '', other = ''] = ['service-7.yaml', 'endpoints-7.yaml'].map(
    (name) => pathToFileURL(join(folder, 'team-7', 'app-7', name)).href,
  );
  const text = service(7);
  const line = text.split('\n').findIndex((each) => each.includes('- name: http'));
  const character = (text.split('\n')[line] ?? '').length;
  client.open(uri, text);
  client.open(other, manifest(7));
  const times: number[] = [];
  for (let i = 0; i < keystrokes; i++) {
    const isTyped = i % 2 === 0;
    const start = performance.now();
    const range = { start: { line, character }, end: { line, character: character + (isTyped ? 0 : 1) } };
    client.change(uri, range, isTyped ? 'x' : '');
    const report = await client.ask<{ items?: readonly unknown[] }>('textDocument/diagnostic', {
      textDocument: { uri: other },
    });
    times.push(performance.now() - start);
    if (report.items?.length !== (isTyped ? 1 : 0)) throw new Error(`unexpected: ${JSON.stringify(report)}`);
  }
  return median(times);
}
