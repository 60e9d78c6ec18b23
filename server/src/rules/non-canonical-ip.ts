/** Reports non-canonical addresses: the API server warns about them since 1.33, because consumers may compare addresses as text. */
import { endpointsManagerLabel } from '../contract/endpoints.ts';
import { addressTypeOf, isOfOtherFamily, isRefusedSpelling } from '../analysis/binding/address-type.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { canonicalIp, isMapped, parseIp } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const nonCanonicalIp = defineRule({
  code: 'non-canonical-ip',
  summary: 'An address should be in its canonical form (RFC 5952 for IPv6).',
  enforcedBy: 'advice',
  on: 'address',
  check(ip, { report, minor, binding }) {
    const text = ip.value.value;
    const address = parseIp(text);
    if (!address) return;
    const type = addressTypeOf(binding.root);
    const isRefused =
      (minor >= 36 && (address.hasLeadingZeros || isMapped(address))) ||
      isOfOtherFamily(address, type) ||
      isRefusedSpelling({ text, ip: address }, type, minor);
    const labels = member(binding.root, 'metadata')?.children.find((node) => node.entry?.name === 'labels');
    const owner = labels && textOf(member(labels, endpointsManagerLabel));
    const canonical = canonicalIp(address);
    if (isRefused || canonical === text || owner === 'endpoint-controller') return;
    if (address.hasLeadingZeros && text.includes('.')) {
      const message = `${text} has leading zeros, which some programs read as octal. Write ${canonical} if you mean that address.`;
      report(ip, message, { fix: replaceBy(ip.value, canonical, 'suggested') });
      return;
    }
    const what = isMapped(address)
      ? 'is an IPv4 address in IPv6 notation'
      : 'is not the canonical form of this address';
    const message = `${text} ${what}. Programs that compare addresses as text do not find it. Write ${canonical}.`;
    report(ip, message, { fix: replaceBy(ip.value, canonical, 'safe') });
  },
});
