/**
 * Finds where an ignore comment can be written: in an existing comment, at the end of the line, above the part, or in
 * an annotation for JSON. From narrow to wide; the caller checks which candidate silences the finding.
 */
import type { TextEdit } from '../text/edit.ts';
import { lineBreakOf, lineEndAt, lineStartAt } from '../text/line.ts';
import { contains, shift, type Span } from '../text/span.ts';
import type { Document, Ignore, Resource, SourceFile } from '../tree/document.ts';
import type { DraftEntry, TreeEdit } from '../tree/tree-edit.ts';
import { childrenOf, entryOf, entrySpan, valueOf, type Mapping, type Value } from '../tree/value.ts';
import { ignoreAnnotation } from '../frontends/documents/ignore-comments.ts';
import { writeEdits } from './write.ts';

type Edits = readonly TextEdit[];

/** A placeholder that the user replaces by a reason. */
const reason = 'reason';

/** Spans are relative to the document. */
export function ignoreHere(document: Document, span: Span, code: string): readonly Edits[] {
  if (document.syntax === 'json' || isInJsonText(document, span)) return inAnnotation(document, span, code);
  const { text } = document;
  const lineStart = lineStartAt(text, span.start);
  const line = { start: lineStart, end: lineEndAt(text, span.start) };
  const known = document.ignores.filter(
    ({ target, isComment }) => isComment && target && target.start <= span.start && span.start < target.end,
  );
  const beside = known.filter((ignore) => contains(line, ignore.span));
  const above = known.filter((ignore) => !beside.includes(ignore));
  const comment = `${signOf(document)} endpoints: ignore[${code}] ${reason}`;
  const extended = [...beside, ...above.toReversed()].flatMap((ignore) => extend(ignore, code));
  const gap = document.language === 'python' ? '  ' : ' ';
  const written = text.slice(line.start, line.end).trimEnd();
  const atEnd = withStop({ span: { start: line.start + written.length, end: line.end }, text: `${gap}${comment}` });
  const ownLines = linesAbove(document, span).map((start) => [ownLine(text, start, comment)]);
  return [...extended, [atEnd], ...ownLines];
}

function signOf({ language = 'python' }: Document): string {
  return language === 'python' ? '#' : '//';
}

/** True in a text of JSON inside of another object: kubectl would read it without comments. */
function isInJsonText({ text, resources }: Document, span: Span): boolean {
  const { embedding, properties } = resources.find((each) => contains(each.span, span)) ?? {};
  const start = embedding && properties?.style === 'flow' ? properties.span.start : undefined;
  return start !== undefined && text.slice(lineStartAt(text, start), start).trim() === '';
}

/** Spans are relative to the file; `start` is the offset of the finding's document. */
export function ignoreInFile(file: SourceFile, start: number, code: string): readonly Edits[] {
  const own = file.parts.find((part) => part.start === start)?.document;
  if (!own || own.syntax === 'json') return [];
  const extended = file.parts.flatMap(({ start: at, document }) =>
    document.ignores.flatMap((ignore) => {
      if (ignore.target || !ignore.isComment) return [];
      return extend(ignore, code).map((edits) => edits.map((edit) => ({ ...edit, span: shift(edit.span, at) })));
    }),
  );
  const comment = `${signOf(own)} endpoints: ignore-file[${code}] ${reason}`;
  const places = [headEnd(file.text, 0), start + headEnd(own.text, 0), start + headEnd(own.text, markerEnd(own.text))];
  return [...extended, ...[...new Set(places)].map((place) => [ownLine(file.text, place, comment)])];
}

function extend({ codes }: Ignore, code: string): Edits[] {
  const last = codes.at(-1);
  if (!last || codes.some((each) => each.code === code)) return [];
  return [[{ span: { start: last.span.end, end: last.span.end }, text: `, ${code}` }]];
}

