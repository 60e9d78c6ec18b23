/** Describes one conversion step and builds the new texts of files from several steps. */
import { listedKind } from '../contract/contract.ts';
import type { IpFamily } from '../contract/ip.ts';
import { callEditorFor } from '../edits/parts/call-editors.ts';
import type { CallObject } from '../edits/parts/calls.ts';
import type { MapPart } from '../edits/parts/part.ts';
import { replaceObject } from '../edits/parts/place.ts';
import { removeDocument, removeParts } from '../edits/parts/remove.ts';
import { applyEdits } from '../edits/apply-edits.ts';
import type { TextEdit } from '../text/edit.ts';
import { groupBy } from '../text/group.ts';
import { shift } from '../text/span.ts';
import { readFile } from '../frontends/frontends.ts';
import { documentsOf, type Document } from '../tree/document.ts';
import { stringOf, valueOf, type Mapping, type Sequence, type Value } from '../tree/value.ts';
import type { ConversionOutcome } from './outcome.ts';
import type { ObjectReading } from './reading.ts';

/** Replaces one or more objects by new ones. */
export interface ConversionStep {
  /** The object that the new ones replace. */
  readonly reading: ObjectReading;
  /** Other objects to remove, in any file. */
  readonly others: readonly ObjectReading[];
  readonly objects: readonly MapPart[];
  /** In a program, what distinguishes the calls of the objects; undefined elsewhere. */
  readonly calls?: readonly CallNaming[];
  /** Removed documents whose comments above the object move into the new objects. */
  readonly leads: readonly Document[];
  readonly made: ConversionOutcome['made'];
  /** The slices with their names, as far as these are known; empty for other objects. */
  readonly slices: readonly ConvertedSlice[];
}

export type CallNaming = Pick<CallObject, 'kind' | 'suffix'>;

export interface ConvertedSlice {
  readonly name: string;
  readonly family: IpFamily;
}

export function isStep(plan: ConversionStep | ConversionOutcome): plan is ConversionStep {
  return 'objects' in plan;
}

/** Returns the changed files with their new texts. */
export function textsAfter(
  steps: readonly ConversionStep[],
): readonly { readonly reading: ObjectReading; readonly text: string }[] {
  const places = steps.flatMap((step): readonly Place[] => [
    { reading: step.reading, step },
    ...step.others.map((reading) => ({ reading, step: undefined })),
  ]);
  return [...groupBy(places, ({ reading }) => reading.uri).values()].flatMap((all) => {
    const reading = all[0]?.reading;
    return reading ? [{ reading, text: textOf(all, reading) }] : [];
  });
}

interface Place {
  readonly reading: ObjectReading;
  /** Undefined if the object is only removed. */
  readonly step: ConversionStep | undefined;
}

function textOf(places: readonly Place[], { file }: ObjectReading): string {
  const replaced = places.flatMap(({ step }) => (step ? (replacementEdit(step) ?? []) : []));
  const removed = places.flatMap(({ reading, step }) => (step ? [] : reading));
  const leads = new Set(places.flatMap(({ step }) => step?.leads ?? []));
  const documents = removed.flatMap((reading) =>
    reading.holder?.kind === 'document' ? (documentEdit(reading, leads) ?? []) : [],
  );
  const edits = [...replaced, ...documents, ...partEdits(removed), ...listEdits(places), ...callEdits(places)];
  return tidied(places, applyEdits(file.text, edits));
}

/** The edits that write calls of a program. A program is one document. */
function callEdits(places: readonly Place[]): readonly TextEdit[] {
  const steps = places.flatMap(({ step }) => (step?.calls ? step : []));
  const document = steps[0]?.reading.document;
  const calls = steps.map(({ reading, objects, calls: own = [] }) => ({
    resource: reading.resource,
    objects: objects.flatMap((part, i) => (own[i] ? [{ ...own[i], part }] : [])),
  }));
  const removed = places.filter(({ reading, step }) => !step && reading.holder?.kind === 'call');
  const all = [...calls, ...removed.map(({ reading }) => ({ resource: reading.resource, objects: [] }))];
  return (document && callEditorFor(document)?.write(document, all)) ?? [];
}

/** The text without imports that nothing uses any more. */
function tidied(places: readonly Place[], text: string): string {
  const { path, document, holder } = places[0]?.reading ?? {};
  const editor = document && holder?.kind === 'call' ? callEditorFor(document) : undefined;
  if (!document || !editor || path === undefined) return text;
  const [after] = documentsOf(readFile(path, text, { isPartial: false }));
  return after ? editor.tidied(document, after) : text;
}

/** The edits that remove items and entries from their collections. */
function partEdits(removed: readonly ObjectReading[]): readonly TextEdit[] {
  return [...groupBy(removed, ownerOf)].flatMap(([owner, readings]) => {
    const [first] = readings;
    if (!owner || !first) return [];
    const parts = readings.flatMap(({ holder, parts: own }) => {
      const part = holder?.kind === 'item' ? holder.item : holder?.kind === 'entry' ? holder.entry : undefined;
      return part && own ? [{ part, end: own.end }] : [];
    });
    const edits = removeParts(first.document, owner, parts);
    return edits.map((edit) => ({ ...edit, span: shift(edit.span, first.start) }));
  });
}

/** The collection that contains the object; undefined for a document. */
function ownerOf({ holder }: ObjectReading): Mapping | Sequence | undefined {
  if (holder?.kind === 'item') return holder.list;
  return holder?.kind === 'entry' ? holder.owner : undefined;
}

/** A typed list, such as an EndpointsList, becomes a List. */
function listEdits(places: readonly Place[]): readonly TextEdit[] {
  const documents = new Map(places.map(({ reading }) => [reading.document, reading.start]));
  return [...documents].flatMap(([document, start]): readonly TextEdit[] => {
    const kind = typedListKind(document);
    if (!kind) return [];
    const written = document.text.slice(kind.span.start, kind.span.end);
    return [{ span: shift(kind.span, start), text: written.replace(stringOf(kind) ?? '', 'List') }];
  });
}

/** The kind of a list that can contain only one kind of object; undefined for other documents. */
export function typedListKind({ root }: Document): Value | undefined {
  const kind = root?.kind === 'mapping' ? valueOf(root, 'kind') : undefined;
  return listedKind(stringOf(kind)) ? kind : undefined;
}

/** Undefined for an object that cannot be replaced. */
export function replacementEdit({
  reading,
  objects,
}: Pick<ConversionStep, 'reading' | 'objects'>): TextEdit | undefined {
  const { document, file, holder, parts, resource, start } = reading;
  if (!holder || !parts || holder.kind === 'call') return undefined;
  const isInRow = file.parts.filter((part) => part.document.syntax === 'json' && part.document.root).length > 1;
  const from = holder.kind === 'entry' ? holder.entry.key.start : resource.properties.span.start;
  const edit = replaceObject(document, { holder, start: from, end: parts.end, objects, isInRow });
  return { ...edit, span: shift(edit.span, start) };
}

function documentEdit(
  { document, resource, parts, start }: ObjectReading,
  leads: ReadonlySet<Document>,
): TextEdit | undefined {
  const end = parts?.end;
  if (end === undefined) return undefined;
  const edit = removeDocument(document, { start: resource.properties.span.start, end }, leads.has(document));
  return { ...edit, span: shift(edit.span, start) };
}
