/** Offers a Service of type ExternalName instead of endpoints with a host name, which no proxy routes to. */
import { isSliceRoot } from '../../analysis/binding/address-type.ts';
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import type { Facts } from '../../analysis/facts/facts.ts';
import { hasManualEndpoints } from '../../analysis/workspace/pairing.ts';
import type { PlacedObject } from '../../analysis/workspace/places.ts';
import { managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { domainNameProblem } from '../../contract/string-format.ts';
import type { DraftEntry, Plain, TreeEdit } from '../../tree/tree-edit.ts';
import type { Mapping } from '../../tree/value.ts';
import { keptEntry } from './mapping-draft.ts';
import { draftService } from './partner-drafts.ts';
import { isFullyKnown, isInPlace } from './refactoring.ts';

/** The host name, if it is the only address of the object and nothing else would be lost with the object. */
export function onlyHost({ binding: { root } }: PlacedObject, trail: readonly Bound[]): string | undefined {
  const isSlice = isSliceRoot(root);
  const subset = isSlice ? root : onlyItem(member(root, 'subsets'));
  const item = subset && onlyItem(member(subset, isSlice ? 'endpoints' : 'addresses'));
  const address = item && (isSlice ? onlyItem(member(item, 'addresses')) : member(item, 'ip'));
  const host = textOf(address)?.toLowerCase().replace(/\.$/, '');
  const isPlain = isFullyKnown(root.value) && item?.children.length === 1 && subset && hasOnly(subset, knownFields);
  if (!address || !trail.includes(address) || !isPlain || host === undefined) return undefined;
  // A name whose last label is a number is a mistyped address.
  return domainNameProblem(host) || /\.\d+$/.test(host) || !isBare(root) ? undefined : host;
}

const knownFields = ['apiVersion', 'kind', 'metadata', 'addressType', 'endpoints', 'addresses', 'ports'];

/** True without labels and annotations that would be lost. */
function isBare(root: Bound): boolean {
  const metadata = member(root, 'metadata');
  const labels = metadata && member(metadata, 'labels');
  return (
    metadata !== undefined &&
    hasOnly(metadata, ['name', 'namespace', 'labels']) &&
    (!labels || hasOnly(labels, [serviceNameLabel, managedByLabel]))
  );
}

function hasOnly({ value }: Bound, names: readonly string[]): boolean {
  return value.kind === 'mapping' && value.entries.every(({ name }) => names.includes(name));
}

function onlyItem(list: Bound | undefined): Bound | undefined {
  return list?.value.kind === 'sequence' && list.children.length === 1 ? list.children[0] : undefined;
}

/** A Service that is an alias of the host, with the ports of the endpoints. */
export function draftAlias(name: string, host: string, facts: Facts, root: Bound): Plain | undefined {
  const service = draftService(name, facts, root) as { readonly [field: string]: Plain } | undefined;
  const { ports } = (service?.['spec'] ?? {}) as { readonly ports?: Plain };
  const spec = { type: 'ExternalName', externalName: host, ...(ports === undefined ? {} : { ports }) };
  return service && { ...service, spec };
}

/** The fields of a Service that ExternalName does not allow or does not use. */
const lostFields = [
  'type',
  'clusterIP',
  'ipFamilies',
  'ipFamilyPolicy',
  'internalTrafficPolicy',
  'publishNotReadyAddresses',
  'selector',
  'externalName',
];

/** Makes the Service an alias; undefined where it has other fields, such as those of a load balancer. */
export function aliasEdits(
  { root }: { readonly root: Bound },
  facts: Facts,
  host: string,
): readonly TreeEdit[] | undefined {
  const spec = member(root, 'spec');
  if (!facts.service || !hasManualEndpoints(facts.service) || !spec || !isInPlace(spec) || !isFullyKnown(spec.value))
    return undefined;
  const [type = 'ClusterIP', clusterIp = 'None'] = ['type', 'clusterIP'].map((name) => textOf(member(spec, name)));
  // Clients may use a cluster IP that is written.
  if (type !== 'ClusterIP' || clusterIp !== 'None' || !hasOnly(spec, [...lostFields, 'ports'])) return undefined;
  return [{ kind: 'compose', by: { kind: 'mapping', base: spec.value, entries: aliasEntries(spec.value, host) } }];
}

function aliasEntries(spec: Mapping, host: string): readonly DraftEntry[] {
  const kept = spec.entries.filter(({ name }) => !lostFields.includes(name)).map(keptEntry);
  const added = Object.entries({ type: 'ExternalName', externalName: host }).map(([name, value]): DraftEntry => ({
    name,
    entry: undefined,
    value: { kind: 'plain', value },
  }));
  return [...added, ...kept];
}

/** True where a Service port leads to another number, which an alias cannot do. */
export function mapsPorts({ service }: Facts, { endpoints, slice }: Facts): boolean {
  const written = (endpoints ?? slice)?.ports ?? [];
  const numbers = (service?.ports ?? []).map(({ number }) => number);
  return written.some(({ number }) => !numbers.includes(number));
}
