/** Reads the expressions of HCL. What cannot be read has the kind `other`. */
import type { HclEntry, HclExpression, HclList, HclObject, HclReference, HclStep } from './hcl.ts';
import { isAtStatement, isAtTopBlock, noteIssue, skipBlank, take, type HclCursor } from './hcl-cursor.ts';
import { readFor } from './hcl-for.ts';
import {
  noteOpen,
  otherExpression,
  readNumber,
  skipExpression,
  skipToOperand,
  type ExpressionSurroundings,
} from './hcl-skip.ts';
import { readHeredoc, readString, type ReadInner } from './hcl-texts.ts';

/** What is nested deeper is not read. */
const deepest = 100;

/** Reads an expression at the cursor, which is not blank. Moves nowhere where there is none. */
export function readExpression(cursor: HclCursor, around: ExpressionSurroundings, depth: number): HclExpression {
  const start = cursor.at;
  if (depth >= deepest) return otherExpression(start, skipExpression(cursor, around));
  const first = readOperand(cursor, around, depth);
  const parts: HclExpression[] = [first];
  for (;;) {
    const end = cursor.at;
    skipBlank(cursor, around === 'brackets');
    const operator = isAtTopBlock(cursor) ? undefined : take(cursor, /==|!=|<=|>=|&&|\|\||[-+*/%<>?^]/y);
    if (operator === undefined) {
      cursor.at = end;
      return parts.length === 1 ? first : otherExpression(start, end, parts);
    }
    skipToOperand(cursor, around);
    if (operator !== '?') parts.push(readOperand(cursor, around, depth));
    else {
      parts.push(readExpression(cursor, around, depth + 1));
      const behind = cursor.at;
      skipBlank(cursor, around === 'brackets');
      if (take(cursor, /:/y) === undefined) {
        cursor.at = behind;
        noteIssue(cursor, { start: behind, end: behind }, 'This condition has no value behind ":". Write it.');
      } else {
        skipToOperand(cursor, around);
        parts.push(readExpression(cursor, around, depth + 1));
      }
    }
  }
}

/** With a sign before it and what is read of it. */
function readOperand(cursor: HclCursor, around: ExpressionSurroundings, depth: number): HclExpression {
  const start = cursor.at;
  const sign = take(cursor, /[-!]/y);
  if (sign !== undefined) {
    skipBlank(cursor, around === 'brackets');
    const inner = depth < deepest ? readOperand(cursor, around, depth + 1) : otherExpression(start, cursor.at);
    const span = { start, end: cursor.at };
    if (sign === '-' && inner.kind === 'literal' && /^(?:bigint|number)$/.test(typeof inner.value))
      return { ...inner, span, value: -(inner.value as bigint | number) };
    return { kind: 'other', span, parts: [inner] };
  }
  const isMissing = depth >= deepest || isAtTopBlock(cursor);
  if (isMissing && depth < deepest) noteIssue(cursor, { start, end: start }, missingValue);
  const operand = isMissing ? otherExpression(start, start) : readPlain(cursor, depth);
  return readSteps(cursor, operand, around, depth);
}

function readPlain(cursor: HclCursor, depth: number): HclExpression {
  const { text, at: start } = cursor;
  const char = text[start];
  if (char === '(') return readParentheses(cursor, depth);
  if (char === '[' || char === '{')
    return (
      readFor(cursor, (at) => readExpression(at, 'brackets', depth + 1)) ??
      (char === '[' ? readList(cursor, depth) : readObject(cursor, depth))
    );
  const inner: ReadInner = (at) => {
    skipBlank(at, true);
    return readExpression(at, 'brackets', depth + 1);
  };
  const string = readString(cursor, inner) ?? readHeredoc(cursor, inner);
  if (string === 'broken') {
    noteIssue(cursor, { start, end: cursor.at }, 'This text has no closing quote on its line. Add it.');
    return otherExpression(start, cursor.at);
  }
  const read = string ?? readNumber(cursor) ?? readWord(cursor, depth);
  if (!read) noteIssue(cursor, { start, end: start }, missingValue);
  return read ?? otherExpression(start, start);
}

const missingValue = 'A value is missing here. Write it.';

const words: Readonly<Record<string, boolean | null | undefined>> = { true: true, false: false, null: null };

