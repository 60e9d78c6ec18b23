/** Finds values that a program should write once: namespaces, names of Services and port numbers that are used several times. */
import { serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { groupBy } from '../../text/group.ts';
import type { Path } from '../../tree/path.ts';
import type { CarriedMap, CarriedObject, CarriedScalar, CarriedValue } from './carried.ts';

export interface Constant {
  /** The words of its name, in small letters. */
  readonly words: readonly string[];
  readonly value: string | number;
  /** Where it is used. */
  readonly uses: ReadonlySet<CarriedScalar>;
}

interface Use {
  readonly what: 'namespace' | 'service' | 'port';
  readonly scalar: CarriedScalar;
  /** The name of the port that the number belongs to. */
  readonly portName: string | undefined;
}

/** In the order of their first uses. Addresses and names of ports stay where they are. */
export function constantsIn(objects: readonly CarriedObject[]): readonly Constant[] {
  const uses = objects.flatMap(({ properties }) => usesIn(properties, []));
  const groups = [...groupBy(uses, ({ what, scalar }) => JSON.stringify([what, scalar.value])).values()];
  const repeated = groups.filter((group) => group.length > 1);
  const taken = new Set<string>();
  return repeated.flatMap((group) => {
    const [first] = group;
    if (!first || typeof first.scalar.value === 'boolean') return [];
    const isOnly = repeated.filter((other) => other[0]?.what === first.what).length === 1;
    const words = freeWords(isOnly && first.what !== 'port' ? [[...usual[first.what]]] : ownWords(group), taken);
    return [{ words, value: first.scalar.value, uses: new Set(group.map(({ scalar }) => scalar)) }];
  });
}

const usual = { namespace: ['namespace'], service: ['service', 'name'] } as const;

/** Names that say which namespace, Service or port it is, the best first. */
function ownWords(group: readonly Use[]): readonly (readonly string[])[] {
  const [first] = group;
  if (!first) return [];
  const { what, scalar } = first;
  if (what === 'namespace') return [[...wordsOf(String(scalar.value)), 'namespace']];
  if (what === 'service') return [[...wordsOf(String(scalar.value)), 'name']];
  const names = new Set(group.flatMap(({ portName }) => portName ?? []));
  const [name] = names;
  const byNumber = ['port', String(scalar.value)];
  return names.size === 1 && name !== undefined ? [[...wordsOf(name), 'port'], byNumber] : [byNumber];
}

function freeWords(proposals: readonly (readonly string[])[], taken: Set<string>): readonly string[] {
  const key = (words: readonly string[]): string => words.join(' ');
  const last = proposals.at(-1) ?? ['value'];
  let free = proposals.find((words) => !taken.has(key(words)));
  for (let i = 2; !free; i++) if (!taken.has(`${key(last)} ${i}`)) free = [...last, String(i)];
  taken.add(key(free));
  return free;
}

/** The words of a name; the first one starts with a letter. */
export function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]*[a-z0-9]+|[A-Z]+/g) ?? [];
  const first = words[0] ?? '';
  const all = /^[A-Za-z]/.test(first) ? words : ['the', ...words];
  return all.map((word) => word.toLowerCase());
}

function usesIn(value: CarriedValue, path: Path): readonly Use[] {
  if (value.kind === 'list') return value.items.flatMap((item, i) => usesIn(item.value, [...path, i]));
  if (value.kind === 'map')
    return value.entries.flatMap((entry) => {
      const own = [...path, entry.name];
      const what = entry.value.kind === 'scalar' ? meaningOf(own, entry.value.value) : undefined;
      if (entry.value.kind !== 'scalar' || !what) return usesIn(entry.value, own);
      return [{ what, scalar: entry.value, portName: portNameIn(value) }];
    });
  return [];
}

function meaningOf(path: Path, value: CarriedScalar['value']): Use['what'] | undefined {
  const [first, second, third] = path;
  if (first === 'metadata' && typeof value === 'string') {
    if (path.length === 2 && second === 'namespace') return 'namespace';
    if (path.length === 2 && second === 'name') return 'service';
    return path.length === 3 && second === 'labels' && third === serviceNameLabel ? 'service' : undefined;
  }
  const isPort = path.at(-3) === 'ports' && typeof path.at(-2) === 'number';
  const name = path.at(-1);
  const isNumber = typeof value === 'number' && value > 0;
  return isPort && isNumber && (name === 'port' || name === 'targetPort') ? 'port' : undefined;
}

function portNameIn({ entries }: CarriedMap): string | undefined {
  const name = entries.find((entry) => entry.name === 'name')?.value;
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : undefined;
}
