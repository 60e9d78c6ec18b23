/** Reads texts of Terraform and Grafana Alloy into blocks and attributes. It never fails: what it cannot read it skips. */
import type { HclAttribute, HclBlock, HclBody, HclExpression, HclFile, HclLabel, HclSyntax } from './hcl.ts';
import { hclCursor, isAtTopBlock, noteIssue, skipBlank, take, type HclCursor } from './hcl-cursor.ts';
import { readExpression } from './hcl-expressions.ts';
import { skipExpression } from './hcl-skip.ts';
import { readString, type ReadInner } from './hcl-texts.ts';

export function readHcl(text: string, syntax: HclSyntax): HclFile {
  const cursor = hclCursor(text, syntax);
  const { body } = readBody(cursor, 0);
  const comments = [...cursor.comments.values()].sort((a, b) => a.start - b.start);
  const issues = cursor.isTemplate ? [] : [...cursor.issues.values()].sort((a, b) => a.span.start - b.span.start);
  return { body, heredocs: cursor.heredocs, comments, issues };
}

/** Blocks nested deeper are skipped. */
const deepest = 100;

/** The cursor is behind the opening brace. */
function readBody(cursor: HclCursor, depth: number): { body: HclBody; isClosed: boolean } {
  const attributes: HclAttribute[] = [];
  const blocks: HclBlock[] = [];
  const start = cursor.at;
  const bodyTo = (end: number): HclBody => ({ span: { start, end }, attributes, blocks });
  for (;;) {
    const end = cursor.at;
    skipBlank(cursor, true);
    const char = cursor.text[cursor.at];
    if (char === undefined || (depth > 0 && isAtTopBlock(cursor))) return { body: bodyTo(end), isClosed: false };
    if (char === '}' && depth > 0) return { body: bodyTo(cursor.at++), isClosed: true };
    const before = cursor.at;
    const found = readStatement(cursor, depth);
    if (!found) {
      skipExpression(cursor, 'line');
      noteIssue(cursor, { start: before, end: Math.max(cursor.at, before + 1) }, noStatement);
    } else if ('body' in found) blocks.push(found);
    else attributes.push(found);
    if (cursor.at === before) cursor.at++;
  }
}

const noStatement = 'This is no argument and no block. Write "name = value", or a block in braces.';

const notRead: ReadInner = ({ at }) => ({ kind: 'other', span: { start: at, end: at }, parts: [] });

/** An attribute or a block; undefined for anything else, of which a part may be read. */
function readStatement(cursor: HclCursor, depth: number): HclAttribute | HclBlock | undefined {
  const { text, at: start } = cursor;
  const quoted = readLabel(cursor);
  const name = quoted?.text ?? take(cursor, /[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*/uy);
  if (name === undefined) return undefined;
  const key = { start, end: cursor.at };
  skipBlank(cursor, false);
  if (quoted) noteIssue(cursor, key, 'The name of an argument has no quotes. Remove them.');
  if (take(cursor, /=(?![=>])/y) !== undefined) return { name, key, expression: readAssigned(cursor, depth) };
  const labels: HclLabel[] = [];
  while (text[cursor.at] !== '{') {
    const from = cursor.at;
    const quoted = readLabel(cursor);
    const word = quoted ? undefined : take(cursor, /[\p{L}_][\p{L}\p{N}_-]*/uy);
    if (cursor.at === from) return undefined;
    labels.push(quoted ?? { text: word ?? '', span: { start: from, end: cursor.at } });
    skipBlank(cursor, false);
  }
  if (depth >= deepest) return undefined;
  cursor.at++;
  const { body, isClosed } = readBody(cursor, depth + 1);
  if (isClosed && cursor.syntax === 'terraform') checkLines(cursor, body);
  if (!isClosed) noteIssue(cursor, key, 'This block has no closing brace. Add "}".');
  return { type: name, key, labels, body, span: { start, end: isClosed ? cursor.at : body.span.end }, isClosed };
}

/** On one line, a block has a single argument at most. On several, its braces end lines. */
function checkLines(cursor: HclCursor, { span, attributes, blocks }: HclBody): void {
  const [attribute, block] = [attributes[0], blocks[0]];
  if (!attribute && !block) return;
  const first = Math.min(attribute?.key.start ?? Infinity, block?.span.start ?? Infinity);
  const last = Math.max(attributes.at(-1)?.expression.span.end ?? 0, blocks.at(-1)?.span.end ?? 0);
  const hasBreak = (start: number, end: number): boolean => cursor.text.slice(start, end).includes('\n');
  const isOnLine = !hasBreak(span.start, first);
  if (isOnLine ? attributes.length > 1 || block !== undefined : !hasBreak(last, span.end)) {
    const at = isOnLine ? first : span.end;
    noteIssue(cursor, { start: at, end: at + 1 }, 'A line break is missing before this. Add it.');
  } else if (isOnLine && hasBreak(last, span.end))
    noteIssue(cursor, { start: first, end: first + 1 }, 'A line break is missing before this. Add it.');
}

/** A label in quotes; HCL 1 also has names in quotes. */
function readLabel(cursor: HclCursor): HclLabel | undefined {
  const { text, at: start } = cursor;
  const string = readString(cursor, notRead);
  if (string === undefined) return undefined;
  const span = { start, end: cursor.at };
  const isPlain = string !== 'broken' && string.kind === 'literal';
  return { text: isPlain ? String(string.value) : text.slice(start, cursor.at), span };
}

/** What follows the equals sign, to the end of the line. */
function readAssigned(cursor: HclCursor, depth: number): HclExpression {
  skipBlank(cursor, false);
  const start = cursor.at;
  const expression = readExpression(cursor, 'line', depth);
  const end = cursor.at;
  skipBlank(cursor, false);
  if (/[\n}]/.test(cursor.text[cursor.at] ?? '\n') || isAtTopBlock(cursor)) {
    cursor.at = end;
    return expression;
  }
  const rest = cursor.at;
  const span = { start, end: skipExpression(cursor, 'line') };
  noteIssue(cursor, { start: rest, end: span.end }, 'This follows the value. Begin another line before it.');
  return { kind: 'other', span, parts: [expression] };
}
