/** Reports hand-written EndpointSlices of a Service with a selector: traffic goes to them and to the selected Pods. */
import { isLive } from '../analysis/binding/live.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { objectPlace } from '../lint/subject.ts';

export const sliceBesideSelector = defineRule({
  code: 'slice-beside-selector',
  summary: 'A Service with a selector should not have hand-written EndpointSlices.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { report, binding, around }) {
    if (resource.isPartial || isLive(binding)) return;
    // The rule controller-managed-slice reports slices with the label of a controller, which live slices have, too.
    if (around.entry.facts.slice?.isMade !== false) return;
    const services = servicesFor(around);
    const [first] = services;
    if (!first || !services.every(({ service }) => service.selector === 'some' && service.type !== 'ExternalName'))
      return;
    const message = `The ${titleOf(first.entry)} has a selector, so the EndpointSlice controller writes slices for its Pods. Traffic goes to those Pods and to these endpoints. Remove the selector or delete this slice, unless you need both.`;
    const related = [{ entry: first.entry, path: ['spec', 'selector'], message: 'The selector is here.' }];
    report(objectPlace(binding, resource), message, { related });
  },
});
