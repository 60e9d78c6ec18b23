/** Reports addresses of a slice that do not match its addressType. */
import { addressTypeOf, isOfOtherFamily } from '../analysis/binding/address-type.ts';
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { isIpv4, isMapped, parseIp } from '../contract/ip.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const wrongIpFamily = defineRule({
  code: 'wrong-ip-family',
  summary: 'The addresses of an EndpointSlice must match its addressType.',
  enforcedBy: 'server',
  on: 'address',
  check(node, { report, binding }) {
    const text = node.value.value;
    const ip = parseIp(text);
    const type = addressTypeOf(binding.root);
    if (!ip || !isOfOtherFamily(ip, type)) return;
    const other = isIpv4(ip) ? 'IPv4' : 'IPv6';
    const is = isMapped(ip) ? 'is an IPv4 address in IPv6 notation' : `is an ${other} address`;
    const message = `${text} ${is}, but the type of this slice is ${type}. Move it to a slice of type ${other}.`;
    report(node, message, { fix: typeFix(binding.root, other) });
  },
});

/** Changes the type if all addresses have the other family. */
function typeFix(root: Bound, other: string): Fix | undefined {
  const type = member(root, 'addressType');
  const lists = member(root, 'endpoints')?.children.flatMap((endpoint) => member(endpoint, 'addresses') ?? []) ?? [];
  const ips = lists.flatMap(({ children }) => children).map((each) => parseIp(textOf(each) ?? ''));
  const isAll = ips.every((ip) => ip !== undefined && !isMapped(ip) && isIpv4(ip) === (other === 'IPv4'));
  return type && isAll ? replaceBy(type.value, other, 'suggested', `Write addressType: ${other}`) : undefined;
}
