/** Reports addresses that a slice lists twice. With another host name or target, it is a different endpoint. */
import { addressesOfSlice, type Address } from '../analysis/binding/addresses.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';

export const repeatedAddress = defineRule({
  code: 'repeated-address',
  summary: 'An address should appear only once in an EndpointSlice.',
  enforcedBy: 'advice',
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    if (isLive(binding)) return;
    for (const { item, first } of repeated(addressesOfSlice(slice), identityOf)) {
      const message = `${textOf(item.ip) ?? ''} is already in this slice, and most consumers count an address only once. Remove one of the two.`;
      report(item.ip, message, { related: [{ span: first.ip.value.span, message: 'The first one is here.' }] });
    }
  },
});

function identityOf({ key, uid, node }: Address): string | undefined {
  const hostname = member(node, 'hostname');
  const name = hostname ? textOf(hostname) : '';
  return name === undefined ? undefined : `${key} ${uid} ${name}`;
}
