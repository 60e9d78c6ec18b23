/** Flow collections of the fast reader, on one line or over several lines. */
import type { Entry, Mapping, Sequence, Value } from '../../tree/value.ts';
import { behindBreak, commentEnd, isBlank, isLineEnd, unit, type Lines } from './plain-lines.ts';
import { isQuote, keyEnd, nameOfKey } from './plain-name.ts';
import { isTemplate, readFlowPlain, readQuoted } from './plain-scalar.ts';

export const maxFlowDepth = 200;

/** Reads the collection whose bracket is next. Its lines are deeper than the column, except the last one. */
export function readFlow(lines: Lines, column: number, depth: number, level = 1): Mapping | Sequence | undefined {
  if (depth + level > maxFlowDepth) return undefined;
  const isMapping = lines.text.charCodeAt(lines.at) === unit.openBrace;
  return isMapping ? readMapping(lines, column, depth, level) : readSequence(lines, column, depth, level);
}

function readSequence(lines: Lines, column: number, depth: number, level: number): Sequence | undefined {
  const start = lines.at++;
  const items: Value[] = [];
  let isOpen = false;
  for (;;) {
    if (!skip(lines, column, level)) return undefined;
    if (lines.text.charCodeAt(lines.at) === unit.closeBracket) break;
    const item = readNode(lines, column, depth, level);
    if (!item || !endItem(lines, column, level, unit.closeBracket)) return undefined;
    items.push(item);
    isOpen ||= item.kind === 'opaque';
  }
  const end = ++lines.at;
  return { kind: 'sequence', span: { start, end }, items, style: 'flow', isOpen, isAlias: false };
}

function readMapping(lines: Lines, column: number, depth: number, level: number): Mapping | undefined {
  const start = lines.at++;
  const entries: Entry[] = [];
  let isOpen = false;
  for (;;) {
    if (!skip(lines, column, level)) return undefined;
    if (lines.text.charCodeAt(lines.at) === unit.closeBrace) break;
    const entry = readEntry(lines, column, depth, level);
    if (!entry || !endItem(lines, column, level, unit.closeBrace)) return undefined;
    entries.push(entry);
    isOpen ||= entry.isOpaqueKey;
  }
  const end = ++lines.at;
  return { kind: 'mapping', span: { start, end }, entries, style: 'flow', isOpen, isAlias: false };
}

function readEntry(lines: Lines, column: number, depth: number, level: number): Entry | undefined {
  const { text, at: start } = lines;
  const isQuoted = isQuote(text, start);
  const end = keyEnd(lines, column, true);
  if (end < 0) return undefined;
  const keyText = text.slice(start, end);
  const isOpaqueKey = isTemplate(lines, start, end);
  const name = nameOfKey(lines, start, end, keyText, isOpaqueKey);
  let colon = end;
  while (isBlank(text.charCodeAt(colon))) colon++;
  if (name === undefined || text.charCodeAt(colon) !== unit.colon) return undefined;
  const isApart = isBlank(text.charCodeAt(colon + 1)) || isLineEnd(text, colon + 1);
  if (!isApart && (!isQuoted || colon > end)) return undefined;
  lines.at = colon + 1;
  const value = skip(lines, column, level) ? readNode(lines, column, depth, level) : undefined;
  return value && { name, keyText, key: { start, end }, value, isMerged: false, isOpaqueKey };
}

function readNode(lines: Lines, column: number, depth: number, level: number): Value | undefined {
  switch (lines.text.charCodeAt(lines.at)) {
    case unit.openBrace:
    case unit.openBracket:
      return readFlow(lines, column, depth, level + 1);
    case unit.quote:
    case unit.apostrophe:
      return readQuoted(lines, column);
    default:
      return readFlowPlain(lines);
  }
}

/** Moves past the comma after an item, or stays at the closing bracket. */
function endItem(lines: Lines, column: number, level: number, close: number): boolean {
  if (!skip(lines, column, level)) return false;
  const each = lines.text.charCodeAt(lines.at);
  if (each === unit.comma) lines.at++;
  return each === unit.comma || each === close;
}

/** Moves past blanks, line breaks and comments. Returns false if a line does not belong to the collection. */
function skip(lines: Lines, column: number, level: number): boolean {
  const { text } = lines;
  let at = lines.at;
  let start = -1;
  for (;;) {
    const each = text.charCodeAt(at);
    if (isBlank(each)) at++;
    else if (each === unit.newline || each === unit.return) {
      if (!isLineEnd(text, at)) return false;
      at = start = behindBreak(text, at);
    } else if (each === unit.hash) {
      // The `yaml` package treats some comments at the start of a line as errors.
      if (!isBlank(text.charCodeAt(at - 1))) return false;
      at = commentEnd(text, at);
      if (at < 0) return false;
    } else break;
  }
  lines.at = at;
  return start < 0 || isWithin(text, start, at, column, level);
}

/** True if the line is indented enough; the closing bracket may be in the column itself. */
function isWithin(text: string, start: number, content: number, column: number, level: number): boolean {
  if (column < 0) {
    const first = text.charCodeAt(start);
    return first !== unit.dash && first !== unit.dot && content < text.length;
  }
  let at = start;
  while (text.charCodeAt(at) === unit.blank) at++;
  if (at - start > column) return true;
  const first = text.charCodeAt(at);
  return at - start === column && level === 1 && (first === unit.closeBracket || first === unit.closeBrace);
}
