/**
 * The way from kubectl's client-side apply to server-side apply: as field manager `kubectl`, an apply may take what the
 * annotation of the former says was applied, and it keeps that annotation current.
 */
import { union, difference, fieldSet, isEmptySet } from './field-set.ts';
import { isObject, memberOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { compare } from './merge.ts';
import { setFields } from './own.ts';
import type { Conflict, Live } from './step.ts';
import type { Schema } from './updater.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
const kubectl = 'kubectl';

/** True where all conflicts are about fields that the annotation has as they are. */
export function forcedByLastApplied(
  { object }: Live,
  conflicts: readonly Conflict[],
  manager: string,
  { type, minor }: Schema,
): boolean {
  const last = manager === kubectl && minor > 20 ? lastApplied(object) : undefined;
  if (!last) return false;
  const { added, modified } = compare(object, last, type, minor);
  const allowed = difference(setFields(last, type, minor), union(added, modified));
  return isEmptySet(difference(fieldSet(conflicts.map(({ steps }) => steps)), allowed));
}

/** The object with the annotation as the apply leaves it; unchanged for other managers, and where there is none. */
export function withLastApplied(object: JsonObject, config: JsonObject, manager: string): JsonObject {
  const metadata = memberOf(object, 'metadata');
  const annotations = memberOf(metadata, 'annotations');
  if (manager !== kubectl || !isObject(metadata) || !isObject(annotations) || !(annotation in annotations))
    return object;
  const last: Record<string, Json> = { ...annotations, [annotation]: `${JSON.stringify(config)}\n` };
  return { ...object, metadata: { ...metadata, annotations: last } };
}

function lastApplied(object: JsonObject): JsonObject | undefined {
  const text = memberOf(memberOf(memberOf(object, 'metadata'), 'annotations'), annotation);
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    // As the server does: an annotation that cannot be read allows nothing.
    return undefined;
  }
}
