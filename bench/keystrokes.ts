/** From a keystroke to its diagnostics in one resource with 1,000 addresses, over stdio, beside yaml-language-server. */
import { startOurs, startYamlServer } from './client.ts';
import { median, percentile, repeated } from './measure.ts';
import type { Bench } from './measure.ts';
import { row } from './row.ts';
import type { Row } from './row.ts';
import { large } from './texts.ts';
import { open, plainTypist, typist, withMistakes } from './typing.ts';

const uri = 'file:///bench/large.yaml';
const name = 'yaml-language-server';

export async function keystrokes(bench: Bench): Promise<readonly Row[]> {
  const { ours, theirs } = await measure(bench);
  const what = '1,000 addresses: keystroke → diagnostics';
  const [p50, p95] = [median(ours), percentile(ours, 95)];
  const middle = { ours: p50, name: `${name} p50`, baseline: median(theirs) };
  return [
    row({ ...middle, what: `${what}, p50`, target: { ours: 4 } }),
    row({
      what: `${what}, p95`,
      ours: p95,
      name: `${name} p95`,
      baseline: percentile(theirs, 95),
      target: { ours: 10 },
    }),
    row({ ...middle, what: `${what}, p50 against its p50`, target: { ratio: 1 / 50 } }),
  ];
}

/** In turns: it waits 200 ms before each answer, so that it is asked less often. */
async function measure(bench: Bench): Promise<{ ours: readonly number[]; theirs: readonly number[] }> {
  const rounds = bench.isQuick ? 5 : 18;
  const perRound = bench.isQuick ? 12 : 24;
  const text = withMistakes(large(), 1);
  const own = await startOurs(bench);
  const other = await startYamlServer();
  await open(own, uri, text);
  other.open(uri, text.text);
  await other.published(uri, () => true);
  const type = typist(own, uri, text);
  const typeThere = plainTypist(other, uri, text);
  await repeated(type, { count: 60, patience: 5_000 });
  await repeated(typeThere, { count: 4 });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let n = 0; n < rounds; n++) {
    theirs.push(await typeThere());
    ours.push(...(await repeated(type, { count: perRound, patience: 1_000 })));
  }
  await own.stop();
  await other.stop();
  return { ours, theirs };
}
