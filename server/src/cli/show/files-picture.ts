/** Makes the picture that `endpoints show` draws, of files that were read. */
import { drawnName } from '../../analysis/picture/drawn-name.ts';
import { pictureOf, type PictureOptions } from '../../analysis/picture/picture-of.ts';
import { rejectedIn, type RejectedObject } from '../../analysis/traffic/explain/rejected.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import type { TrafficService, TrafficWorld } from '../../analysis/traffic/model.ts';
import { zoneOf, type TrafficQuery } from '../../analysis/traffic/report.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../command-options.ts';
import { serviceTraffic, type ServiceTraffic } from '../traffic/service-traffic.ts';
import { straysIn, type Stray } from '../../analysis/traffic/strays.ts';
import { askedText } from '../traffic/viewpoint.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { UsageError } from '../usage.ts';
import { showClients } from './show-clients.ts';
import type { ShowOptions } from './show-options.ts';

export interface FilesPicture {
  readonly picture: Picture;
  /** What `endpoints traffic` answers of it, without places. */
  readonly traffic: readonly ServiceTraffic[];
  readonly strays: readonly Stray[];
  readonly rejected: readonly RejectedObject[];
  readonly query: TrafficQuery;
  /** As the exit code of `endpoints traffic`. */
  readonly isBroken: boolean;
}

/** What the picture "as written" is drawn of. */
export interface DrawnSubject {
  readonly world: TrafficWorld;
  readonly options: PictureOptions;
}

/** Throws a UsageError where --service names no Service. */
export function shownSubject(files: TrafficFiles, options: ShowOptions): DrawnSubject {
  const subject = foundSubject(files, options);
  if (options.service !== undefined && subject.world.services.length === 0) throwUnknown(files, options.service);
  return subject;
}

/** The same without a Service where --service names none. */
export function foundSubject(files: TrafficFiles, { service, asked }: ShowOptions): DrawnSubject {
  const world = service === undefined ? files.ownWorld : onlyService(files, service);
  const query: TrafficQuery = { ...asked, zone: asked.zone ?? zoneOf(files.world, asked.node) };
  return { world, options: pictureOptions(files, query, service !== undefined) };
}

/** Throws a UsageError where --service names no Service. */
export function filesPicture(files: TrafficFiles, options: ShowOptions): FilesPicture {
  const subject = shownSubject(files, options);
  return pictureWithTraffic(pictureOf(subject.world, subject.options), subject, files);
}

/** Its answers are only counted. */
const noPlace = (): undefined => undefined;

/** With what `endpoints traffic` answers of the world that is drawn. */
export function pictureWithTraffic(
  picture: Picture,
  {
    world,
    options: { query, locate },
  }: { readonly world: TrafficWorld; readonly options: Pick<PictureOptions, 'query' | 'locate'> },
  { isWhole, rejectionsOf }: TrafficFiles,
): FilesPicture {
  const traffic = serviceTraffic(world, query, noPlace);
  const strays = query.consumer ? [] : straysIn(world, locate, isWhole);
  const rejected = rejectedIn(world, rejectionsOf, noPlace);
  const isLost = strays.some(({ certain }) => certain) || traffic.some(({ states }) => states.includes('empty'));
  return { picture, traffic, strays, rejected, query, isBroken: isLost || rejected.length > 0 };
}

/** The Services of a name, alone. */
function onlyService({ world }: TrafficFiles, asked: string): TrafficWorld {
  const services = world.services.filter(({ service }) => namesOf(service).includes(asked));
  return { ...world, services, strays: [], strayEndpoints: [] };
}

/** As they are drawn, which may be the source text of a placeholder: with and without the namespace; none without a name. */
function namesOf(service: TrafficService): readonly string[] {
  const name = drawnName(service);
  return name === '' ? [] : [name, `${service.namespace}/${name}`];
}

function throwUnknown({ world }: TrafficFiles, asked: string): never {
  const names = world.services.flatMap(({ service }) => namesOf(service));
  const meant = nearest(asked, names);
  const wayOut = meant === undefined ? '"endpoints list" shows the Services in the files.' : `Did you mean ${meant}?`;
  throw new UsageError(`There is no Service ${shown(asked)}. ${wayOut}`);
}

function pictureOptions(files: TrafficFiles, query: TrafficQuery, isOne: boolean): PictureOptions {
  const { locate, buildOf, rejectionsOf, findingsOf, isWhole } = files;
  return {
    query,
    asked: askedText(query),
    view: 'as written',
    mirrored: 'endpoints',
    locate,
    isWhole,
    buildOf,
    rejectionsOf,
    findingsOf,
    ...showClients(files, query, isOne),
    ownersOf: () => [],
  };
}
