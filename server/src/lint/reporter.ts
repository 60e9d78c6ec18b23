/** Chooses the object that reports a mistake of several objects: the best place in a file whose findings are reported. */
import { nodeAt } from '../analysis/binding/bind.ts';
import type { RelatedObjects } from '../analysis/workspace/file-around.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import type { Path } from '../tree/path.ts';
import type { RelatedPlace, RelationContext, ReportPlace } from './rule.ts';
import { objectPlace } from './subject.ts';

export interface CandidatePlace {
  readonly entry: IndexedObject;
  readonly path: Path;
}

/** The place where this object reports the mistake; undefined where another object does. */
export function ownPlace(
  candidates: readonly CandidatePlace[],
  { around, binding, resource }: RelationContext,
): ReportPlace | undefined {
  const first = candidates.find(({ entry }) => isReported(entry, around));
  if (first?.entry !== around.entry) return undefined;
  return nodeAt(binding.root, first.path) ?? objectPlace(binding, resource);
}

export function isReported(entry: IndexedObject, around: RelatedObjects): boolean {
  return around.isReported?.(entry) ?? true;
}

/** False for endpoints whose Service reports the mistake, as nearly always. */
export function mayReportForService({ entry, isReported: test }: RelatedObjects): boolean {
  return entry.facts.service !== undefined || test !== undefined;
}

/** The first candidate in another place. */
export function otherPlace(
  candidates: readonly CandidatePlace[],
  own: ReportPlace,
  { around }: RelationContext,
  message: string,
): readonly RelatedPlace[] {
  const path = ('parent' in own ? own.path : []).join();
  const other = candidates.find(({ entry, path: each }) => entry !== around.entry || each.join() !== path);
  return other ? [{ ...other, message }] : [];
}
