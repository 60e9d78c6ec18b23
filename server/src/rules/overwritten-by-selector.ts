/** Reports Endpoints of a Service with a selector: the endpoints controller overwrites them. */
import type { EndpointsFacts } from '../analysis/facts/facts.ts';
import type { ServiceFacts } from '../analysis/facts/service-facts.ts';
import { conflictsAt, type Meeting } from '../analysis/apply/meetings.ts';
import { nodeAt } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { endpointsOfService, servicesFor } from '../analysis/workspace/pairing.ts';
import { titleOf } from '../lint/partner.ts';
import { isReported } from '../lint/reporter.ts';
import { defineRule, type RelationContext } from '../lint/rule.ts';
import { keyPlace, objectPlace } from '../lint/subject.ts';

export const overwrittenBySelector = defineRule({
  code: 'overwritten-by-selector',
  summary: 'Endpoints of a Service with a selector must not be written by hand.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['unmirrored:selector'],
  on: { relationsOf: ['Endpoints', 'EndpointsPatch', 'Service'] },
  check(resource, context) {
    const { report, binding, around, minor } = context;
    if (around.entry.facts.service) {
      reportAtService(context);
      return;
    }
    // A live object contains what the controller wrote.
    if (!mayLoseAddresses(around.entry.facts.endpoints) || isLive(binding)) return;
    const services = servicesFor(around);
    const [first] = services;
    if (!first || !services.every(({ service }) => isSelecting(service))) return;
    // A patch that fails with a conflict changes nothing, and apply-conflict reports it.
    const isConflicting = ({ isOwn, all: { base } }: Meeting): boolean => isOwn && base?.kind === 'controller';
    if (resource.type === 'EndpointsPatch' && conflictsAt(around, minor).some(isConflicting)) return;
    const title = titleOf(first.entry);
    const message =
      resource.type === 'EndpointsPatch'
        ? `The ${title} has a selector, so the endpoints controller owns the addresses and overwrites those of this patch. Patch the Pods or their labels, or remove the selector.`
        : resource.terraform?.isManifest === false
          ? `The ${title} has a selector, so the endpoints controller writes these Endpoints, too: the create fails with AlreadyExists, or both write in turn. Remove this resource, or the selector.`
          : `The ${title} has a selector, so the endpoints controller overwrites these addresses. Delete this object, or remove the selector.`;
    const related = [{ entry: first.entry, path: ['spec', 'selector'], message: 'The selector is here.' }];
    report(objectPlace(binding, resource), message, { related });
  },
});

/** Where the Endpoints are in a file that is only read. */
function reportAtService({ report, binding, around }: RelationContext): void {
  const { service } = around.entry.facts;
  if (!around.isReported || !service || !isSelecting(service)) return;
  const lost = endpointsOfService(around).find(
    ({ entry, endpoints }) => !isReported(entry, around) && entry.facts.uid === '' && mayLoseAddresses(endpoints),
  );
  const selector = lost && nodeAt(binding.root, ['spec', 'selector']);
  if (!selector) return;
  const message = `This Service has a selector, so the endpoints controller overwrites the hand-written ${titleOf(lost.entry)}. Remove the selector, or delete the Endpoints.`;
  const related = [{ entry: lost.entry, path: ['subsets'], message: 'The Endpoints are here.' }];
  report(keyPlace(selector) ?? selector, message, { related });
}

function mayLoseAddresses(endpoints: EndpointsFacts | undefined): boolean {
  return endpoints !== undefined && (endpoints.hasAddresses || (endpoints.writesSubsets && !endpoints.hasAllPorts));
}

/** The endpoints controller ignores Services of type ExternalName. */
function isSelecting({ selector, type }: ServiceFacts): boolean {
  return selector === 'some' && type !== 'ExternalName';
}
