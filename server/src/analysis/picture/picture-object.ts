/** Draws a slice or Endpoints with its addresses. */
import { managedByLabel } from '../../contract/endpoint-slice.ts';
import type { Path } from '../../tree/path.ts';
import { isTrafficSlice } from '../traffic/explain/explanation.ts';
import type { BackendPort, OfferedPort, TrafficEndpoint, TrafficObject, TrafficService } from '../traffic/model.ts';
import { noPort } from '../traffic/no-port.ts';
import { hostOf } from '../traffic/proxy.ts';
import { isUnknownNumber } from '../traffic/reason-words.ts';
import { bestOf } from './best-flow.ts';
import { flowFor, pictureBreak, drawnPlace, type BreakSources } from './breaks.ts';
import { drawnName } from './drawn-name.ts';
import type { TakeId } from './ids.ts';
import { addressKey, slicesIn, type Outcome, type AddressOutcomes } from './outcomes.ts';
import type { AddressFlow, Mark, PictureAddress, PictureObject, PortFlow } from './picture.ts';
import { reportedRule } from './reported-rules.ts';
import { breakAtName, objectField, type WholeBreak } from './whole-break.ts';

export interface DrawnPort {
  readonly id: string;
  readonly port: OfferedPort;
  /** False where an unknown value may change the answer. */
  readonly isCertain: boolean;
}

/** What the drawing of an object needs of its Service. */
export interface ObjectContext extends BreakSources {
  readonly id: string;
  readonly take: TakeId;
  /** Undefined for an object without a Service. */
  readonly service: TrafficService | undefined;
  readonly ports: readonly DrawnPort[];
  /** The program that reads the endpoints. */
  readonly who: string;
  /** The addresses that get traffic: others may be copies of them. */
  readonly used: ReadonlySet<string>;
  /** Of an object that the API server rejects. */
  readonly rejected: WholeBreak | undefined;
  /** Why nothing of the Service is served; undefined where something is. */
  readonly whole: WholeBreak | undefined;
  /** The names of those that own an address, where several objects write it. */
  readonly ownersOf: (address: string) => readonly string[];
}

