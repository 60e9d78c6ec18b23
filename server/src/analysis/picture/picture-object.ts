/** Draws a slice or Endpoints with its addresses. */
import { managedByLabel } from '../../contract/endpoint-slice.ts';
import type { Path } from '../../tree/path.ts';
import { isTrafficSlice } from '../traffic/explain/explanation.ts';
import type { BackendPort, OfferedPort, TrafficEndpoint, TrafficObject, TrafficService } from '../traffic/model.ts';
import { hostOf } from '../traffic/proxy.ts';
import type { LocateField } from '../traffic/report.ts';
import { flowFor, pictureBreak, drawnPlace, wholeBreak } from './breaks.ts';
import { slicesIn, type Outcome, type AddressOutcomes } from './outcomes.ts';
import type { AddressFlow, Break, Mark, PictureAddress, PictureObject, PortFlow } from './picture.ts';

export interface DrawnPort {
  readonly id: string;
  readonly port: OfferedPort;
  /** False where an unknown value may change the answer. */
  readonly isCertain: boolean;
}

/** What the drawing of an object needs of its Service. */
export interface ObjectContext {
  /** The start of ids. */
  readonly id: string;
  /** Undefined for an object without a Service. */
  readonly service: TrafficService | undefined;
  readonly ports: readonly DrawnPort[];
  readonly locate: LocateField;
  /** The program that reads the endpoints. */
  readonly who: string;
  /** The addresses that get traffic: others may be copies of them. */
  readonly used: ReadonlySet<string>;
  /** Why the API server rejects the object; empty for one that it accepts. */
  readonly refusal: string;
  /** Why nothing of the Service is served; undefined where something is. */
  readonly whole: Break | undefined;
  /** The names of those that own an address, where several objects write it. */
  readonly ownersOf: (address: string) => readonly string[];
}

/** `parts` are the objects of the simulation that stand for the object, such as its mirrored slices. */
export function pictureObject(
  object: TrafficObject,
  parts: readonly { readonly object: TrafficObject; readonly addresses: ReadonlyMap<string, AddressOutcomes> }[],
  context: ObjectContext,
): PictureObject {
  const { entry, name, labels, unknown } = object;
  const { locate, refusal, ports } = context;
  const kind = entry.facts.kind;
  const slices = slicesIn(object);
  const endpoints = endpointsByPath([object, ...parts.map((part) => part.object)]);
  const ids = new Map<string, number>();
  const addresses = parts.flatMap((part) =>
    [...part.addresses].flatMap(([path, written]) => {
      const [first] = written.outcomes.flatMap((each) => each ?? []);
      if (!first) return [];
      const drawn = { endpoint: endpoints.get(path), first, written };
      return [pictureAddress(drawn, ids, { ...context, object })];
    }),
  );
  return {
    id: context.id,
    kind,
    name,
    manager: labels.get(managedByLabel) ?? '',
    addressType: isTrafficSlice(object) && !object.isMirrored ? object.addressType : '',
    ports: portTexts(slices.flatMap((slice) => slice.ports)),
    mark: refusal === '' ? 'ready' : 'refused',
    isRendered: unknown.some(({ path }) => path.length === 0 || path[0] === 'metadata'),
    note: refusal,
    flows: ports.map((port, i) => objectFlow(object, port, addresses, i, context)),
    addresses,
    ...drawnPlace({ entry, path: ['metadata', 'name'] }, locate),
  };
}

interface AddressContext extends ObjectContext {
  readonly object: TrafficObject;
}

interface Drawn {
  readonly endpoint: TrafficEndpoint | undefined;
  readonly first: Outcome;
  readonly written: AddressOutcomes;
}

function pictureAddress(
  { endpoint, first, written }: Drawn,
  ids: Map<string, number>,
  context: AddressContext,
): PictureAddress {
  const { fate } = first;
  const { object, locate, ports, ownersOf, id } = context;
  const address = hostOf(fate.address);
  const count = (ids.get(address) ?? 0) + 1;
  ids.set(address, count);
  const hints = [
    ...(endpoint?.hintedZones ?? []).map((zone) => `zone ${zone}`),
    ...(endpoint?.hintedNodes ?? []).map((node) => `node ${node}`),
  ];
  return {
    id: `${id}/${address}${count === 1 ? '' : `#${count}`}`,
    address,
    mark: markOf(first, context),
    isRendered: [...object.unknown, ...fate.object.unknown].some(({ path }) => isWithin(path, fate.path)),
    zone: endpoint?.zone ?? '',
    node: endpoint?.nodeName ?? '',
    hostname: endpoint?.hostname ?? '',
    hints,
    owners: ownersOf(address),
    flows: (ports.length > 0 ? ports : [undefined]).map((port, i) => addressFlow(written.outcomes[i], port, context)),
    ...drawnPlace({ entry: fate.object.entry, path: fate.path }, locate),
  };
}

