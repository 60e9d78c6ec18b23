/** Reports endpoints with several addresses: kube-proxy and most other consumers use only the first. */
import { textOf } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { Endpoint } from '../contract/endpoint-slice.ts';
import { isTooLong } from '../analysis/binding/overlong-lists.ts';
import { defineRule } from '../lint/rule.ts';

export const unusedAddress = defineRule({
  code: 'unused-address',
  summary: 'An endpoint of an EndpointSlice should have only one address.',
  enforcedBy: 'advice',
  explains: ['later-address'],
  on: [Endpoint, 'addresses'],
  check(addresses, { report, binding }) {
    const [first] = addresses.children;
    // The rule repeated-address reports the same address.
    const second = addresses.children.find((each) => textOf(each) !== textOf(first));
    if (!second || addresses.value.isOpen || isTooLong(addresses) || isLive(binding)) return;
    const message =
      'This endpoint has several addresses, but kube-proxy uses only the first one. Write one endpoint for each address.';
    report(second, message);
  },
});
