/**
 * A fast reader for the plain block style of nearly all manifests: names, dashes, and scalars of one line. It returns
 * exactly the tree that the authority (`read.ts` over the `yaml` package) would, or nothing; a property test holds the two
 * together. Whatever is unusual, from a bracket to a tab, is left to the authority.
 */
import type { Form } from '../../tree/document.ts';
import { emptyScalar } from '../../tree/value.ts';
import type { Entry, Mapping, Scalar, Sequence, Value } from '../../tree/value.ts';
import { isUnprintable, resolvePlain } from './scalar.ts';

/** The tree of a document in plain style; undefined for every other text, and for one without content. */
export function readPlain(text: string, form: Form): Value | undefined {
  const lines: Lines = { text, form, start: 0, next: 0, indent: -1, content: 0, end: 0 };
  if (!advance(lines)) return undefined;
  if (text.startsWith('---', lines.content) && lines.indent === 0) {
    if (!isEnd(text, lines.content + 3, lines.end) || !advance(lines)) return undefined;
  }
  const root = readNode(lines, 0);
  return lines.indent === -1 ? root : undefined;
}

/** The line that is being read. Blank lines and comments are passed by. */
interface Lines {
  readonly text: string;
  readonly form: Form;
  start: number;
  next: number;
  /** Its blanks; -1 behind the last line. */
  indent: number;
  /** Where its content starts, and where it ends, before the line break. */
  content: number;
  end: number;
}

/** No manifest of ours nests deeper. */
const deepest = 60;

const keyPattern = /([A-Za-z_][\w./-]{0,100}):(?=[ \r\n]|$)/y;
/** What can be told to be one scalar at sight, up to the end of its line. */
const plainPattern = /(?:[\w./~+]|-(?=[\w.]))(?:[\w./~+@=;()-]|:(?=[\w./-])| (?=[\w./~+(-]))*/y;
const quotedPattern = /"[ !#-[\]-~]*"|'[ -&(-~]*'/y;

function advance(lines: Lines): boolean {
  const { text } = lines;
  while (lines.next < text.length) {
    const start = lines.next;
    const lineBreak = text.indexOf('\n', start);
    const stop = lineBreak < 0 ? text.length : lineBreak;
    const end = lineBreak >= 0 && text.charCodeAt(stop - 1) === 13 && stop > start ? stop - 1 : stop;
    let content = start;
    while (text.charCodeAt(content) === 32) content++;
    lines.next = stop + 1;
    const first = text.charCodeAt(content);
    if (content >= end) continue;
    // A comment; what it holds is looked at where all characters are.
    if (first === 35) {
      if (isStrange(text, content, end)) return isOver(lines, false);
      continue;
    }
    Object.assign(lines, { start, indent: content - start, content, end });
    return true;
  }
  return isOver(lines, true);
}

/** Behind the last line, or at one that ends the reading. */
function isOver(lines: Lines, isRead: boolean): false {
  lines.indent = isRead ? -1 : -2;
  return false;
}

/** True where a character stands that some reader might refuse. */
function isStrange(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 32 || unit === 127 || (unit > 127 && unit < 161) || unit >= 0xd800) return true;
  }
  return false;
}

/** Only blanks, or blanks and a comment. */
function isEnd(text: string, from: number, end: number): boolean {
  let at = from;
  while (at < end && text.charCodeAt(at) === 32) at++;
  if (at >= end) return true;
  return at > from && text.charCodeAt(at) === 35 && !isStrange(text, at, end);
}

function isDash({ text, content, end }: Lines): boolean {
  return text.charCodeAt(content) === 45 && (content + 1 === end || text.charCodeAt(content + 1) === 32);
}

function readNode(lines: Lines, depth: number): Value | undefined {
  if (depth > deepest) return undefined;
  return isDash(lines) ? readSequence(lines, depth) : readMapping(lines, lines.content, depth);
}

function readSequence(lines: Lines, depth: number): Sequence | undefined {
  const { indent, content: start } = lines;
  const items: Value[] = [];
  while (lines.indent === indent && isDash(lines)) {
    const { text } = lines;
    let at = lines.content + 1;
    while (text.charCodeAt(at) === 32) at++;
    keyPattern.lastIndex = at;
    const item = keyPattern.test(text) ? readMapping(lines, at, depth + 1) : readScalar(lines, at, indent);
    if (!item) return undefined;
    items.push(item);
  }
  const end = items.at(-1)?.span.end ?? start;
  if (lines.indent > indent) return undefined;
  return { kind: 'sequence', span: { start, end }, items, style: 'block', isOpen: false, isAlias: false };
}

/** The mapping whose first key starts at the offset, perhaps behind a dash. */
function readMapping(lines: Lines, first: number, depth: number): Mapping | undefined {
  const column = first - lines.start;
  const entries: Entry[] = [];
  let end = first;
  for (let at = first; ; at = lines.content) {
    const entry = readEntry(lines, at, column, depth);
    if (!entry) return undefined;
    entries.push(entry);
    end = Math.max(entry.key.end, entry.value.span.end);
    if (lines.indent !== column || isDash(lines)) break;
  }
  // A deeper line goes on with something, and a dash in this column belongs to nothing.
  if (lines.indent >= column || lines.indent === -2) return undefined;
  return { kind: 'mapping', span: { start: first, end }, entries, style: 'block', isOpen: false, isAlias: false };
}

function readEntry(lines: Lines, at: number, column: number, depth: number): Entry | undefined {
  const { text, form, end } = lines;
  keyPattern.lastIndex = at;
  const name = keyPattern.exec(text)?.[1];
  // `yes` and `null` are names of another kind.
  if (name === undefined || resolvePlain(name, form) !== name) return undefined;
  const key = { start: at, end: at + name.length };
  const colon = key.end + 1;
  let from = colon;
  while (from < end && text.charCodeAt(from) === 32) from++;
  const value = isEnd(text, colon, end) ? readBelow(lines, from, column, depth) : readScalar(lines, from, column);
  return value && { name, keyText: name, key, value, isMerged: false, isOpaqueKey: false };
}

/** What the lines below a key hold: deeper ones, or dashes in its own column. */
function readBelow(lines: Lines, at: number, column: number, depth: number): Value | undefined {
  advance(lines);
  const isInside = lines.indent > column || (lines.indent === column && isDash(lines));
  return isInside ? readNode(lines, depth + 1) : emptyScalar(at);
}

/** A scalar that fills its line; the next line must not go on with it. */
function readScalar(lines: Lines, at: number, column: number): Scalar | undefined {
  const { text, form, end } = lines;
  const first = text.charCodeAt(at);
  const isQuoted = first === 34 || first === 39;
  const pattern = isQuoted ? quotedPattern : plainPattern;
  pattern.lastIndex = at;
  const written = pattern.exec(text)?.[0];
  if (written === undefined || at + written.length > end || !isEnd(text, at + written.length, end)) return undefined;
  const value = isQuoted ? written.slice(1, -1) : resolvePlain(written, form);
  if (isUnprintable(value)) return undefined;
  advance(lines);
  if (lines.indent > column) return undefined;
  return { kind: 'scalar', span: { start: at, end: at + written.length }, value, text: written, isAlias: false };
}
