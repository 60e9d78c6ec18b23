/** Draws where the traffic of Services goes: clients, Service ports, objects and addresses, as plain data. */
import { groupBy } from '../../text/group.ts';
import { capitalized } from '../../text/quote.ts';
import { rejections } from '../traffic/explain/rejected.ts';
import type { RejectionsOf } from '../traffic/explain/explanation.ts';
import { kubeProxy } from '../traffic/consumers/consumer.ts';
import type { OfferedPort, ServiceWorld, TrafficObject, TrafficService, TrafficWorld } from '../traffic/model.ts';
import { obstacleWords, skipWords, sliceWords } from '../traffic/reason-words.ts';
import { sortedServices, type LocateField, type TrafficQuery } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnPlace, wholeBreak } from './breaks.ts';
import { fatesOf, serviceOutcomes, withoutLost, type PortAnswers, type ServiceOutcomes } from './outcomes.ts';
import type { ClientsOf } from './clients.ts';
import { pictureObject, type DrawnPort } from './picture-object.ts';
import { pictureObjects, type ObjectOptions } from './picture-objects.ts';
import type { Break, Flow, Picture, PictureObject, PicturePort, PictureService } from './picture.ts';

export interface PictureOptions extends ObjectOptions {
  /** Who is asked, and from where, in words. */
  readonly asked: string;
  /** `as written`. */
  readonly view: string;
  /** The folder of the kustomization that builds the object; undefined for an object as a file writes it. */
  readonly buildOf: (entry: IndexedObject) => string | undefined;
  readonly rejectionsOf: RejectionsOf;
  /** What sends traffic to the Service: see `clientFinder`. */
  readonly clientsOf: ClientsOf;
  /** What could not be drawn, in sentences. */
  readonly remarks?: readonly string[];
}

/** In the order of names; a Service that several texts write is drawn for each. */
export function pictureOf(world: TrafficWorld, options: PictureOptions): Picture {
  const names = new Map<string, number>();
  return {
    version: 1,
    view: options.view,
    asked: options.asked,
    services: sortedServices(world).map((own) => {
      const name = `${own.service.namespace}/${own.service.name}`;
      const count = (names.get(name) ?? 0) + 1;
      names.set(name, count);
      return pictureService(own, count === 1 ? name : `${name}#${count}`, world, options);
    }),
    strays: strayObjects(world, options),
    remarks: options.remarks ?? [],
  };
}

function pictureService(own: ServiceWorld, id: string, world: TrafficWorld, options: PictureOptions): PictureService {
  const { service } = own;
  const { locate, query, rejectionsOf, buildOf } = options;
  const { steps, lost } = rejections(own, rejectionsOf);
  const outcomes = serviceOutcomes(own, { world, query, lost });
  const isRefused = lost.has(service.entry);
  const refusalOf = ({ entry }: TrafficObject): string =>
    lost.has(entry) ? (steps.find(({ at }) => at?.entry === entry)?.text ?? 'The API server rejects it.') : '';
  const note = isRefused ? refusalOf(service) : noteOf(service, outcomes, query);
  const isByDns = outcomes.skip === 'headless';
  const whole =
    note === '' || isByDns
      ? undefined
      : wholeBreak(isRefused ? 'rejected' : (outcomes.skip ?? ''), note, service, locate);
  const answered = outcomes.ports.length > 0 ? outcomes.ports : service.ports.map((port) => ({ port, answers: [] }));
  const drawn = answered.flatMap(({ port, answers }): DrawnPort[] =>
    port ? [{ id: portId(id, port), port, isCertain: answers.every(isCertainAnswer) }] : [],
  );
  const objects = pictureObjects(own, id, { outcomes, drawn, whole, refusalOf }, options);
  const ports = answered.flatMap((each, i) => {
    const port = drawn[i];
    return port ? [picturePort(port, i, each, { own, objects, whole, isByDns, locate })] : [];
  });
  const offered = drawn.flatMap(({ port }, i) => (ports[i] ? [{ port, drawn: ports[i] }] : []));
  return {
    id,
    namespace: service.namespace,
    name: service.name,
    type: service.isHeadless ? 'headless' : service.type,
    addresses:
      service.type === 'ExternalName' ? [service.externalName] : [...service.clusterIps, ...service.externalIps],
    build: buildOf(service.entry) ?? null,
    note,
    isRefused,
    clients: options.clientsOf(withoutLost(own, lost), id, offered),
    ports,
    objects,
    unknown: unknownIn(outcomes),
    ...drawnPlace({ entry: service.entry, path: ['metadata', 'name'] }, locate),
  };
}

function portId(service: string, { name, number, protocol }: OfferedPort): string {
  return `${service}:${name === '' ? number : name}/${protocol}`;
}

