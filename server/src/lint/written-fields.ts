/** Finds fields beside a place in the text of a patch or kustomization, without a tree: in block style, or on one line. */
import { lineEndAt, lineStartAt } from '../text/line.ts';
import type { Span } from '../text/span.ts';
import type { Origin } from '../tree/built.ts';

export interface WrittenScalar {
  readonly at: Origin;
  /** Without quotes. */
  readonly text: string;
}

/** The scalar of a field of the mapping that has its key or value at `at`. Undefined in an unusual layout. */
export function fieldBeside(text: string, { path, span }: Origin, name: string): WrittenScalar | undefined {
  const key = new RegExp(String.raw`^(?:- +)?["']?${name}["']?[ \t]*:[ \t]+`);
  for (const field of fieldsAround(text, span.start)) {
    const found = key.exec(text.slice(field.start, field.end));
    if (!found) continue;
    const start = field.start + found[0].length;
    const [written = '', , plain = ''] = /^(["']?)([\w./-]+)\1(?=\s|$)/.exec(text.slice(start, field.end)) ?? [];
    return plain === '' ? undefined : { at: { path, span: { start, end: start + written.length } }, text: plain };
  }
  return undefined;
}

function fieldsAround(text: string, offset: number): readonly Span[] {
  const start = lineStartAt(text, offset);
  return /[{}]/.test(text.slice(start, lineEndAt(text, offset))) ? flowFields(text, offset) : blockFields(text, start);
}

function flowFields(text: string, offset: number): readonly Span[] {
  const open = text.lastIndexOf('{', offset);
  const close = text.indexOf('}', offset);
  const inner = text.slice(open + 1, close);
  if (open < 0 || close < 0 || /[{}[\]\n#]/.test(inner)) return [];
  let start = open + 1;
  return inner.split(',').map((part) => {
    const lead = part.length - part.trimStart().length;
    const span = { start: start + lead, end: start + part.trimEnd().length };
    start += part.length + 1;
    return span;
  });
}

/** The lines of the mapping that has a key on the line that starts here, and no other ones. */
function blockFields(text: string, start: number): readonly Span[] {
  const own = lineAt(text, start);
  if (own.key < 0) return [];
  const found = [own];
  for (let line = own; !line.isItem && line.start > 0;) {
    line = lineAt(text, lineStartAt(text, line.start - 1));
    if (line.key >= 0 && line.key < own.key) break;
    if (line.key === own.key) found.push(line);
  }
  for (let next = text.indexOf('\n', start) + 1; next > 0 && next < text.length; next = text.indexOf('\n', next) + 1) {
    const line = lineAt(text, next);
    if (line.key >= 0 && (line.key < own.key || (line.isItem && line.key <= own.key))) break;
    if (line.key === own.key) found.push(line);
  }
  return found.map(({ start: from, key, end }) => ({ start: from + key, end }));
}

interface Line extends Span {
  /** The column of its key, which follows the dash of a list item; -1 for an empty line and a comment. */
  readonly key: number;
  readonly isItem: boolean;
}

function lineAt(text: string, start: number): Line {
  const end = lineEndAt(text, start);
  const [lead = '', dash] = /^ *(- +)?/.exec(text.slice(start, end)) ?? [];
  const isEmpty = start + lead.length >= end || text[start + lead.length] === '#';
  return { start, end, key: isEmpty ? -1 : lead.length, isItem: dash !== undefined };
}
