/** Starts our server on a folder, and times keystrokes whose effect is in another file. */
import { startOurs, within, type BenchClient } from './client.ts';
import type { Bench } from './measure.ts';

/** Resolves once all files are indexed. */
export async function startIndexed(bench: Bench, folder: string): Promise<BenchClient> {
  let finish: () => void;
  const isIndexed = new Promise<void>((done) => (finish = done));
  const client = await startOurs(bench, {
    folder,
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
    initializationOptions: { severity: { 'deprecated-endpoints': 'off' } },
    answers: {
      // The server asks for this when all files are indexed.
      'workspace/diagnostic/refresh': () => {
        finish();
        return null;
      },
    },
  });
  await within(isIndexed, 'The workspace was not indexed');
  return client;
}

interface TypingPlace {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
  /** The URI of the file with the effect. */
  readonly other: string;
}

/** Types a character in even rounds and deletes it in odd ones. Returns the time until the finding came or went, in ms. */
export function crossTypist(
  client: BenchClient,
  { uri, line, character, other }: TypingPlace,
): (round: number) => Promise<number> {
  return async (round) => {
    const isTyped = round % 2 === 0;
    const start = performance.now();
    const range = { start: { line, character }, end: { line, character: character + (isTyped ? 0 : 1) } };
    client.change(uri, range, isTyped ? 'x' : '');
    const report = await client.ask<{ items?: readonly unknown[] }>('textDocument/diagnostic', {
      textDocument: { uri: other },
    });
    if (report.items?.length !== (isTyped ? 1 : 0)) throw new Error(`Unexpected report: ${JSON.stringify(report)}`);
    return performance.now() - start;
  };
}
