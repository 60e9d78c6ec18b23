/** Finds the Services to which slices and Endpoints may belong whose names, namespaces or labels are not known. */
import { serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { groupBy } from '../../../text/group.ts';
import type { Path } from '../../../tree/path.ts';
import { areDeployedTogether, mostNamesakes } from '../../workspace/relations.ts';
import type { TrafficEndpoints, TrafficObject, TrafficService, TrafficSlice, UnknownPart } from '../model.ts';

/** The Service that an object names, or the name of a Service. */
interface OwnerName {
  readonly object: TrafficObject;
  /** Undefined where it is not known. */
  readonly namespace: string | undefined;
  readonly name: NamePattern;
  /** The first member that is not known. */
  readonly unknown: UnknownPart | undefined;
}

/** What is known of a name: how it starts and ends. Both are the whole name where `isWhole`. */
interface NamePattern {
  readonly start: string;
  readonly end: string;
  readonly isWhole: boolean;
}

/** Objects without a Service, and the Services that they may belong to. Of a crowd in a namespace only the first are compared. */
export class UnknownOwners {
  readonly #all: ReadonlyMap<string | undefined, readonly OwnerName[]>;
  readonly #unknown: ReadonlyMap<string | undefined, readonly OwnerName[]>;
  readonly #first: readonly OwnerName[];

  constructor(slices: readonly TrafficSlice[], endpoints: readonly TrafficEndpoints[]) {
    const named = [...slices.flatMap(ownerOfSlice), ...endpoints.map(nameOf)];
    const unknown = named.filter((each) => each.unknown);
    this.#all = groupBy(named, ({ namespace }) => namespace);
    this.#unknown = groupBy(unknown, ({ namespace }) => namespace);
    this.#first = named.slice(0, mostNamesakes);
  }

  /** What is not known of an object that may belong to the Service, or of the Service; undefined where there is none. */
  of(service: TrafficService): UnknownPart | undefined {
    const own = nameOf(service);
    const { namespace } = own;
    const known = own.unknown ? this.#all : this.#unknown;
    const lists = namespace === undefined ? [this.#first] : [known.get(namespace), known.get(undefined)];
    for (const list of lists) {
      const found = list
        ?.slice(0, mostNamesakes)
        .find(({ object, name }) => mayBeEqual(name, own.name) && areDeployedTogether(object.entry, service.entry));
      if (found) return own.unknown ?? found.unknown;
    }
    return undefined;
  }
}

function mayBeEqual(a: NamePattern, b: NamePattern): boolean {
  if (a.isWhole && b.isWhole) return a.start === b.start;
  if (a.isWhole || b.isWhole) {
    const [{ start: text }, { start, end }] = a.isWhole ? [a, b] : [b, a];
    return text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length;
  }
  return (
    (a.start.startsWith(b.start) || b.start.startsWith(a.start)) && (a.end.endsWith(b.end) || b.end.endsWith(a.end))
  );
}

function nameOf(object: TrafficObject): OwnerName {
  const { name } = object.entry.facts;
  const path = ['metadata', 'name'];
  return name.isKnown
    ? ownerName(object, whole(object.name))
    : ownerName(object, patternOf(name.text), path, name.text);
}

/** None for a slice that certainly has no label. */
function ownerOfSlice(slice: TrafficSlice): readonly OwnerName[] {
  const path = ['metadata', 'labels', serviceNameLabel];
  const target = slice.entry.facts.slice?.target;
  if (target?.isKnown === false) return [ownerName(slice, patternOf(target.text), path, target.text)];
  if (slice.service) return [ownerName(slice, whole(slice.service))];
  const isHidden = slice.service === undefined && slice.unknown.some((part) => hidesLabel.has(part.path.join()));
  return isHidden ? [ownerName(slice, anything, path)] : [];
}

/** The values that may hold labels which are not written. */
const hidesLabel: ReadonlySet<string> = new Set(['', 'metadata', 'metadata,labels']);

/** `path` and `text` are those of an unknown name. */
function ownerName(object: TrafficObject, name: NamePattern, path?: Path, text = ''): OwnerName {
  const { entry } = object;
  const { namespace } = entry.facts;
  const metadata = object.unknown.find((part) => part.path.join() === 'metadata');
  if (metadata) return { object, namespace: undefined, name: anything, unknown: metadata };
  const isElsewhere = namespace?.isKnown === false;
  const own = path && { entry, path, text };
  const other = isElsewhere ? { entry, path: ['metadata', 'namespace'], text: namespace.text } : undefined;
  return { object, namespace: isElsewhere ? undefined : object.namespace, name, unknown: own ?? other };
}

const longestTemplate = 1000;

const anything: NamePattern = { start: '', end: '', isWhole: false };

function whole(text: string): NamePattern {
  return { start: text, end: text, isWhole: true };
}

/** Of a template; an expression of a program, and one that is too long for a name, may have any value. */
function patternOf(text: string): NamePattern {
  if (text.length > longestTemplate) return anything;
  const [start = '', ...others] = text.split(/\{\{.*?\}\}|\$\{.*?\}/s);
  return others.length === 0 ? anything : { start, end: others.at(-1) ?? '', isWhole: false };
}
