/** Reports non-canonical IPv6 addresses in an EndpointSlice, which the API server rejects; in Endpoints it accepts them. */
import { addressTypeOf, isRefusedSpelling } from '../analysis/binding/address-type.ts';
import { canonicalIp, parseIp } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const nonCanonicalIpv6 = defineRule({
  code: 'non-canonical-ipv6',
  summary: 'An IPv6 address in an EndpointSlice must be in its canonical form (RFC 5952).',
  enforcedBy: 'server',
  on: 'address',
  check(node, { report, binding, minor }) {
    const text = node.value.value;
    const ip = parseIp(text);
    if (!ip || !isRefusedSpelling({ text, ip }, addressTypeOf(binding.root), minor)) return;
    const canonical = canonicalIp(ip);
    const message = `${text} is not the canonical form of this address, and the API server rejects any other form in an EndpointSlice. Write ${canonical}.`;
    report(node, message, { fix: replaceBy(node.value, canonical, 'safe') });
  },
});
