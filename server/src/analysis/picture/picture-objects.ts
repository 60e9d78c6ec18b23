/** Draws the slices and Endpoints of a Service. */
import { mirroringController } from '../../contract/endpoint-slice.ts';
import { kubeProxy } from '../traffic/consumers/consumer.ts';
import type { ServiceWorld, TrafficObject } from '../traffic/model.ts';
import { hostOf } from '../traffic/proxy.ts';
import type { TrafficQuery } from '../traffic/report.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import type { BreakSources } from './breaks.ts';
import { drawnName } from './drawn-name.ts';
import type { TakeId } from './ids.ts';
import type { AddressOutcomes, ServiceOutcomes } from './outcomes.ts';
import { pictureObject, type DrawnPort, type ObjectContext } from './picture-object.ts';
import type { PictureObject } from './picture.ts';
import { pictureRefused, type PatchesOf } from './refused-patch.ts';
import type { WholeBreak } from './whole-break.ts';

/** How objects are drawn. */
export interface ObjectOptions extends BreakSources {
  /** Who is asked, and from where. */
  readonly query: TrafficQuery;
  /** Whether Endpoints are drawn as they are written, or as the slices that the mirroring controller makes of them. */
  readonly mirrored: 'endpoints' | 'slices';
  /** The names of those that own an address of the object, where several objects write it. */
  readonly ownersOf: (entry: IndexedObject, address: string) => readonly string[];
  readonly patchesOf?: PatchesOf;
}

export interface ObjectsOf {
  readonly outcomes: ServiceOutcomes;
  readonly drawn: readonly DrawnPort[];
  readonly whole: WholeBreak | undefined;
  /** Undefined for an object that the API server accepts. */
  readonly rejectedOf: (object: TrafficObject) => WholeBreak | undefined;
  readonly take: TakeId;
}

/** In the order of names; mirrored slices in place of their Endpoints, where these are asked for. */
export function pictureObjects(
  own: ServiceWorld,
  id: string,
  { outcomes, drawn, whole, rejectedOf, take }: ObjectsOf,
  { mirrored, locate, findingsOf, query, ownersOf, patchesOf }: ObjectOptions,
): readonly PictureObject[] {
  const none: ReadonlyMap<string, AddressOutcomes> = new Map();
  const partOf = (object: TrafficObject) => ({ object, addresses: outcomes.addresses.get(object) ?? none });
  const used = usedHosts(outcomes);
  const objects = [
    ...own.slices
      .filter((slice) => !slice.isMirrored || mirrored === 'slices')
      .map((slice) => ({ object: slice as TrafficObject, parts: [partOf(slice)] })),
    ...own.endpoints
      .map((object) => {
        const slices: readonly TrafficObject[] = own.slices.filter(
          (slice) => slice.isMirrored && slice.entry === object.entry,
        );
        const all = unique([...slices, ...object.subsets, object]);
        const left = mirrored === 'slices' ? all.filter((part) => !slices.includes(part)) : all;
        return { object, parts: left.map(partOf) };
      })
      .filter(({ parts }) => mirrored === 'endpoints' || parts.some(({ addresses }) => addresses.size > 0)),
  ];
  return objects.flatMap(({ object, parts }) => {
    const kind = isMirroredSlice(object) ? 'mirrored' : object.entry.facts.kind;
    const context: ObjectContext = {
      id: take(id, '/', kind, '/', drawnName(object)),
      take,
      service: own.service,
      ports: drawn,
      locate,
      findingsOf,
      who: query.consumer?.title ?? kubeProxy,
      used,
      rejected: rejectedOf(object),
      whole,
      ownersOf: (address) => ownersOf(object.entry, address),
    };
    const all = parts.filter((part, i) => i === 0 || part.addresses.size > 0);
    const picture = pictureObject(object, all, context);
    if (isMirroredSlice(object)) return [mirroredObject(picture, object, own)];
    const patches = patchesOf?.(object.entry);
    if (!patches) return [picture];
    const refused = { id: context.id, take, ports: drawn.map((port) => port.id), locate, findingsOf };
    return [{ ...picture, manager: patches.managers }, ...patches.refused.map((each) => pictureRefused(each, refused))];
  });
}

function usedHosts({ addresses }: ServiceOutcomes): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const all of addresses.values())
    for (const { outcomes } of all.values())
      for (const outcome of outcomes) if (outcome?.isUsed) hosts.add(hostOf(outcome.fate.address));
  return hosts;
}

/** The controller adds random letters to the name. */
function mirroredObject(picture: PictureObject, object: TrafficObject, { slices }: ServiceWorld): PictureObject {
  const twins = slices.filter(({ isMirrored, entry }) => isMirrored && entry === object.entry);
  const i = twins.findIndex((each) => each === object);
  const number = twins.length > 1 ? ` (${i + 1} of ${twins.length})` : '';
  const addressType = twins[i]?.addressType ?? '';
  const name = `${drawnName(object)}-…${number}`;
  return { ...picture, kind: 'EndpointSlice', name, manager: mirroringController, addressType };
}

function unique(objects: readonly TrafficObject[]): readonly TrafficObject[] {
  return [...new Set(objects)];
}

function isMirroredSlice(object: TrafficObject): boolean {
  return 'isMirrored' in object && object.isMirrored === true;
}
