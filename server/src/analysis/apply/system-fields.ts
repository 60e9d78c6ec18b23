/** The metadata that the API server sets itself, whatever a request contains. */
import { compareJson, isList, isObject, memberOf, type Json, type JsonObject } from './json-value.ts';
import { kindOf } from './shape.ts';

const made = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'uid'];

/** For a new object: the API server sets these fields, or there are none yet. */
export function withoutSystemFields(object: JsonObject): JsonObject {
  return withMetadata(object, (metadata) => {
    const names = Object.keys(metadata);
    if (!names.some((name) => made.includes(name))) return metadata;
    return Object.fromEntries(Object.entries(metadata).filter(([name]) => !made.includes(name)));
  });
}

/** For an update: identity, creation time and a requested deletion are kept. */
export function withSystemFields(object: JsonObject, before: JsonObject): JsonObject {
  const old = counted(memberOf(before, 'metadata'), object, before);
  return withMetadata(object, (metadata) => {
    const kept: Record<string, Json> = { ...metadata };
    for (const name of [...sent, ...filled]) {
      const value = memberOf(old, name);
      if (value !== undefined && !(sent.includes(name) && Object.hasOwn(kept, name))) kept[name] = value;
      else if (value === undefined && ignored.includes(name)) delete kept[name];
    }
    const names = Object.keys(kept);
    const isSame =
      names.length === Object.keys(metadata).length && names.every((name) => kept[name] === metadata[name]);
    return isSame ? metadata : kept;
  });
}

/** The API server increments the generation of a slice when more than its metadata changes. */
function counted(metadata: Json | undefined, object: JsonObject, before: JsonObject): Json | undefined {
  const generation = memberOf(metadata, 'generation');
  if (kindOf(object) !== 'EndpointSlice' || typeof generation !== 'number' || !isObject(metadata)) return metadata;
  const isSame = ['endpoints', 'ports'].every(
    (name) => compareJson(memberOf(object, name) ?? null, memberOf(before, name) ?? null) !== 'different',
  );
  return isSame ? metadata : { ...metadata, generation: generation + 1 };
}

/** A request may contain these fields, but only with the current value. */
const sent = ['uid', 'deletionGracePeriodSeconds'];

/** These fields keep their current values, whatever a request contains. */
const filled = ['creationTimestamp', 'deletionTimestamp', 'generation'];

/** Of these fields, values that the object lacks are ignored; a request cannot request a deletion. */
const ignored = ['creationTimestamp', 'generation'];

/** Equal owner references are stored once. */
export function withoutTwinOwners(object: JsonObject): JsonObject {
  const owners = memberOf(memberOf(object, 'metadata'), 'ownerReferences');
  if (!isList(owners)) return object;
  const kept = new Map<string, Json[]>();
  const ownerReferences = owners.filter((owner) => {
    const uid = JSON.stringify(memberOf(owner, 'uid') ?? null);
    const others = kept.get(uid) ?? [];
    if (others.some((other) => compareJson(other, owner) === 'same')) return false;
    kept.set(uid, [...others, owner]);
    return true;
  });
  if (ownerReferences.length === owners.length) return object;
  return withMetadata(object, (metadata) => ({ ...metadata, ownerReferences }));
}

function withMetadata(object: JsonObject, change: (metadata: JsonObject) => JsonObject): JsonObject {
  const metadata = memberOf(object, 'metadata');
  const changed = isObject(metadata) ? change(metadata) : metadata;
  return changed === undefined || changed === metadata ? object : { ...object, metadata: changed };
}
