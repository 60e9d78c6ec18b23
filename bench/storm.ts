/** Measures answers in a storm: 60 requests are sent at once, with keystrokes between them, and some are cancelled. */
import { CancellationTokenSource } from 'vscode-languageserver/node';
import type { Position } from 'vscode-languageserver';
import { startOurs, startYamlServer, type BenchClient } from './client.ts';
import { percentile, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { largeText } from './texts.ts';

const uri = 'file:///bench/storm.yaml';
const textDocument = { uri };

const requestsAtOnce = 60;

/** A keystroke comes before each request with a number that this divides. */
const requestsPerKeystroke = 5;

/** Each request with a number that this divides is cancelled. */
const requestsPerCancellation = 3;

/** In ms; longer than either server works after its last answer. */
const settling = 1_000;

const lines = largeText().split('\n');
const firstLine = lines.findIndex((line) => line.includes('- ip: '));
const typedLine = lines.findIndex((line, n) => n > lines.length / 2 && line.includes('nodeName: '));

type Params = (n: number) => object;

const onText: Params = () => ({ textDocument });
const onPlace: Params = (n) => ({ textDocument, position: placeOf(n), context: { includeDeclaration: true } });
const onScreen: Params = (n) => ({ textDocument, range: { start: placeOf(n), end: lineAfter(placeOf(n), 50) } });

/** What editors ask for while a user types, moves the cursor and scrolls. */
const requests: readonly (readonly [method: string, params: Params])[] = [
  ['hover', onPlace],
  ['completion', onPlace],
  ['documentSymbol', onText],
  ['codeAction', (n) => ({ textDocument, range: rangeAt(placeOf(n)), context: { diagnostics: [] } })],
  ['semanticTokens/full', onText],
  ['foldingRange', onText],
  ['documentHighlight', onPlace],
  ['codeAction', (n) => ({ textDocument, range: rangeAt(placeOf(n + 7)), context: { diagnostics: [] } })],
  ['hover', onPlace],
  ['documentLink', onText],
  ['inlayHint', onScreen],
  ['codeLens', onText],
  ['semanticTokens/range', onScreen],
  ['definition', onPlace],
  ['references', onPlace],
  ['selectionRange', (n) => ({ textDocument, positions: [placeOf(n)] })],
];

interface Answer {
  readonly time: number;
  readonly isCancelled: boolean;
}

export async function storm(bench: Bench): Promise<readonly BenchRow[]> {
  const waves = bench.isQuick ? 3 : 20;
  const ours = await answersOf(await startOurs(bench), waves);
  const theirs = await answersOf(await startYamlServer(), bench.isQuick ? 1 : 3);
  const what = `storm of ${requestsAtOnce} requests with keystrokes and cancellations, 1,000 addresses:`;
  const name = 'yaml-language-server';
  const p99 = (answers: readonly Answer[], isCancelled: boolean): number =>
    percentile(
      answers.filter((each) => each.isCancelled === isCancelled).map(({ time }) => time),
      99,
    );
  return [
    row({
      what: `${what} answers, p99`,
      ours: p99(ours, false),
      name,
      baseline: p99(theirs, false),
      target: { ours: 300 },
    }),
    row({ what: `${what} cancelled requests, p99`, ours: p99(ours, true), name, baseline: p99(theirs, true) }),
  ];
}

async function answersOf(client: BenchClient, waves: number): Promise<readonly Answer[]> {
  client.open(uri, lines.join('\n'));
  // Each request once, so that what answers it is loaded.
  for (const [n, [method, params]] of requests.entries())
    await answered(client.ask(`textDocument/${method}`, params(n)));
  const answers: Answer[] = [];
  for (let wave = 0; wave < waves; wave++) {
    answers.push(...(await waveOf(client, wave)));
    await new Promise((done) => void setTimeout(done, settling));
  }
  await client.stop();
  return answers;
}

async function waveOf(client: BenchClient, wave: number): Promise<readonly Answer[]> {
  const sent = Array.from({ length: requestsAtOnce }, (_, i) => {
    const n = wave * requestsAtOnce + i;
    if (i % requestsPerKeystroke === 0) type(client, n / requestsPerKeystroke);
    const [method, params] = requests[i % requests.length] ?? ['hover', onPlace];
    const source = new CancellationTokenSource();
    const start = performance.now();
    const isCancelled = i % requestsPerCancellation === 0;
    const time = answered(client.ask(`textDocument/${method}`, params(n), source.token)).then(
      () => performance.now() - start,
    );
    return { source, isCancelled, time };
  });
  for (const { source, isCancelled } of sent) if (isCancelled) source.cancel();
  return Promise.all(sent.map(async ({ isCancelled, time }) => ({ isCancelled, time: await time })));
}

/** Types a letter at the end of a name, or removes it. */
function type(client: BenchClient, n: number): void {
  const start = { line: typedLine, character: (lines[typedLine] ?? '').length };
  const end = { ...start, character: start.character + 1 };
  if (n % 2 === 0) client.change(uri, rangeAt(start), 'x');
  else client.change(uri, { start, end }, '');
}

/** A rejection is an answer too: of a cancelled or outdated request, or of a method that the server does not have. */
async function answered(answer: Promise<unknown>): Promise<void> {
  await answer.catch(() => undefined);
}

function placeOf(n: number): Position {
  return { line: firstLine + ((n * 37) % (lines.length - firstLine - 60)), character: 12 };
}

function lineAfter({ line, character }: Position, count: number): Position {
  return { line: line + count, character };
}

function rangeAt(place: Position) {
  return { start: place, end: place };
}
