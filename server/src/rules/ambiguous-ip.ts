/** Spellings that the server refuses since 1.36 (StrictIPCIDRValidation): leading zeros, IPv4 written as IPv6. */
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { canonicalIp, isIpv4, isMapped, parseIp, refusedRange } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const ambiguousIp = defineRule({
  code: 'ambiguous-ip',
  summary: 'Since Kubernetes 1.36 an address must not have leading zeros or be an IPv4 address written as IPv6.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'address',
  check(ip, { report, minor, binding }) {
    const text = ip.value.value;
    const address = parseIp(text);
    if (!address || minor < 36) return;
    const type = addressTypeOf(binding.root);
    // Of the wrong family, and of what else a slice of IPv6 addresses refuses, other rules speak.
    if (type !== undefined && (type !== 'IPv4' || !isIpv4(address))) return;
    const plain = canonicalIp(address);
    if (address.hasLeadingZeros && !text.includes('.')) {
      const message = `${text} has a group of more than four digits, which Kubernetes refuses since 1.36. Write ${plain}.`;
      report(ip, message, { fix: replaceBy(ip.value, plain, 'safe') });
    } else if (address.hasLeadingZeros) {
      const message = `${text} has leading zeros, which some programs read as octal; Kubernetes refuses them since 1.36. Write ${plain}, if that is what you mean.`;
      report(ip, message, { fix: replaceBy(ip.value, plain, 'suggested') });
    } else if (isMapped(address) && !refusedRange(address)) {
      const message = `${text} is an IPv4 address written as IPv6, which Kubernetes refuses since 1.36. Write ${plain}.`;
      report(ip, message, { fix: replaceBy(ip.value, plain, 'safe') });
    }
  },
});
