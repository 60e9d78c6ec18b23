/** Lists the Services of the workspace with their objects, for a tree: how many addresses are ready, and whether traffic arrives. */
import type { Flow, PictureObject, PictureService } from '../../analysis/picture/picture.ts';
import { compareNames, identityOf } from '../../analysis/traffic/names.ts';
import { familyFinder } from '../../analysis/workspace/family.ts';
import { keys } from '../../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { attachment } from '../../text/memo.ts';
import { counted, listed, quote } from '../../text/quote.ts';
import type { FieldPlace } from '../navigation/field-location.ts';
import { trafficFinder, type ObjectTraffic, type TrafficOptions } from '../traffic/service-traffic.ts';
import type { Files } from '../view.ts';
import { drawService, endsOf } from './service-picture.ts';
import { writtenObject } from './written-object.ts';

/** `part`: only some of the Service ports have an endpoint. `idle`: none is in the files, and that is as somebody wrote it. */
export type RowTraffic = 'served' | 'part' | 'none' | 'unknown' | 'idle';

export interface ObjectRow {
  /** The same after an edit elsewhere. */
  readonly id: string;
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  /** Null for a patch. */
  readonly traffic: RowTraffic | null;
  /** Addresses, each once. */
  readonly ready: number;
  readonly total: number;
  /** Why no traffic arrives, or not at all ports, in sentences; empty where it arrives. */
  readonly note: string;
  /** The folder of the kustomization that builds it; empty where none does. */
  readonly build: string;
  /** The name in the text of a file. */
  readonly place: FieldPlace;
}

export interface ServiceRow extends ObjectRow {
  /** The Endpoints and slices by name, then the patches of all of them. */
  readonly objects: readonly ObjectRow[];
}

export interface ServiceRows {
  /** By namespace, name and file. */
  readonly services: readonly ServiceRow[];
  /** Endpoints and slices without a Service. */
  readonly strays: readonly ObjectRow[];
}

export interface RowSources {
  /** What the settings of a file say of its cluster. */
  readonly optionsOf: (uri: string) => TrafficOptions;
  /** The text that the object is read from: another one after each change of it. */
  readonly sourceOf: (entry: IndexedObject) => unknown;
  /** The name of the root that builds the object; empty for an object of a file. */
  readonly buildOf: (entry: IndexedObject) => string;
}

/** As rules see the objects: what kustomizations build, in place of the files that they are built from. */
export function serviceRows(files: Files, sources: RowSources): ServiceRows {
  const { workspace } = files;
  const at = (key: string): readonly IndexedObject[] => workspace.atForRules(key);
  const context: RowContext = { files, sources, nodes: at(keys.within('Node', '')), familyOf: familyFinder({ at }) };
  const finders = new Map<TrafficOptions, ReturnType<typeof trafficFinder>>();
  const trafficOf = (entry: IndexedObject): ObjectTraffic | undefined => {
    const options = sources.optionsOf(entry.uri);
    const find = finders.get(options) ?? trafficFinder(files, options);
    finders.set(options, find);
    return find(entry);
  };
  const all = [...workspace.allForRules()].filter(({ facts }) => facts.name.text !== '' && !facts.carrier);
  const services = all.filter(({ facts }) => facts.kind === 'Service' && facts.group === '' && facts.service);
  const drawn = services.map((entry) => keptRows(entry, context, trafficOf));
  const covered = new Set(drawn.flatMap((each) => each.objects));
  const strays = all
    .filter((entry) => isEnd(entry) && !covered.has(entry))
    .map((entry) => keptRows(entry, context, trafficOf));
  return { services: withIds(drawn.flatMap(({ row }) => row)), strays: withIds(strays.flatMap(({ row }) => row)) };
}

function isEnd({ facts: { kind, endpoints, slice } }: IndexedObject): boolean {
  return (kind === 'Endpoints' && endpoints !== undefined) || (kind === 'EndpointSlice' && slice !== undefined);
}

interface RowContext {
  readonly files: Files;
  readonly sources: RowSources;
  readonly nodes: readonly IndexedObject[];
  readonly familyOf: (entry: IndexedObject) => readonly IndexedObject[];
}

/** A row with what it depends on. */
interface KeptRows {
  readonly basis: readonly unknown[];
  /** Empty for an object that another row has. */
  readonly row: readonly ServiceRow[];
  /** The Endpoints and slices of the Service. */
  readonly objects: readonly IndexedObject[];
}

const keptAt = attachment((_entry: IndexedObject): { kept?: KeptRows } => ({}));

/** After a keystroke, only the rows of one Service are computed again. */
function keptRows(
  entry: IndexedObject,
  { files, sources, nodes, familyOf }: RowContext,
  trafficOf: (entry: IndexedObject) => ObjectTraffic | undefined,
): KeptRows {
  const { minor, isMirroring } = sources.optionsOf(entry.uri);
  const members = familyOf(entry);
  const roots = files.rootsOf(entry.uri);
  const basis = [
    minor,
    isMirroring,
    files.overlay,
    ...nodes,
    ...members,
    ...roots,
    ...members.map((each) => sources.sourceOf(each)),
  ];
  const at = keptAt(entry);
  const { kept } = at;
  if (kept?.basis.length === basis.length && basis.every((each, i) => each === kept.basis[i])) return kept;
  const found = trafficOf(entry);
  // What is built of the object has a row of its own.
  const isShown = !found || found.entry === entry;
  const made: KeptRows = {
    basis,
    row: isShown ? [rowOf(entry, found, members, { files, sources })] : [],
    objects: isShown && found ? endsOf(found) : [],
  };
  at.kept = made;
  return made;
}

