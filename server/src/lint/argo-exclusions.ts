/** Finds the ConfigMap of Argo CD that excludes an object from every sync. */
import { excludesKind } from '../analysis/workspace/exclusions.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { nearestObjects } from '../analysis/workspace/nearest.ts';
import { kindOfType, type Kind } from '../contract/contract.ts';
import { memoBy } from '../text/memo.ts';
import type { Resource } from '../tree/document.ts';
import type { RelatedPlace } from './rule.ts';

export interface ArgoExclusion {
  readonly place: RelatedPlace;
  /** The Application that certainly delivers the object; undefined where none in sight does. */
  readonly application: string | undefined;
}

/** Undefined where no ConfigMap is in sight, or where one of them does not exclude the kind. */
export function exclusionOf(resource: Resource, around: RelatedObjects): ArgoExclusion | undefined {
  if (!mayBeApplied(resource)) return undefined;
  const maps = around.at(keys.argo);
  const [entry] = nearestObjects(maps, around.entry.uri);
  if (!entry || !areExcluding(maps, kindOfType(resource.type))) return undefined;
  const place = { entry, path: ['data', 'resource.exclusions'], message: 'Argo CD is configured here.' };
  return { place, application: applicationOf(around.entry) };
}

/** False for objects that Argo CD never applies as they are written. */
export function mayBeApplied({ form, isPartial, embedding }: Resource): boolean {
  return form !== 'pulumi' && !isPartial && !embedding;
}

export function applicationOf({ identities }: IndexedObject): string | undefined {
  return identities.map(({ application }) => application).find((each) => each !== '');
}

const areExcluding = memoBy((maps: readonly IndexedObject[], kind: Kind): boolean =>
  maps.every(({ facts }) => excludesKind(facts.exclusions ?? '', kind)),
);
