/** Reports an endpoint without an address, and a null address, which the API server reads as an empty string. */
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { member } from '../analysis/binding/bind.ts';
import { Endpoint, EndpointSlice } from '../contract/endpoint-slice.ts';
import { isMergeDirective } from '../contract/directive.ts';
import { removeItem } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isMisspelt } from '../lint/unknown.ts';
import { isNull } from '../tree/value.ts';

const types = (EndpointSlice.fields.addressType.type.choices ?? []).map(({ value }) => value);

export const endpointWithoutAddress = defineRule({
  code: 'endpoint-without-address',
  summary: 'An endpoint of an EndpointSlice must have at least one address.',
  enforcedBy: 'server',
  on: [Endpoint],
  check(endpoint, { report, binding, resource }) {
    // In a patch, a merge directive may be among the entries.
    if (resource.isPartial && endpoint.value.entries.some(({ name }) => isMergeDirective(name))) return;
    const addresses = member(endpoint, 'addresses');
    const list = addresses?.value;
    const isNone = list ? isNull(list) || (list.kind === 'sequence' && list.items.length === 0) : true;
    if (isNone && !endpoint.value.isOpen && !(list?.kind === 'sequence' && list.isOpen)) {
      const message = 'This endpoint has no address. Add one under "addresses", or remove the endpoint.';
      // Where the key of the addresses is misspelled, the key must be corrected instead.
      const fix = isMisspelt(endpoint, 'addresses')
        ? undefined
        : removeItem(endpoint, 'Remove the endpoint', 'suggested');
      report(placeOf(endpoint, 'addresses'), message, { fix });
    }
    // For an unknown address type, the API server does not validate the addresses.
    if (!types.includes(addressTypeOf(binding.root) ?? '')) return;
    for (const address of addresses?.children ?? []) {
      if (!isNull(address.value)) continue;
      const message =
        'This address is null, which the API server reads as an empty string. Write an address, or remove the item.';
      report(address, message, { fix: removeItem(address, 'Remove the item', 'suggested') });
    }
  },
});
