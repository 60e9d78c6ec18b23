/** Draws a patch that the API server refuses, with the addresses that it would have written. */
import type { Path } from '../../tree/path.ts';
import { memberItems, memberOf, type JsonObject } from '../apply/json-value.ts';
import type { IndexedObject } from '../workspace/indexed-object.ts';
import { drawnPlace, type BreakSources } from './breaks.ts';
import type { TakeId } from './ids.ts';
import type { Break, PictureAddress, PictureObject } from './picture.ts';

/** With what it sends. */
export interface RefusedPatch extends Pick<Break, 'code' | 'message'> {
  /** The code of the rule that a check may report; null for none. */
  readonly rule: string | null;
  readonly entry: IndexedObject;
  readonly manager: string;
  readonly config: JsonObject;
}

/** What a picture shows of the patches of an object; undefined for an object without patches. */
export type PatchesOf = (entry: IndexedObject) => ObjectPatches | undefined;

export interface ObjectPatches {
  /** Those who own a part of the result. */
  readonly managers: string;
  readonly refused: readonly RefusedPatch[];
}

interface RefusedContext extends BreakSources {
  /** Of the object that is patched. */
  readonly id: string;
  readonly take: TakeId;
  /** The ids of the Service ports. */
  readonly ports: readonly string[];
}

export function pictureRefused(
  { entry, manager, config, code, rule: likely, message }: RefusedPatch,
  { id, take, ports, locate, findingsOf }: RefusedContext,
): PictureObject {
  const name = ['metadata', 'name'];
  const rule = likely !== null && findingsOf(entry).rules.has(likely) ? likely : null;
  const why: Break = { code, rule, message, ...drawnPlace({ entry, path: name }, locate) };
  const own = take(id, '/', entry.facts.kind, '/', manager);
  const flows = ports.map((port) => ({ port, flow: 'broken' as const, why }));
  return {
    id: own,
    kind: entry.facts.kind,
    name: entry.facts.name.text,
    manager,
    addressType: '',
    ports: [],
    mark: 'refused',
    isRendered: false,
    note: message,
    flows,
    addresses: addressesIn(config).map(({ address, path }): PictureAddress => ({
      id: take(own, '/', address),
      address,
      mark: 'refused',
      isRendered: false,
      zone: '',
      node: '',
      hostname: '',
      hints: [],
      owners: [],
      flows: flows.map((flow) => ({ ...flow, number: null })),
      ...drawnPlace({ entry, path }, locate),
    })),
    ...drawnPlace({ entry, path: name }, locate),
  };
}

function addressesIn(config: JsonObject): readonly { readonly address: string; readonly path: Path }[] {
  const inSubsets = memberItems(config, 'subsets').flatMap((subset, i) =>
    ['addresses', 'notReadyAddresses'].flatMap((list) =>
      memberItems(subset, list).map((each, j) => ({
        address: memberOf(each, 'ip'),
        path: ['subsets', i, list, j, 'ip'] as Path,
      })),
    ),
  );
  const inSlice = memberItems(config, 'endpoints').flatMap((endpoint, i) =>
    memberItems(endpoint, 'addresses').map((address, j) => ({
      address,
      path: ['endpoints', i, 'addresses', j] as Path,
    })),
  );
  return [...inSubsets, ...inSlice].flatMap(({ address, path }) =>
    typeof address === 'string' ? [{ address, path }] : [],
  );
}
