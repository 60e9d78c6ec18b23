/** Reports Services without ports, which only headless Services and those of type ExternalName may be. */
import { member } from '../analysis/binding/bind.ts';
import { isStatic } from '../analysis/binding/static-value.ts';
import { Service } from '../contract/service.ts';
import { defineRule } from '../lint/rule.ts';
import { isHeadlessSpec, serviceType, setMember } from '../lint/service-spec.ts';
import { isMapping, placeOf } from '../lint/subject.ts';

export const serviceWithoutPorts = defineRule({
  code: 'service-without-ports',
  summary: 'A Service must have ports, unless it is headless or of type ExternalName.',
  enforcedBy: 'server',
  on: [Service],
  check(service, { report, resource }) {
    const spec = member(service, 'spec');
    const type = serviceType(spec);
    if (resource.isPartial || !isStatic(spec) || type === undefined || type === 'ExternalName') return;
    if ((spec && setMember(spec, 'ports')) || isHeadlessSpec(spec) !== false) return;
    const place = spec && isMapping(spec) ? placeOf(spec, 'ports') : { span: resource.head, path: ['spec', 'ports'] };
    report(place, 'This Service has no ports, and it has a cluster IP. Add the ports that clients use.');
  },
});
