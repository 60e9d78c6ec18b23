/** Measures keystroke → diagnostics in one resource with 1,000 addresses, beside yaml-language-server. */
import { startOurs, startYamlServer } from './client.ts';
import { median, percentile, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';
import { openMistaken, plainTypist, typist, withMistakes } from './typing.ts';

const uri = 'file:///bench/large.yaml';
const name = 'yaml-language-server';

/** In turns. yaml-language-server waits 200 ms before each answer, so it is asked less often. */
export async function keystrokes(bench: Bench): Promise<readonly BenchRow[]> {
  const text = withMistakes(largeText());
  const own = await startOurs(bench);
  const other = await startYamlServer();
  await openMistaken(own, uri, text);
  other.open(uri, text.text);
  await other.published(uri, () => true);
  const type = typist(own, uri, text);
  const typeThere = plainTypist(other, uri, text);
  await repeatedTimes(type, { count: 60, patience: 5_000 });
  await repeatedTimes(typeThere, { count: 4 });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let rounds = bench.isQuick ? 5 : 18; rounds > 0; rounds--) {
    theirs.push(await typeThere());
    ours.push(...(await repeatedTimes(type, { count: bench.isQuick ? 12 : 24, patience: 1_000 })));
  }
  await own.stop();
  await other.stop();
  const what = '1,000 addresses as kubectl prints them: keystroke → diagnostics';
  const p50 = { ours: median(ours), name: `${name} p50`, baseline: median(theirs) };
  const p95 = { ours: percentile(ours, 95), name: `${name} p95`, baseline: percentile(theirs, 95) };
  return [
    row({ ...p50, what: `${what}, p50`, target: { ours: 4 } }),
    row({ ...p95, what: `${what}, p95`, target: { ours: 10 } }),
    row({ ...p50, what: `${what}, p50 as a ratio`, target: { ratio: 1 / 60 } }),
  ];
}
