/** Measures programs: the first one that a server meets, a keystroke in it, and a workspace of foreign source files. */
import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import { reader, writeMany } from './command-line.ts';
import { median, paired, repeatedTimes, runNode, type Bench } from './measure.ts';
import { programTexts } from './program-texts.ts';
import { row, type BenchRow } from './row.ts';

const languages: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.py': 'Python',
  '.go': 'Go',
  '.cs': 'C#',
  '.java': 'Java',
};

export async function programs(bench: Bench): Promise<readonly BenchRow[]> {
  const manifest = Array.from({ length: 100 }, (_, n) => manifestText(n)).join('---\n');
  const [cold, typed] = await opened(bench, 'bench.yaml', manifest);
  const name = 'the same in a manifest';
  const rows: BenchRow[] = [];
  for (const [file, text] of Object.entries(programTexts)) {
    const [first, keystroke] = await opened(bench, file, text);
    const what = `1,000 lines of ${languages[extname(file)] ?? file}`;
    const opening = `${what}: opened in a new server → diagnostics`;
    rows.push(row({ what: opening, ours: first, name, baseline: cold, target: { ours: 200 } }));
    rows.push(
      row({ what: `${what}: keystroke → diagnostics`, ours: keystroke, name, baseline: typed, target: { ours: 40 } }),
    );
  }
  return [...rows, await inFolder((folder) => Promise.resolve(foreign(bench, folder)))];
}

/** Ten lines. */
function manifestText(n: number): string {
  return `apiVersion: v1
kind: Endpoints
metadata:
  name: db-${n}
  namespace: shop
subsets:
  - addresses:
      - ip: 10.0.0.${n}
    ports: [{ name: postgres, port: ${5000 + n} }]
`;
}

/** Medians in ms: until the first diagnostics of a text in a new server, and until those of a keystroke. */
async function opened(bench: Bench, file: string, text: string): Promise<readonly [number, number]> {
  const uri = `file:///bench/${file}`;
  const firsts: number[] = [];
  const typed: number[] = [];
  for (let rounds = bench.isQuick ? 3 : 7; rounds > 0; rounds--) {
    const client = await startOurs(bench);
    const start = performance.now();
    client.open(uri, text);
    const published = await client.published(uri, ({ diagnostics }) => diagnostics.length > 0);
    firsts.push(published - start);
    const line = text.split('\n').findIndex((each) => each.includes('10.0.0.30'));
    if (line < 0) throw new Error(`${file} has no address to type in.`);
    const character = (text.split('\n')[line] ?? '').indexOf('10.0.0.30') + 9;
    const place = { line, character };
    const times = await repeatedTimes(
      async (n) => {
        const end = { line, character: character + 1 };
        const since = performance.now();
        const range = n % 2 === 0 ? { start: place, end: place } : { start: place, end };
        const version = client.change(uri, range, n % 2 === 0 ? '1' : '');
        return (await client.published(uri, (each) => each.version === version)) - since;
      },
      { count: bench.isQuick ? 10 : 20, warmUp: 10, patience: 3_000 },
    );
    typed.push(...times);
    await client.stop();
  }
  return [median(firsts), median(typed)];
}

/** Source files below a Pulumi.yaml that do not name the SDK. */
function foreign(bench: Bench, folder: string): BenchRow {
  const count = bench.isQuick ? 1_000 : 10_000;
  writeMany(
    folder,
    count,
    (n) => `import { a } from './a.ts';\n${`export const b = a(${n}, 'service');\n`.repeat(60)}`,
    'ts',
  );
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: shop\nruntime: nodejs\n');
  runNode('-e', reader, folder);
  const [ours, baseline] = paired(
    () => runNode(join(bench.dist, 'cli.js'), 'check', folder),
    () => runNode('-e', reader, folder),
    bench.isQuick ? 2 : 5,
  );
  const what = `endpoints check of ${count.toLocaleString('en')} source files that are no programs of ours`;
  return row({ what, ours, name: 'reading them', baseline, target: { ratio: 1.3 } });
}
