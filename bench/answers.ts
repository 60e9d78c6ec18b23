/**
 * Answers on a resource with 1,000 addresses, as a client over stdio meets them, beside yaml-language-server with a local
 * schema: at rest, and directly after a keystroke.
 */
import { startOurs, startYamlServer } from './client.ts';
import type { Client } from './client.ts';
import { percentile, repeated } from './measure.ts';
import type { Bench } from './measure.ts';
import { row } from './row.ts';
import type { Row } from './row.ts';
import { large } from './texts.ts';

/** In ms; longer than either server waits for a pause in typing, and checks. */
const settling = 1_000;

const lines = large().split('\n');
const middle = lines.findIndex((line) => line.includes('host-500'));

/** A text and where a letter comes and goes in it. */
interface Typing {
  readonly uri: string;
  readonly text: string;
  readonly letter: string;
  readonly at: { readonly line: number; readonly character: number };
}

/** A key is being typed in the middle of the list. */
const key: Typing = {
  uri: 'file:///bench/key.yaml',
  text: lines.toSpliced(middle + 1, 0, '        targe').join('\n'),
  letter: 'e',
  at: { line: middle + 1, character: 13 },
};
/** A host name is. */
const value: Typing = {
  uri: 'file:///bench/value.yaml',
  text: lines.join('\n'),
  letter: '0',
  at: { line: middle, character: '        hostname: host-500'.length },
};
const textDocument = { uri: value.uri };

/** Asks, and answers with how much there was: nothing is not worth comparing. */
type Ask = (client: Client, n: number) => Promise<number>;

interface Question {
  readonly name: string;
  readonly ask: Ask;
  /** What is typed in where it is asked after a keystroke. */
  readonly typing: Typing;
  /** What the other server is asked, where it does not know this. */
  readonly theirs?: Ask;
  readonly beside?: string;
}

const questions: readonly Question[] = [
  { name: 'hover', ask: hover, typing: value },
  { name: 'completion', ask: complete, typing: key },
  { name: 'symbols', ask: symbols, typing: value },
  { name: 'semantic tokens', ask: tokens, typing: value, theirs: symbols, beside: ', which has only symbols' },
];

export async function answers(bench: Bench): Promise<readonly Row[]> {
  const ours = await openIn(await startOurs(bench));
  const theirs = await openIn(await startYamlServer());
  const rows: Row[] = [];
  const times = async (client: Client, ask: Ask, name: string, isTyped: boolean): Promise<number> => {
    const task = async (n: number): Promise<number> => {
      const start = performance.now();
      if ((await ask(client, n)) === 0) throw new Error(`${name}: nothing was answered.`);
      return performance.now() - start;
    };
    const found = await repeated(task, {
      count: bench.isQuick ? 30 : 200,
      warmUp: bench.isQuick ? 10 : 40,
      patience: bench.isQuick ? 1_500 : 6_000,
    });
    // Whatever is still being worked on ends before somebody else is measured.
    await new Promise((done) => void setTimeout(done, isTyped ? settling : 0));
    return percentile(found, 95);
  };
  const compare = async (question: Question, isTyped: boolean): Promise<void> => {
    const { ask, theirs: other = ask, beside = '' } = question;
    const wrapped = (each: Ask): Ask => (isTyped ? afterKeystroke(question.typing, each) : each);
    const what = `1,000 addresses: ${question.name} ${isTyped ? 'after a keystroke' : 'at rest'}, p95`;
    rows.push(
      row({
        what,
        ours: await times(ours, wrapped(ask), what, isTyped),
        name: `yaml-language-server${beside}`,
        baseline: await times(theirs, wrapped(other), what, isTyped),
        ...(isTyped ? {} : { target: { ours: 3 } }),
      }),
    );
  };
  for (const question of questions) await compare(question, false);
  if (!bench.isQuick) for (const question of questions) await compare(question, true);
  await ours.stop();
  await theirs.stop();
  return rows;
}

async function openIn(client: Client): Promise<Client> {
  for (const { uri, text } of [key, value]) client.open(uri, text);
  // A schema takes a while to load; nothing is measured before it is there.
  for (let i = 0; (await complete(client)) === 0; i++) if (i > 100) throw new Error('A server completes nothing.');
  return client;
}

async function complete(client: Client): Promise<number> {
  const answer = await client.ask<{ items: readonly { label: string }[] }>('textDocument/completion', {
    textDocument: { uri: key.uri },
    position: key.at,
  });
  return answer.items.filter(({ label }) => label === 'targetRef').length;
}

/** On another address each time. */
async function hover(client: Client, n: number): Promise<number> {
  const position = { line: middle - 2 + 3 * ((n * 37) % 400), character: 15 };
  return (await client.ask('textDocument/hover', { textDocument, position })) === null ? 0 : 1;
}

async function symbols(client: Client): Promise<number> {
  return (await client.ask<readonly unknown[]>('textDocument/documentSymbol', { textDocument })).length;
}

async function tokens(client: Client): Promise<number> {
  return (await client.ask<{ data: readonly number[] }>('textDocument/semanticTokens/full', { textDocument })).data
    .length;
}

/** The same directly after a letter has come or gone in front of the cursor. */
function afterKeystroke({ uri, letter, at }: Typing, ask: Ask): Ask {
  return (client, n) => {
    const { line, character } = at;
    const isThere = n % 2 === 1;
    const start = { line, character: character - 1 };
    client.change(
      uri,
      { start, end: { line, character: isThere ? start.character : character } },
      isThere ? letter : '',
    );
    return ask(client, n);
  };
}
