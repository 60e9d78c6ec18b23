/** Parts of the reader of expressions that need no other expression. */
import type { HclExpression, HclOther } from './hcl.ts';
import { isAtStatement, isAtTopBlock, noteIssue, skipBlank, take, type HclCursor } from './hcl-cursor.ts';
import { readHeredoc, readString, type ReadInner } from './hcl-texts.ts';

/** Where an expression ends: at the end of the line, or in brackets only at a comma or the closing bracket. */
export type ExpressionSurroundings = 'line' | 'brackets';

export function otherExpression(start: number, end: number, parts: readonly HclExpression[] = []): HclOther {
  return { kind: 'other', span: { start, end }, parts };
}

/** Behind an operator. Alloy has no other way to write an operation in several lines. */
export function skipToOperand(cursor: HclCursor, around: ExpressionSurroundings): void {
  const start = cursor.at;
  skipBlank(cursor, around === 'brackets' || cursor.syntax === 'alloy');
  if (isAtStatement(cursor, start)) cursor.at = start;
}

/** Notes that what the bracket at `start` opens has no end. */
export function noteOpen(cursor: HclCursor, start: number): void {
  const what = 'This bracket is not closed, or what is in it cannot be read. Check commas and brackets.';
  noteIssue(cursor, { start, end: start + 1 }, what);
}

export function readNumber(cursor: HclCursor): HclExpression | undefined {
  const { at: start } = cursor;
  const word = take(cursor, /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (word === undefined) return undefined;
  const span = { start, end: cursor.at };
  if (/^\d{1,30}$/.test(word)) return { kind: 'literal', span, value: BigInt(word) };
  const value = Number(word);
  return Number.isFinite(value) ? { kind: 'literal', span, value } : otherExpression(start, cursor.at);
}

/** Moves to the end of an expression and returns where its last word ends. Brackets are counted, not matched. */
export function skipExpression(cursor: HclCursor, around: ExpressionSurroundings): number {
  const { text } = cursor;
  const skipped: ReadInner = ({ at }) => otherExpression(at, at);
  let open = 0;
  let end = cursor.at;
  let from = end;
  for (;;) {
    skipBlank(cursor, false);
    const char = text[cursor.at];
    if (char === undefined || (open === 0 ? isAtStatement(cursor, from) : isAtTopBlock(cursor))) return end;
    if (char === '\n') {
      if (open === 0 && around === 'line') return end;
      from = cursor.at++;
      continue;
    }
    if (open === 0 && /[,)\]}]/.test(char)) return end;
    if (/[([{]/.test(char)) open++;
    if (/[)\]}]/.test(char)) open--;
    const word = take(cursor, /[\p{L}\p{N}_-]+/uy);
    if (word === undefined && !readString(cursor, skipped) && !readHeredoc(cursor, skipped)) cursor.at++;
    from = end = cursor.at;
  }
}
