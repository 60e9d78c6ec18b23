/** Makes the picture that `endpoints show` draws, of files that were read. */
import { pictureOf, type PictureOptions } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import { zoneOf, type TrafficQuery } from '../../analysis/traffic/report.ts';
import { nearest } from '../../text/nearest.ts';
import { shown } from '../command-options.ts';
import { serviceTraffic } from '../traffic/service-traffic.ts';
import { straysIn } from '../traffic/strays.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { UsageError } from '../usage.ts';
import { showClients } from './show-clients.ts';
import type { ShowOptions } from './show-options.ts';

export interface FilesPicture {
  readonly picture: Picture;
  /** True where `endpoints traffic` finds a port without endpoints, or an object without a reader. */
  readonly isBroken: boolean;
}

/** Throws a UsageError where --service names no Service. */
export function filesPicture(files: TrafficFiles, { service, asked }: ShowOptions): FilesPicture {
  const world = service === undefined ? files.ownWorld : onlyService(files, service);
  const query: TrafficQuery = { ...asked, zone: asked.zone ?? zoneOf(files.world, asked.node) };
  return {
    picture: pictureOf(world, pictureOptions(files, query, service !== undefined)),
    isBroken: isBroken(world, query, files),
  };
}

/** The Services of a name, alone. Throws a UsageError where there is none. */
function onlyService({ world }: TrafficFiles, asked: string): TrafficWorld {
  const services = world.services.filter(({ service: { namespace, name } }) =>
    [name, `${namespace}/${name}`].includes(asked),
  );
  if (services.length > 0) return { ...world, services, strays: [], strayEndpoints: [] };
  const names = world.services.flatMap(({ service: { namespace, name } }) => [name, `${namespace}/${name}`]);
  const meant = nearest(asked, names);
  const wayOut = meant === undefined ? '"endpoints list" shows the Services in the files.' : `Did you mean ${meant}?`;
  throw new UsageError(`There is no Service ${shown(asked)}. ${wayOut}`);
}

function pictureOptions(files: TrafficFiles, query: TrafficQuery, isOne: boolean): PictureOptions {
  const { locate, buildOf, rejectionsOf } = files;
  return {
    query,
    asked: askedWords(query),
    view: 'as written',
    mirrored: 'endpoints',
    locate,
    buildOf,
    rejectionsOf,
    ...showClients(files, query, isOne),
    ownersOf: () => [],
  };
}

function askedWords({ consumer, node, zone, family }: TrafficQuery): string {
  const who = consumer ? `${consumer.title} as read in version ${consumer.version}` : kubeProxy;
  return [who, node && `node ${node}`, zone && `zone ${zone}`, family].filter(Boolean).join(', ');
}

/** As `endpoints traffic` answers. */
function isBroken(world: TrafficWorld, query: TrafficQuery, { locate, isWhole }: TrafficFiles): boolean {
  const strays = query.consumer ? [] : straysIn(world, locate, isWhole);
  const all = serviceTraffic(world, query, locate);
  return strays.some(({ certain }) => certain) || all.some(({ states }) => states.includes('empty'));
}
