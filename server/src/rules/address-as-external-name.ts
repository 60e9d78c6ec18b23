/** Reports an IP address in externalName, of which DNS makes no record. */
import { member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { parseIp } from '../contract/ip.ts';
import { defineRule } from '../lint/rule.ts';
import { serviceType } from '../lint/service-spec.ts';
import { quote } from '../text/quote.ts';

export const addressAsExternalName = defineRule({
  code: 'address-as-external-name',
  summary: 'A Service of type ExternalName should have a host name in externalName, not an IP address.',
  enforcedBy: 'advice',
  on: { relationsOf: ['Service'] },
  check(resource, { report, binding }) {
    const spec = member(binding.root, 'spec');
    const name = spec && member(spec, 'externalName');
    if (!name || resource.isPartial || isLive(binding) || serviceType(spec) !== 'ExternalName') return;
    const text = textOf(name);
    // The API server rejects the colons of IPv6.
    if (text === undefined || text.includes(':') || !parseIp(text)) return;
    const message = `DNS does not know the name of this Service: ${quote(text)} is an IP address, and a CNAME record needs a host name.`;
    report(name, `${message} Write a host name, or use a Service without a selector and an EndpointSlice.`);
  },
});
