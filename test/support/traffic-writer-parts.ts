/** Parts of random objects that Services, slices and Endpoints share: part of `traffic-writer.ts`. */
import { pick, rarely, type Random } from './random.ts';
import type { Protocol } from './traffic-objects.ts';

/** Nodes by their zones; the last one has no zone label. */
export const nodes: readonly (readonly [node: string, zone: string | null])[] = [
  ['worker-1', 'zone-a'],
  ['worker-2', 'zone-a'],
  ['worker-3', 'zone-b'],
  ['edge-1', null],
];

/** What makes the objects of one cluster alike: how its endpoints are hinted, and whether the names of ports repeat. */
export interface Style {
  /** The node that is named most often. */
  readonly node: string;
  readonly hints: 'none' | 'zones' | 'nodes' | 'both' | 'mixed';
  /** A port name of Endpoints always has one number and protocol. */
  readonly hasOneNumberPerName: boolean;
  /** A slice may say that the mirroring controller made it. */
  readonly mayBeClaimed: boolean;
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}

/** Each part once in `odds` times. */
export function sometimes<T extends object>(random: Random, odds: number, part: () => T): T | Record<string, never> {
  return rarely(random, odds) ? part() : {};
}

/** A label once in `odds` times, or none. */
export function labels(
  random: Random,
  choices: readonly (readonly [key: string, odds: number, values: readonly string[]])[],
): { labels?: Record<string, string> } {
  const found = choices.flatMap(([key, odds, values]) =>
    rarely(random, odds) ? [[key, pick(random, values)] as const] : [],
  );
  return found.length > 0 ? { labels: Object.fromEntries(found) } : {};
}

export const portNames = ['http', 'https', 'dns', 'metrics'] as const;

export function protocol(random: Random): { protocol?: Protocol } {
  return pick(random, [
    {},
    {},
    { protocol: 'TCP' },
    { protocol: 'TCP' },
    { protocol: 'UDP' },
    { protocol: 'SCTP' },
  ] as const);
}

export function namespace(random: Random): { namespace?: string } {
  return pick(random, [{}, {}, {}, { namespace: 'default' }, { namespace: 'shop' }]);
}
