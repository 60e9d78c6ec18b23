/** Reports slices of host names beside slices of IP addresses where Envoy Gateway routes to their Service: it rejects the route. */
import { consumerTitle } from '../analysis/traffic/consumers/consumer.ts';
import { addressTypeOf } from '../analysis/binding/address-type.ts';
import { member } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { collect, mayMeet } from '../analysis/workspace/relations.ts';
import { consumerPlace, consumersAround } from '../lint/consumers-around.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';

export const mixedAddressTypes = defineRule({
  code: 'mixed-address-types',
  summary: 'The EndpointSlices of a Service must not mix host names and IP addresses where Envoy Gateway reads them.',
  enforcedBy: 'advice',
  severity: 'error',
  explains: ['mixed-types'],
  on: { relationsOf: ['EndpointSlice'] },
  check(resource, { around, binding, report }) {
    const place = member(binding.root, 'addressType');
    if (!place || addressTypeOf(binding.root) !== 'FQDN' || resource.isPartial || isLive(binding)) return;
    const found = consumersAround(around).find(({ consumer }) => consumer.name === 'envoy-gateway');
    const service = around.entry.facts.slice?.service;
    if (!found || !service) return;
    const slices = collect(around.entry.identities, ({ namespace }) => around.at(keys.slicesOf(namespace, service)));
    const other = slices.find((each) => hasIps(each.facts.slice) && mayMeet(around, each));
    if (!other) return;
    const message = `${consumerTitle(found.consumer)} rejects a route to a Service with both host names and IP addresses, and the ${titleOf(other)} has IP addresses. Use one kind of address.`;
    const related = [{ entry: other, path: ['addressType'], message: 'IP addresses are here.' }, consumerPlace(found)];
    report(place, message, { related });
  },
});

function hasIps(
  slice: { readonly backends: readonly { readonly families: readonly string[] }[] } | undefined,
): boolean {
  return slice?.backends.some(({ families }) => families.some((family) => /^IPv[46]$/.test(family))) ?? false;
}
