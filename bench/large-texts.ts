/** Measures opening and typing in very large texts, beside parsing them once with the `yaml` package. */
import { parseAllDocuments } from 'yaml';
import { startOurs } from './client.ts';
import { median, percentile, repeatedTimes, durationOf, type Bench } from './measure.ts';
import { emptyPeak, isMemoryKnown, peakMemory } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
import { listText, streamText } from './texts.ts';
import { openMistaken, typist, withMistakes, type MistakenText } from './typing.ts';

const uri = 'file:///bench/all.yaml';

export async function largeTexts(bench: Bench): Promise<readonly BenchRow[]> {
  const [documents, items] = bench.isQuick ? [1_000, 400] : [10_000, 4_000];
  const spelled = (count: number): string => count.toLocaleString('en');
  const stream = withMistakes(streamText(documents));
  const list = withMistakes(listText(items));
  return [
    ...(await rowsOf(bench, `stream of ${spelled(documents)} documents`, stream)),
    ...(await rowsOf(bench, `List of ${spelled(items)} items`, list)),
  ];
}

async function rowsOf(bench: Bench, what: string, text: MistakenText): Promise<readonly BenchRow[]> {
  const openings: { first: number; whole: number; memory: number }[] = [];
  const times: number[] = [];
  // A new server each time: a text is opened before anything is warm.
  for (let rounds = bench.isQuick ? 1 : 3; rounds > 0; rounds--) {
    const client = await startOurs(bench);
    const opening = await openMistaken(client, uri, text);
    openings.push({ ...opening, memory: isMemoryKnown ? peakMemory(client.pid) : Number.NaN });
    const options = bench.isQuick ? { count: 36, patience: 3_000 } : { count: 60, patience: 10_000 };
    times.push(...(await repeatedTimes(typist(client, uri, text), { ...options, warmUp: 12 })));
    await client.stop();
  }
  const first = median(openings.map((each) => each.first));
  const whole = median(openings.map((each) => each.whole));
  const beside = {
    name: `yaml: parsing its ${mb(text.text.length / 1_000_000)}`,
    baseline: durationOf(() => parseAllDocuments(text.text)),
  };
  const typed = `${what}: keystroke → diagnostics`;
  const opened = `${what}: opening →`;
  return [
    row({ ...beside, what: `${typed}, p95`, ours: percentile(times, 95), target: { ours: 16 } }),
    row({ ...beside, what: `${typed}, p50`, ours: median(times) }),
    row({ ...beside, what: `${opened} all diagnostics`, ours: whole, target: { ours: 1_500 } }),
    row({
      what: `${opened} first diagnostics`,
      ours: first,
      name: 'all of them',
      baseline: whole,
      target: { ratio: 0.9 },
    }),
    ...(isMemoryKnown
      ? [
          row({
            what: `${what}: opening, peak memory of the server`,
            ours: median(openings.map((each) => each.memory)),
            name: 'node -e 0',
            baseline: emptyPeak(),
            show: mb,
            target: { ours: 200 },
          }),
        ]
      : []),
  ];
}
