/** A Service with a selector: the endpoints controller writes its Endpoints, and what people write is lost. */
import type { EndpointsFacts, ServiceFacts } from '../analysis/facts/facts.ts';
import type { Meeting } from '../analysis/apply/meetings.ts';
import { conflictsAt } from '../analysis/apply/meetings.ts';
import { isLive } from '../analysis/binding/live.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const overwrittenBySelector = defineRule({
  code: 'overwritten-by-selector',
  summary: 'Endpoints of a Service with a selector are written by the control plane.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['Endpoints', 'EndpointsPatch'] },
  check(resource, { report, binding, around, minor }) {
    // What a server printed is what the controller wrote.
    if (!mayLoseAddresses(around.entry.facts.endpoints) || isLive(binding)) return;
    const services = servicesFor(around);
    const [first] = services;
    if (!first || !services.every(({ service }) => isSelecting(service))) return;
    // What fails with a conflict overwrites nothing, and loses nothing.
    if (resource.type === 'EndpointsPatch' && conflictsAt(around, minor).some(isWithController)) return;
    const title = titleOf(first.entry);
    const message =
      resource.type === 'EndpointsPatch'
        ? `The ${title} has a selector, so the endpoints controller owns the addresses and will overwrite what this patch sets. Patch the Pods or their labels, or take the selector away.`
        : `The ${title} has a selector, so the endpoints controller will overwrite these addresses. Delete this object, or take the selector away.`;
    const related = [{ entry: first.entry, path: ['spec', 'selector'], message: 'The selector is here.' }];
    report(nameNode(binding) ?? { span: resource.head }, message, { related });
  },
});

function isWithController({ isOwn, all: { base } }: Meeting): boolean {
  return isOwn && base?.kind === 'controller';
}

/** False where no addresses are written: such an object only holds a place. */
function mayLoseAddresses(endpoints: EndpointsFacts | undefined): boolean {
  return endpoints !== undefined && (endpoints.hasAddresses || (endpoints.writesSubsets && !endpoints.hasAllPorts));
}

/** The controller leaves an ExternalName alone. */
function isSelecting({ selector, type }: ServiceFacts): boolean {
  return selector === 'some' && type !== 'ExternalName';
}
