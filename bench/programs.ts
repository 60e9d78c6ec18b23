/** Measures programs: the first one that a server meets, a keystroke, a completion and a hover in it, and a workspace of foreign source files. */
import { writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { inFolder } from './at-end.ts';
import { startOurs } from './client.ts';
import { rowBesideReading, writeMany } from './command-line.ts';
import { median, percentile, repeatedTimes, type Bench } from './measure.ts';
import { programTexts } from './program-texts.ts';
import { row, type BenchRow } from './row.ts';

interface DiagnosticReport {
  readonly items: readonly unknown[];
}

const capabilities = { textDocument: { diagnostic: { dynamicRegistration: false } } };

const languages: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.py': 'Python',
  '.go': 'Go',
  '.cs': 'C#',
  '.java': 'Java',
};

export async function programs(bench: Bench): Promise<readonly BenchRow[]> {
  const manifest = Array.from({ length: 100 }, (_, n) => manifestText(n)).join('---\n');
  const before = await opened(bench, 'bench.yaml', manifest);
  const name = 'the same in a manifest';
  const rows: BenchRow[] = [];
  for (const [file, text] of Object.entries(programTexts)) {
    const { first, typed, hovers } = await opened(bench, file, text);
    const what = `1,000 lines of ${languages[extname(file)] ?? file}`;
    const opening = `${what}: opened in a new server → diagnostics`;
    const keystroke = `${what}: keystroke → `;
    rows.push(
      row({ what: opening, ours: first, name, baseline: before.first, target: { ours: 200 } }),
      row({ what: `${keystroke}diagnostics`, ours: typed, name, baseline: before.typed, target: { ours: 40 } }),
      row({ what: `${keystroke}hover, p95`, ours: hovers, name, baseline: before.hovers, target: { ours: 40 } }),
    );
  }
  return [
    ...rows,
    ...(await completed(bench, manifest)),
    await inFolder((folder) => Promise.resolve(foreign(bench, folder))),
  ];
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

interface Times {
  /** Until the first diagnostics of a text in a new server. */
  readonly first: number;
  /** Until the diagnostics of a keystroke. */
  readonly typed: number;
  /** Until a hover on the text that was typed. */
  readonly hovers: number;
}

/** In ms: two medians, and of hovers the 95th percentile. */
async function opened(bench: Bench, file: string, text: string): Promise<Times> {
  const uri = `file:///bench/${file}`;
  const firsts: number[] = [];
  const typed: number[] = [];
  const hovers: number[] = [];
  for (let rounds = bench.isQuick ? 3 : 7; rounds > 0; rounds--) {
    const client = await startOurs(bench, { capabilities });
    const start = performance.now();
    client.open(uri, text);
    let report: DiagnosticReport = { items: [] };
    // A program is empty until its grammar is loaded.
    while (report.items.length === 0)
      report = await client.ask<DiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
    firsts.push(performance.now() - start);
    const line = text.split('\n').findIndex((each) => each.includes('10.0.0.30'));
    if (line < 0) throw new Error(`${file} has no address to type in.`);
    const character = (text.split('\n')[line] ?? '').indexOf('10.0.0.30') + 9;
    const place = { line, character };
    const repeated = { count: bench.isQuick ? 10 : 20, warmUp: 10, patience: 3_000 };
    const asking = (method: string, params: object): Promise<number[]> =>
      repeatedTimes(async (n) => {
        const end = { line, character: character + 1 };
        const since = performance.now();
        const range = n % 2 === 0 ? { start: place, end: place } : { start: place, end };
        client.change(uri, range, n % 2 === 0 ? '1' : '');
        const answer = await client.ask<unknown>(method, { textDocument: { uri }, ...params });
        if (answer === null) throw new Error(`${file} has no answer to ${method}.`);
        return performance.now() - since;
      }, repeated);
    // Asked for, because published diagnostics wait as long as a check takes.
    typed.push(...(await asking('textDocument/diagnostic', {})));
    hovers.push(...(await asking('textDocument/hover', { position: { line, character: character - 4 } })));
    await client.stop();
  }
  return { first: median(firsts), typed: median(typed), hovers: percentile(hovers, 95) };
}

/** A completion of an address after each keystroke in it, in the middle of 1,000 lines. */
async function completed(bench: Bench, manifest: string): Promise<readonly BenchRow[]> {
  const baseline = await completions(bench, 'bench.yaml', manifest);
  const name = 'the same in a manifest';
  const rows: BenchRow[] = [];
  for (const [file, text] of Object.entries(programTexts)) {
    const ours = await completions(bench, file, text);
    const what = `1,000 lines of ${languages[extname(file)] ?? file}: keystroke → completion, 95th percentile`;
    rows.push(row({ what, ours, name, baseline, target: { ours: 10 } }));
  }
  return rows;
}

/** In ms. */
async function completions(bench: Bench, file: string, text: string): Promise<number> {
  const uri = `file:///bench/${file}`;
  const client = await startOurs(bench, { capabilities });
  client.open(uri, text);
  await client.ask('textDocument/diagnostic', { textDocument: { uri } });
  const lines = text.split('\n');
  const line = lines.findIndex((each) => each.includes('10.0.0.30'));
  const position = { line, character: (lines[line] ?? '').indexOf('10.0.0.30') + 9 };
  const end = { line, character: position.character + 1 };
  const times = await repeatedTimes(
    async (n) => {
      const range = n % 2 === 0 ? { start: position, end: position } : { start: position, end };
      client.change(uri, range, n % 2 === 0 ? '1' : '');
      const since = performance.now();
      const context = { triggerKind: 1 };
      await client.ask('textDocument/completion', { textDocument: { uri }, position, context });
      const time = performance.now() - since;
      // A person types more slowly than a check takes.
      await client.ask('textDocument/diagnostic', { textDocument: { uri } });
      return time;
    },
    { count: bench.isQuick ? 20 : 60, warmUp: 20, patience: 5_000 },
  );
  await client.stop();
  return percentile(times, 95);
}

/** Source files below a Pulumi.yaml that do not name the SDK. */
function foreign(bench: Bench, folder: string): BenchRow {
  const count = bench.isQuick ? 1_000 : 10_000;
  const [all, one] = [join(folder, 'all'), join(folder, 'one')];
  const textOf = (n: number): string =>
    `import { a } from './a.ts';\n${`export const b = a(${n}, 'service');\n`.repeat(60)}`;
  writeMany(all, count, textOf, 'ts');
  writeMany(one, 1, textOf, 'ts');
  for (const each of [all, one]) writeFileSync(join(each, 'Pulumi.yaml'), 'name: shop\nruntime: nodejs\n');
  const what = `endpoints check of ${count.toLocaleString('en')} source files of other programs, after the start`;
  return rowBesideReading(bench, { all, one, what });
}
