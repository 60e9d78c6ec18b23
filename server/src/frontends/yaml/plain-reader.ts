/**
 * A fast reader for the YAML of nearly all manifests: block and flow collections, all scalar styles, comments. It
 * returns exactly the tree of `read-yaml.ts`, or declines (anchors, tags, errors); a property test compares the two.
 */
import type { Form } from '../../tree/document.ts';
import { emptyScalar, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { readBlockText } from './plain-block-text.ts';
import { maxFlowDepth, readFlow } from './plain-flow.ts';
import { BlockList } from './plain-blocks.ts';
import {
  endLine,
  goToContent,
  isBlank,
  isLineEnd,
  over,
  restEnd,
  unit,
  type BlockSource,
  type Lines,
} from './plain-lines.ts';
import { keyEnd, keyTextAt, nameOfKey } from './plain-name.ts';
import { isTemplate, maskAfter, readBlockPlain, readQuoted } from './plain-scalar.ts';

export interface PlainRead {
  readonly isRead: boolean;
  /** Undefined for a text without content, and for a declined text. */
  readonly root: Value | undefined;
  /** The offset of a quote that is never closed, or -1. */
  readonly openQuote: number;
}

export const notRead: PlainRead = { isRead: false, root: undefined, openQuote: -1 };

/** Reads a document whose templates are masked. With known blocks, long lists are divided, and these blocks used again. */
export function readPlain(text: string, form: Form, known?: BlockSource): PlainRead {
  const lines = linesOf(text, form, known);
  const isMarked = lines.indent === 0 && text.startsWith('---', lines.content);
  if (isMarked) endLine(lines, lines.content + 3);
  const isEmpty = lines.indent === over && !isMarked;
  const root = lines.indent >= 0 ? readRoot(lines) : undefined;
  const isRead = lines.indent === over && (root !== undefined || isEmpty);
  return { isRead, root: isRead ? root : undefined, openQuote: isRead ? -1 : lines.openQuote };
}

function linesOf(text: string, form: Form, known?: BlockSource): Lines {
  const lines: Lines = {
    text,
    form,
    start: 0,
    indent: over,
    content: 0,
    nextMask: maskAfter(text, 0),
    at: 0,
    isBelowComment: false,
    isSpelled: false,
    hasLongQuote: false,
    openQuote: -1,
    entries: [],
    known,
  };
  goToContent(lines, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  return lines;
}

/** Reads a collection. A text that is a single scalar is declined. */
function readRoot(lines: Lines): Value | undefined {
  if (isDash(lines)) return readSequence(lines, lines.content, 1);
  const end = keyEnd(lines, -1, false);
  if (isKey(lines.text, end)) return readMapping(lines, lines.content, end, 1);
  return isBracket(lines.text, lines.content) ? readInline(lines, -1, 0) : undefined;
}

/** `---` or `...` at the start of a line. */
function isMarker(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  const isSign = first === unit.dash || first === unit.dot;
  return isSign && text.charCodeAt(at + 1) === first && text.charCodeAt(at + 2) === first;
}

function isDash({ text, content }: Lines): boolean {
  return text.charCodeAt(content) === unit.dash && isGap(text, content + 1);
}

function isGap(text: string, at: number): boolean {
  return isBlank(text.charCodeAt(at)) || isLineEnd(text, at);
}

function isBracket(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  return first === unit.openBrace || first === unit.openBracket;
}

function isKey(text: string, end: number): boolean {
  return end >= 0 && text.charCodeAt(end) === unit.colon && isGap(text, end + 1);
}

/** Reads the sequence whose first dash is at the offset, possibly after another dash. */
function readSequence(lines: Lines, start: number, depth: number): Sequence | undefined {
  const { known } = lines;
  const column = start - lines.start;
  lines.content = start;
  if (known) return readDivided(lines, known, { start, column, depth });
  const items: Value[] = [];
  let isOpen = false;
  let end = start;
  do {
    const item = depth > maxFlowDepth ? undefined : readItem(lines, column, depth);
    if (!item) return undefined;
    items.push(item);
    isOpen ||= item.kind === 'opaque';
    end = item.span.end;
  } while (lines.indent === column && isDash(lines));
  if (lines.indent > column) return undefined;
  return { kind: 'sequence', span: { start, end }, items, style: 'block', isOpen, isAlias: false };
}

/** The same for a list that is divided if it is long. Known blocks are not read again. */
function readDivided(
  lines: Lines,
  known: BlockSource,
  { start, column, depth }: { readonly start: number; readonly column: number; readonly depth: number },
): Sequence | undefined {
  const list = new BlockList(lines, column);
  do {
    const block = depth > maxFlowDepth ? undefined : known.at(lines.start, column);
    if (block) {
      list.take(block);
      continue;
    }
    const at = lines.start;
    const item = depth > maxFlowDepth ? undefined : readItem(lines, column, depth);
    if (!item) return undefined;
    list.add(item, at);
  } while (lines.indent === column && isDash(lines));
  return lines.indent > column ? undefined : list.sequence(start);
}

function readItem(lines: Lines, column: number, depth: number): Value | undefined {
  const { text, content } = lines;
  let at = content + 1;
  while (text.charCodeAt(at) === unit.blank) at++;
  if (text.charCodeAt(at) === unit.tab) return undefined;
  if (restEnd(text, content + 1) >= 0) {
    if (!endLine(lines, content + 1)) return undefined;
    return lines.indent > column ? readBelow(lines, column, depth) : emptyScalar(at);
  }
  lines.at = lines.content = at;
  if (isDash(lines)) return readSequence(lines, at, depth + 1);
  const end = keyEnd(lines, column, false);
  return isKey(text, end) ? readMapping(lines, at, end, depth + 1) : readInline(lines, column, depth);
}

/** Reads the mapping whose first key is between the offsets, possibly after a dash. */
function readMapping(lines: Lines, start: number, firstEnd: number, depth: number): Mapping | undefined {
  const { text, entries } = lines;
  const column = start - lines.start;
  const first = entries.length;
  let isOpen = false;
  let end = start;
  let at = start;
  let nameEnd = firstEnd;
  for (;;) {
    const entry = depth > maxFlowDepth ? undefined : readEntry(lines, at, nameEnd, column, depth);
    if (!entry) return undefined;
    entries.push(entry);
    isOpen ||= entry.isOpaqueKey;
    end = Math.max(entry.key.end, entry.value.span.end);
    if (lines.indent !== column || isDash(lines)) break;
    at = lines.content;
    nameEnd = keyEnd(lines, column, false);
    if (!isKey(text, nameEnd) || (column === 0 && isMarker(text, at))) return undefined;
  }
  // A deeper line continues something, and a dash in this column belongs to nothing.
  if (lines.indent >= column) return undefined;
  return {
    kind: 'mapping',
    span: { start, end },
    entries: entries.splice(first),
    style: 'block',
    isOpen,
    isAlias: false,
  };
}

/** Longer names are declined. */
const longestName = 1_000;

function readEntry(lines: Lines, start: number, end: number, column: number, depth: number): Entry | undefined {
  const { text } = lines;
  const keyText = keyTextAt(text, start, end);
  const isOpaqueKey = isTemplate(lines, start, end);
  const name = end - start > longestName ? undefined : nameOfKey(lines, start, end, keyText, isOpaqueKey);
  if (name === undefined) return undefined;
  let at = end + 1;
  while (isBlank(text.charCodeAt(at))) at++;
  lines.at = at;
  const isAbove = isLineEnd(text, at) || text.charCodeAt(at) === unit.hash;
  const value = isAbove ? readUnder(lines, column, depth) : readInline(lines, column, depth);
  return value && { name, keyText, key: { start, end }, value, isMerged: false, isOpaqueKey };
}

/** The value below a key: deeper lines, or dashes in the key's own column. */
function readUnder(lines: Lines, column: number, depth: number): Value | undefined {
  const { at } = lines;
  if (!endLine(lines, lines.text.charCodeAt(at) === unit.hash ? at - 1 : at)) return undefined;
  if (lines.indent === column && isDash(lines)) return readSequence(lines, lines.content, depth + 1);
  return lines.indent > column ? readBelow(lines, column, depth) : emptyScalar(at);
}

/** The value in lines deeper than the column. */
function readBelow(lines: Lines, column: number, depth: number): Value | undefined {
  if (isDash(lines)) return readSequence(lines, lines.content, depth + 1);
  const end = keyEnd(lines, column, false);
  if (isKey(lines.text, end)) return readMapping(lines, lines.content, end, depth + 1);
  // After some comments, the `yaml` package reads the lines below as part of the scalar, whatever their indentation.
  return lines.isBelowComment ? undefined : readInline(lines, column, depth);
}

/** A value that starts at the current offset. Its further lines are deeper than the column. */
function readInline(lines: Lines, column: number, depth: number): Value | undefined {
  switch (lines.text.charCodeAt(lines.at)) {
    case unit.openBrace:
    case unit.openBracket:
      return alone(lines, readFlow(lines, column, depth), column);
    case unit.quote:
    case unit.apostrophe:
      return alone(lines, readQuoted(lines, column), column);
    case unit.pipe:
    case unit.greater:
      return readBlockText(lines, column);
    default:
      return readBlockPlain(lines, column);
  }
}

/** The value, if nothing follows it on its line or deeper below. */
function alone<V extends Value>(lines: Lines, value: V | undefined, column: number): V | undefined {
  return value && endLine(lines, lines.at) && lines.indent <= column ? value : undefined;
}
