/** Reports Service ports that no hand-written endpoint port serves, unless another rule reports the wrong endpoint port. */
import { member, nodeAt } from '../analysis/binding/bind.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { unmatchedPorts } from '../analysis/traffic/backends/port-names.ts';
import {
  nearestEndpoints,
  proxiedBackends,
  type Backend,
  type ServiceBackends,
} from '../analysis/traffic/backends/service-backends.ts';
import { isServedBy, offersOf, unservedPorts, type UnservedPort } from '../analysis/traffic/backends/unserved-ports.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { anyOf, relatedPort, titleOf } from '../lint/partner.ts';
import { defineRule, type RelatedPlace, type RelationContext } from '../lint/rule.ts';
import { isReported, ownPlace, type CandidatePlace } from '../lint/reporter.ts';
import { isMapping } from '../lint/subject.ts';
import { isMisspelt } from '../lint/unknown.ts';
import { quote } from '../text/quote.ts';
import type { Path } from '../tree/path.ts';

export const unservedPort = defineRule({
  code: 'unserved-port',
  summary: 'Every port of a Service must have a backend.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['no-addresses', 'no-ports', 'port-name', 'port-protocol', 'port-number'],
  on: { relationsOf: ['Service', 'Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    const { around, report } = context;
    // Nearly always, all ports are served, and nothing else is asked.
    if (areAllServed(around) ?? !mayReport(around)) return;
    const all = proxiedBackends(around);
    if (!all) return;
    for (const unserved of unservedPorts(all)) {
      const places = placesOf(unserved, all.entry);
      const place = ownPlace(places, context);
      if (!place || isReportedByCause(unserved, context) || isMisspeltNumber(unserved, context)) continue;
      const message = messageOn(unserved, leftPorts(unserved, all));
      report(place, message, { related: relatedTo(unserved, all.entry, around.entry, places) });
    }
  },
});

function leftPorts({ backends }: UnservedPort, all: ServiceBackends): readonly PortFacts[] {
  const unmatched = backends.flatMap(({ ports }) => unmatchedPorts(ports, offersOf(all)));
  return unmatched.flatMap(({ port, meant }) => (meant ? [] : [port]));
}

/** True for a Service all of whose ports are in each subset and slice, if any are written; undefined for other objects. */
function areAllServed(around: RelatedObjects): boolean | undefined {
  const { service } = around.entry.facts;
  if (!service) return undefined;
  return nearestEndpoints(around).every(({ facts: { slice, endpoints } }) => {
    const { isIgnored = true, backends = [] } = slice ?? endpoints ?? {};
    return !isIgnored && backends.every((each) => service.ports.every((port) => isServedBy([each], port)));
  });
}

function mayReport(around: RelatedObjects): boolean {
  const { service, slice } = around.entry.facts;
  const own = slice?.backends ?? [];
  return (
    (!service && around.isReported !== undefined) || own.some(({ ports }) => ports.some((port) => port?.isUnnumbered))
  );
}

/** The places that can be corrected, the best one first. A place in a file that is only read does not count. */
function placesOf({ port, backends, cause }: UnservedPort, service: IndexedObject): readonly CandidatePlace[] {
  const own = { entry: service, path: [...port.path, port.name === '' ? 'port' : 'name'] };
  const others = backends.map(({ entry, path }) => ({ entry, path: [...path, 'ports'] }));
  if (cause.kind !== 'number') return [own, ...others];
  const { backend, endpointPort } = cause;
  return [{ entry: backend.entry, path: pathOf(endpointPort) }, own];
}

function pathOf({ path, name }: PortFacts): Path {
  return [...path, name === '' ? 'port' : 'name'];
}

/** The rules unmatched-port and missing-ports report the object with the mistake, if its file is reported. */
function isReportedByCause({ cause }: UnservedPort, { around }: RelationContext): boolean {
  return (cause.kind === 'name' || cause.kind === 'no-ports') && isReported(cause.backend.entry, around);
}

/** The rule unknown-field reports the misspelled key of the number. */
function isMisspeltNumber({ cause }: UnservedPort, { around, binding: { root } }: RelationContext): boolean {
  const port = cause.kind === 'number' && cause.backend.entry === around.entry && nodeAt(root, cause.endpointPort.path);
  return port !== false && port !== undefined && isMapping(port) && !member(port, 'port') && isMisspelt(port, 'port');
}

function relatedTo(
  { port, cause }: UnservedPort,
  service: IndexedObject,
  reporter: IndexedObject,
  places: readonly CandidatePlace[],
): readonly RelatedPlace[] {
  if (reporter !== service) return [relatedPort(service, port, 'The Service port is here.')];
  if (cause.kind === 'name')
    return [relatedPort(cause.backend.entry, cause.unmatched.port, 'The endpoint port is here.')];
  const first = places.find(({ entry }) => entry !== service);
  return first ? [{ ...first, message: 'The endpoints are here.' }] : [];
}

/** `left` are the endpoint ports that match and mean no Service port. */
function messageOn({ port, backends, cause }: UnservedPort, left: readonly PortFacts[]): string {
  const subject = port.name === '' ? 'This port' : `The port ${quote(port.name)}`;
  if (cause.kind === 'number') {
    const { number } = cause.endpointPort;
    const what =
      number === undefined
        ? 'no number, and kube-proxy ignores such a port'
        : `the number ${number}, which does not exist`;
    return `The endpoint port ${nameOf(port)} has ${what}, so the Service port has no backend. Write a number from 1 to 65535.`;
  }
  if (cause.kind === 'no-endpoints')
    return `${subject} is only in the ${titleOf(cause.backend.entry)}, which has no endpoints, so this port has no backend. Add endpoints there, or the port to a slice with endpoints.`;
  if (cause.kind === 'no-ports') {
    const { title, verb } = subjectOf([cause.backend]);
    return `The ${title} ${verb} addresses but no ports, so this port has no backend. Add the port there.`;
  }
  const { title, verb } = subjectOf(cause.kind === 'name' ? [cause.backend] : backends);
  if (cause.kind === 'name') {
    const { unmatched } = cause;
    if (unmatched.why === 'protocol')
      return `${subject} is ${unmatched.port.protocol} in the ${title} and ${port.protocol} here, so it has no backend. Write the same protocol in both.`;
    const meant = unmatched.port.name === '' ? 'its port without a name' : quote(unmatched.port.name);
    return `The ${title} ${verb} no port ${nameOf(port)}, so this port has no backend. Did you mean ${meant}?`;
  }
  const [first] = left;
  if (port.name === '' && first)
    return `This port has no name, but every port of the ${title} has one, so this port has no backend. Write the same name in both, or in neither.`;
  if (first?.name === '')
    return `The port of the ${title} has no name, so port ${quote(port.name)} has no backend. Write the same name in both.`;
  const wayOut = first ? `rename ${anyOf(left)} there, or remove this port` : 'or remove it here';
  return `The ${title} ${verb} no port ${nameOf(port)}, so this port has no backend. Add the port there, ${wayOut}.`;
}

function nameOf({ name }: PortFacts): string {
  return name === '' ? 'without a name' : quote(name);
}

/** `Endpoints "web"`, or all slices of the Service. */
function subjectOf(backends: readonly Backend[]): { readonly title: string; readonly verb: 'has' | 'have' } {
  const entries = [...new Set(backends.map(({ entry }) => entry))];
  const [first] = entries;
  if (!first || entries.length > 1) {
    const areSlices = entries.every(({ facts }) => facts.slice);
    return { title: areSlices ? 'EndpointSlices of this Service' : 'endpoints of this Service', verb: 'have' };
  }
  return { title: titleOf(first), verb: first.facts.slice ? 'has' : 'have' };
}
