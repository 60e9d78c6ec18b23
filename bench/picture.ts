/** Measures the picture of a Service with 1,000 addresses, and the list of 500 Services, after a keystroke, beside other answers on the same text. */
import { startOurs, type BenchClient } from './client.ts';
import { percentile, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';

const uri = 'file:///bench/large.yaml';
const service =
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: large\n  namespace: shop\nspec:\n  clusterIP: 10.96.0.5\n  ports:\n    - port: 80\n---\n';
const text = service + largeText();
const lines = text.split('\n');
const line = lines.findIndex((each) => each.includes('ip: 10.0.1.244'));
const lastDigit = (lines[line] ?? '').length - 1;

const many = 'file:///bench/services.yaml';
/** The last line of each part ends with the digit that is typed. */
const servicesText = [...Array(500).keys()]
  .map(
    (i) =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: db-${i}\nspec:\n  ports:\n    - port: 5432\n---\n` +
      `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db-${i}\nsubsets:\n  - ports:\n      - port: 5432\n    addresses:\n      - ip: 10.20.0.14\n---\n`,
  )
  .join('');

export async function picture(bench: Bench): Promise<readonly BenchRow[]> {
  const client = await startOurs(bench);
  client.open(uri, text);
  const ours = await afterKeystroke(bench, client, 'endpoints/picture');
  const hover = await afterKeystroke(bench, client, 'textDocument/hover');
  const services = await listedServices(bench, client, 'endpoints/services');
  const lenses = await listedServices(bench, client, 'textDocument/codeLens');
  await client.stop();
  const what = '1,000 addresses: keystroke → data of the picture, p95';
  const pair = { ours, name: 'hover on the address, p95', baseline: hover };
  return [
    row({ ...pair, what, target: { ours: 60 } }),
    row({ ...pair, what: `${what}, as a ratio`, target: { ratio: 2 } }),
    row({
      ours: services,
      name: 'lenses on the same text, p95',
      baseline: lenses,
      what: '500 Services: keystroke → list of Services, p95',
      target: { ratio: 2 },
    }),
  ];
}

/** Types the last digit of an address in the middle, and asks there. The 95th percentile, in ms. */
async function afterKeystroke(bench: Bench, client: BenchClient, method: string): Promise<number> {
  const task = async (n: number): Promise<number> => {
    const position = { line, character: lastDigit };
    const start = performance.now();
    client.change(uri, { start: position, end: { line, character: lastDigit + 1 } }, n % 2 === 0 ? '5' : '4');
    const answer = await client.ask<object | null>(method, { textDocument: { uri }, position });
    if (!answer) throw new Error('An answer was empty.');
    return performance.now() - start;
  };
  const counts = bench.isQuick ? { count: 30, warmUp: 10 } : { count: 200, warmUp: 40 };
  return percentile(await repeatedTimes(task, { ...counts, patience: 10_000 }), 95);
}

/** Types the last digit of an address, and asks for all Services. The 95th percentile, in ms. */
async function listedServices(bench: Bench, client: BenchClient, method: string): Promise<number> {
  client.open(many, servicesText);
  const line = servicesText.split('\n').findLastIndex((each) => each.includes('ip:'));
  const task = async (n: number): Promise<number> => {
    const [start, end] = [
      { line, character: 21 },
      { line, character: 22 },
    ];
    const before = performance.now();
    client.change(many, { start, end }, n % 2 === 0 ? '5' : '4');
    await client.ask<object | null>(method, { textDocument: { uri: many } });
    return performance.now() - before;
  };
  const counts = bench.isQuick ? { count: 10, warmUp: 3 } : { count: 60, warmUp: 10 };
  const times = await repeatedTimes(task, { ...counts, patience: 20_000 });
  client.close(many);
  return percentile(times, 95);
}
