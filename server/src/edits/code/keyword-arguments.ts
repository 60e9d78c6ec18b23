/** Writes an object as arguments by name, beside the other arguments of a call in Python. */
import type { ObjectType } from '../../contract/type.ts';
import type { Constructed } from '../../frontends/code/read-code.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { contains } from '../../text/span.ts';
import type { Document } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import type { MapPart, PairPart, Part } from '../parts/part.ts';
import { codeLayout, type CodeLayout, type LaidOut } from './code-layout.ts';
import { pairFrame, type CodeStyle } from './code-style.ts';
import { arranged, type Row } from './arrange-parts.ts';
import { framed } from './compose-code.ts';
import { printPart } from './print-code.ts';
import { indentAt } from '../parts/open-part.ts';
import { innerType } from './sdk-classes.ts';

interface KeywordObject {
  readonly part: MapPart;
  readonly type: ObjectType | undefined;
  /** For a copy, which has no comments, the edits in its other arguments. */
  readonly edits: readonly TextEdit[] | undefined;
}

/** Undefined where one of the arguments cannot be written. */
export function keywordEdit(
  document: Document,
  { call }: Pick<Constructed, 'call'>,
  { part, type, edits }: KeywordObject,
  style: CodeStyle,
): TextEdit | undefined {
  const resource = document.resources.find(({ span }) => span.start === call.start && span.end === call.end);
  const found = resource && codeLayout(document, resource.properties);
  if (!found) return undefined;
  const layout = edits ? { ...found, comments: [] } : found;
  const { text } = document;
  const indent = layout.isSpread ? rowIndent(text, layout) : indentAt(text, layout.node.start) + style.indent.length;
  const made = part.pairs.map((pair) => printedRow(pair, { part, type, column: indent, text }, style));
  if (!made.every((row) => row !== undefined)) return undefined;
  const others = layout.parts.filter(({ isArgument }) => isArgument === true);
  const first = layout.parts.find(({ isArgument }) => isArgument !== true)?.span.start ?? 0;
  const asRow = (each: LaidOut): Row => ({
    part: each,
    edits: (edits ?? []).filter(({ span }) => contains(each.span, span)),
  });
  const rows: Row[] = [
    ...others.filter(({ span }) => span.start < first).map(asRow),
    ...made,
    ...others.filter(({ span }) => span.start > first).map(asRow),
  ];
  return arranged(text, layout, rows, style)[0];
}

function rowIndent(text: string, { parts }: CodeLayout): number {
  const row = parts.find(({ span }) => text.slice(lineStartAt(text, span.start), span.start).trim() === '');
  return row ? indentAt(text, row.span.start) : 0;
}

interface RowContext {
  readonly part: MapPart;
  readonly type: ObjectType | undefined;
  readonly column: number;
  readonly text: string;
}

function printedRow(pair: PairPart, { part, type, column, text }: RowContext, style: CodeStyle): Row | undefined {
  const own = { ...style, usesDictionaries: isDictionary(pair, part, text) ?? style.usesDictionaries };
  const frame = pairFrame(pair.name, false, part.pairs.length, { ...style, usesDictionaries: false });
  const lines =
    frame && printPart(pair.value, innerType(type, pair.name), own, { column, beside: frame.before.length + 1 });
  return lines && frame && { above: pair.above, beside: pair.beside, lines: framed(lines, frame) };
}

/** As the argument was written, or else the arguments that hold addresses. Undefined for arguments that are no objects. */
function isDictionary(pair: PairPart, part: MapPart, text: string): boolean | undefined {
  const written = objectIn(pair.value) ?? part.pairs.map(({ value }) => objectIn(value)).findLast((each) => each);
  return written && text[written.span.start] === '{';
}

/** The first object of the program in a part. */
function objectIn(part: Part): Value | undefined {
  if (part.kind === 'text') return undefined;
  if (part.kind === 'map' && part.origin) return part.origin;
  const values = part.kind === 'map' ? part.pairs : part.items;
  return values.map(({ value }) => objectIn(value)).find((each) => each);
}
