/** Reports ports of a slice without a number: that means all ports, which few consumers support. */
import { member, type Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { EndpointSlicePort } from '../contract/endpoint-slice.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isNull, type Mapping } from '../tree/value.ts';

export const missingPortNumber = defineRule({
  code: 'missing-port-number',
  summary: 'A port of an EndpointSlice should have a number.',
  enforcedBy: 'advice',
  explains: ['port-number'],
  on: [EndpointSlicePort],
  check(entry: Bound<Mapping>, { report, binding, resource }) {
    if (resource.isPartial && entry.value.entries.some(({ name }) => isMergeDirective(name))) return;
    const port = member(entry, 'port');
    if ((port && !isNull(port.value)) || entry.value.isOpen || isLive(binding)) return;
    const message =
      'This port has no number, which means all ports. kube-proxy and most other consumers ignore such a port. Write a number from 1 to 65535.';
    report(placeOf(entry, 'port'), message);
  },
});
