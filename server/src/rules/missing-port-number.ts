/** Reports ports of a slice without a number: that means all ports, which few consumers support. */
import { member } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isMisspelt } from '../lint/unknown.ts';
import { leavesPortUnserved, portsOfSlice } from '../lint/unnumbered-ports.ts';
import { isNull } from '../tree/value.ts';

export const missingPortNumber = defineRule({
  code: 'missing-port-number',
  summary: 'A port of an EndpointSlice should have a number.',
  enforcedBy: 'advice',
  on: { relationsOf: ['EndpointSlice', 'EndpointSlicePatch'] },
  check(resource, { report, binding, around }) {
    if (isLive(binding)) return;
    for (const entry of portsOfSlice(binding.root)) {
      if (entry.value.isOpen) continue;
      if (resource.isPartial && entry.value.entries.some(({ name }) => isMergeDirective(name))) continue;
      const port = member(entry, 'port');
      if ((port && !isNull(port.value)) || (!port && isMisspelt(entry, 'port')) || leavesPortUnserved(entry, around)) continue;
      const message =
        'This port has no number, which means all ports. kube-proxy and most other consumers ignore such a port. Write a number from 1 to 65535.';
      report(placeOf(entry, 'port'), message);
    }
  },
});
