/** What the server decides of an object's metadata itself, whatever it is sent. */
import { compareJson, isList, isObject, memberOf } from './json-value.ts';
import type { Json, JsonObject } from './json-value.ts';
import { kindOf } from './shape.ts';

const made = ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink', 'uid'];

/** A new object: the server makes these anew, or there are none yet. */
export function withoutSystemFields(object: JsonObject): JsonObject {
  return withMetadata(object, (metadata) => {
    const names = Object.keys(metadata);
    if (!names.some((name) => made.includes(name))) return metadata;
    return Object.fromEntries(Object.entries(metadata).filter(([name]) => !made.includes(name)));
  });
}

/** A changed object: it stays the same one, as old as it was, and its deletion is never taken back. */
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

/** The server counts the changes of a slice, but for those of its metadata. */
function counted(metadata: Json | undefined, object: JsonObject, before: JsonObject): Json | undefined {
  const generation = memberOf(metadata, 'generation');
  if (kindOf(object) !== 'EndpointSlice' || typeof generation !== 'number' || !isObject(metadata)) return metadata;
  const isSame = ['endpoints', 'ports'].every(
    (name) => compareJson(memberOf(object, name) ?? null, memberOf(before, name) ?? null) !== 'different',
  );
  return isSame ? metadata : { ...metadata, generation: generation + 1 };
}

/** What a request may carry, though another value than that of the object is an error. */
const sent = ['uid', 'deletionGracePeriodSeconds'];

/** What is as it was, whatever a request says. */
const filled = ['creationTimestamp', 'deletionTimestamp', 'generation'];

/** Of these, what the object does not have is not looked at; a deletion is no request's to ask for. */
const ignored = ['creationTimestamp', 'generation'];

/** Of owners that say the very same, one is kept. */
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