function addressFlow(outcome: Outcome | undefined, port: DrawnPort | undefined, context: AddressContext): AddressFlow {
  const { whole, used, service, locate, who, refusal, object } = context;
  const id = port?.id ?? '';
  if (refusal !== '') {
    const why = wholeBreak('rejected', refusal, object, locate);
    return { port: id, number: null, flow: 'broken', why };
  }
  if (whole) return { port: id, number: null, flow: 'broken', why: whole };
  if (!outcome) return { port: id, number: null, flow: 'idle', why: null };
  const { fate, isUsed } = outcome;
  const number = Number(/:(\d+)$/.exec(fate.address === hostOf(fate.address) ? '' : fate.address)?.[1] ?? 0) || null;
  if (isUsed) return { port: id, number, flow: 'used', why: null };
  // An endpoint that only traffic from elsewhere uses has no reason of its own.
  const reason = fate.why ?? ({ kind: 'not-local' } as const);
  const known = flowFor(reason, used.has(hostOf(fate.address)));
  const flow = known === 'broken' && port?.isCertain === false ? 'unknown' : known;
  const offered = port?.port ?? allPorts;
  const why = service ? pictureBreak(reason, { fate, port: offered, service }, { locate, who }) : null;
  return { port: id, number, flow, why };
}

/** Of a Service that DNS answers for, which compares no ports. */
const allPorts: OfferedPort = {
  name: '',
  protocol: 'TCP',
  number: 0,
  target: undefined,
  appProtocol: '',
  hasNodePort: false,
  path: [],
};

function markOf({ fate }: Outcome, { refusal, whole }: ObjectContext): Mark {
  if (refusal !== '' || fate.why?.kind === 'unmirrored-address' || whole?.code === 'rejected') return 'refused';
  if (fate.terminating) return 'terminating';
  return fate.ready ? 'ready' : 'not-ready';
}

/** Of the object at a Service port: that of its addresses. */
function objectFlow(
  object: TrafficObject,
  { id }: DrawnPort,
  addresses: readonly PictureAddress[],
  i: number,
  { refusal, whole, locate }: ObjectContext,
): PortFlow {
  if (refusal !== '') return { port: id, flow: 'broken', why: wholeBreak('rejected', refusal, object, locate) };
  if (whole) return { port: id, flow: 'broken', why: whole };
  const flows = addresses.flatMap((each) => each.flows[i] ?? []);
  const [first] = flows;
  if (!first) {
    // Of the object, of its list, or of a part of the list.
    const isKnown = object.unknown.every(({ path }) => path.length > 1);
    const words = isKnown ? emptyWords(object) : 'Its addresses are not known.';
    return { port: id, flow: isKnown ? 'idle' : 'unknown', why: wholeBreak('no-addresses', words, object, locate) };
  }
  if (flows.some(({ flow }) => flow === 'used')) return { port: id, flow: 'used', why: null };
  const isShared = flows.every(({ why }) => why !== null && why.message === first.why?.message);
  const flow = (['broken', 'unknown'] as const).find((state) => flows.some((each) => each.flow === state)) ?? 'idle';
  return { port: id, flow, why: isShared ? first.why : null };
}

function emptyWords({ entry }: TrafficObject): string {
  return entry.facts.kind === 'Endpoints' ? 'The Endpoints have no addresses.' : 'The slice has no addresses.';
}

/** `5432/TCP postgres`, each once. */
function portTexts(ports: readonly BackendPort[]): readonly string[] {
  const texts = ports.map(
    ({ number, protocol, name }) => `${number ?? 'no number'}/${protocol}${name === '' ? '' : ` ${name}`}`,
  );
  return [...new Set(texts)];
}

function endpointsByPath(objects: readonly TrafficObject[]): ReadonlyMap<string, TrafficEndpoint> {
  return new Map(
    objects
      .flatMap(slicesIn)
      .flatMap(({ endpoints }) =>
        endpoints.flatMap((endpoint) =>
          (endpoint.addressPaths.length > 0 ? endpoint.addressPaths : [endpoint.path]).map(
            (path) => [path.join('/'), endpoint] as const,
          ),
        ),
      ),
  );
}

/** True where one is the start of the other. */
function isWithin(one: Path, other: Path): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 0 && short.every((step, i) => long[i] === step);
}
