/** Lists the resources of a file: what each is, where it is written, and which of its values are known. */
import { shift, type Span } from '../../text/span.ts';
import { documentColumns, type Document, type Resource, type SourceFile } from '../../tree/document.ts';
import { blocks, keyOf } from '../../tree/program.ts';
import { nestedValue, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import { resourceReading, type Leaf, type ResourceReading, type WrittenName } from './reading.ts';

/** Line, column, end line, end column: from 1, in UTF-16 units, the end is exclusive. */
export type Place = readonly [number, number, number, number];

export type ListedLeaf = Omit<Leaf, 'range' | 'origin'> & { readonly range: Place; readonly origin?: Place };
export type ListedKey = Omit<WrittenName, 'range'> & { readonly range: Place };

export interface ListedResource extends Pick<ResourceReading, 'resourceName' | 'properties' | 'options'> {
  /** The class or kind: `Endpoints`, `EndpointSlice`, `Service`, or one of them with `Patch`. */
  readonly kind: string;
  /** Null where it is not known. */
  readonly apiVersion: string | null;
  /** Null where it is not written or not known. */
  readonly namespace: string | null;
  /** Null where it is not written or not known. */
  readonly name: string | null;
  /** The type token of Pulumi; null in a manifest. */
  readonly token: string | null;
  /** The constructor call, the block of a Pulumi YAML program, or the object of a manifest. */
  readonly call: Place;
  readonly resourceNameRange: Place | null;
  readonly leaves: readonly ListedLeaf[];
  readonly optionLeaves: readonly ListedLeaf[];
  readonly keys: readonly ListedKey[];
}

/** From 1; the column counts UTF-16 units. */
export interface ListedPosition {
  readonly line: number;
  readonly column: number;
}

/** In the order of the text. `positionOf` finds the position of an offset in the file. Without the resources of Terraform. */
export function listingOf(file: SourceFile, positionOf: (offset: number) => ListedPosition): readonly ListedResource[] {
  const placeOf = ({ start, end }: Span): Place => {
    const [from, to] = [positionOf(start), positionOf(end)];
    return [from.line, from.column, to.line, to.column];
  };
  const { documents, starts } = documentColumns(file);
  return documents.flatMap((document, i) => {
    const start = starts[i] ?? 0;
    const place = (span: Span): Place => placeOf(shift(span, start));
    const names = namesIn(document);
    return listedIn(document).map((resource) => listed(resource, names.get(resource.envelope), place));
  });
}

/** A JSON patch is no object. */
function listedIn({ resources, neighbours }: Document): readonly Resource[] {
  const services = neighbours.filter(({ type }) => type === 'Service' || type === 'ServicePatch');
  return [...resources, ...services]
    .filter(({ isJsonPatch, form }) => !isJsonPatch && form !== 'terraform')
    .sort((a, b) => a.span.start - b.span.start);
}

/** The names of the blocks of a Pulumi YAML program. A constructor call has no name but its argument. */
function namesIn({ root, syntax }: Document): ReadonlyMap<Value | undefined, Entry> {
  const named = root?.kind === 'mapping' && syntax !== 'code' ? blocks(root) : [];
  return new Map(named.map((entry) => [entry.value, entry]));
}

function listed(resource: Resource, name: Entry | undefined, place: (span: Span) => Place): ListedResource {
  const { type, apiVersion, properties, envelope, span } = resource;
  const reading = resourceReading(resource);
  const nameSpan = reading.resourceNameRange ?? name?.key;
  const leaf = ({ range, origin, ...rest }: Leaf): ListedLeaf => ({
    ...rest,
    range: place(range),
    ...(origin && { origin: place(origin) }),
  });
  return {
    kind: type,
    apiVersion: apiVersion === '' ? null : apiVersion,
    namespace: textIn(properties, 'namespace'),
    name: textIn(properties, 'name'),
    token: (envelope && stringOf(keyOf(envelope, 'type')?.value)) ?? null,
    call: place(span),
    ...reading,
    resourceName: reading.resourceNameRange ? reading.resourceName : (name?.name ?? null),
    resourceNameRange: nameSpan ? place(nameSpan) : null,
    leaves: reading.leaves.map(leaf),
    optionLeaves: reading.optionLeaves.map(leaf),
    keys: reading.keys.map(({ path, range }) => ({ path, range: place(range) })),
  };
}

function textIn(properties: Mapping, name: string): string | null {
  const metadata = nestedValue(properties, ['metadata']);
  return (metadata?.kind === 'mapping' && stringOf(valueOf(metadata, name))) || null;
}
