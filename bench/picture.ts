/** Measures the picture of a Service with 1,000 addresses after a keystroke, beside a hover on the same text. */
import { startOurs, type BenchClient } from './client.ts';
import { percentile, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';

const uri = 'file:///bench/large.yaml';
const service =
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: large\nspec:\n  clusterIP: 10.96.0.5\n  ports:\n    - port: 80\n---\n';
const text = service + largeText();
const lines = text.split('\n');
const line = lines.findIndex((each) => each.includes('ip: 10.0.1.244'));
const lastDigit = (lines[line] ?? '').length - 1;

export async function picture(bench: Bench): Promise<readonly BenchRow[]> {
  const client = await startOurs(bench);
  client.open(uri, text);
  const ours = await afterKeystroke(bench, client, 'endpoints/picture');
  const hover = await afterKeystroke(bench, client, 'textDocument/hover');
  await client.stop();
  const what = '1,000 addresses: keystroke → data of the picture, p95';
  const pair = { ours, name: 'hover on the address, p95', baseline: hover };
  return [
    row({ ...pair, what, target: { ours: 60 } }),
    row({ ...pair, what: `${what}, as a ratio`, target: { ratio: 2 } }),
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
