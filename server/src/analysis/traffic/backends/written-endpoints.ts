/** The endpoints that an object sends, with the conditions that kube-proxy reads. Only rules that compare addresses ask for them. */
import { kindOfType } from '../../../contract/contract.ts';
import { canonicalText } from '../../../contract/ip.ts';
import { memo } from '../../../text/memo.ts';
import type { Path } from '../../../tree/path.ts';
import { isUnknown, memberItems, memberOf, type Json } from '../../apply/json-value.ts';
import type { RelatedObjects } from '../../workspace/file-around.ts';
import { keys } from '../../workspace/index-keys.ts';
import type { IndexedObject } from '../../workspace/indexed-object.ts';
import type { Backend } from './service-backends.ts';

export interface WrittenEndpoint {
  /** The first address in canonical spelling; other texts as written. kube-proxy ignores further addresses. */
  readonly address: string;
  /** Undefined where it is opaque. */
  readonly isReady: boolean | undefined;
  readonly isTerminating: boolean | undefined;
  readonly path: Path;
}

/** By the path of their subset or slice; undefined for an object that sends nothing or whose lists are not fully known. */
const writtenIn = memo((entry: IndexedObject): ReadonlyMap<string, readonly WrittenEndpoint[]> | undefined => {
  const { applied, slice } = entry.facts;
  if (!applied?.isWhole) return undefined;
  if (slice) return new Map([['', endpointsIn(applied.config)]]);
  const subsets = memberItems(applied.config, 'subsets');
  return new Map(subsets.map((subset, i) => [`subsets,${i}`, addressesIn(subset, i)]));
});

/** Asks for each object by its own key: nearly every edit changes an address, which no other key notices. */
export function writtenEndpoints(
  { entry, path }: Pick<Backend, 'entry' | 'path'>,
  at: RelatedObjects['at'],
): readonly WrittenEndpoint[] | undefined {
  for (const { namespace, name } of entry.identities) at(keys.applied(kindOfType(entry.facts.kind), namespace, name));
  return writtenIn(entry)?.get(path.join());
}

function endpointsIn(slice: Json): readonly WrittenEndpoint[] {
  return memberItems(slice, 'endpoints').map((endpoint, i) => {
    const conditions = memberOf(endpoint, 'conditions');
    return {
      address: textOf(memberItems(endpoint, 'addresses')[0]),
      isReady: condition(memberOf(conditions, 'ready'), true),
      isTerminating: condition(memberOf(conditions, 'terminating'), false),
      path: ['endpoints', i, 'addresses', 0],
    };
  });
}

function addressesIn(subset: Json, i: number): readonly WrittenEndpoint[] {
  return (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
    memberItems(subset, list).map((address, j) => ({
      address: textOf(memberOf(address, 'ip')),
      isReady: list === 'addresses',
      isTerminating: false,
      path: ['subsets', i, list, j, 'ip'],
    })),
  );
}

function textOf(value: Json | undefined): string {
  if (isUnknown(value)) return value.text;
  return typeof value === 'string' ? (canonicalText(value) ?? value) : '';
}

function condition(value: Json | undefined, absent: boolean): boolean | undefined {
  if (isUnknown(value)) return undefined;
  return typeof value === 'boolean' ? value : absent;
}
