/** The same address twice in a slice. With another host name, or for another object, it is another endpoint. */
import { addressesOfSlice } from '../analysis/binding/addresses.ts';
import type { Address } from '../analysis/binding/addresses.ts';
import { member, textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';

export const repeatedAddress = defineRule({
  code: 'repeated-address',
  summary: 'An address should stand once in an EndpointSlice.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [EndpointSlice],
  check(slice, { report, binding }) {
    if (isLive(binding)) return;
    for (const { item, first } of repeated(addressesOfSlice(slice), identityOf)) {
      const message = `${textOf(item.ip) ?? ''} stands in this slice already; most consumers count an address once. Remove one of the two.`;
      report(item.ip, message, { related: [{ span: first.ip.value.span, message: 'It stands here first.' }] });
    }
  },
});

/** Undefined where a part of it is not known. */
function identityOf({ key, uid, node }: Address): string | undefined {
  const hostname = member(node, 'hostname');
  const name = hostname ? textOf(hostname) : '';
  return name === undefined ? undefined : `${key} ${uid} ${name}`;
}
