/** Generates objects, requests and histories for the properties of server-side apply. Few names make conflicts frequent. */
import * as fc from 'fast-check';
import { isList, isObject, type Json, type JsonObject } from '../../server/src/analysis/apply/json-value.ts';
import { perform } from '../../server/src/analysis/apply/api-server.ts';
import type { Live, ApplyStep } from '../../server/src/analysis/apply/apply-step.ts';

/** The versions between which server-side apply differs. */
export const minors = [20, 36] as const;

const text = fc.constantFrom('a', 'b', 'c');
const key = fc.constantFrom('app', 'tier', 'example.com/team');
const flag = fc.boolean();

/** A map or null; its values can be null. */
const texts = orNull(fc.dictionary(key, orNull(text), { maxKeys: 3 }));
const finalizers = orNull(
  fc.uniqueArray(fc.constantFrom('example.com/a', 'example.com/b', 'example.com/c'), { maxLength: 3 }),
);
const owner = fc.record(
  { uid: text, apiVersion: fc.constant('v1'), kind: fc.constant('Pod'), name: text, controller: flag },
  { requiredKeys: ['uid', 'apiVersion', 'kind', 'name'] },
);
const owners = orNull(fc.uniqueArray(owner, { selector: ({ uid }) => uid, maxLength: 3 }));
const ips = fc.array(fc.record({ ip: fc.constantFrom('10.0.0.1', '10.0.0.2') }), { minLength: 1, maxLength: 2 });
const port = fc.record(
  { port: fc.constantFrom(80, 443), name: text, protocol: fc.constantFrom('TCP', 'UDP', null) },
  { requiredKeys: ['port'] },
);
const subset = fc.record(
  { addresses: ips, notReadyAddresses: orNull(ips), ports: orNull(fc.array(port, { maxLength: 2 })) },
  { requiredKeys: ['addresses'] },
);
const metadata = fc.record(
  { labels: texts, annotations: texts, finalizers, ownerReferences: owners, generateName: text },
  { requiredKeys: [] },
);

/** The content of an object beside its name. */
export const configs: fc.Arbitrary<JsonObject> = fc
  .record({ metadata, subsets: orNull(fc.array(subset, { maxLength: 2 })) }, { requiredKeys: ['metadata'] })
  .map(named);

/** Three quarters are applies. */
export const steps: fc.Arbitrary<ApplyStep> = fc.record({
  operation: fc.constantFrom('apply', 'apply', 'apply', 'update'),
  manager: fc.constantFrom('one', 'two', 'three'),
  force: flag,
  config: configs,
});

/** An object after some requests, a few of which may have failed. */
export const histories: fc.Arbitrary<{ readonly live: Live | undefined; readonly minor: number }> = fc
  .record({ requests: fc.array(steps, { maxLength: 5 }), minor: fc.constantFrom(...minors) })
  .map(({ requests, minor }) => ({ live: after(undefined, requests, minor), minor }));

/** The object after the requests. Failed requests, and requests with an impossible result, change nothing. */
export function after(live: Live | undefined, requests: readonly ApplyStep[], minor: number): Live | undefined {
  let now = live;
  for (const step of requests) {
    const outcome = perform(now, step, minor);
    if (outcome.kind === 'result' && !hasBareOwner(outcome.live)) now = outcome.live;
  }
  return now;
}

/** Owners have a name, a kind and a version: the API server rejects an apply that gives them up. */
export function hasBareOwner({ object }: Live): boolean {
  const { ownerReferences = null } = object['metadata'] as JsonObject;
  return isList(ownerReferences) && ownerReferences.some((each) => isObject(each) && each['name'] === '');
}

/** The object with its identity. */
export function named(object: JsonObject): JsonObject {
  const metadata = object['metadata'] as JsonObject;
  return { apiVersion: 'v1', kind: 'Endpoints', ...object, metadata: { name: 'db', ...metadata } };
}

/** An apply that gives up all fields. */
export const minimal = named({ metadata: {} });

/** An apply without force by default. */
export function applying(config: JsonObject, manager: string, force = false): ApplyStep {
  return { operation: 'apply', manager, force, config };
}

/** A selection of the object's own fields with their values. */
export function partOf(object: JsonObject, left: readonly number[]): JsonObject {
  let count = 0;
  const isLeftOut = (): boolean => left.includes(count++);
  return splitBy(object, isLeftOut)[1];
}

/** Splits the configuration into two without common fields. */
export function split(config: JsonObject, sides: readonly boolean[]): readonly [JsonObject, JsonObject] {
  let count = 0;
  return splitBy(config, () => sides[count++ % sides.length] === true);
}

/** Each label, annotation and item, and each other field as a whole, goes to one of the two. */
function splitBy(object: JsonObject, isLeft: () => boolean): readonly [JsonObject, JsonObject] {
  const { metadata, subsets, ...head } = object as { metadata: JsonObject; subsets?: Json };
  const halves: readonly [Record<string, Json>, Record<string, Json>] = [{}, {}];
  const { name, ...rest } = metadata;
  for (const [field, value] of Object.entries(rest)) {
    const parts = partsOf(value, isLeft);
    for (const [i, half] of halves.entries()) {
      const part = parts[i];
      if (part !== undefined) half[field] = part;
    }
  }
  const made = halves.map((half): JsonObject => ({ ...head, metadata: { ...(name ? { name } : {}), ...half } }));
  const [first = minimal, second = minimal] = made;
  if (subsets === undefined) return [first, second];
  return isLeft() ? [{ ...first, subsets }, second] : [first, { ...second, subsets }];
}

function partsOf(value: Json, isLeft: () => boolean): readonly (Json | undefined)[] {
  if (Array.isArray(value) && value.length > 0) {
    const marks = value.map(isLeft);
    const items = [true, false].map((side) => value.filter((_: Json, i) => marks[i] === side));
    return items.map((each) => (each.length > 0 ? each : undefined));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    const marks = Object.entries(value as JsonObject).map((entry) => [isLeft(), entry] as const);
    const maps = [true, false].map((side) => marks.flatMap(([mark, entry]) => (mark === side ? [entry] : [])));
    return maps.map((each) => (each.length > 0 ? Object.fromEntries(each) : undefined));
  }
  return isLeft() ? [value, undefined] : [undefined, value];
}

function orNull<T extends Json>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(values, { freq: 8 });
}
