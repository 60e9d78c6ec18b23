/** What a keystroke costs in texts of four sizes: it is to grow with the edit, not with the file. */
import { startOurs } from './client.ts';
import { median, repeated } from './measure.ts';
import type { Bench } from './measure.ts';
import { row } from './row.ts';
import type { Row } from './row.ts';
import { large, stream } from './texts.ts';
import { open, typist, withMistakes } from './typing.ts';

/** The median ms of a keystroke at each size. */
export interface Growth {
  readonly what: string;
  readonly sizes: readonly number[];
  readonly times: readonly number[];
}

export async function growth(bench: Bench): Promise<{ rows: readonly Row[]; growths: readonly Growth[] }> {
  const addresses = await grow(bench, 'addresses in one resource', (count) => withMistakes(large(count), 1));
  const documents = await grow(bench, 'documents in one stream', (count) => withMistakes(stream(count), count));
  return { rows: [...growthRows(addresses), ...growthRows(documents, 2)], growths: [addresses, documents] };
}

async function grow(
  bench: Bench,
  what: string,
  textOf: (count: number) => ReturnType<typeof withMistakes>,
): Promise<Growth> {
  const sizes = bench.isQuick ? [10, 100, 1_000] : [10, 100, 1_000, 10_000];
  const times: number[] = [];
  for (const size of sizes) {
    const client = await startOurs(bench);
    const text = textOf(size);
    const uri = 'file:///bench/growing.yaml';
    await open(client, uri, text);
    const options = { count: bench.isQuick ? 60 : 180, warmUp: 60, patience: bench.isQuick ? 2_000 : 20_000 };
    times.push(median(await repeated(typist(client, uri, text), options)));
    await client.stop();
  }
  return { what, sizes, times };
}

/** From 100 on, below which a keystroke costs nothing but the way over stdio. */
function growthRows({ what, sizes, times }: Growth, atMost?: number): readonly Row[] {
  const [most, least] = [sizes.at(-1) ?? 0, 100];
  const spelled = (count: number): string => count.toLocaleString('en');
  return [
    row({
      what: `keystroke → diagnostics, ${spelled(most)} ${what}, p50`,
      ours: times.at(-1) ?? Number.NaN,
      name: `${least} of them`,
      baseline: times[sizes.indexOf(least)] ?? Number.NaN,
      ...(atMost === undefined ? {} : { target: { ratio: atMost } }),
    }),
  ];
}
