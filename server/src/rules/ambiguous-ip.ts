/** Reports IP addresses that the API server rejects since Kubernetes 1.36 (StrictIPCIDRValidation): leading zeros, and IPv4 written as IPv6. */
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { canonicalIp, isIpv4, isMapped, parseIp, refusedRange } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';

export const ambiguousIp = defineRule({
  code: 'ambiguous-ip',
  summary: 'Since Kubernetes 1.36, an address must not have leading zeros or be an IPv4 address written as IPv6.',
  enforcedBy: 'server',
  on: 'address',
  check(ip, { report, minor, binding }) {
    const text = ip.value.value;
    const address = parseIp(text);
    if (!address || minor < 36) return;
    const type = addressTypeOf(binding.root);
    // Other rules report addresses of the wrong family, and the other errors in a slice of IPv6 addresses.
    if (type !== undefined && (type !== 'IPv4' || !isIpv4(address))) return;
    const canonical = canonicalIp(address);
    if (address.hasLeadingZeros && !text.includes('.')) {
      const message = `${text} has a group of more than four digits, which the API server rejects since Kubernetes 1.36. Write ${canonical}.`;
      report(ip, message, { fix: replaceBy(ip.value, canonical, 'safe') });
    } else if (address.hasLeadingZeros) {
      const message = `${text} has leading zeros, which some programs read as octal and the API server rejects since Kubernetes 1.36. Write ${canonical} if the numbers are decimal.`;
      report(ip, message, { fix: replaceBy(ip.value, canonical, 'suggested') });
    } else if (isMapped(address) && !refusedRange(address)) {
      const message = `${text} is an IPv4 address written as IPv6, which the API server rejects since Kubernetes 1.36. Write ${canonical}.`;
      report(ip, message, { fix: replaceBy(ip.value, canonical, 'safe') });
    }
  },
});
