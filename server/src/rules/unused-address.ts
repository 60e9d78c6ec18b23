/** A second address of an endpoint: kube-proxy and most others use the first. */
import { textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { Endpoint } from '../contract/endpoint-slice.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { defineRule } from '../lint/rule.ts';

export const unusedAddress = defineRule({
  code: 'unused-address',
  summary: 'An endpoint of an EndpointSlice should have one address.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [Endpoint, 'addresses'],
  check(addresses, { report, binding }) {
    const [first] = addresses.children;
    // Of the same address again, another rule speaks.
    const second = addresses.children.find((each) => textOf(each) !== textOf(first));
    if (!second || addresses.value.isOpen || isTooLong(addresses) || isLive(binding)) return;
    const message =
      'This endpoint has several addresses, and kube-proxy uses the first one only. Write an endpoint for each address.';
    report(second, message);
  },
});
