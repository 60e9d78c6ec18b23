/** Types in a large text that has a few mistakes, and measures how soon the diagnostics of each keystroke arrive. */
import type { PublishDiagnosticsParams, Range } from 'vscode-languageserver';
import type { BenchClient } from './client.ts';

export interface MistakenText {
  readonly text: string;
  readonly errors: readonly number[];
  /** The line of an address in the middle, where the typing is. */
  readonly middle: number;
}

/** An address that is written out, in any of the shapes and languages. */
const address = /(?<=^ *(?:- (?:ip: )?|"ip": "))\d+(?:\.\d+){3}/;

/** Writes loopback addresses near the start and the end of the text, and between. */
export function withMistakes(text: string): MistakenText {
  const lines = text.split('\n');
  const addresses = [...lines.keys()].filter((n) => address.test(lines[n] ?? ''));
  const errors = [0, 0.25, 0.75, 1].map((part) => addresses[Math.floor(part * (addresses.length - 1))] ?? 0);
  for (const [n, line] of errors.entries()) lines[line] = (lines[line] ?? '').replace(address, `127.0.0.${n + 1}`);
  return { text: lines.join('\n'), errors, middle: addresses[addresses.length >> 1] ?? 0 };
}

interface TypedEdit {
  readonly typed: Range;
  readonly text: string;
  readonly undone: Range;
  readonly errors: readonly number[];
}

/** Makes the next keystroke, and returns the ms until its diagnostics arrive. */
type Typist = () => Promise<number>;

/** Types and removes a letter in a name, a digit that makes an address invalid, and a new line. */
export function typist(client: BenchClient, uri: string, mistaken: MistakenText): Typist {
  return typistUntil(client, uri, mistaken, (each, version, errors) => {
    return each.version === version && isComplete(each, errors, mistaken.middle);
  });
}

/** For a server that sends no versions and finds other mistakes: waits for its next diagnostics. */
export function plainTypist(client: BenchClient, uri: string, mistaken: MistakenText): Typist {
  return typistUntil(client, uri, mistaken, () => true);
}

function typistUntil(
  client: BenchClient,
  uri: string,
  mistaken: MistakenText,
  isExpected: (published: PublishDiagnosticsParams, version: number, errors: readonly number[]) => boolean,
): Typist {
  const edits = editsIn(mistaken);
  let n = 0;
  return async () => {
    const edit = edits[(n >> 1) % edits.length];
    if (!edit) throw new Error('There is nothing to type.');
    const isTyped = n++ % 2 === 0;
    const start = performance.now();
    const version = client.change(uri, isTyped ? edit.typed : edit.undone, isTyped ? edit.text : '');
    const errors = isTyped ? edit.errors : mistaken.errors;
    return (await client.published(uri, (each) => isExpected(each, version, errors))) - start;
  };
}

/** Opens the text, and returns the ms until its first and until all its diagnostics arrive. */
export async function openMistaken(
  client: BenchClient,
  uri: string,
  mistaken: MistakenText,
): Promise<{ first: number; whole: number }> {
  const start = performance.now();
  client.open(uri, mistaken.text);
  const [first, whole] = await Promise.all([
    client.published(uri, () => true),
    client.published(uri, (each) => isComplete(each, mistaken.errors, mistaken.middle)),
  ]);
  return { first: first - start, whole: whole - start };
}

/** True unless these are only the first findings of the text. Other errors, as of too many addresses, stay. */
function isComplete({ diagnostics }: PublishDiagnosticsParams, errors: readonly number[], middle: number): boolean {
  const lines = new Set(diagnostics.filter(({ severity }) => severity === 1).map(({ range }) => range.start.line));
  return errors.every((line) => lines.has(line)) && lines.has(middle) === errors.includes(middle);
}

function editsIn({ text, errors, middle }: MistakenText): readonly TypedEdit[] {
  const lines = text.split('\n');
  const line = lines[middle] ?? '';
  const ip = line.search(address);
  const named = middle + lines.slice(middle).findIndex((each) => /^ +"?(?:n|nodeN)ame"?: /.test(each));
  const at = (line: number, character: number): Range['start'] => ({ line, character });
  const edit = (start: Range['start'], added: string, end: Range['end'], then: readonly number[]): TypedEdit => {
    return { typed: { start, end: start }, text: added, undone: { start, end }, errors: then };
  };
  const below = errors.map((each) => (each > middle ? each + 1 : each));
  const [nameEnd, lineEnd] = [/["',]*$/.exec(lines[named] ?? '')?.index ?? 0, line.length];
  return [
    edit(at(named, nameEnd), 'x', at(named, nameEnd + 1), errors),
    edit(at(middle, ip), '9', at(middle, ip + 1), [...errors, middle]),
    edit(at(middle, lineEnd), `\n${' '.repeat(ip)}`, at(middle + 1, ip), below),
  ];
}
