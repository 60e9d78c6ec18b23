/** Reports addresses that are ready in one object and not ready in another one of the Service: the order in which kube-proxy reads them decides. */
import { proxiedBackends, type Backend } from '../analysis/traffic/backends/service-backends.ts';
import { writtenEndpoints, type WrittenEndpoint } from '../analysis/traffic/backends/written-endpoints.ts';
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { isSamePort } from '../analysis/workspace/pairing.ts';
import { otherPlace, ownPlace } from '../lint/reporter.ts';
import { defineRule } from '../lint/rule.ts';
import { titleOf } from '../lint/partner.ts';

export const contradictingEndpoints = defineRule({
  code: 'contradicting-endpoints',
  summary: 'The objects of a Service should agree on which addresses are ready.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Endpoints', 'EndpointSlice'] },
  check(_resource, context) {
    for (const { ready, unready } of contradictionsIn(context.around)) {
      const candidates = [placeIn(unready), placeIn(ready)];
      const place = ownPlace(candidates, context);
      if (!place) continue;
      const message = `${unready.endpoint.address} is not ready in the ${titleOf(unready.backend.entry)} and ready in the ${titleOf(ready.backend.entry)} for the same port. Which one kube-proxy uses is undefined. Keep one of the two.`;
      context.report(place, message, { related: otherPlace(candidates, place, context, 'The other one is here.') });
    }
  },
});

interface Located {
  readonly backend: Backend;
  readonly endpoint: WrittenEndpoint;
}

function placeIn({ backend: { entry }, endpoint: { path } }: Located) {
  return { entry, path };
}

function contradictionsIn(around: RelatedObjects): readonly { readonly ready: Located; readonly unready: Located }[] {
  const { slice, endpoints } = around.entry.facts;
  const hasOwn = (slice ?? endpoints)?.backends.some(({ hasUnready }) => hasUnready);
  const all = hasOwn || around.isReported ? proxiedBackends(around) : undefined;
  const backends = (all?.backends ?? []).filter(({ isIgnored }) => !isIgnored);
  const areSeveral = new Set(backends.map(({ entry }) => entry)).size > 1;
  if (!all || !areSeveral || !backends.some(({ hasUnready }) => hasUnready)) return [];
  const readyAt = new Map<string, Located>();
  const located = backends.flatMap((backend) =>
    (writtenEndpoints(backend, around.at) ?? []).map((endpoint): Located => ({ backend, endpoint })),
  );
  for (const each of located) {
    const { endpoint } = each;
    if (endpoint.isReady !== true || endpoint.isTerminating !== false) continue;
    for (const key of keysOf(each, all.service.ports)) readyAt.set(key, each);
  }
  return located.flatMap((unready) => {
    // Of two endpoints, kube-proxy never prefers a terminating one.
    if (unready.endpoint.isReady !== false || unready.endpoint.isTerminating !== false) return [];
    const keysHere = keysOf(unready, all.service.ports);
    const ready = keysHere
      .map((key) => readyAt.get(key))
      .find((each) => each && each.backend.entry !== unready.backend.entry);
    return ready ? [{ ready, unready }] : [];
  });
}

/** Equal for one address and port number behind one Service port. */
function keysOf({ backend, endpoint }: Located, ports: readonly PortFacts[]): readonly string[] {
  return backend.ports.flatMap((port) =>
    port && ports.some((each) => isSamePort(each, port))
      ? [`${port.name} ${port.protocol} ${port.number} ${endpoint.address}`]
      : [],
  );
}
