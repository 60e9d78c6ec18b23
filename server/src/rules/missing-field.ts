/** Reports missing required fields. The rule missing-name reports `metadata.name`. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { parseIp } from '../contract/ip.ts';
import { insertEntry, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { placeOf } from '../lint/subject.ts';
import { isMisspelt } from '../lint/unknown.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { entryOf, type Mapping } from '../tree/value.ts';

const nouns: { readonly [type: string]: string } = {
  EndpointAddress: 'address',
  EndpointPort: 'port entry',
  EndpointSlice: 'EndpointSlice',
  OwnerReference: 'owner reference',
  ServicePort: 'Service port',
};

export const missingField = defineRule({
  code: 'missing-field',
  summary: 'A required field must have a value.',
  enforcedBy: 'server',
  on: 'mismatch',
  check(mismatch, { report, resource }) {
    if (mismatch.kind !== 'missing' || mismatch.owner.type.kind !== 'object') return;
    const { owner, name } = mismatch;
    const noun = nouns[mismatch.owner.type.base];
    // A resource with `get` is read from the cluster, where it has its fields.
    if (resource.envelope && entryOf(resource.envelope, 'get')) return;
    if (!noun) return;
    const place = placeOf(owner, name);
    const start = `This ${noun} has no ${name}.`;
    if (name !== 'addressType') return report(place, `${start} Add it.`);
    const type = typeOf(owner);
    const wayOut = type === undefined ? 'IPv4, IPv6 or FQDN, to match its addresses' : quote(`addressType: ${type}`);
    report(place, `${start} Add ${wayOut}.`, {
      fix: type === undefined || isMisspelt(owner, name) ? undefined : typeFix(owner, type),
    });
  },
});

/** The address type that all addresses of the slice have; undefined if they differ. */
function typeOf(slice: Bound<Mapping>): string | undefined {
  const endpoints = member(slice, 'endpoints')?.children ?? [];
  const addresses = endpoints.flatMap((endpoint) => member(endpoint, 'addresses')?.children ?? []);
  const ips = addresses.map((each) => parseIp(textOf(each) ?? ''));
  const types = new Set(ips.map((ip) => ip && (ip.isWrittenAsIpv4 ? 'IPv4' : 'IPv6')));
  return types.size > 1 ? undefined : [...types][0];
}

function typeFix(slice: Bound<Mapping>, type: string): Fix | undefined {
  const written = member(slice, 'addressType');
  return written
    ? replaceBy(written.value, type, 'suggested')
    : insertEntry(slice.value, 'addressType', type, 'suggested');
}
