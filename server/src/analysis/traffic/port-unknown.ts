/** The values that are not known, without those that cannot matter for a port: the endpoints of slices that lack the port. */
import type { Path } from '../../tree/path.ts';
import type { OfferedPort, ServiceWorld, UnknownPart } from './model.ts';

/** For kube-proxy, which compares the ports by name and protocol. */
export function unknownFor({ service, slices, endpoints }: ServiceWorld, port: OfferedPort): readonly UnknownPart[] {
  const all = [service, ...slices, ...endpoints].flatMap(({ unknown }) => unknown);
  if (all.length === 0) return all;
  const lacking = new Set(slices.map(({ entry }) => entry));
  const isOffered = (own: readonly Pick<OfferedPort, 'name' | 'protocol'>[]): boolean =>
    own.some(({ name, protocol }) => name === port.name && protocol === port.protocol);
  for (const { entry, ports } of slices) if (isOffered(ports)) lacking.delete(entry);
  for (const { entry, path } of all) if (!isOfAddress(path)) lacking.delete(entry);
  return all.filter(({ entry }) => !lacking.has(entry));
}

/** True for a part of an endpoint of a slice, or of an address in Endpoints: a subset without known addresses has no slice. */
function isOfAddress([list, index, inner, item]: Path): boolean {
  if (list === 'endpoints') return index !== undefined;
  return list === 'subsets' && item !== undefined && (inner === 'addresses' || inner === 'notReadyAddresses');
}
