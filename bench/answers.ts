/** Measures answers on 1,000 addresses, at rest and directly after a keystroke, beside yaml-language-server. */
import { startOurs, startYamlServer, type BenchClient } from './client.ts';
import { percentile, repeatedTimes, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';

/** In ms; longer than either server waits for a pause in typing and checks. */
const settling = 1_000;

const lines = largeText().split('\n');
/** The address in the middle; the name of its node is in the line below. Each address has seven lines. */
const middle = lines.findIndex((line) => line.includes('ip: 10.0.1.244'));
const addressLines = 7;

interface LetterEdit {
  readonly uri: string;
  readonly text: string;
  readonly letter: string;
  readonly at: { readonly line: number; readonly character: number };
}

const key: LetterEdit = {
  uri: 'file:///bench/key.yaml',
  text: lines.toSpliced(middle + 1, 0, '    hostna').join('\n'),
  letter: 'a',
  at: { line: middle + 1, character: 10 },
};
const value: LetterEdit = {
  uri: 'file:///bench/value.yaml',
  text: lines.join('\n'),
  letter: '0',
  at: { line: middle + 1, character: (lines[middle + 1] ?? '').length },
};
const textDocument = { uri: value.uri };

/** Sends the request, and returns the number of results: empty answers are not worth comparing. */
type Ask = (client: BenchClient, n: number) => Promise<number>;

interface Question {
  readonly name: string;
  readonly ask: Ask;
  readonly edit: LetterEdit;
  /** The request to yaml-language-server where it does not support this one. */
  readonly theirs?: Ask;
  readonly remark?: string;
}

const questions: readonly Question[] = [
  { name: 'hover', ask: hover, edit: value },
  { name: 'completion', ask: complete, edit: key },
  { name: 'symbols', ask: symbols, edit: value },
  { name: 'semantic tokens', ask: tokens, edit: value, theirs: symbols, remark: ' (symbols)' },
];

export async function answers(bench: Bench): Promise<readonly BenchRow[]> {
  const ours = await openIn(await startOurs(bench));
  const theirs = await openIn(await startYamlServer());
  const rows: BenchRow[] = [];
  for (const isTyped of bench.isQuick ? [false] : [false, true]) {
    for (const question of questions) {
      const { ask, edit, remark = '' } = question;
      const what = `1,000 addresses: ${question.name} ${isTyped ? 'after a keystroke' : 'at rest'}, p95`;
      const time = (client: BenchClient, each: Ask): Promise<number> =>
        p95(bench, client, isTyped ? afterKeystroke(edit, each) : each);
      rows.push(
        row({
          what,
          ours: await time(ours, ask),
          name: `yaml-language-server${remark}`,
          baseline: await time(theirs, question.theirs ?? ask),
          ...(isTyped ? {} : { target: { ours: 3 } }),
        }),
      );
    }
  }
  await ours.stop();
  await theirs.stop();
  return rows;
}

async function openIn(client: BenchClient): Promise<BenchClient> {
  for (const { uri, text } of [key, value]) client.open(uri, text);
  // A schema takes time to load; nothing is measured before.
  for (let i = 0; (await complete(client)) === 0; i++) if (i > 100) throw new Error('A server completes nothing.');
  return client;
}

async function p95(bench: Bench, client: BenchClient, ask: Ask): Promise<number> {
  const task = async (n: number): Promise<number> => {
    const start = performance.now();
    if ((await ask(client, n)) === 0) throw new Error('An answer was empty.');
    return performance.now() - start;
  };
  const options = bench.isQuick
    ? { count: 30, warmUp: 10, patience: 1_500 }
    : { count: 200, warmUp: 40, patience: 6_000 };
  const times = await repeatedTimes(task, options);
  // The server finishes its work before the other one is measured.
  await new Promise((done) => void setTimeout(done, settling));
  return percentile(times, 95);
}

async function complete(client: BenchClient): Promise<number> {
  const answer = await client.ask<{ items: readonly { label: string }[] }>('textDocument/completion', {
    textDocument: { uri: key.uri },
    position: key.at,
  });
  return answer.items.filter(({ label }) => label === 'hostname').length;
}

async function hover(client: BenchClient, n: number): Promise<number> {
  const position = { line: middle + 1 + addressLines * ((n * 37) % 400), character: 15 };
  return (await client.ask('textDocument/hover', { textDocument, position })) === null ? 0 : 1;
}

async function symbols(client: BenchClient): Promise<number> {
  return (await client.ask<readonly unknown[]>('textDocument/documentSymbol', { textDocument })).length;
}

async function tokens(client: BenchClient): Promise<number> {
  return (await client.ask<{ data: readonly number[] }>('textDocument/semanticTokens/full', { textDocument })).data
    .length;
}

function afterKeystroke({ uri, letter, at: { line, character } }: LetterEdit, ask: Ask): Ask {
  return (client, n) => {
    const isThere = n % 2 === 1;
    const start = { line, character: character - 1 };
    const end = { line, character: isThere ? start.character : character };
    client.change(uri, { start, end }, isThere ? letter : '');
    return ask(client, n);
  };
}
