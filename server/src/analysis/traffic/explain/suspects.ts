/** Finds the objects that were probably written for a Service, and do not belong to it. */
import { multiClusterLabel, serviceNameLabel } from '../../../contract/endpoint-slice.ts';
import { nearest } from '../../../text/nearest.ts';
import { quote } from '../../../text/quote.ts';
import {
  shownService,
  step,
  isSingular,
  trafficSubject,
  trafficTitle,
  type ExplainedStep,
  type NameBefore,
  type WhyContext,
} from './explanation.ts';
import type { TrafficEndpoints, TrafficService, TrafficSlice } from '../model.ts';

interface Suspect {
  /** The lower, the likelier. */
  readonly rank: number;
  readonly text: string;
  readonly change: string;
  readonly object: TrafficSlice | TrafficEndpoints;
  readonly path: readonly string[];
}

const most = 3;

/** The likeliest ones; empty where nothing is near. */
export function suspects(
  { world, own, nameBefore }: WhyContext,
  isAccepted: (object: TrafficSlice | TrafficEndpoints) => boolean,
): readonly ExplainedStep[] {
  const { service } = own;
  const found = [
    ...world.strays.flatMap(({ slice, why }) =>
      why === 'no-label' ? unlabelled(slice, service) : misdirected(slice, service, nameBefore),
    ),
    ...world.strayEndpoints.flatMap((object) => misnamed(object, service)),
    ...world.services.flatMap((other) =>
      other.service === service ? [] : other.slices.flatMap((slice) => foreign(slice, other.service, service)),
    ),
  ].filter(({ object }) => isAccepted(object));
  const ranked = found.toSorted((a, b) => a.rank - b.rank);
  const [best] = ranked;
  return ranked
    .filter(({ rank }) => rank === best?.rank)
    .slice(0, most)
    .map(({ text, change, object, path }) =>
      step('slices', 'breaks', text, { at: { entry: object.entry, path }, change }),
    );
}

/** A slice with an address that no Service uses, as the question is for that address. */
function strayReason(
  slice: TrafficSlice,
  service: TrafficService,
  nameBefore: NameBefore | undefined,
): Pick<Suspect, 'text' | 'change' | 'path'> {
  const [found] = slice.service === undefined ? unlabelled(slice, service, true) : [];
  return found ?? wrongLabel(slice, service, { rank: 0, nameBefore });
}

function unlabelled(slice: TrafficSlice, service: TrafficService, isCertain = false): readonly Suspect[] {
  const isNamed = isLikeName(slice.name, service.name) || slice.labels.get(multiClusterLabel) === service.name;
  if (!isCertain && slice.namespace !== service.namespace) return [];
  if (!isCertain && !isNamed && !hasSamePort(slice, service)) return [];
  const multi = slice.labels.has(multiClusterLabel) ? `only the label ${multiClusterLabel}, and not` : 'no label';
  const text = `${trafficTitle(slice)} has ${multi} ${serviceNameLabel}, so it belongs to no Service.`;
  const change = `Add the label ${serviceNameLabel}: ${service.name} to the slice.`;
  return [{ rank: isNamed ? 0 : 2, text, change, object: slice, path: ['metadata', 'labels'] }];
}

function misdirected(
  slice: TrafficSlice,
  service: TrafficService,
  nameBefore: NameBefore | undefined,
): readonly Suspect[] {
  const target = slice.service ?? '';
  if (target === service.name) {
    const text = `${trafficTitle(slice)} names the Service ${quote(target)}, but is in the namespace ${quote(slice.namespace)}. A slice belongs to the Service in its own namespace.`;
    const change = `Write namespace: ${service.namespace} into the slice.`;
    return [{ rank: 0, text, change, object: slice, path: ['metadata', 'namespace'] }];
  }
  if (slice.namespace !== service.namespace) return [];
  if (isLikeName(target, service.name)) return [wrongLabel(slice, service, { rank: 0, nameBefore })];
  return isLikeName(slice.name, service.name) || hasSamePort(slice, service)
    ? [wrongLabel(slice, service, { rank: 1, nameBefore })]
    : [];
}

