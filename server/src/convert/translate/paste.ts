/** Writes the objects of a manifest into a program, in its style, with a proof that nothing else changes. */
import { applyEdits } from '../../edits/apply-edits.ts';
import { programStyle } from '../../edits/code/program-style.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import { readFile } from '../../frontends/frontends.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, lineEndAt, lineStartAt } from '../../text/line.ts';
import { contains } from '../../text/span.ts';
import { documentsOf, type Document, type SourceFile } from '../../tree/document.ts';
import type { Value } from '../../tree/value.ts';
import { carry } from './carry.ts';
import type { CarriedObject, TargetLanguage } from './carried.ts';
import { carriedType } from './found-objects.ts';
import { importEdit } from './import-edit.ts';
import { newNames } from './names.ts';
import { inCreationOrder } from './order.ts';
import { callsOf } from './print-program.ts';
import { differenceIn } from './proof.ts';

export interface Pasted {
  /** Empty where nothing is written. */
  readonly edits: readonly TextEdit[];
  /** Sentences on what is not written, or written with a loss. */
  readonly messages: readonly string[];
}

/** The edits of the program `path` that write the objects of the manifest below the line of the offset, or on it if it is empty. */
export function pasteManifest(manifest: string, path: string, file: SourceFile, offset: number): Pasted {
  const [document] = documentsOf(file);
  const language = codeOf(path)?.language;
  if (!document || !language) return nothing('This file is no program of a language that is written.');
  const to: TargetLanguage = language === 'javascript' ? 'typescript' : language;
  const source = readFile('clipboard.yaml', manifest, { isPartial: false });
  const { objects: unordered, remarks, found } = carry([{ uri: '', file: source }], { to, isWanted: () => true });
  if (found === 0 || documentsOf(source).some(({ form }) => form !== 'kubernetes'))
    return nothing('The clipboard has no manifest of Endpoints, an EndpointSlice or a Service.');
  const messages = remarks.map(({ message }) => message);
  const objects = inCreationOrder(unordered);
  if (objects.length === 0) return { edits: [], messages };
  const place = placeIn(document.text, offset);
  const style = programStyle(document);
  const names = newNames(objects, to, namesIn(document));
  const column = place.indent.replaceAll('\t', '    ').length;
  const isTaken = (name: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(document.text);
  const calls = callsOf(objects, { names, constants: [], isTaken }, style, column);
  if (!calls) return nothing('A value of the manifest cannot be written in this language.');
  const edits = [...importEdit(document, style.references), statementsEdit(calls, place, document.text)];
  const problem = problemOf({ path, document, edits, objects, names, to });
  return problem === undefined ? { edits, messages } : nothing(problem);
}

function nothing(message: string): Pasted {
  return { edits: [], messages: [message] };
}

/** The logical names that resources of the program have, by type. */
function namesIn({ resources, neighbours }: Document): readonly { readonly type: string; readonly name: string }[] {
  return [...resources, ...neighbours].flatMap((resource) =>
    resource.name === undefined ? [] : [{ type: carriedType(resource), name: resource.name }],
  );
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  /** True for a place behind a line that is not empty. */
  readonly isBehind: boolean;
}

function placeIn(text: string, offset: number): Place {
  const start = lineStartAt(text, offset);
  const end = lineEndAt(text, offset);
  const line = text.slice(start, end);
  if (line.trim() !== '') return { start: end, end, indent: /^\s*/.exec(line)?.[0] ?? '', isBehind: true };
  return { start, end, indent: line === '' ? indentAbove(text, start) : line, isBehind: false };
}

/** The indentation of a statement below the text: one step further in behind an opening bracket. */
function indentAbove(text: string, start: number): string {
  const above = text.slice(0, start).trimEnd();
  const line = above.slice(lineStartAt(above, above.length));
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  if (!/[{:]$/.test(line)) return indent;
  const [step = '    '] = /^(?:\t| {2,})(?=\S)/m.exec(text) ?? [];
  return indent + step;
}

function statementsEdit(
  calls: readonly (readonly string[])[],
  { start, end, indent, isBehind }: Place,
  text: string,
): TextEdit {
  const newline = lineBreakOf(text);
  const blocks = calls.map((lines) => lines.map((line) => (line === '' ? '' : indent + line)).join(newline));
  const above = text.slice(0, start).replace(/\r?\n$/, '');
  const lineAbove = above.slice(lineStartAt(above, above.length)).trim();
  const lineBelow = /^\r?\n([^\n]*)/.exec(text.slice(end))?.[1]?.trim() ?? '';
  const isFirst = !isBehind && (lineAbove === '' || /[{:]$/.test(lineAbove));
  const before = isFirst ? '' : newline;
  const after = lineBelow === '' || /^[)}\]]/.test(lineBelow) ? '' : newline;
  return { span: { start, end }, text: (isBehind ? newline : '') + before + blocks.join(newline + newline) + after };
}

interface Attempt {
  readonly path: string;
  readonly document: Document;
  readonly edits: readonly TextEdit[];
  readonly objects: readonly CarriedObject[];
  readonly names: ReadonlyMap<CarriedObject, string>;
  readonly to: TargetLanguage;
}

/** Reads the text after the edits. Undefined where it has the objects more, and is otherwise as before. */
function problemOf({ path, document, edits, objects, names, to }: Attempt): string | undefined {
  const after = readFile(path, applyEdits(document.text, edits), { isPartial: false });
  const [changed] = documentsOf(after);
  const added = changed && placesAfter(edits);
  const isAdded = ({ span }: { readonly span: { readonly start: number; readonly end: number } }): boolean =>
    added?.some((place) => contains(place, span)) ?? false;
  const difference = differenceIn(after, objects, { to, names, isRead: (span) => isAdded({ span }) });
  const treesOf = ({ resources, neighbours }: Document): string =>
    JSON.stringify([...resources, ...neighbours].map(({ type, name, properties }) => [type, name, plain(properties)]));
  const rest = changed && {
    ...changed,
    resources: changed.resources.filter((each) => !isAdded(each)),
    neighbours: changed.neighbours.filter((each) => !isAdded(each)),
  };
  if (difference === undefined && rest && treesOf(rest) === treesOf(document)) return undefined;
  const why = difference === undefined ? '' : ` (${difference.replace(/\.$/, '')})`;
  return `The program would not read as it should${why}. Put the cursor where a statement can be.`;
}

/** Where the edits are in the text after them. */
function placesAfter(edits: readonly TextEdit[]): readonly { readonly start: number; readonly end: number }[] {
  let moved = 0;
  return edits
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ span, text }) => {
      const start = span.start + moved;
      moved += text.length - (span.end - span.start);
      return { start, end: start + text.length };
    });
}

function plain(value: Value): unknown {
  if (value.kind === 'opaque') return { opaque: value.why };
  if (value.kind === 'scalar') return typeof value.value === 'bigint' ? String(value.value) : [value.value];
  if (value.kind === 'sequence') return value.items.map(plain);
  return { pairs: value.entries.map(({ name, value: own }) => [name, plain(own)]) };
}
