/** Reads `for` expressions in lists and objects. */
import type { HclExpression, HclFor, HclOther } from './hcl.ts';
import { isAtTopBlock, skipBlank, take, type HclCursor } from './hcl-cursor.ts';
import { noteOpen, otherExpression, skipExpression, skipToOperand } from './hcl-skip.ts';
import type { ReadInner } from './hcl-texts.ts';

/** At an opening bracket. `read` reads an expression in brackets; undefined for another collection. */
export function readFor(cursor: HclCursor, read: ReadInner): HclFor | HclOther | undefined {
  const { at: start, text } = cursor;
  cursor.at++;
  skipBlank(cursor, true);
  if (take(cursor, /for(?=\s)/y) === undefined) {
    cursor.at = start;
    return undefined;
  }
  const closing = text[start] === '[' ? /\]/y : /\}/y;
  const broken = (parts: readonly HclExpression[] = []): HclOther => {
    const end = skipExpression(cursor, 'brackets');
    if (take(cursor, closing) === undefined) cursor.at = end;
    noteOpen(cursor, start);
    return otherExpression(start, cursor.at, parts);
  };
  const next = (pattern: RegExp): string | undefined => {
    const from = cursor.at;
    skipBlank(cursor, true);
    const found = isAtTopBlock(cursor) ? undefined : take(cursor, pattern);
    if (found === undefined) cursor.at = from;
    else skipToOperand(cursor, 'brackets');
    return found;
  };
  const names = next(/[\p{L}_][\p{L}\p{N}_-]*(?:\s*,\s*[\p{L}_][\p{L}\p{N}_-]*)?/uy);
  if (names === undefined || next(/in\b/y) === undefined) return broken();
  const collection = read(cursor);
  if (next(/:/y) === undefined) return broken([collection]);
  const first = read(cursor);
  const isObject = next(/=>/y) !== undefined;
  const result = isObject ? read(cursor) : first;
  const isGrouped = next(/\.\.\./y) !== undefined;
  const condition = next(/if\b/y) === undefined ? undefined : read(cursor);
  const parts = [collection, first, isObject ? result : undefined, condition].flatMap((each) => each ?? []);
  if (isObject !== (text[start] === '{')) return broken(parts);
  const end = cursor.at;
  skipBlank(cursor, true);
  if (take(cursor, closing) === undefined) {
    cursor.at = end;
    return broken(parts);
  }
  const span = { start, end: cursor.at };
  const key = isObject ? first : undefined;
  return { kind: 'for', span, names: names.split(/\s*,\s*/), collection, key, result, condition, isGrouped };
}
