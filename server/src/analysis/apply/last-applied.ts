/** Migration from client-side apply: the manager `kubectl` may change fields of its last-applied annotation. */
import { lastAppliedAnnotation } from '../../contract/meta.ts';
import { apiVersions } from '../../contract/contract.ts';
import { difference, emptySet, hasField, union, type FieldSet } from './field-set.ts';
import { isList, isObject, memberOf, memberObject, type Json, type JsonObject } from './json-value.ts';
import { compareFields } from './merge-applied.ts';
import { setFields } from './config-fields.ts';
import type { Conflict, Live } from './apply-step.ts';
import { kindOf } from './shape.ts';
import { typeCauses } from './type-causes.ts';

const kubectl = 'kubectl';

/** Without conflicts on fields that still have the value of the annotation; all conflicts for other managers. */
export function withoutLastApplied(
  conflicts: readonly Conflict[],
  { object }: Live,
  manager: string,
  minor: number,
): readonly Conflict[] {
  if (manager !== kubectl) return conflicts;
  const allowed = lastFields(object, minor);
  return conflicts.filter(({ steps }) => !hasField(allowed, steps));
}

/** The object with an updated annotation; unchanged for other managers and without the annotation. */
export function withLastApplied(object: JsonObject, config: JsonObject, manager: string): JsonObject {
  const metadata = memberOf(object, 'metadata');
  const annotations = memberOf(metadata, 'annotations');
  if (manager !== kubectl || !isObject(metadata) || !isObject(annotations)) return object;
  if ((memberOf(annotations, lastAppliedAnnotation) ?? '') === '') return object;
  const last = { ...annotations, [lastAppliedAnnotation]: goJson(withoutAnnotation(config)) };
  return { ...object, metadata: { ...metadata, annotations: last } };
}

/** The fields that still have the values of the annotation; an empty set where it describes another kind. */
function lastFields(object: JsonObject, minor: number): FieldSet {
  const last = lastApplied(object);
  const kind = kindOf(object);
  const isOurs = memberOf(last, 'kind') === kind && memberOf(last, 'apiVersion') === apiVersions[kind];
  if (!last || !isOurs) return emptySet;
  if (typeCauses(last, { minor, isStrict: true }).length > 0) return emptySet;
  const { added, modified } = compareFields(object, last, minor);
  return difference(setFields(last, minor), union(added, modified));
}

function lastApplied(object: JsonObject): JsonObject | undefined {
  const text = memberOf(memberOf(memberOf(object, 'metadata'), 'annotations'), lastAppliedAnnotation);
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    // Like the API server: an invalid annotation allows nothing.
    return undefined;
  }
}

function withoutAnnotation(config: JsonObject): JsonObject {
  const { annotations, ...metadata } = memberObject(config, 'metadata');
  if (!isObject(annotations)) return { ...config, metadata };
  const { [lastAppliedAnnotation]: _, ...others } = annotations;
  return { ...config, metadata: { ...metadata, annotations: others } };
}

/** Like Go's JSON encoder: sorted keys, `<`, `>` and `&` escaped, and a final line feed. */
function goJson(json: JsonObject): string {
  const text = JSON.stringify(inOrder(json));
  return `${text.replace(/[<>&\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

function inOrder(json: Json): Json {
  if (isList(json)) return json.map(inOrder);
  if (!isObject(json)) return json;
  const names = Object.keys(json).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(json[name] ?? null)]));
}
