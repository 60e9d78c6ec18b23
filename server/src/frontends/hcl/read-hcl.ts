/** Reads texts of Terraform and Grafana Alloy into blocks and attributes. It never fails: what it cannot read it skips. */
import { stringOf } from '../../tree/value.ts';
import { isAtTopBlock, readString, skipBlank, take, type HclCursor } from './hcl-cursor.ts';
import { readValue, skipExpression } from './hcl-values.ts';
import type { HclAttribute, HclBlock, HclBody, HclFile, HclLabel, HclSyntax } from './hcl.ts';

export function readHcl(text: string, syntax: HclSyntax): HclFile {
  const cursor: HclCursor = { text, syntax, at: 0, heredocs: [], encoded: [], hasOpenTemplate: false };
  const { body } = readBody(cursor, 0);
  return { body, heredocs: cursor.heredocs, encoded: cursor.encoded };
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
    if (!found) skipExpression(cursor, 'line', depth);
    else if ('body' in found) blocks.push(found);
    else attributes.push(found);
    if (cursor.at === before) cursor.at++;
  }
}

/** An attribute or a block; undefined for anything else, of which a part may be read. */
function readStatement(cursor: HclCursor, depth: number): HclAttribute | HclBlock | undefined {
  const { text, at: start } = cursor;
  // HCL 1 has names in quotes.
  const quoted = stringOf(readString(cursor));
  const name = quoted ?? take(cursor, /[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*/uy);
  if (name === undefined) return undefined;
  const key = { start, end: cursor.at };
  skipBlank(cursor, false);
  if (take(cursor, /=(?![=>])/y) !== undefined) {
    skipBlank(cursor, false);
    return { name, key, value: readValue(cursor, 'line', depth) };
  }
  const labels: HclLabel[] = [];
  while (text[cursor.at] !== '{') {
    const from = cursor.at;
    const string = readString(cursor);
    const word = string ? stringOf(string) : take(cursor, /[\p{L}_][\p{L}\p{N}_-]*/uy);
    if (cursor.at === from) return undefined;
    const span = { start: from, end: cursor.at };
    labels.push({ text: word ?? text.slice(span.start, span.end), span });
    skipBlank(cursor, false);
  }
  if (depth >= deepest) return undefined;
  cursor.at++;
  const { body, isClosed } = readBody(cursor, depth + 1);
  return { type: name, key, labels, body, span: { start, end: isClosed ? cursor.at : body.span.end }, isClosed };
}
