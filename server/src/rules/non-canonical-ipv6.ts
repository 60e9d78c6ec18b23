/** A slice takes an IPv6 address in its canonical spelling alone; in Endpoints, other spellings are only unwise. */
import { addressTypeOf, isRefusedSpelling } from '../analysis/binding/address-type.ts';
import { canonicalIp, parseIp } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const nonCanonicalIpv6 = defineRule({
  code: 'non-canonical-ipv6',
  summary: 'In an EndpointSlice an IPv6 address must be written in its canonical form (RFC 5952).',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'address',
  check(node, { report, binding, minor }) {
    const text = node.value.value;
    const ip = parseIp(text);
    if (!ip || !isRefusedSpelling({ text, ip }, addressTypeOf(binding.root), minor)) return;
    const plain = canonicalIp(ip);
    const message = `${text} is not the canonical spelling of this address, and an EndpointSlice takes no other. Write ${plain}.`;
    report(node, message, { fix: replaceBy(node.value, plain, 'safe') });
  },
});