function wrongLabel(
  slice: TrafficSlice,
  service: TrafficService,
  { rank, nameBefore }: { readonly rank: number; readonly nameBefore: NameBefore | undefined },
): Suspect {
  const path = ['metadata', 'labels', serviceNameLabel];
  // The text of the base may be right for other overlays.
  if (slice.service !== undefined && nameBefore?.(service.entry) === slice.service) {
    const text = `The kustomization renames the Service ${quote(slice.service)} to ${quote(service.name)}, but not the label ${serviceNameLabel} of ${trafficTitle(slice)}.`;
    const change = 'Add a replacement to the kustomization, or a nameReference in configurations.';
    return { rank: 0, text, change, object: slice, path };
  }
  const text = `The label ${serviceNameLabel} of ${trafficTitle(slice)} names the Service ${quote(slice.service ?? '')}, and there is none of that name in the namespace ${quote(slice.namespace)}.`;
  const change = `Set the label to ${service.name}.`;
  return { rank, text, change, object: slice, path };
}

function misnamed(object: TrafficEndpoints, service: TrafficService): readonly Suspect[] {
  if (object.name === service.name) {
    const text = `${trafficSubject(object, 'is')} in the namespace ${quote(object.namespace)}, and the Service in ${quote(service.namespace)}. Endpoints belong to the Service of their own name and namespace.`;
    const change = `Write namespace: ${service.namespace} into the Endpoints.`;
    return [{ rank: 0, text, change, object, path: ['metadata', 'namespace'] }];
  }
  if (object.namespace !== service.namespace || !isLikeName(object.name, service.name)) return [];
  const text = `${trafficSubject(object, 'has')} another name than the Service ${quote(service.name)}. Endpoints belong to the Service of their own name.`;
  const change = `Name the Endpoints ${service.name}.`;
  return [{ rank: 0, text, change, object, path: ['metadata', 'name'] }];
}

/** A slice of another Service, whose name begins with the name of this one. */
function foreign(slice: TrafficSlice, owner: TrafficService, service: TrafficService): readonly Suspect[] {
  if (slice.namespace !== service.namespace || slice.isMirrored) return [];
  const begins = (name: string): boolean => slice.name === name || slice.name.startsWith(`${name}-`);
  if (!begins(service.name) || (begins(owner.name) && owner.name.length > service.name.length)) return [];
  const text = `The label ${serviceNameLabel} of ${trafficTitle(slice)} gives it to the Service ${shownService(owner)}, whatever its own name is.`;
  const change = `Set the label to ${service.name}, if the slice is meant for it.`;
  return [{ rank: 1, text, change, object: slice, path: ['metadata', 'labels', serviceNameLabel] }];
}

/** True for a typing mistake, and where one name continues the other one. */
export function isLikeName(name: string, service: string): boolean {
  return name.startsWith(`${service}-`) || service.startsWith(`${name}-`) || nearest(name, [service]) !== undefined;
}

function hasSamePort({ ports }: TrafficSlice, service: TrafficService): boolean {
  return ports.some(({ name, protocol }) =>
    service.ports.some((port) => name !== '' && port.name === name && port.protocol === protocol),
  );
}

/** The objects that have the address, and belong to another Service or to none. */
export function elsewhere(address: string, { world, own, question, nameBefore }: WhyContext): readonly ExplainedStep[] {
  const has = (slice: TrafficSlice): boolean => slice.endpoints.some((each) => each.addresses.includes(address));
  const strays = world.strays.flatMap(({ slice }) => {
    if (!has(slice)) return [];
    const { text, change, path } = strayReason(slice, own.service, nameBefore);
    return [step('endpoints', 'breaks', text, { at: { entry: slice.entry, path }, change })];
  });
  const endpoints = world.strayEndpoints.flatMap((object) => {
    if (!object.written.some((each) => each.address === address)) return [];
    const text = `${trafficTitle(object)} in the namespace ${quote(object.namespace)} have this address, but belong to no Service: there is none of their name in their namespace.`;
    const change = `Give the Endpoints the name and namespace of the Service ${shownService(question)}.`;
    return [step('endpoints', 'breaks', text, { at: { entry: object.entry, path: ['metadata', 'name'] }, change })];
  });
  const others = world.services.flatMap(({ service, slices }) =>
    slices.flatMap((slice) => {
      if (service === own.service || !has(slice)) return [];
      const text = `${trafficSubject(slice, 'has')} this address, but ${isSingular(slice) ? 'belongs' : 'belong'} to the Service ${shownService(service)}.`;
      return [step('endpoints', 'note', text, { at: { entry: slice.entry, path: [] } })];
    }),
  );
  return [...strays, ...endpoints, ...others].slice(0, most);
}
