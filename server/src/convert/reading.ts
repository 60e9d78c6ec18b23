/** Collects the data about one resource to convert: its place, its parts and its errors. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { LocatedFinding } from '../lint/check-file.ts';
import { callEditorFor } from '../edits/parts/call-editors.ts';
import type { CallHolder, CallObstacle, CallRead } from '../edits/parts/calls.ts';
import { holderOf, readObject, type Holder } from '../edits/parts/place.ts';
import { mappingPart, type MapPart, type PairPart, type Part } from '../edits/parts/part.ts';
import type { PartsRead } from '../edits/parts/read-parts.ts';
import { shift, type Span } from '../text/span.ts';
import type { Document, Resource, SourceFile } from '../tree/document.ts';
import type { ConversionOutcome, OutcomeRemark } from './outcome.ts';
import { nameText, namespaceText } from './value-text.ts';

export interface ObjectReading {
  readonly uri: string;
  readonly path: string;
  readonly file: SourceFile;
  readonly document: Document;
  /** The offset of the document in the file. */
  readonly start: number;
  readonly resource: Resource;
  /** The entry of the workspace index. */
  readonly entry: IndexedObject | undefined;
  readonly namespace: string;
  readonly name: string;
  /** The errors in the resource, without warnings. */
  readonly errors: readonly LocatedFinding[];
  readonly holder: Holder | CallHolder | undefined;
  /** Undefined if a part of the text is not supported. */
  readonly parts: ObjectParts | undefined;
  /**
   * The offset of the unsupported text in the document; undefined if the place of the object itself is not supported.
   */
  readonly stop: number | undefined;
  /** Why a constructor call cannot be taken apart. */
  readonly obstacle?: CallObstacle | undefined;
}

export interface ObjectParts {
  /** The part to replace: the object, or its entry among the resources of a program. */
  readonly whole: MapPart;
  /** The object; undefined if a program does not write it out. */
  readonly root: MapPart | undefined;
  /** The resource of a Pulumi program. */
  readonly block: PairPart | undefined;
  /** The end of the text in the document. */
  readonly end: number;
}

/** Reads the parts and errors of the resource. */
export function readResource(
  of: Pick<ObjectReading, 'uri' | 'path' | 'file' | 'document' | 'start' | 'resource' | 'entry'>,
  findings: readonly LocatedFinding[],
): ObjectReading {
  const { document, resource, start } = of;
  const isFree = document.issues.length === 0 && !resource.embedding;
  const holder = isFree && document.syntax !== 'code' ? holderOf(document, resource) : undefined;
  const span = shift(resource.span, start);
  const isIn = (at: Span): boolean => at.start >= span.start && at.start <= span.end;
  const errors = findings.filter((each) => each.severity === 'error' && each.document === document && isIn(each.span));
  const common = { ...of, namespace: namespaceText(document, resource), name: nameText(document, resource), errors };
  const call = isFree ? callEditorFor(document)?.read(document, resource) : undefined;
  if (call) return { ...common, stop: undefined, ...callIn(call, resource) };
  const read = holder && readObject(document, resource, holder);
  return {
    ...common,
    holder,
    parts: read && 'part' in read ? partsOf(read, holder) : undefined,
    stop: read && 'stop' in read ? read.stop : undefined,
  };
}

function callIn(
  call: CallRead | CallObstacle,
  { span }: Resource,
): Pick<ObjectReading, 'holder' | 'parts' | 'obstacle'> {
  if ('message' in call) return { holder: undefined, parts: undefined, obstacle: call };
  const { part, holder } = call;
  return { holder, parts: { whole: part, root: part, block: undefined, end: span.end } };
}

function partsOf(read: PartsRead<MapPart>, holder: Holder): ObjectParts {
  if (holder.kind !== 'entry') return { whole: read.part, root: read.part, block: undefined, end: read.end };
  const [block] = read.part.pairs;
  const properties = block?.value.kind === 'map' ? block.value.pairs.find(isProperties)?.name : undefined;
  const root =
    block?.value.kind === 'map' && properties !== undefined ? mappingPart(block.value, properties) : undefined;
  return { whole: read.part, root, block, end: read.end };
}

/** True for the properties of a program's block. */
export function isProperties({ name }: PairPart): boolean {
  return name.toLowerCase() === 'properties';
}

export function outcomeOf(
  reading: ObjectReading,
  what: ConversionOutcome['what'],
  more: Partial<ConversionOutcome>,
): ConversionOutcome {
  const { uri, start, resource, namespace, name } = reading;
  const span = shift(resource.head, start);
  return { uri, span, kind: resource.type, namespace, name, what, reasons: [], losses: [], made: [], ...more };
}

/** The outcome of a resource that is not converted. */
export function unconverted(reading: ObjectReading, what: 'settled' | 'person', message: string): ConversionOutcome {
  return outcomeOf(reading, what, { reasons: [remarkAt(reading, undefined, message)] });
}

/** A remark about a place in the document; without a span, about the resource. */
export function remarkAt(reading: ObjectReading, span: Span | undefined, message: string): OutcomeRemark {
  return { message, span: shift(span ?? reading.resource.head, reading.start) };
}

export function remarkOn(reading: ObjectReading, { origin }: Part, message: string): OutcomeRemark {
  return remarkAt(reading, origin?.span, message);
}
