/** An endpoint is nothing without an address; a null among its addresses is an empty text, which is none. */
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
  since: '0.1.0',
  on: [Endpoint],
  check(endpoint, { report, binding, resource }) {
    // How a patch is to be merged may be said among the items.
    if (resource.isPartial && endpoint.value.entries.some(({ name }) => isMergeDirective(name))) return;
    const addresses = member(endpoint, 'addresses');
    const list = addresses?.value;
    const isNone = list ? isNull(list) || (list.kind === 'sequence' && list.items.length === 0) : true;
    if (isNone && !endpoint.value.isOpen && !(list?.kind === 'sequence' && list.isOpen)) {
      const message = 'This endpoint has no address. Write one below "addresses", or remove the endpoint.';
      // Where the addresses stand under another name, that is what is to be mended.
      const fix = isMisspelt(endpoint, 'addresses')
        ? undefined
        : removeItem(endpoint, 'Remove the endpoint', 'suggested');
      report(placeOf(endpoint, 'addresses'), message, { fix });
    }
    // Of a type that is not known, the server does not look at the addresses.
    if (!types.includes(addressTypeOf(binding.root) ?? '')) return;
    for (const address of addresses?.children ?? []) {
      if (!isNull(address.value)) continue;
      const message =
        'This address has no value, which the server reads as an empty text. Write one, or remove the item.';
      report(address, message, { fix: removeItem(address, 'Remove the item', 'suggested') });
    }
  },
});
