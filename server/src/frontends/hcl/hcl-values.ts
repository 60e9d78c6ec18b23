/** Reads the expressions of HCL: literals as values, anything else as opaque. */
import type { Entry, Value } from '../../tree/value.ts';
import { isAtTopBlock, readHeredoc, readString, scalar, skipBlank, take, type HclCursor } from './hcl-cursor.ts';

/** Where an expression ends: at the end of the line, or in brackets only at a comma or the closing bracket. */
type Surroundings = 'line' | 'brackets';

/** Nested deeper, values are opaque. */
const deepest = 100;

/** Reads an expression at the cursor, which is not blank. */
export function readValue(cursor: HclCursor, around: Surroundings, depth: number): Value {
  const start = cursor.at;
  const value = depth < deepest ? readOperand(cursor, depth) : undefined;
  if (value) {
    const end = cursor.at;
    skipBlank(cursor, around === 'brackets');
    if (isAtEnd(cursor)) {
      cursor.at = end;
      return value;
    }
  }
  return { kind: 'opaque', span: { start, end: skipExpression(cursor, around, depth) }, why: 'an expression' };
}

function isAtEnd(cursor: HclCursor): boolean {
  const { text, at } = cursor;
  return at >= text.length || /[\n,)\]}]/.test(text[at] ?? '') || isAtTopBlock(cursor);
}

function readOperand(cursor: HclCursor, depth: number): Value | undefined {
  const { at: start, text } = cursor;
  const char = text[start];
  if (char === '[') return readList(cursor, depth);
  if (char === '{') return readObject(cursor, depth);
  const found = readString(cursor) ?? readHeredoc(cursor);
  if (found) return found;
  const word = take(cursor, /-?\d[\d.]*(?:[eE][+-]?\d+)?|[A-Za-z_][\w-]*/y);
  if (word === 'true' || word === 'false') return scalar(cursor, start, word === 'true');
  if (word === 'null') return scalar(cursor, start, null);
  if (word !== undefined && /^-?\d{1,30}$/.test(word)) return scalar(cursor, start, BigInt(word));
  if (word !== undefined && /^-?\d/.test(word) && Number.isFinite(Number(word)))
    return scalar(cursor, start, Number(word));
  cursor.at = start;
  return undefined;
}

function readList(cursor: HclCursor, depth: number): Value | undefined {
  const start = cursor.at;
  if (/^\[\s{0,100}for\s/.test(cursor.text.slice(start, start + 110))) return undefined;
  cursor.at++;
  const items: Value[] = [];
  const end = readUntil(cursor, ']', () => items.push(readValue(cursor, 'brackets', depth + 1)));
  return { kind: 'sequence', span: { start, end }, items, style: 'flow', isOpen: false, isAlias: false };
}

function readObject(cursor: HclCursor, depth: number): Value | undefined {
  const start = cursor.at;
  if (/^\{\s{0,100}for\s/.test(cursor.text.slice(start, start + 110))) return undefined;
  cursor.at++;
  const entries: Entry[] = [];
  const end = readUntil(cursor, '}', () => {
    const entry = readEntry(cursor, depth);
    if (entry) entries.push(entry);
    else skipExpression(cursor, 'line', depth);
  });
  return { kind: 'mapping', span: { start, end }, entries, style: 'flow', isOpen: false, isAlias: false };
}

/** Reads items up to a closing bracket, another one, or the next top-level block. Returns the end. */
function readUntil(cursor: HclCursor, closing: string, readItem: () => void): number {
  const { text } = cursor;
  for (;;) {
    const end = cursor.at;
    skipBlank(cursor, true);
    const char = text[cursor.at];
    if (char === closing) return ++cursor.at;
    if (char === ',') cursor.at++;
    else if (char === undefined || /[)\]}]/.test(char) || isAtTopBlock(cursor)) return end;
    else {
      const before = cursor.at;
      readItem();
      if (cursor.at === before) cursor.at++;
    }
  }
}

function readEntry(cursor: HclCursor, depth: number): Entry | undefined {
  const start = cursor.at;
  const string = readString(cursor);
  const word = string ? undefined : take(cursor, /[\w.-]+/y);
  if (!string && word === undefined && cursor.text[start] === '(') {
    cursor.at++;
    skipExpression(cursor, 'brackets', depth);
    take(cursor, /\)/y);
  }
  const key = { start, end: cursor.at };
  if (key.end === start) return undefined;
  skipBlank(cursor, false);
  if (take(cursor, /[=:](?![=>])/y) === undefined) return undefined;
  skipBlank(cursor, false);
  const keyText = cursor.text.slice(key.start, key.end);
  const name = word ?? (string?.kind === 'scalar' ? String(string.value) : keyText);
  const isOpaqueKey = word === undefined && string?.kind !== 'scalar';
  return { name, keyText, key, value: readValue(cursor, 'line', depth + 1), isMerged: false, isOpaqueKey };
}

/** Moves to the end of an expression and returns where its last word ends. Brackets are counted, not matched. */
export function skipExpression(cursor: HclCursor, around: Surroundings, depth: number): number {
  const { text } = cursor;
  let open = 0;
  let end = cursor.at;
  for (;;) {
    skipBlank(cursor, false);
    const char = text[cursor.at];
    if (char === undefined) return end;
    if (char === '\n') {
      if (open === 0 && around === 'line') return end;
      cursor.at++;
      if (isAtTopBlock(cursor)) return end;
      continue;
    }
    if (open === 0 && /[,)\]}]/.test(char)) return end;
    if (/[([{]/.test(char)) open++;
    if (/[)\]}]/.test(char)) open--;
    const word = take(cursor, /[A-Za-z_][\w-]*/y);
    if (word === undefined && !readString(cursor) && !readHeredoc(cursor)) cursor.at++;
    if ((word === 'yamlencode' || word === 'jsonencode') && depth < deepest) open += readEncoded(cursor, depth);
    end = cursor.at;
  }
}

/** Returns how many brackets it opened. */
function readEncoded(cursor: HclCursor, depth: number): number {
  if (take(cursor, /[^\S\n]*\(/y) === undefined) return 0;
  skipBlank(cursor, true);
  if (!isAtEnd(cursor)) cursor.encoded.push(readValue(cursor, 'brackets', depth + 1));
  return 1;
}