/** `parts` are the objects of the simulation that stand for the object, such as its mirrored slices. */
export function pictureObject(
  object: TrafficObject,
  parts: readonly { readonly object: TrafficObject; readonly addresses: ReadonlyMap<string, AddressOutcomes> }[],
  context: ObjectContext,
): PictureObject {
  const { entry, labels, unknown } = object;
  const { locate, rejected, ports } = context;
  const kind = entry.facts.kind;
  const slices = slicesIn(object);
  const endpoints = endpointsByPath([object, ...parts.map((part) => part.object)]);
  const addresses = parts.flatMap((part) =>
    [...part.addresses.values()].flatMap((written) => {
      const [first] = written.outcomes.flatMap((each) => each ?? []);
      if (!first) return [];
      const drawn = { endpoint: endpoints.get(addressKey(first.fate.path)), first, written };
      return [pictureAddress(drawn, { ...context, object })];
    }),
  );
  return {
    id: context.id,
    kind,
    name: drawnName(object),
    manager: labels.get(managedByLabel) ?? '',
    addressType: isTrafficSlice(object) && !object.isMirrored ? object.addressType : '',
    ports: portTexts(
      slices.flatMap((slice) => slice.ports),
      object,
    ),
    mark: rejected ? 'refused' : 'ready',
    isRendered: unknown.some(({ path }) => path.length === 0 || path[0] === 'metadata'),
    note: rejected?.why.message ?? '',
    flows: ports.flatMap((port, i) => objectFlow(object, port, i, { ...context, addresses })),
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

function pictureAddress({ endpoint, first, written }: Drawn, context: AddressContext): PictureAddress {
  const { fate } = first;
  const { object, locate, ports, ownersOf, id, take } = context;
  const address = hostOf(fate.address);
  const hints = [
    ...(endpoint?.hintedZones ?? []).map((zone) => `zone ${zone}`),
    ...(endpoint?.hintedNodes ?? []).map((node) => `node ${node}`),
  ];
  return {
    id: take(id, '/', address),
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
  const { used, service, locate, findingsOf, who, object } = context;
  const id = port?.id ?? '';
  const whole = wholeFlow(object, context);
  if (whole) return { port: id, number: null, ...whole };
  if (!outcome) return { port: id, number: null, flow: 'idle', why: null };
  const { fate, isUsed } = outcome;
  const host = hostOf(fate.address);
  const number = fate.address === host ? null : Number(/:(\d+)$/.exec(fate.address)?.[1] ?? 0) || null;
  if (isUsed) return { port: id, number, flow: 'used', why: null };
  // An endpoint that only traffic from elsewhere uses has no reason of its own.
  const reason = fate.why ?? ({ kind: 'not-local' } as const);
  const known = flowFor(reason, service, used.has(host));
  const flow = known === 'broken' && port?.isCertain === false ? 'unknown' : known;
  const offered = port?.port ?? noPort;
  const why = service ? pictureBreak(reason, { fate, port: offered, service }, { locate, findingsOf, who }) : null;
  return { port: id, number, flow, why };
}

function markOf({ fate }: Outcome, { rejected, whole }: ObjectContext): Mark {
  if (rejected || fate.why?.kind === 'unmirrored-address' || whole?.why.code === 'rejected') return 'refused';
  if (fate.terminating) return 'terminating';
  return fate.ready ? 'ready' : 'not-ready';
}

/** Of the object at a Service port: that of its addresses. None where the port does not concern the object. */
function objectFlow(
  object: TrafficObject,
  { id, port }: DrawnPort,
  i: number,
  context: ObjectContext & { readonly addresses: readonly PictureAddress[] },
): readonly PortFlow[] {
  const { addresses, locate, findingsOf, service } = context;
  const whole = wholeFlow(object, context);
  if (whole) return [{ port: id, ...whole }];
  const flows = addresses.flatMap((each) => each.flows[i] ?? []);
  const [first] = flows;
  if (!first) {
    // Of the object, of its list, or of a part of the list.
    const isKnown = object.unknown.every(({ path }) => path.length > 1);
    const words = isKnown ? emptyWords(object) : 'Its addresses are not known.';
    const code = 'no-addresses';
    const fields = [objectField(object.entry), ...(service ? [{ entry: service.entry, path: port.path }] : [])];
    const why = { ...breakAtName(code, words, object, locate), rule: reportedRule(code, fields, findingsOf) };
    return [{ port: id, flow: isKnown ? 'idle' : 'unknown', why }];
  }
  const flow = bestOf(flows.map((each) => each.flow));
  if (flow === 'used') return [{ port: id, flow, why: null }];
  if (flows.every(({ why }) => why === null)) return [];
  const isShared = flows.every(({ why }) => why !== null && why.message === first.why?.message);
  return [{ port: id, flow, why: isShared ? first.why : null }];
}

/** Undefined for an object that is read. */
function wholeFlow(
  { entry }: TrafficObject,
  { rejected, ...context }: ObjectContext,
): Omit<PortFlow, 'port'> | undefined {
  const all = rejected ?? context.whole;
  return all && { flow: all.flow, why: { ...all.why, rule: all.ruleAt(entry) } };
}

function emptyWords({ entry }: TrafficObject): string {
  return entry.facts.kind === 'Endpoints' ? 'The Endpoints have no addresses.' : 'The slice has no addresses.';
}

/** `5432/TCP postgres`, each once. */
function portTexts(ports: readonly BackendPort[], object: TrafficObject): readonly string[] {
  const texts = ports.map((port) => {
    const { number = isUnknownNumber(port, object) ? '?' : 'no number', protocol, name } = port;
    return `${number}/${protocol}${name === '' ? '' : ` ${name}`}`;
  });
  return [...new Set(texts)];
}

function endpointsByPath(objects: readonly TrafficObject[]): ReadonlyMap<string, TrafficEndpoint> {
  return new Map(
    objects
      .flatMap(slicesIn)
      .flatMap(({ endpoints }) =>
        endpoints.flatMap((endpoint) =>
          (endpoint.addressPaths.length > 0 ? endpoint.addressPaths : [endpoint.path]).map(
            (path) => [addressKey(path), endpoint] as const,
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