/** Why nothing is served; for a headless Service, who answers instead. */
function noteOf(service: TrafficService, { skip, skipWords: words }: ServiceOutcomes, query: TrafficQuery): string {
  if (skip === undefined) return '';
  return skip === 'consumer' ? words : skipWords(skip, query.family ?? service.families[0] ?? 'IPv4');
}

function unknownIn({ ports }: ServiceOutcomes): readonly string[] {
  const parts = ports.flatMap(({ answers }) => answers.flatMap(({ unknown }) => unknown));
  return [...new Set(parts.map(({ text }) => text).filter(Boolean))];
}

interface PortContext {
  readonly own: ServiceWorld;
  readonly objects: readonly PictureObject[];
  readonly whole: Break | undefined;
  readonly isByDns: boolean;
  readonly locate: LocateField;
}

function picturePort(
  { id, port, isCertain }: DrawnPort,
  i: number,
  { answers }: PortAnswers,
  { own, objects, whole, isByDns, locate }: PortContext,
): PicturePort {
  const { service } = own;
  const isUsed = answers.some(({ all }) => all.length > 0) || (isByDns && objects.some(isPublishedSomewhere));
  const { flow, note } = isUsed
    ? { flow: 'used' as const, note: '' }
    : unservedPort(own, answers, i, { objects, whole, isByDns, isCertain });
  return {
    id,
    name: port.name,
    number: port.number || null,
    protocol: port.protocol,
    nodePort: port.nodePort ?? null,
    flow,
    note,
    certain: isCertain,
    ...drawnPlace({ entry: service.entry, path: port.path }, locate),
  };
}

function isCertainAnswer({ unknown, isByChance }: PortAnswers['answers'][number]): boolean {
  return unknown.length === 0 && !isByChance;
}

function isPublishedSomewhere({ addresses }: PictureObject): boolean {
  return addresses.some(({ flows }) => flows.some(({ flow }) => flow === 'used'));
}

function unservedPort(
  { service, slices, endpoints }: ServiceWorld,
  answers: PortAnswers['answers'],
  i: number,
  {
    objects,
    whole,
    isByDns,
    isCertain,
  }: Pick<PortContext, 'objects' | 'whole' | 'isByDns'> & Pick<DrawnPort, 'isCertain'>,
): { readonly flow: Flow; readonly note: string } {
  if (whole) return { flow: 'broken', note: whole.message };
  if (answers.some(({ hasAny }) => hasAny))
    return { flow: 'idle', note: 'The policy is Local: only clients on a node with an endpoint reach it.' };
  if (slices.length + endpoints.length === 0) {
    if (service.hasSelector) return { flow: 'idle', note: 'The endpoints come from Pods, which are in no file.' };
    return {
      flow: 'broken',
      note: `Nothing is written for this Service${isByDns ? ', so DNS has no answer' : ', so connections are refused'}.`,
    };
  }
  if (!isCertain) return { flow: 'unknown', note: 'Unknown values decide whether it has an endpoint.' };
  if (isByDns) return { flow: 'broken', note: 'No address is ready, so DNS has no answer.' };
  const isBroken = objects.some(({ flows }) => flows[i]?.flow === 'broken');
  return {
    flow: 'broken',
    note: isBroken ? 'No endpoint, so connections are refused.' : 'No endpoint is ready, so connections are refused.',
  };
}

/** Slices and Endpoints that no Service reads. */
function strayObjects({ strays, strayEndpoints }: TrafficWorld, options: PictureOptions): readonly PictureObject[] {
  const { locate, query } = options;
  const all = [
    ...strays.map(({ slice, why }) => ({
      object: slice as TrafficObject,
      code: why as string,
      words: sliceWords({ kind: why }),
    })),
    ...strayEndpoints.map((object) => ({
      object: object as TrafficObject,
      code: 'unmirrored',
      words: obstacleWords({ kind: 'no-service' }),
    })),
  ];
  const byObject = groupBy(
    fatesOf({ slices: strays.map(({ slice }) => slice), endpoints: strayEndpoints }),
    ({ fate }) => fate.object,
  );
  return all.map(({ object, code, words }) => {
    const fates = byObject.get(object) ?? [];
    const addresses = new Map(
      fates.map(({ fate }) => [fate.path.join('/'), { outcomes: [{ fate, isUsed: false }] }] as const),
    );
    const { namespace, name, entry } = object;
    return {
      ...pictureObject(object, [{ object, addresses }], {
        id: `${namespace}/stray/${entry.facts.kind}/${name}`,
        service: undefined,
        ports: [],
        locate,
        who: query.consumer?.title ?? kubeProxy,
        used: new Set(),
        refusal: '',
        whole: wholeBreak(code, capitalized(words), object, locate),
        ownersOf: (address) => options.ownersOf(entry, address),
      }),
      note: words,
    };
  });
}
