/** A Service with a selector: the control plane writes slices of its own, and traffic goes to both. */
import { isLive } from '../analysis/binding/live.ts';
import { servicesFor } from '../analysis/workspace/pairing.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { nameNode } from '../lint/subject.ts';

export const sliceBesideSelector = defineRule({
  code: 'slice-beside-selector',
  summary: 'An EndpointSlice adds to what the selector of its Service finds.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { report, binding, around }) {
    if (resource.isPartial || isLive(binding)) return;
    // Of a slice under the name of a controller another rule speaks, and what a server printed carries it, too.
    if (around.entry.facts.slice?.isMade !== false) return;
    const services = servicesFor(around);
    const [first] = services;
    if (!first || !services.every(({ service }) => service.selector === 'some' && service.type !== 'ExternalName'))
      return;
    const message = `The ${titleOf(first.entry)} has a selector, so the control plane writes slices for its Pods, and traffic goes to these endpoints as well as to those. Take the selector away, or delete this slice, unless both are meant.`;
    const related = [{ entry: first.entry, path: ['spec', 'selector'], message: 'The selector is here.' }];
    report(nameNode(binding) ?? { span: resource.head }, message, { related });
  },
});
