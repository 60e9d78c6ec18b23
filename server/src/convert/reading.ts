/** One resource that is to be converted, with all that is known of it before anything is decided. */
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { LocatedFinding } from '../lint/check-file.ts';
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
  /** Where the document starts in the file. */
  readonly start: number;
  readonly resource: Resource;
  /** What the workspace knows of it. */
  readonly entry: IndexedObject | undefined;
  readonly namespace: string;
  readonly name: string;
  /** What is wrong with the resource: errors only. */
  readonly errors: readonly LocatedFinding[];
  readonly holder: Holder | undefined;
  /** Undefined where something in the text is not understood. */
  readonly parts: ObjectParts | undefined;
  /** Where that is, in the document; undefined where the object as a whole stands in an odd place. */
  readonly stop: number | undefined;
}

export interface ObjectParts {
  /** What stands in the place of the object: itself, or its entry among a program's resources. */
  readonly whole: MapPart;
  /** The object itself; undefined where a program does not write it out. */
  readonly root: MapPart | undefined;
  /** The block of a program. */
  readonly block: PairPart | undefined;
  /** Where the text ends, in the document. */
  readonly end: number;
}

/** Takes the resource apart. */
export function readResource(
  of: Pick<ObjectReading, 'uri' | 'path' | 'file' | 'document' | 'start' | 'resource' | 'entry'>,
  findings: readonly LocatedFinding[],
): ObjectReading {
  const { document, resource, start } = of;
  const holder = document.issues.length > 0 ? undefined : holderOf(document, resource);
  const span = shift(resource.span, start);
  const isIn = (at: Span): boolean => at.start >= span.start && at.start <= span.end;
  const errors = findings.filter((each) => each.severity === 'error' && each.document === document && isIn(each.span));
  const read = holder && readObject(document, resource, holder);
  return {
    ...of,
    namespace: namespaceText(document, resource),
    name: nameText(document, resource),
    errors,
    holder,
    parts: read && 'part' in read ? partsOf(read, holder) : undefined,
    stop: read && 'stop' in read ? read.stop : undefined,
  };
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

/** What became of the resource. */
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

/** Something to tell about a place in the document. */
export function remarkAt(reading: ObjectReading, span: Span | undefined, message: string): OutcomeRemark {
  return { message, span: shift(span ?? reading.resource.head, reading.start) };
}

/** Something to tell about a part. */
export function remarkOn(reading: ObjectReading, { origin }: Part, message: string): OutcomeRemark {
  return remarkAt(reading, origin?.span, message);
}
