/** Reports addresses that a slice lists twice. With another host name or target, it is a different endpoint. */
import { addressesOfSlice, endpointIdentity, mayRepeatInSlice } from '../analysis/binding/addresses.ts';
import { isLive } from '../analysis/binding/live.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { repeatedAddresses } from '../lint/repeated-addresses.ts';
import { defineRule } from '../lint/rule.ts';

export const repeatedAddress = defineRule({
  code: 'repeated-address',
  summary: 'An address should appear only once in an EndpointSlice.',
  enforcedBy: 'advice',
  explains: ['replaced'],
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    if (isLive(binding) || !mayRepeatInSlice(slice)) return;
    const found = repeatedAddresses(addressesOfSlice(slice), endpointIdentity);
    if (!found) return;
    const { at, repeats, what, which, related } = found;
    const rest = repeats.length > 1 ? 'the others' : 'one of them';
    const message = `${what} in this slice${which}. Most consumers count an address only once. Remove ${rest}.`;
    report(at.ip, message, { related });
  },
});