function ownLine(text: string, lineStart: number, comment: string): TextEdit {
  const newline = lineBreakOf(text);
  const indent = /^[ \t]*/.exec(text.slice(lineStart, lineStart + 500))?.[0] ?? '';
  const isAfterBreak = lineStart === 0 || text[lineStart - 1] === '\n' || text[lineStart - 1] === '\uFEFF';
  return withStop({
    span: { start: lineStart, end: lineStart },
    text: `${isAfterBreak ? '' : newline}${indent}${comment}${newline}`,
  });
}

/** The edit of a new ignore, whose reason is a placeholder. */
function withStop(edit: TextEdit): TextEdit {
  const start = edit.text.lastIndexOf(` ${reason}`) + 1;
  return { ...edit, stops: [{ start, end: start + reason.length }] };
}

/** The starts of the lines that begin with an entry or item around the place, innermost first. */
function linesAbove({ text, root }: Document, span: Span): readonly number[] {
  const starts: number[] = [];
  const visit = (value: Value): void => {
    const parts = value.kind === 'mapping' ? value.entries.map(entrySpan) : childrenOf(value).map((item) => item.span);
    const index = parts.findIndex((part) => part.start <= span.start && span.start <= part.end);
    const part = parts[index];
    const child = childrenOf(value)[index];
    if (!part || !child) return;
    const start = lineStartAt(text, part.start);
    if (/^[ \t-]*$/.test(text.slice(start, part.start)) && !starts.includes(start)) starts.unshift(start);
    visit(child);
  };
  if (root) visit(root);
  return starts;
}

/** The end of the comments and directives at the start of a text, or from an offset on. */
function headEnd(text: string, from: number): number {
  const head = /^\uFEFF?(?:[#%][^\r\n]*(?:\r?\n|$))*/.exec(text.slice(from))?.[0] ?? '';
  return from + head.length;
}

function markerEnd(text: string): number {
  return /^(?:[#%][^\n]*\n|\s*\n)*---[ \t]*(?:#[^\n]*)?\n/.exec(text)?.[0].length ?? 0;
}

/** JSON has no comments, so the ignore goes into an annotation of the object, which is created if necessary. */
function inAnnotation(document: Document, span: Span, code: string): readonly Edits[] {
  const resource = document.resources.find((each) => contains(each.span, span));
  const edit = resource && annotationEdit(resource, code);
  const edits = edit && writeEdits(document, [edit]);
  if (!edits) return [];
  return [
    edit.kind === 'compose' ? edits.map((each) => (each.text.includes(` ${reason}`) ? withStop(each) : each)) : edits,
  ];
}

function annotationEdit({ properties }: Resource, code: string): TreeEdit | undefined {
  const metadata = valueOf(properties, 'metadata');
  if (metadata?.kind !== 'mapping' || metadata.isOpen || metadata.entries.length === 0) return undefined;
  const annotations = entryOf(metadata, 'annotations');
  const text = `${code}: ${reason}`;
  if (!annotations) return append(metadata, 'annotations', { [ignoreAnnotation]: text });
  if (annotations.value.kind !== 'mapping') return undefined;
  const written = valueOf(annotations.value, ignoreAnnotation);
  if (!written) return append(annotations.value, ignoreAnnotation, text);
  if (written.kind !== 'scalar' || typeof written.value !== 'string') return undefined;
  const [codes = '', ...rest] = written.value.split(':');
  const by = [codes.trimEnd() === '' ? code : `${codes.trimEnd()}, ${code}`, ...rest].join(':');
  return { kind: 'replace', value: written, by };
}

function append(base: Mapping, name: string, value: string | { [name: string]: string }): TreeEdit {
  const kept = base.entries.map((entry): DraftEntry => {
    return { name: entry.name, entry, value: { kind: 'keep', value: entry.value } };
  });
  const part: DraftEntry['value'] =
    typeof value === 'string'
      ? { kind: 'plain', value }
      : {
          kind: 'mapping',
          base: undefined,
          entries: Object.entries(value).map(([key, text]) => ({
            name: key,
            entry: undefined,
            value: { kind: 'plain', value: text },
          })),
        };
  return {
    kind: 'compose',
    by: { kind: 'mapping', base, entries: [...kept, { name, entry: undefined, value: part }] },
  };
}
