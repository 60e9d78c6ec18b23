/**
 * An hour of typing in a few minutes: edits of many kinds and everything that an editor asks, in several open texts. What
 * is left in memory afterwards is compared with what was there before, and the slowest answer is told.
 */
import type { Range } from 'vscode-languageserver';
import { startOurs } from './client.ts';
import type { Client } from './client.ts';
import { median } from './measure.ts';
import type { Bench } from './measure.ts';
import { isMemoryKnown, residentMemory } from './memory.ts';
import { mb, row } from './row.ts';
import type { Row } from './row.ts';
import { dice, soakTexts } from './soak-texts.ts';
import type { SoakText } from './soak-texts.ts';

/** In ms; the server has nothing more to do by then. */
const pause = 500;

/** In ms; the soak of a slow server ends before it has taken all steps, and says so. */
const patience = { quick: 6_000, whole: 150_000 };

/** How often each step is taken, of a hundred. */
const steps: readonly (readonly [share: number, step: Step])[] = [
  [62, edit],
  [8, asking('textDocument/hover', 'position')],
  [8, asking('textDocument/completion', 'position')],
  [5, asking('textDocument/documentSymbol')],
  [5, asking('textDocument/semanticTokens/full')],
  [5, act],
  [2, asking('textDocument/documentHighlight', 'position')],
  [2, asking('textDocument/foldingRange')],
  [2, save],
  [1, reopen],
];

interface Soaking {
  readonly client: Client;
  readonly texts: readonly SoakText[];
  /** A whole number below the one given. */
  readonly roll: (below: number) => number;
  /** In ms, with what was asked. */
  readonly answers: { readonly time: number; readonly what: string }[];
}

type Step = (soaking: Soaking, text: SoakText) => Promise<void>;

export async function soak(bench: Bench): Promise<readonly Row[]> {
  const count = bench.isQuick ? 1_000 : 20_000;
  const client = await startOurs(bench, {
    // Memory is compared once its garbage is collected, or it would tell when that was done last.
    nodeArguments: ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())'],
  });
  const soaking: Soaking = { client, texts: soakTexts(), roll: dice(8), answers: [] };
  for (const text of soaking.texts) client.open(text.uri, text.text(), text.languageId);
  const end = bench.isQuick ? patience.quick : patience.whole;
  await take(soaking, Math.max(300, count / 10), end / 4);
  const before = await restingMemory(soaking);
  soaking.answers.length = 0;
  const taken = await take(soaking, count, end);
  const after = await restingMemory(soaking);
  await client.stop();
  const note = taken < count ? `after ${taken.toLocaleString('en')}, in ${end / 1000} s` : '';
  return rowsOf(count, soaking, { before, after, note });
}

function rowsOf(
  count: number,
  { answers }: Soaking,
  { before, after, note }: { before: number; after: number; note: string },
): readonly Row[] {
  const what = `soak, ${count.toLocaleString('en')} edits and requests`;
  const slowest = answers.toSorted((a, b) => a.time - b.time).at(-1);
  if (!slowest) throw new Error('The soak asked nothing.');
  const usual = median(answers.map(({ time }) => time));
  const memory = { note, ours: after, name: 'memory before', baseline: before, show: mb, target: { ratio: 1.1 } };
  return [
    ...(isMemoryKnown ? [row({ what: `${what}: memory afterwards`, ...memory })] : []),
    row({
      what: `${what}: slowest answer`,
      note: slowest.what,
      ours: slowest.time,
      name: 'the median answer',
      baseline: usual,
      target: { ours: 100 },
    }),
  ];
}

/** Takes so many steps while there is time, and answers with how many there were. */
async function take(soaking: Soaking, count: number, time: number): Promise<number> {
  const { texts, roll } = soaking;
  const end = performance.now() + time;
  let n = 0;
  for (; n < count && performance.now() < end; n++) {
    const text = texts[roll(texts.length)];
    let rest = roll(100);
    const [, step] = steps.find(([share]) => (rest -= share) < 0) ?? [];
    if (text && step) await step(soaking, text);
  }
  return n;
}

/** Of the server when all texts are as they were at first, and everything has been answered. */
async function restingMemory({ client, texts }: Soaking): Promise<number> {
  for (const text of texts) {
    while (text.hasEdits()) change(client, text, text.undo());
    await client.ask('textDocument/documentSymbol', { textDocument: { uri: text.uri } });
  }
  await rest();
  if (!isMemoryKnown) return Number.NaN;
  for (let i = 0; i < 2; i++) {
    process.kill(client.pid, 'SIGUSR2');
    await rest();
  }
  return residentMemory(client.pid);
}

function rest(): Promise<void> {
  return new Promise((done) => void setTimeout(done, pause));
}

/** Typing, and now and then waiting for what comes of it, as somebody does who has finished a line. */
async function edit({ client, roll }: Soaking, text: SoakText): Promise<void> {
  const version = change(client, text, text.edit(roll));
  if (roll(20) === 0) await client.published(text.uri, (each) => each.version === version);
}

function change(client: Client, { uri }: SoakText, made: { readonly range: Range; readonly text: string }): number {
  return client.change(uri, made.range, made.text);
}

/** A request about a text, and about a place in it where one is needed. */
function asking(method: string, about?: 'position'): Step {
  return async (soaking, text) => {
    const position = about && { position: text.place(soaking.roll) };
    await ask(soaking, method, { textDocument: { uri: text.uri }, ...position });
  };
}

/** The actions at a place, and the edit of the first one, which an editor asks for when it is chosen. */
async function act(soaking: Soaking, text: SoakText): Promise<void> {
  const place = text.place(soaking.roll);
  const [action] = await ask<readonly object[]>(soaking, 'textDocument/codeAction', {
    textDocument: { uri: text.uri },
    range: { start: place, end: place },
    context: { diagnostics: [] },
  });
  if (action) await ask(soaking, 'codeAction/resolve', action);
}

async function ask<T>({ client, answers }: Soaking, method: string, params: object): Promise<T> {
  const start = performance.now();
  const answer = await client.ask<T>(method, params);
  answers.push({ time: performance.now() - start, what: method.slice(method.indexOf('/') + 1) });
  return answer;
}

function save({ client }: Soaking, { uri }: SoakText): Promise<void> {
  return client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
}

function reopen({ client }: Soaking, text: SoakText): Promise<void> {
  client.close(text.uri);
  client.open(text.uri, text.text(), text.languageId);
  return Promise.resolve();
}
