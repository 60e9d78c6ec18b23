/** Code lenses on traffic: how many addresses of a Service, a slice or Endpoints get some, and why none do. */
import type { CodeLens, Command, Position } from 'vscode-languageserver-types';
import { nodeAt } from '../../analysis/binding/bind.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Path } from '../../tree/path.ts';
import { rangeOf } from '../lsp.ts';
import type { View } from '../view.ts';
import { shownLine } from '../written-values.ts';
import { showPictureCommand, showTrafficCommand } from '../vocabulary.ts';
import { addressCount, objectCount, portStates, serviceCount, type AddressCount } from './address-states.ts';
import {
  mostTrafficWork,
  trafficExplanation,
  trafficFinder,
  trafficWork,
  type ObjectTraffic,
  type TrafficOfService,
  type FilesOfTraffic,
  type TrafficOptions,
} from './service-traffic.ts';

interface TrafficLensOptions extends TrafficOptions {
  /** What the client opens: the picture of the Service, the document on its traffic, or nothing. */
  readonly shows: 'picture' | 'document' | undefined;
}

/** In the order of the text. None where nothing is certain, and for the rest of a file that takes too long. */
export function trafficLenses(view: View, files: FilesOfTraffic, options: TrafficLensOptions): CodeLens[] {
  const entries = files.workspace.entriesIn(view.uri);
  const trafficOf = trafficFinder(files, options);
  let work = mostTrafficWork;
  const known = new Set<unknown>();
  return objectsIn(view.file).flatMap((object) => {
    const entry = entries[object.ordinal];
    const found = entry && object.document.issues.length === 0 ? trafficOf(entry) : undefined;
    if (!found) return [];
    const { traffic } = found;
    // The objects of a Service share its answer.
    if (!known.has(traffic)) work -= Math.min(trafficWork(traffic), mostTrafficWork);
    known.add(traffic);
    return work < 0 ? [] : lensesOf(found, object, view, options);
  });
}

function lensesOf(found: ObjectTraffic, object: PlacedObject, view: View, { shows }: TrafficLensOptions): CodeLens[] {
  const { resource, start, binding } = object;
  const at = (offset: number, title: string): CodeLens => {
    const range = rangeOf(view.located, { start: start + offset, end: start + offset });
    const command = shows ? showTraffic(view.uri, range.start, title) : { title, command: '' };
    return { range, command: shows === 'picture' ? { ...command, command: showPictureCommand } : command };
  };
  const title = titleOf(found);
  if (title === undefined) return [];
  const ports = resource.type === 'Service' ? unservedPorts(found.traffic) : [];
  return [
    at(resource.span.start, title),
    ...ports.flatMap(({ path, why }) => {
      const node = nodeAt(binding.root, path);
      return node ? [at(node.value.span.start, `no traffic: ${why}`)] : [];
    }),
  ];
}

export function showTraffic(uri: string, position: Position, title: string): Command {
  return { title, command: showTrafficCommand, arguments: [{ uri, position }] };
}

/** `2 of 3 addresses get traffic`; undefined where there is no address, and where nothing is certain. */
function titleOf(found: ObjectTraffic): string | undefined {
  const { entry, traffic } = found;
  const { own } = traffic;
  if (!own || own.slices.length + own.endpoints.length === 0) return undefined;
  const explanation = trafficExplanation(traffic);
  const isService = own?.service.entry === entry;
  const count = isService ? serviceCount(traffic) : objectCount(found);
  if (!explanation || !count || count.all === 0) return undefined;
  const isCertain = explanation.arrives !== 'uncertain';
  if (count.used === 0) return isCertain ? `no traffic: ${count.why}` : undefined;
  // An endpoint that leads back to the Service.
  if (explanation.arrives === 'no' && !own.service.isHeadless) return 'no traffic';
  const dead = isService ? unservedPorts(traffic).map(({ name }) => name) : [];
  const none = dead.length > 0 ? `, none at ${listed(dead.map((name) => `port ${quote(shownLine(name))}`))}` : '';
  const where = count.limit === undefined ? '' : limitWords[count.limit];
  return `${countWords(count, own.service.isHeadless)}${none}${where}${isCertain ? '' : ', as far as is known'}`;
}

const limitWords = { gaps: ', not from everywhere', hints: ', chosen by hints' };

function countWords({ all, used }: AddressCount, isHeadless: boolean): string {
  const what = `${used === all ? '' : `${used} of `}${all} ${all === 1 ? 'address' : 'addresses'}`;
  if (isHeadless) return `DNS answers with ${what}`;
  return `${what} ${used === 1 ? 'gets' : 'get'} traffic`;
}

interface DeadPort {
  readonly name: string;
  readonly path: Path;
  readonly why: string;
}

/** The ports of the Service without an endpoint, where others have some. */
function unservedPorts(traffic: TrafficOfService): readonly DeadPort[] {
  const all = portStates(traffic).map(({ port, addresses }) => ({ port, count: addressCount(addresses) }));
  if (all.every(({ count }) => count.used === 0)) return [];
  return all.flatMap(({ port, count: { used, why } }) =>
    port && used === 0 ? [{ name: port.name || String(port.number), path: port.path, why }] : [],
  );
}
