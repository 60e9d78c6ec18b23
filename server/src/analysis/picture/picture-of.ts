/** Draws where the traffic of Services goes: clients, Service ports, objects and addresses, as plain data. */
import { placeLabel } from './place-label.ts';
import { firstRejection, rejections } from '../traffic/explain/rejected.ts';
import { trafficTitle } from '../traffic/explain/explanation.ts';
import type { OfferedPort, ServiceWorld, TrafficObject, TrafficWorld } from '../traffic/model.ts';
import { sortedServices, type LocateField } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnPlace } from './breaks.ts';
import type { ClientsOf } from './clients.ts';
import { drawnName } from './drawn-name.ts';
import { idSource, type TakeId } from './ids.ts';
import { serviceOutcomes, withoutLost, type ServiceOutcomes } from './outcomes.ts';
import { pictureObjects, type ObjectOptions } from './picture-objects.ts';
import { isCertainAnswer, picturePort } from './picture-port.ts';
import { pictureStrays, type StrayOptions } from './picture-strays.ts';
import type { Picture, PictureService } from './picture.ts';
import { rejectedWhole, skippedWhole, skippedWords, type WholeBreak } from './whole-break.ts';

export interface PictureOptions extends ObjectOptions, StrayOptions {
  /** Who is asked, and from where, in words. */
  readonly asked: string;
  /** `as written`. */
  readonly view: string;
  /** The folder of the kustomization that builds the object; undefined for an object as a file writes it. */
  readonly buildOf: (entry: IndexedObject) => string | undefined;
  /** What sends traffic to the Service: see `clientFinder`. */
  readonly clientsOf: ClientsOf;
  /** What could not be drawn, in sentences. */
  readonly remarks?: readonly string[];
}

/** In the order of names; a Service that several texts write is drawn for each. */
export function pictureOf(world: TrafficWorld, options: PictureOptions): Picture {
  const take = idSource();
  return {
    version: 1,
    view: options.view,
    asked: options.asked,
    services: sortedServices(world).map((own) => pictureService(own, world, options, take)),
    strays: pictureStrays(world, options, take),
    remarks: options.remarks ?? [],
  };
}

function pictureService(own: ServiceWorld, world: TrafficWorld, options: PictureOptions, take: TakeId): PictureService {
  const { service } = own;
  const name = drawnName(service);
  const id = take('', service.namespace, '/', name);
  const { locate, query, rejectionsOf, buildOf } = options;
  const { lost } = rejections(own, rejectionsOf);
  const outcomes = serviceOutcomes(own, { world, query, lost });
  const rejectedOf = (object: TrafficObject): WholeBreak | undefined => {
    if (!lost.has(object.entry)) return undefined;
    const rejection = firstRejection(object.entry, rejectionsOf);
    const title = object === service ? 'the Service' : trafficTitle(object);
    return rejection && rejectedWhole(rejection, title, object, options);
  };
  const refused = rejectedOf(service);
  const isByDns = outcomes.skip === 'headless';
  const whole = refused ?? skippedWhole(service, outcomes, options);
  const answered =
    outcomes.ports.length > 0 ? outcomes.ports : service.ports.map((port) => ({ port, answers: [], families: [] }));
  const named = answered.map((answers) => {
    const { port } = answers;
    const isCertain = answers.answers.every(isCertainAnswer);
    return { answers, drawn: { id: take(id, ...portNames(port)), port, isCertain } };
  });
  const drawn = named.map((each) => each.drawn);
  const objects = pictureObjects(own, id, { outcomes, drawn, whole, rejectedOf, take }, options);
  const isProxy = query.consumer === undefined;
  const offered = named.map((each) => {
    const context = { own, objects, whole, isByDns, isProxy, locate };
    return { port: each.drawn.port, drawn: picturePort(each.drawn, each.answers, context) };
  });
  return {
    id,
    namespace: service.namespace,
    name,
    type: service.isHeadless ? 'headless' : service.type,
    addresses:
      service.type === 'ExternalName' ? [service.externalName] : [...service.clusterIps, ...service.externalIps],
    build: buildOf(service.entry) ?? null,
    note: refused?.why.message ?? skippedWords(service, outcomes, query),
    isRefused: refused !== undefined,
    clients: options.clientsOf(withoutLost(own, lost), id, offered),
    ports: offered.map((each) => each.drawn),
    objects,
    unknown: unknownIn(outcomes, locate),
    ...drawnPlace({ entry: service.entry, path: ['metadata', 'name'] }, locate),
  };
}

function portNames({ name, number, protocol }: OfferedPort): readonly string[] {
  return [':', name === '' ? String(number) : name, '/', protocol];
}

/** In the words of `endpoints traffic`. */
function unknownIn({ ports }: ServiceOutcomes, locate: LocateField): readonly string[] {
  const parts = ports.flatMap(({ answers }) => answers.flatMap(({ unknown }) => unknown));
  const texts = parts.map(({ text, entry, path }) => {
    if (text !== '') return text;
    const place = placeLabel(drawnPlace({ entry, path }, locate));
    return `fields that a template, a patch or count decides${place === '' ? '' : ` (${place})`}`;
  });
  return [...new Set(texts)];
}
