/**
 * Adds an object as a new YAML document in the style of another one, or as a call in a program, or replaces a document by an
 * object.
 */
import type { TextEdit } from '../text/edit.ts';
import { applyEdits } from './apply-edits.ts';
import { lineBreakOf } from '../text/line.ts';
import { shift, type Span } from '../text/span.ts';
import { documentsOf, type Document, type Resource, type SourceFile } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';
import type { Plain } from '../tree/tree-edit.ts';
import { valueAtPath } from '../tree/value.ts';
import { readsAs, readsTheSame } from './apply-fix.ts';
import { readFile, type ReadOptions } from '../frontends/frontends.ts';
import { spell } from './spell.ts';
import { addResource, hasSameComments, isParsedAsBefore } from './write.ts';
import { listOffset } from './yaml/list-offset.ts';
import { commentsIn } from './yaml/yaml-comments.ts';

export interface NewDocument {
  readonly behind: Document;
  /** The object that the new one belongs to: in a program, the new call is beside its call. */
  readonly resource: Resource;
  readonly object: Plain;
  /** The fields whose values are placeholders. */
  readonly stops?: readonly Path[];
}

/** Returns the edits of the file, or undefined if the result would not read as the old documents plus one. */
export function addDocument(
  path: string,
  file: SourceFile,
  { behind, resource, object, stops = [] }: NewDocument,
  options: ReadOptions,
): readonly TextEdit[] | undefined {
  if (behind.syntax === 'code') return addCall(path, file, { behind, resource, object, stops }, options);
  const index = file.parts.findIndex(({ document }) => document === behind);
  const at = file.parts[index + 1]?.start ?? file.text.length;
  const newline = lineBreakOf(file.text);
  const lines = ['---', ...linesOf(object, styleOf(behind)), ''];
  const start = file.text.slice(0, at).endsWith('\n') ? '' : newline;
  const edit = { span: { start: at, end: at }, text: start + lines.join(newline) };
  const after = readFile(path, applyEdits(file.text, [edit]), { ...options, previous: file });
  if (!isAdded(file, after, index + 1, object)) return undefined;
  return [{ ...edit, stops: stopsIn(after.parts[index + 1], stops, at) }];
}

/** The edit that writes the object in the place of the document; undefined if a comment would be lost. */
export function replaceDocument(
  path: string,
  file: SourceFile,
  { document, object }: { readonly document: Document; readonly object: Plain },
  options: ReadOptions,
): readonly TextEdit[] | undefined {
  const index = file.parts.findIndex((part) => part.document === document);
  const part = file.parts[index];
  if (!part || !document.root || commentsIn(document, document.root.span).length > 0) return undefined;
  const { text } = document;
  const { start, end } = document.root.span;
  const written = linesOf(object, styleOf(document)).join(lineBreakOf(file.text));
  const length = text.slice(start, end).trimEnd().length;
  const edit = { span: shift({ start, end: start + length }, part.start), text: written };
  const after = readFile(path, applyEdits(file.text, [edit]), { ...options, previous: file });
  const isSame = file.parts.every((each, i) => i === index || each.document.text === after.parts[i]?.document.text);
  const isReplaced = after.parts.length === file.parts.length && readsAs(after.parts[index]?.document.root, object);
  return isSame && isReplaced ? [edit] : undefined;
}

/** A program is one document. */
function addCall(
  path: string,
  file: SourceFile,
  { behind, resource, object, stops = [] }: NewDocument,
  options: ReadOptions,
): readonly TextEdit[] | undefined {
  const edits = addResource(behind, resource, object);
  const [statement, ...imports] = edits ?? [];
  if (!edits || !statement) return undefined;
  const [after] = documentsOf(readFile(path, applyEdits(file.text, edits), { ...options, previous: file }));
  if (!after || !isParsedAsBefore(behind, after) || !hasSameComments(behind, after)) return undefined;
  const above = imports.filter(({ span }) => span.start <= statement.span.start);
  const at = above.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), statement.span.start);
  const isNew = ({ span }: Resource): boolean => at <= span.start && span.end <= at + statement.text.length;
  const all = objectsIn(after);
  const added = all.filter(isNew);
  const kept = all.filter((each) => !isNew(each));
  const before = objectsIn(behind);
  const isKept = kept.length === before.length && kept.every((each, i) => isSameObject(each, before[i]));
  const [made] = added;
  if (!isKept || !made || added.length > 1 || !readsAs(made.properties, propertiesOf(object))) return undefined;
  const spans = stops.flatMap((each) => valueAtPath(made.properties, each)?.span ?? []);
  const own = spans.map((span) => shift(span, -at)).toSorted((a, b) => a.start - b.start);
  return [{ ...statement, stops: own }, ...imports];
}

function objectsIn({ resources, neighbours }: Document): readonly Resource[] {
  return [...resources, ...neighbours];
}

function isSameObject(one: Resource, other: Resource | undefined): boolean {
  return one.type === other?.type && one.name === other.name && readsTheSame(one.properties, other.properties);
}

/** Constructors add the other fields. */
function propertiesOf(object: Plain): Plain {
  const entries = Object.entries(object as { readonly [name: string]: Plain });
  return Object.fromEntries(entries.filter(([name]) => name !== 'apiVersion' && name !== 'kind'));
}

/** Relative to the offset at which the document was added. */
function stopsIn(part: SourceFile['parts'][number] | undefined, paths: readonly Path[], at: number): readonly Span[] {
  if (!part) return [];
  const spans = paths.flatMap((path) => valueAtPath(part.document.root, path)?.span ?? []);
  return spans.map((span) => shift(span, part.start - at)).toSorted((a, b) => a.start - b.start);
}

function isAdded({ parts }: SourceFile, after: SourceFile, index: number, object: Plain): boolean {
  const kept = after.parts.filter((_, i) => i !== index);
  const isKept = parts.every(({ document }, i) => kept[i]?.document.text.trimEnd() === document.text.trimEnd());
  return kept.length === parts.length && isKept && readsAs(after.parts[index]?.document.root, object);
}

interface Style {
  /** The indentation of a nested mapping below its key, and of a dash below its key, in blanks. */
  readonly step: number;
  readonly offset: number;
}

function styleOf(document: Document): Style {
  const step = /^\w+:[ \t]*\r?\n( +)\w/m.exec(document.text)?.[1]?.length ?? 2;
  return { step, offset: listOffset(document) };
}

function linesOf(value: Plain, style: Style): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Plain) => linesOf(item, style).map((line, i) => (i === 0 ? '- ' : '  ') + line));
  }
  if (value === null || typeof value !== 'object') return [spell(value, false)];
  return Object.entries(value).flatMap(([name, member]: [string, Plain]) => {
    const lines = linesOf(member, style);
    const isNested = member !== null && typeof member === 'object';
    const indent = ' '.repeat(Array.isArray(member) ? style.offset : style.step);
    return isNested ? [`${name}:`, ...lines.map((line) => indent + line)] : [`${name}: ${lines.join('')}`];
  });
}
