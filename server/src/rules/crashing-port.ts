/** Reports slice ports without a number where a consumer of the workspace crashes on them. */
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { member } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { portFacts } from '../analysis/facts/port-facts.ts';
import { consumerPlace, consumersAround } from '../lint/consumers-around.ts';
import { defineRule } from '../lint/rule.ts';
import { isMapping, placeOf } from '../lint/subject.ts';
import { isNull } from '../tree/value.ts';

/** These read the number without a test, of the ports that match. Consul reads all ports. */
const crashing: ReadonlySet<string> = new Set(['ingress-nginx', 'envoy-gateway', 'consul']);

export const crashingPort = defineRule({
  code: 'crashing-port',
  summary: 'A port of an EndpointSlice must have a number where a consumer crashes without it.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['port-number', 'crash'],
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { around, binding, report }) {
    if (resource.isPartial || isLive(binding)) return;
    const ports = (member(binding.root, 'ports')?.children ?? []).filter((port) => {
      const number = member(port, 'port');
      return isMapping(port) && !port.value.isOpen && (!number || isNull(number.value));
    });
    if (ports.length === 0) return;
    const consumers = consumersAround(around).filter(({ consumer }) => crashing.has(consumer.name));
    for (const port of ports) {
      const own = portFacts(port);
      const found = consumers.find(({ consumer, service: { service } }) => {
        if (consumer.name === 'consul') return true;
        const isAny = consumer.name === 'ingress-nginx';
        return service.ports.some(
          ({ name, protocol }) => protocol === own?.protocol && (name === own.name || (isAny && name === '')),
        );
      });
      if (!found || !isMapping(port)) continue;
      const message = `${consumerTitle(found.consumer)} crashes on this port, because it has no number. Write a number from 1 to 65535.`;
      report(placeOf(port, 'port'), message, { related: [consumerPlace(found)] });
    }
  },
});
