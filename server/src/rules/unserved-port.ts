/** Reports Service ports that no port of the hand-written Endpoints matches. */
import { member, nodeAt } from '../analysis/binding/bind.ts';
import type { PortFacts } from '../analysis/facts/facts.ts';
import {
  endpointsOfService,
  isWellFormed,
  likelyPartner,
  isSamePort,
  hasManualEndpoints,
  type PairedEndpoints,
  type LikelyPartner,
} from '../analysis/workspace/pairing.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { relatedPort, titleOf } from '../lint/partner.ts';
import { defineRule, type RelationContext, type RelatedPlace } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unservedPort = defineRule({
  code: 'unserved-port',
  summary: 'Every port of a Service should have a matching port in its Endpoints.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Service'] },
  check(_resource, context) {
    const { report, binding, around } = context;
    const behind = endpointsOfService(around);
    const [first] = behind;
    if (!first || !canCheck(context, behind)) return;
    const answers = behind.flatMap(({ endpoints }) => endpoints.ports);
    const ports = around.entry.facts.service?.ports ?? [];
    const unserved = unpairedIn(ports, answers);
    const free = unpairedIn(first.endpoints.ports, ports);
    const isOnly = unpairedIn(ports, first.endpoints.ports).length === 1;
    for (const port of unserved) {
      const node = nodeAt(binding.root, port.path);
      if (!node) continue;
      const place = member(node, port.name === '' ? 'port' : 'name') ?? node;
      report(place, ...verdict(port, { free, isOnly }, first));
    }
  },
});

/** False for a headless Service, whose clients use no Service ports, and if unknown endpoints may match. */
function canCheck({ around }: RelationContext, behind: readonly PairedEndpoints[]): boolean {
  const { service, kind, group } = around.entry.facts;
  if (!service || kind !== 'Service' || group !== '' || service.isHeadless) return false;
  if (!hasManualEndpoints(service) || !service.hasAllPorts || hasNamesake(around)) return false;
  const ports = [...service.ports, ...behind.flatMap(({ endpoints }) => endpoints.ports)];
  if (!ports.every(isWellFormed) || slicesOf(around).length > 0) return false;
  return behind.every(({ endpoints }) => endpoints.hasAllPorts && endpoints.hasAddresses);
}

/** True if the file has another Service of that name, which duplicate-resource reports. */
function hasNamesake(around: RelatedObjects): boolean {
  const { entry, at } = around;
  return entry.identities.some(
    ({ namespace, name }) => nearestObjects(at(keys.named('Service', namespace, name)), entry.uri).length > 1,
  );
}

function unpairedIn(ports: readonly PortFacts[], others: readonly PortFacts[]): readonly PortFacts[] {
  return ports.filter((port) => !others.some((each) => isSamePort(each, port)));
}

/** The endpoint ports that match nothing, and whether only one Service port is unmatched. */
interface Rest {
  readonly free: readonly PortFacts[];
  readonly isOnly: boolean;
}

function verdict(
  port: PortFacts,
  { free, isOnly }: Rest,
  { entry, endpoints }: PairedEndpoints,
): [string, { related: readonly RelatedPlace[] }] {
  const title = titleOf(entry);
  const twin = free.find((each) => each.name === port.name);
  const found = likelyPartner(
    port,
    free.map((each) => ({ port: each })),
  );
  // With several unmatched Service ports, the last free name may belong to any of them.
  const isVague = found?.why === 'left-over' && found.partner.port.name !== '' && !isOnly;
  const likely = isVague ? undefined : found;
  const near = twin ?? likely?.partner.port;
  const related = near
    ? relatedPort(entry, near, 'The endpoint port is here.')
    : { entry, path: ['subsets'], message: 'The endpoints are here.' };
  const message = twin
    ? `${subjectOf(port)} is ${twin.protocol} in the ${title} and ${port.protocol} here, so it has no backend. Write the same protocol in both.`
    : reason({ port, likely, title, isPortless: endpoints.ports.length === 0 });
  return [message, { related: [related] }];
}

function subjectOf({ name }: PortFacts): string {
  return name === '' ? 'This port' : `The port ${quote(name)}`;
}

interface Unserved {
  readonly port: PortFacts;
  readonly likely: LikelyPartner<{ readonly port: PortFacts }> | undefined;
  readonly title: string;
  readonly isPortless: boolean;
}

const clues = { 'same-number': 'has the same number', 'left-over': 'matches no Service port' } as const;

function reason({ port, likely, title, isPortless }: Unserved): string {
  if (isPortless) return `The ${title} have addresses but no ports, so this port has no backend. Add the port there.`;
  if (port.name === '') {
    return `This port has no name, but every port of the ${title} has one, so this port has no backend. Write the same name in both, or in neither.`;
  }
  if (likely?.partner.port.name === '') {
    return `The port of the ${title} has no name, so port ${quote(port.name)} has no backend. Write the same name in both.`;
  }
  const missing = `The ${title} have no port ${quote(port.name)}, so this port has no backend.`;
  if (!likely) return `${missing} Add the port there, or remove it here.`;
  const meant = quote(likely.partner.port.name);
  if (likely.why === 'near-name') return `${missing} Did you mean ${meant}?`;
  return `${missing} ${meant} ${clues[likely.why]}. Write the same name in both.`;
}
