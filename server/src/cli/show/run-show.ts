/** `endpoints show`: draws where the traffic of Services goes. */
import { pictureOf, type PictureOptions } from '../../analysis/picture/picture-of.ts';
import type { Picture } from '../../analysis/picture/picture.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import type { TrafficWorld } from '../../analysis/traffic/model.ts';
import { zoneOf, type TrafficQuery } from '../../analysis/traffic/report.ts';
import { nearest } from '../../text/nearest.ts';
import { parseOptions, readWord, shown } from '../command-options.ts';
import { showFormats, showOptions } from '../commands/show.ts';
import { jsonTextOfRanges, printMessages, type Terminal } from '../terminal.ts';
import { readConsumer } from '../traffic/read-consumer.ts';
import { readFrom } from '../traffic/read-from.ts';
import { serviceTraffic } from '../traffic/service-traffic.ts';
import { straysIn } from '../traffic/strays.ts';
import { readTrafficFiles, readTrafficFilesOptions, type TrafficFiles } from '../traffic/world-of-files.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { showClients } from './show-clients.ts';

export async function runShow(args: readonly string[], terminal: Terminal): Promise<number> {
  const { format, service, width, isUnfolded, asked, files: fileOptions } = readShowOptions(args);
  const files = await readTrafficFiles(fileOptions, terminal);
  const world = service === undefined ? files.ownWorld : onlyService(files, service);
  const query: TrafficQuery = { ...asked, zone: asked.zone ?? zoneOf(files.world, asked.node) };
  const picture = pictureOf(world, pictureOptions(files, query, service !== undefined));
  printMessages([...files.notes, ...new Set(files.problems)], terminal);
  terminal.out(await drawn(picture, { format, width, isUnfolded, terminal }));
  if (files.problems.length > 0) return exitCodes.usage;
  return isBroken(world, query, files) ? exitCodes.findings : exitCodes.clean;
}

function readShowOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('show', args, showOptions);
  const { node, zone } = readFrom(values.from);
  return {
    format: readWord('format', values.format, showFormats),
    service: values.service,
    width: values.width === undefined ? undefined : readWidth(values.width),
    isUnfolded: values.unfold ?? false,
    asked: {
      node,
      zone,
      family: values.family === undefined ? undefined : readWord('family', values.family, ['IPv4', 'IPv6'] as const),
      consumer: values.through === undefined ? undefined : readConsumer('through', values.through),
    },
    files: readTrafficFilesOptions('show', values, positionals),
  };
}

function readWidth(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 40 || width > 10_000)
    throw new UsageError(`--width ${shown(text)} is not a width. Use a number from 40 to 10000.`);
  return width;
}

/** The Service of a name, alone. Throws a UsageError where there is none. */
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

interface Drawing {
  readonly format: (typeof showFormats)[number];
  readonly width: number | undefined;
  readonly isUnfolded: boolean;
  readonly terminal: Terminal;
}

async function drawn(picture: Picture, { format, width, isUnfolded }: Drawing): Promise<string> {
  const isOpen = (): boolean => isUnfolded;
  switch (format) {
    case 'json':
      return jsonTextOfRanges(picture);
    default: {
      const { pictureSvg } = await import('../../drawing/components/svg.tsx');
      return pictureSvg(picture, { width: width ?? 1080, isOpen });
    }
  }
}

/** As `endpoints traffic` answers. */
function isBroken(world: TrafficWorld, query: TrafficQuery, { locate, isWhole }: TrafficFiles): boolean {
  const strays = query.consumer ? [] : straysIn(world, locate, isWhole);
  const all = serviceTraffic(world, query, locate);
  return strays.some(({ certain }) => certain) || all.some(({ states }) => states.includes('empty'));
}