/** A literal, a variable or a call. */
function readWord(cursor: HclCursor, depth: number): HclExpression | undefined {
  const { at: start, syntax } = cursor;
  const word =
    (syntax === 'alloy' ? take(cursor, functionOfAlloy) : undefined) ??
    take(cursor, /[\p{L}_][\p{L}\p{N}_-]*(?:::[\p{L}_][\p{L}\p{N}_-]*)*/uy);
  if (word === undefined) return undefined;
  const span = { start, end: cursor.at };
  if (take(cursor, /[^\S\n]*(?=\()/y) !== undefined) {
    const { items, isClosed, isSpread } = readItems(cursor, ')', depth);
    if (!isClosed) noteOpen(cursor, span.end);
    return { kind: 'call', span: { start, end: cursor.at }, name: word, args: items, isSpread, isClosed };
  }
  if (word.includes('::')) noteIssue(cursor, span, 'This is the name of a function. Write its arguments in brackets.');
  const value = Object.hasOwn(words, word) ? words[word] : undefined;
  return value === undefined ? { kind: 'reference', span, root: word, steps: [] } : { kind: 'literal', span, value };
}

/** `array.concat` */
const functionOfAlloy = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+(?=[^\S\n]*\()/uy;

function readParentheses(cursor: HclCursor, depth: number): HclExpression {
  const start = cursor.at;
  const { inner, isClosed } = readInner(cursor, ')', depth);
  const span = { start, end: cursor.at };
  if (!isClosed) noteOpen(cursor, start);
  return isClosed ? { kind: 'parentheses', span, inner } : { kind: 'other', span, parts: [inner] };
}

/** Reads from the opening bracket to the closing one, or to the end of the line with whatever else is in the brackets. */
function readInner(cursor: HclCursor, closing: string, depth: number): { inner: HclExpression; isClosed: boolean } {
  const opened = ++cursor.at;
  skipBlank(cursor, true);
  if (isAtStatement(cursor, opened)) {
    cursor.at = opened;
    return { inner: otherExpression(opened, opened), isClosed: false };
  }
  const inner = readExpression(cursor, 'brackets', depth + 1);
  const end = cursor.at;
  skipBlank(cursor, true);
  if (cursor.text[cursor.at] === closing) {
    cursor.at++;
    return { inner, isClosed: true };
  }
  cursor.at = end;
  cursor.at = skipExpression(cursor, 'line');
  if (cursor.text[cursor.at] === closing) cursor.at++;
  return { inner, isClosed: false };
}

/** What is read of an operand: members, items, all items. */
function readSteps(
  cursor: HclCursor,
  operand: HclExpression,
  around: ExpressionSurroundings,
  depth: number,
): HclExpression {
  const steps: HclStep[] = [];
  for (;;) {
    const step = readStep(cursor, around, depth);
    if (step === undefined) break;
    if (step === 'broken') {
      noteOpen(cursor, operand.span.end);
      return otherExpression(operand.span.start, cursor.at, [operand]);
    }
    steps.push(step);
  }
  if (steps.length === 0) return operand;
  const span = { start: operand.span.start, end: cursor.at };
  const base: HclReference =
    operand.kind === 'reference' ? operand : { kind: 'reference', span, root: operand, steps: [] };
  return { ...base, span, steps: [...base.steps, ...steps] };
}

function readStep(cursor: HclCursor, around: ExpressionSurroundings, depth: number): HclStep | 'broken' | undefined {
  const { text, at: start } = cursor;
  // In brackets, a line may begin with the dot.
  if (around === 'brackets' && /\s/.test(text[start] ?? '')) take(cursor, /\s+(?=\.[\p{L}_])/uy);
  const at = cursor.at;
  if (text[at] === '.' && text[at + 1] !== '.') {
    cursor.at++;
    const name = take(cursor, /[\p{L}_][\p{L}\p{N}_-]*|\d+|\*/uy) ?? '';
    const span = { start: at, end: cursor.at };
    if (name === '') noteIssue(cursor, span, 'A name is missing behind the dot. Write it.');
    if (name === '*') return { kind: 'splat', span };
    if (!/^\d/.test(name)) return { kind: 'name', span, name };
    const index = { start: at + 1, end: cursor.at };
    return { kind: 'index', span, index: { kind: 'literal', span: index, value: BigInt(name) } };
  }
  if (text[at] !== '[') return undefined;
  if (take(cursor, /\[[^\S\n]*\*[^\S\n]*\]/y) !== undefined)
    return { kind: 'splat', span: { start: at, end: cursor.at } };
  const { inner: index, isClosed } = readInner(cursor, ']', depth);
  return isClosed ? { kind: 'index', span: { start: at, end: cursor.at }, index } : 'broken';
}

function readList(cursor: HclCursor, depth: number): HclExpression {
  const start = cursor.at;
  const { items, isClosed, isUnended } = readItems(cursor, ']', depth);
  if (!isClosed) noteOpen(cursor, start);
  return { kind: 'list', span: { start, end: cursor.at }, items, isClosed, ...(isUnended && { isUnended }) };
}

/**
 * Reads from the opening bracket to the closing one. Where a comma is missing, it goes on. Without a closing bracket, the
 * cursor is behind the last item.
 */
function readItems(
  cursor: HclCursor,
  closing: string,
  depth: number,
): Pick<HclList, 'items' | 'isClosed' | 'isUnended'> & { isSpread: boolean } {
  const items: HclExpression[] = [];
  let isSpread = false;
  let isWhole = true;
  cursor.at++;
  for (;;) {
    const end = cursor.at;
    skipBlank(cursor, true);
    const char = cursor.text[cursor.at];
    if (char === closing) {
      cursor.at++;
      return { items, isClosed: isWhole, isSpread };
    }
    if (char === undefined || /[)\]}]/.test(char) || isAtStatement(cursor, end)) {
      cursor.at = end;
      return { items, isClosed: false, isUnended: true, isSpread };
    }
    const before = cursor.at;
    const item = readExpression(cursor, 'brackets', depth + 1);
    if (cursor.at > before) items.push(item);
    else {
      isWhole = false;
      cursor.at = skipExpression(cursor, 'line');
    }
    let behind = cursor.at;
    skipBlank(cursor, true);
    if (closing === ')' && take(cursor, /\.\.\./y) !== undefined) {
      isSpread = true;
      behind = cursor.at;
      skipBlank(cursor, true);
    }
    if (cursor.text[cursor.at] === ',') cursor.at++;
    else {
      isWhole &&= cursor.text[cursor.at] === closing;
      cursor.at = behind;
    }
  }
}

