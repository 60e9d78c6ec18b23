/** Reports a targetPort that differs from the Endpoints, which alone decide where a Service without a selector routes traffic. */
import type { PortFacts } from '../analysis/facts/port-facts.ts';
import { endpointsOfService, isSamePort, hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import { nodeAt } from '../analysis/binding/bind.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';

export const ignoredTargetPort = defineRule({
  code: 'ignored-target-port',
  summary: 'The targetPort of a Service without a selector should equal the port of its Endpoints.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const { service, kind, group } = around.entry.facts;
    if (!service || kind !== 'Service' || group !== '' || !hasManualEndpoints(service)) return;
    const behind = endpointsOfService(around);
    if (!behind.every(({ endpoints }) => endpoints.hasAllPorts)) return;
    for (const port of service.ports) {
      const matches = behind.flatMap(({ entry, endpoints }) =>
        endpoints.ports.filter((each) => isSamePort(each, port)).map((match) => ({ entry, match })),
      );
      const [first] = matches;
      const node = nodeAt(binding.root, [...port.path, 'targetPort']);
      if (!node || !first || !matches.every(({ match }) => isOther(port, match))) continue;
      const numbers = [...new Set(matches.flatMap(({ match }) => match.number ?? []))];
      const [number] = numbers;
      const shown = typeof port.target === 'string' ? quote(port.target) : port.target;
      const ports = `port${numbers.length > 1 ? 's' : ''} ${listed(numbers.map(String))}`;
      const way = numbers.length === 1 ? `Write ${number}, or remove it` : 'Remove it';
      const message = `The targetPort ${shown} has no effect, because the Service has no selector. Traffic goes to ${ports} of the ${titleOf(first.entry)}. ${way}.`;
      report(node, message, {
        fix: numbers.length === 1 && number !== undefined ? replaceBy(node.value, number, 'suggested') : undefined,
        related: [{ entry: first.entry, path: [...first.match.path, 'port'], message: 'The endpoint port is here.' }],
      });
    }
  },
});

/** A named target is the name of a Pod's port. It does not contradict an endpoint port of the same name. */
function isOther({ target }: PortFacts, { name, number }: PortFacts): boolean {
  if (target === undefined || number === undefined) return false;
  return typeof target === 'number' ? target !== number && target !== 0 : ![name, String(number), ''].includes(target);
}
