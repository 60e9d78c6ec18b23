/** Groups the addresses of a built Endpoints as its conversion does, and assigns the groups to slices. */
import { canonicalText, familyOfIp, parseIp, type IpFamily } from '../../contract/ip.ts';
import { builtAt, builtScalarText, entryAt } from '../../kustomize/object.ts';
import type { BuiltMapping, BuiltSequence, BuiltValue } from '../../tree/built.ts';

/** SliceData data with exact integers. */
export type SliceData =
  string | number | bigint | boolean | null | readonly SliceData[] | { readonly [name: string]: SliceData };

export interface BuiltGroup {
  readonly family: IpFamily;
  readonly ports: BuiltSequence | undefined;
  readonly endpoints: readonly BuiltEndpoint[];
}

export interface BuiltEndpoint {
  readonly address: BuiltMapping;
  readonly isReady: boolean;
  readonly subset: number;
  readonly list: string;
  readonly index: number;
}

/** In the order of their first addresses; undefined where the family of an address is not known. */
export function builtGroups(root: BuiltMapping): readonly BuiltGroup[] | undefined {
  const groups = new Map<string, BuiltGroup & { readonly endpoints: BuiltEndpoint[] }>();
  for (const [subset, value] of itemsAt(root, 'subsets').entries()) {
    const ports = builtAt(value, ['ports']);
    const own = ports?.kind === 'sequence' && ports.items.length > 0 ? ports : undefined;
    for (const { name: list } of value.kind === 'mapping' ? value.entries : []) {
      if (list === 'ports') continue;
      for (const [index, address] of itemsAt(value, list).entries()) {
        const ip = address.kind === 'mapping' ? parseIp(builtScalarText(builtAt(address, ['ip']))) : undefined;
        if (!ip || address.kind !== 'mapping') return undefined;
        const family = familyOfIp(ip);
        const key = `${family} ${portsKey(own)}`;
        const group = groups.get(key) ?? { family, ports: own, endpoints: [] };
        groups.set(key, group);
        group.endpoints.push({ address, isReady: list === 'addresses', subset, list, index });
      }
    }
  }
  return [...groups.values()];
}

function itemsAt(value: BuiltValue | undefined, name: string): readonly BuiltValue[] {
  const list = entryAt(value, name)?.value;
  return list?.kind === 'sequence' ? list.items : [];
}

function portsKey(ports: BuiltSequence | undefined): string {
  const keys = (ports?.items ?? []).map((port) => {
    const [name, number, protocol, appProtocol] = ['name', 'port', 'protocol', 'appProtocol'].map((field) =>
      builtScalarText(builtAt(port, [field])),
    );
    return JSON.stringify([name, number, protocol || 'TCP', appProtocol]);
  });
  return [...new Set(keys)].sort().join('\n');
}

/**
 * The group of each slice: the first group of a family is for its first slice. Undefined where a group has no slice.
 */
export function assignGroups<T extends { readonly family: IpFamily }>(
  groups: readonly T[],
  slices: readonly { readonly family: IpFamily }[],
): readonly (T | undefined)[] | undefined {
  const left = [...groups];
  const assigned = slices.map(({ family }) => {
    const at = left.findIndex((group) => group.family === family);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return left.length > 0 ? undefined : assigned;
}

/** The endpoint of a slice for an address. */
export function sliceEndpoint({ address, isReady }: BuiltEndpoint): SliceData {
  const ip = builtScalarText(builtAt(address, ['ip']));
  const own = address.entries.flatMap(({ name, value }) => (name === 'ip' ? [] : [[name, plainOf(value)] as const]));
  const kept = own.filter(([name, value]) => value !== null && !(name === 'hostname' && value === ''));
  return { addresses: [canonicalText(ip) ?? ip], conditions: { ready: isReady }, ...Object.fromEntries(kept) };
}

/** The ports of a slice. An empty protocol means TCP in an Endpoints, and the API server rejects it in a slice. */
export function slicePorts({ ports }: BuiltGroup): SliceData {
  return (ports?.items ?? []).map((port) => plainOf(withoutEmptyProtocol(port)));
}

function withoutEmptyProtocol(port: BuiltValue): BuiltValue {
  if (port.kind !== 'mapping') return port;
  const entries = port.entries.filter(({ name, value }) => name !== 'protocol' || builtScalarText(value) !== '');
  return { ...port, entries };
}

/** The value without its places. */
export function plainOf(value: BuiltValue): SliceData {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'sequence') return value.items.map(plainOf);
  return Object.fromEntries(value.entries.map((entry) => [entry.name, plainOf(entry.value)]));
}
