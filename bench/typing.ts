/** Typing in a large text that has a few mistakes: keystrokes of several kinds, and how soon their diagnostics arrive. */
import type { PublishDiagnosticsParams, Range } from 'vscode-languageserver';
import type { Client } from './client.ts';

/** No more findings of one file than these are waited for: what nobody can read need not be sent. */
const mostFindings = 100;

export interface Mistaken {
  readonly text: string;
  /** The lines of the mistakes, each an error. */
  readonly errors: readonly number[];
  /** The line of an address in the middle, where is typed. */
  readonly middle: number;
  /** So many findings are sent at least. */
  readonly findings: number;
}

/** Makes loopback addresses of a few in the text: near its start and its end, and between. */
export function withMistakes(text: string, findings: number): Mistaken {
  const lines = text.split('\n');
  const addresses = [...lines.keys()].filter((n) => /^ *- ip: /.test(lines[n] ?? ''));
  const errors = [0, 0.25, 0.75, 1].map((part) => addresses[Math.floor(part * (addresses.length - 1))] ?? 0);
  for (const [n, line] of errors.entries()) lines[line] = (lines[line] ?? '').replace(/ip: .*/, `ip: 127.0.0.${n + 1}`);
  const middle = addresses[addresses.length >> 1] ?? 0;
  return { text: lines.join('\n'), errors, middle, findings: Math.min(findings, mostFindings) };
}

/** One keystroke and its taking back. */
interface Gesture {
  readonly typed: Range;
  readonly text: string;
  readonly undone: Range;
  /** The lines of the errors once it is typed. */
  readonly errors: readonly number[];
}

/** Makes the next keystroke, and answers with the ms until its diagnostics had arrived. */
export type Typist = () => Promise<number>;

/** Types a letter in a name, a digit that makes an address wrong, a new line; each comes and goes. */
export function typist(client: Client, uri: string, mistaken: Mistaken): Typist {
  return typistUntil(client, uri, mistaken, (each, version, errors) => {
    return each.version === version && isWhole(each, errors, mistaken);
  });
}

/** The same with a server that tells no version and knows other mistakes: until its next diagnostics. */
export function plainTypist(client: Client, uri: string, mistaken: Mistaken): Typist {
  return typistUntil(client, uri, mistaken, () => true);
}

function typistUntil(
  client: Client,
  uri: string,
  mistaken: Mistaken,
  isIt: (published: PublishDiagnosticsParams, version: number, errors: readonly number[]) => boolean,
): Typist {
  const gestures = gesturesIn(mistaken);
  let n = 0;
  return async () => {
    const gesture = gestures[(n >> 1) % gestures.length];
    if (!gesture) throw new Error('There is nothing to type.');
    const isTyped = n++ % 2 === 0;
    const start = performance.now();
    const version = client.change(uri, isTyped ? gesture.typed : gesture.undone, isTyped ? gesture.text : '');
    const errors = isTyped ? gesture.errors : mistaken.errors;
    return (await client.published(uri, (each) => isIt(each, version, errors))) - start;
  };
}

/** Opens the text: when its first diagnostics had arrived, and when all had, in ms from now. */
export async function open(client: Client, uri: string, mistaken: Mistaken): Promise<{ first: number; whole: number }> {
  const start = performance.now();
  client.open(uri, mistaken.text);
  const [first, whole] = await Promise.all([
    client.published(uri, () => true),
    client.published(uri, (each) => isWhole(each, mistaken.errors, mistaken)),
  ]);
  return { first: first - start, whole: whole - start };
}

/** True where these are not only the first findings of the text. */
function isWhole(
  { diagnostics }: PublishDiagnosticsParams,
  errors: readonly number[],
  { findings }: Mistaken,
): boolean {
  if (diagnostics.length < findings) return false;
  const lines = new Set(diagnostics.filter(({ severity }) => severity === 1).map(({ range }) => range.start.line));
  return lines.size === errors.length && errors.every((line) => lines.has(line));
}

function gesturesIn({ text, errors, middle }: Mistaken): readonly Gesture[] {
  const lines = text.split('\n');
  const address = lines[middle] ?? '';
  const named = middle + lines.slice(middle).findIndex((line) => /^ +(hostname|nodeName): /.test(line));
  const inserted = (line: number, character: number, added: string, then: readonly number[]): Gesture => {
    const start = { line, character };
    const rows = added.split('\n');
    const end = {
      line: line + rows.length - 1,
      character: rows.length > 1 ? (rows.at(-1) ?? '').length : character + added.length,
    };
    return { typed: { start, end: start }, text: added, undone: { start, end }, errors: then };
  };
  const below = errors.map((line) => (line > middle ? line + 1 : line));
  return [
    inserted(named, (lines[named] ?? '').length, 'x', errors),
    inserted(middle, address.indexOf('ip: ') + 4, '9', [...errors, middle]),
    inserted(middle, address.length, `\n${' '.repeat(address.indexOf('ip: '))}`, below),
  ];
}