function rowOf(
  entry: IndexedObject,
  found: ObjectTraffic | undefined,
  members: readonly IndexedObject[],
  { files, sources }: Pick<RowContext, 'files' | 'sources'>,
): ServiceRow {
  const placed = (each: IndexedObject): Pick<ObjectRow, 'id' | 'namespace' | 'kind' | 'name' | 'build' | 'place'> => {
    const { uri, ordinal } = writtenObject(each, files);
    const { namespace, name } = identityOf(each);
    const { kind } = each.facts;
    const build = sources.buildOf(each);
    const id = [namespace, kind, name, uri, build].join('\n');
    return { id, namespace, kind, name, build, place: { uri, ordinal, path: ['metadata', 'name'] } };
  };
  if (!found) {
    const note = `Too many objects belong to it: ${counted(members.length, 'object')}.`;
    return { ...placed(entry), traffic: 'unknown', ready: 0, total: 0, note, objects: [] };
  }
  // Places cost a reading of the text, and only one that is clicked is needed.
  const { service, objects } = drawService(found, () => undefined);
  const ends = endsOf(found);
  const rows = objects.flatMap((object, i) => {
    const own = ends[i];
    return own ? [{ ...placed(own), ...objectState(object), ...readyIn([object]) }] : [];
  });
  const patches = members.filter(({ facts }) => facts.kind.endsWith('Patch'));
  const state = service ? serviceState(service) : { traffic: 'none' as const, note: objects[0]?.note ?? '' };
  return {
    ...placed(entry),
    ...state,
    ...readyIn(objects),
    objects: service
      ? [...rows, ...patches.map((each) => ({ ...placed(each), traffic: null, ready: 0, total: 0, note: '' }))]
      : [],
  };
}

function readyIn(objects: readonly PictureObject[]): Pick<ObjectRow, 'ready' | 'total'> {
  const all = objects.flatMap(({ addresses }) => addresses);
  const ready = all.filter(({ mark }) => mark === 'ready');
  const count = (list: typeof all): number => new Set(list.map(({ address }) => address)).size;
  return { ready: count(ready), total: count(all) };
}

type State = Pick<ObjectRow, 'traffic' | 'note'>;

function serviceState({ type, note, ports, objects }: PictureService): State {
  if (type === 'ExternalName') return { traffic: 'idle', note };
  if (ports.length === 0) {
    const flows = objects.flatMap(({ addresses }) => addresses.flatMap((each) => each.flows));
    return flows.some(({ flow }) => flow === 'used') ? { traffic: 'served', note: '' } : { traffic: 'none', note };
  }
  const uncertain = ports.filter(({ certain, flow }) => !certain || flow === 'unknown');
  const dead = ports.filter(({ flow }) => flow === 'broken');
  const reasons = [...new Set(dead.map((port) => port.note))].join(' ');
  if (uncertain.length > 0)
    return { traffic: 'unknown', note: 'Values that are not known decide whether traffic arrives.' };
  if (dead.length === 0) {
    const isUsed = ports.some(({ flow }) => flow === 'used');
    return isUsed ? { traffic: 'served', note: '' } : { traffic: 'idle', note: ports[0]?.note ?? '' };
  }
  if (dead.length === ports.length) return { traffic: 'none', note: reasons };
  const names = dead.map(({ name, number }) => quote(name || String(number)));
  return {
    traffic: 'part',
    note: `No traffic at ${names.length === 1 ? 'port' : 'ports'} ${listed(names, 'and')}. ${reasons}`,
  };
}

function objectState({ flows, addresses, note, mark }: PictureObject): State {
  if (mark === 'refused') return { traffic: 'none', note };
  const all = flows.length > 0 ? flows : addresses.flatMap((each) => each.flows);
  const has = (wanted: Flow): boolean => all.some(({ flow }) => flow === wanted);
  if (has('used')) return { traffic: 'served', note: '' };
  const why = [...new Set(all.flatMap((each) => each.why?.message ?? []))].slice(0, 2).join(' ');
  return { traffic: has('broken') ? 'none' : has('unknown') ? 'unknown' : 'idle', note: why };
}

/** Sorted, with different ids for objects of one name in one file. */
function withIds<R extends ObjectRow>(rows: readonly R[]): readonly R[] {
  const counts = new Map<string, number>();
  const sorted = rows.toSorted(
    (a, b) =>
      compareNames(a.namespace, b.namespace) ||
      compareNames(a.name, b.name) ||
      compareNames(a.place.uri, b.place.uri) ||
      a.place.ordinal - b.place.ordinal,
  );
  return sorted.map((row) => {
    const count = (counts.get(row.id) ?? 0) + 1;
    counts.set(row.id, count);
    return count === 1 ? row : { ...row, id: `${row.id}\n${count}` };
  });
}
