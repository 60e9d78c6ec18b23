/** Reports an addressType that is not exactly IPv4, IPv6 or FQDN. */
import { EndpointSlice } from '../contract/endpoint-slice.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';

const names = (EndpointSlice.fields.addressType.type.choices ?? []).map(({ value }) => value);

export const unknownAddressType = defineRule({
  code: 'unknown-address-type',
  summary: 'The addressType of an EndpointSlice must be exactly IPv4, IPv6 or FQDN.',
  enforcedBy: 'server',
  on: [EndpointSlice, 'addressType'],
  check(type, { report }) {
    const text = type.value.value;
    if (names.includes(text)) return;
    const meant = names.find((name) => name.toLowerCase() === text.trim().toLowerCase());
    const message = meant
      ? `${quote(text)} is not an address type: the spelling must be exact. Write ${quote(meant)}.`
      : text === ''
        ? `The addressType is empty. Write ${listed(names, 'or')}.`
        : `${quote(text)} is not an address type. Write ${listed(names, 'or')}.`;
    report(type, message, { fix: replaceBy(type.value, meant, 'safe') });
  },
});
