/**
 * Groups the addresses of an Endpoints into slices, one for each set of ports and IP family. It keeps the written order
 * and does not repack addresses.
 */
import { mostEndpoints } from '../../contract/slice-limits.ts';
import {
  bareItem,
  barePair,
  commentsOfPair,
  listOf,
  onlyComments,
  pairOf,
  stringIn,
  type ItemPart,
  type ListPart,
  type MapPart,
  type PairPart,
} from '../../edits/parts/part.ts';
import type { WritingStyle } from '../../edits/parts/write-parts.ts';
import { endpointItem, addressFamily, type Family } from '../parts/address-parts.ts';
import { withAbove, withoutPairs } from '../parts/rewrite-pairs.ts';

export interface SliceGroup {
  readonly family: Family;
  readonly ports: PairPart | undefined;
  /** Comments above the whole list. */
  readonly above: readonly string[];
  readonly beside: string;
  readonly below: readonly string[];
  readonly endpoints: readonly ItemPart[];
  /** The list of addresses whose layout the endpoints use. */
  readonly like: ListPart | undefined;
}

type OpenGroup = { -readonly [K in Exclude<keyof SliceGroup, 'endpoints'>]: SliceGroup[K] } & {
  readonly endpoints: ItemPart[];
};

/** The documented limit of the API. Newer servers accept more. */
const mostPorts = 100;

/** Returns the groups, ordered by their first addresses. Addresses that are not known have the family `unknown`. */
export function sliceGroups(root: MapPart, style: WritingStyle, unknown: Family = 'IPv4'): readonly SliceGroup[] {
  const sorter = new Sorter(style, unknown);
  const list = listOf(root, 'subsets');
  for (const item of list?.items ?? []) if (item.value.kind === 'map') sorter.subset(item, item.value);
  return sorter.finish(list?.below ?? []).flatMap(splitGroup);
}

/** Visits the subsets once and holds the comments that have no place yet. */
class Sorter {
  readonly #style: WritingStyle;
  readonly #unknown: Family;
  readonly #groups = new Map<string, OpenGroup>();
  #waiting: string[] = [];
  #last: OpenGroup | undefined;
  /** Comments of the ports, until a group has these ports. */
  #portNotes: readonly string[] | undefined;
  #portsKey = '';

  constructor(style: WritingStyle, unknown: Family) {
    this.#style = style;
    this.#unknown = unknown;
  }

  subset(item: ItemPart, subset: MapPart): void {
    const ports = portsOf(subset);
    this.#waiting.push(...onlyComments([...item.above, item.beside]));
    this.#portNotes = ports && commentsOfPair(ports);
    this.#portsKey = portSetKey(ports?.value.kind === 'list' ? ports.value.items : []);
    for (const pair of subset.pairs) if (pair.name !== 'ports') this.#addresses(pair, ports);
    this.#waiting.push(...(this.#portNotes ?? []), ...onlyComments(subset.below));
  }

