/** Reports an address in an EndpointSlice of type FQDN that is not a domain name of two or more labels. The text of an IP address is allowed. */
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { Endpoint } from '../contract/endpoint-slice.ts';
import { domainNameProblem } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedFqdn = defineRule({
  code: 'malformed-fqdn',
  summary: 'An address in an EndpointSlice of type FQDN must be a fully qualified domain name.',
  enforcedBy: 'server',
  on: [Endpoint, 'addresses'],
  check(addresses, { report, binding }) {
    if (addressTypeOf(binding.root) !== 'FQDN') return;
    for (const address of addresses.children) {
      const text = textOf(address);
      if (text === undefined || address.value.kind !== 'scalar' || address.value.value === null) continue;
      const problem = domainNameProblem(text);
      if (problem)
        report(address, `The address ${quote(text)} ${problem}. Write a full domain name, such as "db.example.com".`);
    }
  },
});
