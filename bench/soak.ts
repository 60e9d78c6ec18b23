/** Measures an hour of work in a few minutes: edits and requests in several texts. Compares memory before and after. */
import { startOurs, type BenchClient } from './client.ts';
import { median, type Bench } from './measure.ts';
import { isMemoryKnown, residentMemory } from './memory.ts';
import { mb, row, type BenchRow } from './row.ts';
import { dice, soakTexts, type SoakText } from './soak-texts.ts';

/** In ms; the server is idle by then. */
const pause = 500;

/** In ms; with a slow server the soak ends early, and its rows say so. */
const patience = { quick: 6_000, complete: 150_000 };

interface Soaking {
  readonly client: BenchClient;
  readonly texts: readonly SoakText[];
  readonly roll: (below: number) => number;
  /** In ms, with the request. */
  readonly answers: { readonly time: number; readonly what: string }[];
}

type SoakAction = (soaking: Soaking, text: SoakText) => Promise<void>;

/** Each action with its share of a hundred. */
const actions: readonly (readonly [share: number, action: SoakAction])[] = [
  [62, edit],
  [8, asking('textDocument/hover', 'position')],
  [8, asking('textDocument/completion', 'position')],
  [5, asking('textDocument/documentSymbol')],
  [5, asking('textDocument/semanticTokens/full')],
  [5, resolveAction],
  [2, asking('textDocument/documentHighlight', 'position')],
  [2, asking('textDocument/foldingRange')],
  [2, save],
  [1, reopen],
];

export async function soak(bench: Bench): Promise<readonly BenchRow[]> {
  const count = bench.isQuick ? 1_000 : 20_000;
  const client = await startOurs(bench, {
    // Memory is compared after garbage collection, which SIGUSR2 starts.
    nodeArguments: ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2",()=>gc())'],
  });
  const soaking: Soaking = { client, texts: soakTexts(), roll: dice(8), answers: [] };
  for (const text of soaking.texts) client.open(text.uri, text.text(), text.languageId);
  const end = bench.isQuick ? patience.quick : patience.complete;
  await act(soaking, Math.max(300, count / 10), end / 4);
  const before = await restingMemory(soaking);
  soaking.answers.length = 0;
  const done = await act(soaking, count, end);
  const after = await restingMemory(soaking);
  await client.stop();
  const note = done < count ? `after ${done.toLocaleString('en')}, in ${end / 1000} s` : '';
  const what = `soak, ${count.toLocaleString('en')} edits and requests`;
  const slowest = soaking.answers.toSorted((a, b) => a.time - b.time).at(-1);
  if (!slowest) throw new Error('The soak sent no request.');
  const usual = { name: 'the median answer', baseline: median(soaking.answers.map(({ time }) => time)) };
  const memory = { note, ours: after, name: 'memory before', baseline: before, show: mb, target: { ratio: 1.05 } };
  const answer = { note: slowest.what, ours: slowest.time, ...usual, target: { ours: 60 } };
  return [
    ...(isMemoryKnown ? [row({ what: `${what}: memory afterwards`, ...memory })] : []),
    row({ what: `${what}: slowest answer`, ...answer }),
  ];
}

/** Performs random actions while there is time, and returns their number. */
async function act(soaking: Soaking, count: number, time: number): Promise<number> {
  const { texts, roll } = soaking;
  const end = performance.now() + time;
  let n = 0;
  for (; n < count && performance.now() < end; n++) {
    const text = texts[roll(texts.length)];
    let rest = roll(100);
    const [, action] = actions.find(([share]) => (rest -= share) < 0) ?? [];
    if (text && action) await action(soaking, text);
  }
  return n;
}

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

/** Types, and now and then waits for the diagnostics, as a person does at the end of a line. */
async function edit({ client, roll }: Soaking, text: SoakText): Promise<void> {
  const version = change(client, text, text.edit(roll));
  if (roll(20) === 0) await client.published(text.uri, (each) => each.version === version);
}

function change(client: BenchClient, { uri }: SoakText, made: ReturnType<SoakText['undo']>): number {
  return client.change(uri, made.range, made.text);
}

function asking(method: string, about?: 'position'): SoakAction {
  return async (soaking, text) => {
    const position = about && { position: text.place(soaking.roll) };
    await ask(soaking, method, { textDocument: { uri: text.uri }, ...position });
  };
}

async function resolveAction(soaking: Soaking, text: SoakText): Promise<void> {
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
  return client.notify('textDocument/didSave', { textDocument: { uri } });
}

function reopen({ client }: Soaking, text: SoakText): Promise<void> {
  client.close(text.uri);
  client.open(text.uri, text.text(), text.languageId);
  return Promise.resolve();
}
