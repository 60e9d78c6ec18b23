/** Measures keystroke → diagnostics in the shapes that people have beside Endpoints in YAML: slices, Lists of them, charts, JSON. */
import { parseAllDocuments } from 'yaml';
import { startOurs } from './client.ts';
import { durationOf, percentile, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow, type MeasuredPair } from './row.ts';
import { largeJson, largeTemplate, printedSlice, sliceList } from './texts.ts';
import { openMistaken, typist, withMistakes } from './typing.ts';

interface Shape {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  readonly target: MeasuredPair['target'];
}

export async function shapes(bench: Bench): Promise<readonly BenchRow[]> {
  const slices = bench.isQuick ? 20 : 200;
  const all: readonly Shape[] = [
    {
      what: 'an EndpointSlice of 1,000 endpoints',
      file: 'slice.yaml',
      text: printedSlice(1, 1_000),
      target: { ours: 10 },
    },
    {
      what: `a List of ${slices} slices of 100 endpoints`,
      file: 'slices.yaml',
      text: sliceList(slices, 100),
      target: { ours: 16 },
    },
    {
      what: 'a template of a chart with 1,000 addresses',
      file: 'templates/large.yaml',
      text: largeTemplate(),
      target: { ours: 10 },
    },
    { what: '1,000 addresses in JSON', file: 'large.json', text: largeJson(), target: { ours: 10 } },
  ];
  const rows: BenchRow[] = [];
  for (const shape of all) rows.push(await rowOf(bench, shape));
  return rows;
}

async function rowOf(bench: Bench, { what, file, text, target }: Shape): Promise<BenchRow> {
  const uri = `file:///bench/${file}`;
  const mistaken = withMistakes(text);
  const client = await startOurs(bench);
  await openMistaken(client, uri, mistaken);
  const options = { count: bench.isQuick ? 36 : 180, warmUp: 60, patience: bench.isQuick ? 3_000 : 15_000 };
  const ours = percentile(await repeatedTimes(typist(client, uri, mistaken), options), 95);
  await client.stop();
  const baseline = durationOf(() => parseAllDocuments(text));
  return row({ what: `${what}: keystroke → diagnostics, p95`, ours, name: 'yaml: parsing it', baseline, target });
}
