/** A port of a Service that no port of its hand-written Endpoints answers. */
import { member, nodeAt } from '../analysis/binding/bind.ts';
import type { PortFacts } from '../analysis/facts/facts.ts';
import {
  endpointsOfService,
  isWellFormed,
  likelyPartner,
  isSamePort,
  hasManualEndpoints,
} from '../analysis/workspace/pairing.ts';
import type { PairedEndpoints, LikelyPartner } from '../analysis/workspace/pairing.ts';
import { namesakes, slicesOf } from '../analysis/workspace/relations.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { relatedPort, titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import type { RelationContext, RelatedPlace } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const unservedPort = defineRule({
  code: 'unserved-port',
  summary: 'A port of a Service should be answered by a port of its Endpoints.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['Service'] },
  check(_resource, context) {
    const { report, binding, around } = context;
    const behind = endpointsOfService(around);
    const [first] = behind;
    if (!first || !isJudged(context, behind)) return;
    const answers = behind.flatMap(({ endpoints }) => endpoints.ports);
    const ports = around.entry.facts.service?.ports ?? [];
    const unserved = withoutPair(ports, answers);
    const free = withoutPair(first.endpoints.ports, ports);
    const isOnly = withoutPair(ports, first.endpoints.ports).length === 1;
    for (const port of unserved) {
      const node = nodeAt(binding.root, port.path);
      if (!node) continue;
      const place = member(node, port.name === '' ? 'port' : 'name') ?? node;
      report(place, ...verdict(port, { free, isOnly }, first));
    }
  },
});

/** Silent where clients do not ask for ports (headless), and where anything that is not known here may answer. */
function isJudged({ around }: RelationContext, behind: readonly PairedEndpoints[]): boolean {
  const { service, kind, group } = around.entry.facts;
  if (!service || kind !== 'Service' || group !== '' || service.isHeadless) return false;
  if (!hasManualEndpoints(service) || !service.hasAllPorts || isTwin(around)) return false;
  const ports = [...service.ports, ...behind.flatMap(({ endpoints }) => endpoints.ports)];
  if (!ports.every(isWellFormed) || slicesOf(around).length > 0) return false;
  return behind.every(({ endpoints }) => endpoints.hasAllPorts && endpoints.hasAddresses);
}

/** Of two Services of one name in one file, the last one counts; that there are two is said elsewhere. */
function isTwin(around: RelatedObjects): boolean {
  return namesakes(around, 'Service').some(({ uri }) => uri === around.entry.uri);
}

function withoutPair(ports: readonly PortFacts[], others: readonly PortFacts[]): readonly PortFacts[] {
  return ports.filter((port) => !others.some((each) => isSamePort(each, port)));
}

/** The endpoint ports that answer nothing, and whether this is the one port that is not answered. */
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
  // A name that is left over may belong to any of several.
  const isVague = found?.why === 'left-over' && found.partner.port.name !== '' && !isOnly;
  const likely = isVague ? undefined : found;
  const near = twin ?? likely?.partner.port;
  const related = near
    ? relatedPort(entry, near, 'The endpoint port is here.')
    : { entry, path: ['subsets'], message: 'The endpoints are here.' };
  const message = twin
    ? `${subjectOf(port)} is ${twin.protocol} in the ${title} and ${port.protocol} here, so nothing answers it. Write the same protocol in both.`
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

const clues = { 'near-name': 'comes near', 'same-number': 'has its number', 'left-over': 'is left over' } as const;

function reason({ port, likely, title, isPortless }: Unserved): string {
  if (isPortless) return `The ${title} have addresses and no port, so nothing answers this one. Write it there.`;
  if (port.name === '') {
    return `This port has no name, and no port of the ${title} is without one, so nothing answers it. Write the same name in both, or in neither.`;
  }
  if (likely?.partner.port.name === '') {
    return `The port of the ${title} has no name, so it does not answer ${quote(port.name)}. Write the same name in both.`;
  }
  const missing = `No port of the ${title} is called ${quote(port.name)}, so nothing answers this one`;
  return likely
    ? `${missing}; ${quote(likely.partner.port.name)} ${clues[likely.why]}. Write the same name in both.`
    : `${missing}. Write it there, or remove it here.`;
}
