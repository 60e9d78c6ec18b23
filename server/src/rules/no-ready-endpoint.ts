/** Reports Service ports none of whose endpoints is ready: kube-proxy refuses connections, and DNS has no answer. */
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { certainPort } from '../analysis/traffic/backends-world.ts';
import { serviceBackends, type Backend, type ServiceBackends } from '../analysis/traffic/backends/service-backends.ts';
import type { AddressFate } from '../analysis/traffic/fate.ts';
import { groupsOf, isServedBy } from '../analysis/traffic/backends/unserved-ports.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { titleOf } from '../lint/partner.ts';
import { ownPlace, type CandidatePlace } from '../lint/reporter.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';

export const noReadyEndpoint = defineRule({
  code: 'no-ready-endpoint',
  summary: 'Every port of a Service must have an endpoint that is ready.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['not-ready', 'not-serving', 'terminating', 'no-addresses'],
  on: { relationsOf: ['Endpoints', 'EndpointSlice', 'Service'] },
  check(_resource, context) {
    const all = mayReport(context.around) ? serviceBackends(context.around) : undefined;
    if (!all || all.service.isForeign) return;
    for (const { subject, backends, effect } of outagesOf(all, context)) {
      const service = { entry: all.entry, path: ['spec', all.service.isHeadless ? 'clusterIP' : 'ports'] };
      const place = ownPlace([...backends.map(placeIn), service], context);
      if (!place) continue;
      const isSlice = backends[0]?.entry.facts.slice !== undefined;
      const wayOut = isSlice
        ? 'Write ready: true for each endpoint that can serve.'
        : 'Move each address that can serve to "addresses".';
      const message = `No endpoint of ${subject} is ready, so ${effect}. ${wayOut}`;
      context.report(place, message, {
        related: context.around.entry === all.entry ? [] : [{ ...service, message: 'The Service is here.' }],
      });
    }
  },
});

interface Outage {
  readonly subject: string;
  /** Those that are not ready. */
  readonly backends: readonly Backend[];
  readonly effect: string;
}

/** The first object with endpoints that are not ready reports, unless its file is only read. */
function mayReport({ entry, isReported }: RelatedObjects): boolean {
  const { slice, endpoints } = entry.facts;
  return isReported !== undefined || ((slice ?? endpoints)?.backends.some(isUnready) ?? false);
}

function isUnready({ hasReady, hasUnready }: Pick<Backend, 'hasReady' | 'hasUnready'>): boolean {
  return hasUnready && !hasReady;
}

function outagesOf(all: ServiceBackends, context: RelationContext): readonly Outage[] {
  const { service, backends } = all;
  const title = titleOf(all.entry);
  if (service.isHeadless) {
    const filled = backends.filter(({ hasEndpoints }) => hasEndpoints);
    if (filled.length === 0 || !filled.every(isUnready)) return [];
    return [{ subject: `the headless ${title}`, backends: filled, effect: 'DNS answers its name with NXDOMAIN' }];
  }
  return groupsOf(all).flatMap((group) => {
    const ports = service.ports.filter((port) => isRefused(port, group, all, context));
    if (ports.length === 0) return [];
    const names = ports.map(({ name }) => quote(name));
    const subject =
      ports.length === service.ports.length
        ? `the ${title}`
        : `the port${ports.length > 1 ? 's' : ''} ${listed(names)} of the ${title}`;
    const unready = group.filter((each) => isUnready(each) && ports.some((port) => isServedBy([each], port)));
    return [{ subject, backends: unready, effect: 'kube-proxy refuses connections' }];
  });
}

/** Where no endpoint is ready, those that are terminating and still serve get the traffic. */
function isRefused(
  port: PortFacts,
  group: readonly Backend[],
  all: ServiceBackends,
  { around, minor }: RelationContext,
): boolean {
  const serving = group.filter((each) => isServedBy([each], port));
  if (serving.length === 0 || !serving.every(isUnready)) return false;
  const written = new Set(serving.flatMap(({ families }) => families));
  return (['IPv4', 'IPv6'] as const)
    .filter((family) => written.has(family) || written.has('?'))
    .every((family) => {
      const proxied = certainPort(all, port, { around, minor, family });
      return proxied !== undefined && !proxied.hasAny && !(proxied.isByChance && proxied.written.some(mayServe));
    });
}

function mayServe({ ready, serving, terminating }: AddressFate): boolean {
  return ready || (serving && terminating);
}

function placeIn({ entry, path }: Backend): CandidatePlace {
  const field = entry.facts.slice ? ['endpoints', 0, 'conditions', 'ready'] : ['notReadyAddresses', 0, 'ip'];
  return { entry, path: [...path, ...field] };
}
