/** Measures a keystroke in texts of four sizes: its cost should grow with the edit, not with the file. */
import { startOurs } from './client.ts';
import { median, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow, type MeasuredPair } from './row.ts';
import { largeText, streamText } from './texts.ts';
import { openMistaken, typist, withMistakes, type MistakenText } from './typing.ts';

/** Below this size a keystroke costs only the way over stdio. */
const usual = 100;

export async function growth(bench: Bench): Promise<readonly BenchRow[]> {
  const addresses = (count: number): MistakenText => withMistakes(largeText(count));
  const documents = (count: number): MistakenText => withMistakes(streamText(count));
  return [
    ...(await rowsOf(bench, 'addresses in one resource', addresses, { ours: 12 })),
    ...(await rowsOf(bench, 'documents in one stream', documents, { ratio: 2 })),
  ];
}

/** The target holds for the largest size. */
async function rowsOf(
  bench: Bench,
  what: string,
  textOf: (count: number) => MistakenText,
  target: MeasuredPair['target'],
): Promise<readonly BenchRow[]> {
  const sizes = bench.isQuick ? [10, 1_000] : [10, 1_000, 10_000];
  const baseline = await keystrokeTime(bench, textOf(usual));
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const ours = await keystrokeTime(bench, textOf(size));
    const title = `keystroke → diagnostics, ${size.toLocaleString('en')} ${what}, p50`;
    rows.push(row({ what: title, ours, name: `${usual} of them`, baseline, ...(size === 10_000 ? { target } : {}) }));
  }
  return rows;
}

async function keystrokeTime(bench: Bench, text: MistakenText): Promise<number> {
  const client = await startOurs(bench);
  const uri = 'file:///bench/growing.yaml';
  await openMistaken(client, uri, text);
  const options = { count: bench.isQuick ? 60 : 180, warmUp: 60, patience: bench.isQuick ? 2_000 : 20_000 };
  const times = await repeatedTimes(typist(client, uri, text), options);
  await client.stop();
  return median(times);
}