  finish(below: readonly string[]): readonly SliceGroup[] {
    const last = this.#last;
    if (last) last.below = [...last.below, ...this.#waiting, ...onlyComments(below)];
    return [...this.#groups.values()];
  }

  #addresses(pair: PairPart, ports: PairPart | undefined): void {
    const list = pair.value.kind === 'list' ? pair.value : undefined;
    this.#waiting.push(...onlyComments(pair.above));
    let { beside } = pair;
    for (const { item, address } of list ? addressesIn(list) : []) {
      const group = this.#group(addressFamily(address) ?? this.#unknown, ports, list);
      const endpoint = endpointItem(item, address, pair.name === 'addresses', this.#style);
      if (group.endpoints.length === 0) {
        group.above = this.#waiting;
        group.beside = beside;
        group.endpoints.push(endpoint);
      } else {
        group.endpoints.push(withAbove(endpoint, [...group.below, ...this.#waiting, ...onlyComments([beside])]));
        group.below = [];
      }
      this.#waiting = [];
      beside = '';
      this.#last = group;
    }
    const rest = onlyComments([beside, ...(list?.below ?? [])]);
    if (this.#last && list) this.#last.below = [...this.#last.below, ...rest];
    else this.#waiting.push(...rest);
  }

  /** The group with this family and these ports. The first group with these ports keeps their comments. */
  #group(family: Family, ports: PairPart | undefined, like: ListPart | undefined): OpenGroup {
    const list = ports?.value.kind === 'list' && ports.value.items.length > 0 ? ports.value : undefined;
    const key = `${family} ${this.#portsKey}`;
    let group = this.#groups.get(key);
    const notes = this.#portNotes;
    const isTaken = !group && list !== undefined;
    if (!group) {
      const own = list && (notes ? ports : ports && barePair(ports));
      group = { family, ports: own, above: [], beside: '', below: [], endpoints: [], like };
      this.#groups.set(key, group);
    }
    if (!isTaken && notes) this.#waiting.push(...notes);
    this.#portNotes = undefined;
    return group;
  }
}

/** The ports. An empty protocol is dropped: it means TCP in an Endpoints, but the API server rejects it in a slice. */
function portsOf(subset: MapPart): PairPart | undefined {
  const pair = pairOf(subset, 'ports');
  if (pair?.value.kind !== 'list') return pair;
  const items = pair.value.items.map((item): ItemPart => {
    if (item.value.kind !== 'map') return item;
    const isEmpty = stringIn(pairOf(item.value, 'protocol')?.value) === '';
    return isEmpty ? { ...item, value: withoutPairs(item.value, new Set(['protocol'])) } : item;
  });
  const isSame = items.every((item, i) => pair.value.kind === 'list' && item === pair.value.items[i]);
  return isSame ? pair : { ...pair, value: { ...pair.value, items, lines: undefined } };
}

function addressesIn(list: ListPart): readonly { readonly item: ItemPart; readonly address: MapPart }[] {
  return list.items.flatMap((item) => (item.value.kind === 'map' ? [{ item, address: item.value }] : []));
}

/** Equal for lists of ports with the same meaning. */
export function portSetKey(ports: readonly ItemPart[]): string {
  return [...new Set(ports.map(portKey))].sort().join('\n');
}

function portKey({ value }: ItemPart): string {
  const fieldText = (name: string): string => {
    const part = value.kind === 'map' ? pairOf(value, name)?.value : undefined;
    if (part?.kind !== 'text') return '';
    const { origin } = part;
    if (origin?.kind === 'scalar') return origin.value === null ? '' : String(origin.value);
    return part.lines.join(' ');
  };
  return JSON.stringify([
    fieldText('name'),
    fieldText('port'),
    fieldText('protocol') || 'TCP',
    fieldText('appProtocol'),
  ]);
}

/** Splits a group with too many ports or endpoints, or with several ports of one name. */
function splitGroup(group: SliceGroup): readonly SliceGroup[] {
  const chunks = chunksOf(group.endpoints, mostEndpoints);
  const rounds = group.ports ? portRounds(group.ports) : [undefined];
  if (chunks.length * rounds.length === 1 && rounds[0] === group.ports) return [group];
  return rounds.flatMap((ports, i) =>
    chunks.map((endpoints, j): SliceGroup => {
      const isFirst = i === 0 && j === 0;
      const notes = isFirst ? {} : { above: [], beside: '' };
      const below = i === 0 && j === chunks.length - 1 ? group.below : [];
      const items = i === 0 ? endpoints : endpoints.map(bareItem);
      return { ...group, ...notes, below, ports: ports && (j === 0 ? ports : barePair(ports)), endpoints: items };
    }),
  );
}

/** Splits the ports into lists in which each name is unique. Duplicate ports are dropped. */
function portRounds(ports: PairPart): readonly PairPart[] {
  if (ports.value.kind !== 'list') return [ports];
  const list = ports.value;
  const rounds: { readonly names: Set<string>; readonly items: ItemPart[] }[] = [];
  const seen = new Set<string>();
  let lost: readonly string[] = [];
  for (const item of list.items) {
    const key = portKey(item);
    if (seen.has(key)) {
      lost = [...lost, ...commentsOfPair(item)];
      continue;
    }
    seen.add(key);
    const name = (item.value.kind === 'map' && stringIn(pairOf(item.value, 'name')?.value)) || key;
    let round = rounds.find(({ names, items }) => !names.has(name) && items.length < mostPorts);
    if (!round) rounds.push((round = { names: new Set(), items: [] }));
    round.names.add(name);
    round.items.push(withAbove(item, lost));
    lost = [];
  }
  if (rounds.length <= 1 && seen.size === list.items.length) return [ports];
  return rounds.map(({ items }, i) => {
    const own = { ...list, items, lines: undefined, below: i === 0 ? [...lost, ...list.below] : [] };
    return i === 0 ? { ...ports, value: own } : { ...ports, above: [], beside: '', value: own };
  });
}

function chunksOf<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, i) => items.slice(i * most, (i + 1) * most));
}