/** Entries are on lines of their own or have commas between them. A line that is no entry is passed over. */
function readObject(cursor: HclCursor, depth: number): HclExpression {
  const start = cursor.at;
  const object = readEntries(cursor, depth);
  if (!object.isClosed) noteOpen(cursor, start);
  return object;
}

function readEntries(cursor: HclCursor, depth: number): HclObject {
  const start = cursor.at++;
  const entries: HclEntry[] = [];
  let isWhole = true;
  for (;;) {
    const end = cursor.at;
    skipBlank(cursor, true);
    const char = cursor.text[cursor.at];
    if (char === '}') {
      cursor.at++;
      return { kind: 'object', span: { start, end: cursor.at }, entries, isClosed: isWhole };
    }
    if (char === undefined || /[)\]]/.test(char) || isAtTopBlock(cursor)) {
      cursor.at = end;
      return { kind: 'object', span: { start, end }, entries, isClosed: false, isUnended: true };
    }
    const before = cursor.at;
    const entry = readEntry(cursor, depth);
    if (entry) entries.push(entry);
    skipBlank(cursor, false);
    if (!entry || !/[\n,}]/.test(cursor.text[cursor.at] ?? '\n')) {
      isWhole = false;
      skipExpression(cursor, 'line');
    }
    if (cursor.text[cursor.at] === ',') cursor.at++;
    if (cursor.at === before) cursor.at++;
  }
}

function readEntry(cursor: HclCursor, depth: number): HclEntry | undefined {
  const start = cursor.at;
  const word = take(cursor, /[\p{L}_][\p{L}\p{N}_-]*(?=[^\S\n]*[=:](?![=>:]))/uy);
  const key: HclExpression =
    word === undefined
      ? readOperand(cursor, 'line', depth + 1)
      : { kind: 'literal', span: { start, end: cursor.at }, value: word };
  if (cursor.at === start) return undefined;
  skipBlank(cursor, false);
  if (take(cursor, /[=:](?![=>])/y) === undefined) return undefined;
  skipBlank(cursor, false);
  return { key, value: readExpression(cursor, 'line', depth + 1) };
}
