/** Types a key in the middle of a long list, which makes the text unreadable, and asks for completion with each letter. */
import { parseAllDocuments } from 'yaml';
import { startOurs, type BenchClient } from './client.ts';
import { durationOf, percentile, type Bench } from './measure.ts';
import { row, type BenchRow, type MeasuredPair } from './row.ts';
import { largeText, printedSlice } from './texts.ts';

interface HalfTyped {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** Where the key is typed, letter by letter: at the end of the line below which it gets a line of its own. */
  readonly below: string;
  readonly typed: string;
  readonly field: string;
  readonly target: MeasuredPair['target'];
}

const all: readonly HalfTyped[] = [
  {
    what: '1,000 addresses, a key without its colon',
    file: 'half.yaml',
    text: largeText(),
    below: '- ip: 10.0.1.244',
    typed: '    hostn',
    field: 'hostname',
    target: { ours: 10 },
  },
  {
    what: 'an EndpointSlice of 1,000 endpoints, a key without its colon',
    file: 'half-slice.yaml',
    text: printedSlice(1, 1_000),
    below: '  nodeName: node-1',
    typed: '  hostn',
    field: 'hostname',
    target: { ours: 10 },
  },
  {
    what: '1,000 addresses, a quote that is not closed',
    file: 'half-quote.yaml',
    text: largeText(),
    below: '- ip: 10.0.1.244',
    typed: '    hostname: "web',
    field: '',
    target: { ours: 10 },
  },
];

/** The lines are written as a whole up to here, and the rest letter by letter. */
const lettersTyped = 4;

export async function halfTyped(bench: Bench): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const each of all) rows.push(...(await rowsOf(bench, each)));
  return rows;
}

async function rowsOf(bench: Bench, each: HalfTyped): Promise<readonly BenchRow[]> {
  const { what, text, file, target } = each;
  const uri = `file:///bench/${file}`;
  const client = await startOurs(bench);
  client.open(uri, text);
  await client.published(uri, () => true);
  const rounds = bench.isQuick ? 8 : 40;
  const times: Times = { checked: [], completed: [], whole: [] };
  await typeRounds(client, uri, each, 8, { checked: [], completed: [], whole: [] });
  await typeRounds(client, uri, each, rounds, times);
  await client.stop();
  const baseline = durationOf(() => parseAllDocuments(text));
  const pair = { name: 'yaml: parsing it', baseline, target };
  const rows = [row({ ...pair, what: `${what}: keystroke → diagnostics, p95`, ours: percentile(times.checked, 95) })];
  if (each.field !== '')
    rows.push(
      row({ ...pair, what: `${what}: completion after a keystroke, p95`, ours: percentile(times.completed, 95) }),
    );
  return rows;
}

/** In ms. */
interface Times {
  readonly checked: number[];
  readonly completed: number[];
  readonly whole: number[];
}

/** Writes a line letter by letter, and removes it. */
async function typeRounds(
  client: BenchClient,
  uri: string,
  { text, below, typed, field }: HalfTyped,
  rounds: number,
  { checked, completed, whole }: Times,
): Promise<void> {
  const lines = text.split('\n');
  const above = lines.findIndex((line, n) => n > lines.length / 2 - 20 && line.includes(below));
  const end = { line: above, character: (lines[above] ?? '').length };
  const line = above + 1;
  const edit = async (
    range: { readonly start: typeof end; readonly end: typeof end },
    written: string,
    isAsking: boolean,
  ): Promise<number> => {
    const start = performance.now();
    const version = client.change(uri, range, written);
    const arrived = client.published(uri, (each) => each.version === version);
    if (isAsking && field !== '') {
      const at = { line, character: range.start.character + written.length };
      const list = await client.ask<{ items: readonly { label: string }[] }>('textDocument/completion', {
        textDocument: { uri },
        position: at,
      });
      completed.push(performance.now() - start);
      if (!list.items.some(({ label }) => label === field)) throw new Error(`${field} is not proposed.`);
    }
    return (await arrived) - start;
  };
  for (let round = 0; round < rounds; round++) {
    const from = typed.length - lettersTyped;
    whole.push(await edit({ start: end, end }, `\n${typed.slice(0, from)}`, false));
    for (let n = from; n < typed.length; n++) {
      const at = { line, character: n };
      checked.push(await edit({ start: at, end: at }, typed.charAt(n), round % 2 === 0));
    }
    await edit({ start: end, end: { line, character: typed.length } }, '', false);
  }
}
