/** A target port that says something else than the Endpoints, which alone decide where a Service without a selector leads. */
import type { PortFacts } from '../analysis/facts/facts.ts';
import { endpointsOfService, isSamePort, hasManualEndpoints } from '../analysis/workspace/pairing.ts';
import { nodeAt } from '../analysis/binding/bind.ts';
import { replaceBy } from '../lint/fix.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';

export const ignoredTargetPort = defineRule({
  code: 'ignored-target-port',
  summary: 'Without a selector, the Endpoints give the target port, not the Service.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['Service'] },
  check(_resource, { report, binding, around }) {
    const { service, kind, group } = around.entry.facts;
    if (!service || kind !== 'Service' || group !== '' || !hasManualEndpoints(service)) return;
    const behind = endpointsOfService(around);
    if (!behind.every(({ endpoints }) => endpoints.hasAllPorts)) return;
    for (const port of service.ports) {
      const answers = behind.flatMap(({ entry, endpoints }) =>
        endpoints.ports.filter((each) => isSamePort(each, port)).map((answer) => ({ entry, answer })),
      );
      const [first] = answers;
      const node = nodeAt(binding.root, [...port.path, 'targetPort']);
      if (!node || !first || !answers.every(({ answer }) => isOther(port, answer))) continue;
      const numbers = [...new Set(answers.flatMap(({ answer }) => answer.number ?? []))];
      const [number] = numbers;
      const shown = typeof port.target === 'string' ? quote(port.target) : port.target;
      const way = numbers.length === 1 ? `Write ${number}, or remove it` : 'Remove it';
      report(
        node,
        `Traffic goes to ${listed(numbers.map(String))}, as the ${titleOf(first.entry)} say; the target port ${shown} has no effect, because the Service has no selector. ${way}, so that nobody is misled.`,
        {
          fix: numbers.length === 1 && number !== undefined ? replaceBy(node.value, number, 'suggested') : undefined,
          related: [
            { entry: first.entry, path: [...first.answer.path, 'port'], message: 'The endpoint port is here.' },
          ],
        },
      );
    }
  },
});

/** A name for a target is that of a Pod's port; the one that the endpoint port has says nothing else. */
function isOther({ target }: PortFacts, { name, number }: PortFacts): boolean {
  if (target === undefined || number === undefined) return false;
  return typeof target === 'number' ? target !== number && target !== 0 : ![name, String(number), ''].includes(target);
}
