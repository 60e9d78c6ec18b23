/** Opening and typing in very large texts, over stdio, beside parsing them once with the `yaml` package. */
import { parseAllDocuments } from 'yaml';
import { startOurs } from './client.ts';
import { median, percentile, repeated, timed } from './measure.ts';
import type { Bench } from './measure.ts';
import { mb, row } from './row.ts';
import type { Row } from './row.ts';
import { list, stream } from './texts.ts';
import { open, typist, withMistakes } from './typing.ts';
import type { Mistaken } from './typing.ts';

const uri = 'file:///bench/all.yaml';

export async function largeTexts(bench: Bench): Promise<readonly Row[]> {
  const [documents, items] = bench.isQuick ? [1_000, 400] : [10_000, 4_000];
  return [
    ...(await rowsOf(bench, 'stream of', 'documents', withMistakes(stream(documents), documents), documents)),
    ...(await rowsOf(bench, 'List of', 'items', withMistakes(list(items), items), items)),
  ];
}

async function rowsOf(bench: Bench, kind: string, of: string, text: Mistaken, count: number): Promise<Row[]> {
  const what = `${kind} ${count.toLocaleString('en')} ${of}`;
  const { first, whole, times } = await measure(bench, text);
  const beside = {
    name: `yaml: parsing its ${mb(text.text.length / 1_000_000)}`,
    baseline: timed(() => parseAllDocuments(text.text)),
  };
  const typed = `${what}: keystroke → diagnostics`;
  return [
    row({ ...beside, what: `${typed}, p95`, ours: percentile(times, 95), target: { ours: 16 } }),
    row({ ...beside, what: `${typed}, p50`, ours: median(times) }),
    row({ ...beside, what: `${what}: opening → all diagnostics`, ours: whole, target: { ours: 2_000 } }),
    row({
      what: `${what}: opening → first diagnostics`,
      ours: first,
      name: 'all of them',
      baseline: whole,
      target: { ratio: 0.9 },
    }),
  ];
}

interface Times {
  readonly first: number;
  readonly whole: number;
  /** Those of keystrokes. */
  readonly times: readonly number[];
}

async function measure(bench: Bench, text: Mistaken): Promise<Times> {
  const openings: { first: number; whole: number }[] = [];
  const times: number[] = [];
  // A new server each time: a text is opened when nothing is warm.
  for (let rounds = bench.isQuick ? 1 : 3; rounds > 0; rounds--) {
    const client = await startOurs(bench);
    openings.push(await open(client, uri, text));
    const options = bench.isQuick
      ? { count: 36, warmUp: 12, patience: 3_000 }
      : { count: 60, warmUp: 12, patience: 10_000 };
    times.push(...(await repeated(typist(client, uri, text), options)));
    await client.stop();
  }
  return {
    first: median(openings.map(({ first }) => first)),
    whole: median(openings.map(({ whole }) => whole)),
    times,
  };
}
