/** A slice of type FQDN holds domain names of at least two labels. That a name looks like an IP address is no problem to the server. */
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { Endpoint } from '../contract/endpoint-slice.ts';
import { domainNameProblem } from '../contract/string-format.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedFqdn = defineRule({
  code: 'malformed-fqdn',
  summary: 'In an EndpointSlice of type FQDN an address must be a fully qualified domain name.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: [Endpoint, 'addresses'],
  check(addresses, { report, binding }) {
    if (addressTypeOf(binding.root) !== 'FQDN') return;
    for (const address of addresses.children) {
      const text = textOf(address);
      if (text === undefined || address.value.kind !== 'scalar' || address.value.value === null) continue;
      const problem = domainNameProblem(text);
      if (problem)
        report(address, `The address ${quote(text)} ${problem}. Write a whole domain name, such as "db.example.com".`);
    }
  },
});
