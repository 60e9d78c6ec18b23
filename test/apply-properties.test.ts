/** What holds for every server-side apply, whatever was there before, in the oldest and the newest version. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import {
  emptySet,
  fieldsOf,
  fieldText,
  fromFieldsV1,
  hasField,
  toFieldsV1,
  type Steps,
} from '../server/src/analysis/apply/field-set.ts';
import { memberOf, type Json, type JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { managedFieldsJson, readOwners, withRecordedFields } from '../server/src/analysis/apply/managed-fields.ts';
import { setFields, withLiveParts } from '../server/src/analysis/apply/config-fields.ts';
import { pathOfField, strayFields } from '../server/src/analysis/apply/owners.ts';
import { liveObject, perform } from '../server/src/analysis/apply/api-server.ts';
import { isEmptyJson, rootType } from '../server/src/analysis/apply/shape.ts';
import type { Live, Owner } from '../server/src/analysis/apply/apply-step.ts';
import {
  after,
  applying,
  configs,
  hasBareOwner,
  histories,
  minimal,
  partOf,
  split,
  steps,
} from './support/apply-arbitraries.ts';
import { times } from './support/runs.ts';

const numRuns = times(3_000);

describe('server-side apply', function () {
  this.timeout(120_000);

  it('changes nothing when the same is applied again', () => {
    holds(fc.tuple(histories, steps), ([{ live, minor }, step]) => {
      const once = perform(live, { ...step, operation: 'apply' }, minor);
      if (once.kind !== 'result' || isReadAnew(once.live, minor)) return;
      const twice = perform(once.live, { ...step, operation: 'apply', force: false }, minor);
      if (twice.kind === 'conflicts') {
        // What is empty is not kept, so that it is set anew each time, whoever else owns it.
        for (const { steps: field } of twice.conflicts)
          assert.ok(isEmptyJson(valueAt(step.config, field)), fieldText(field));
        return;
      }
      assert.ok(twice.kind === 'result');
      assert.deepEqual(shown(twice.live), shown(once.live));
      assert.deepEqual(twice.lost, []);
    });
  });

  it('lets everybody own what has the value that it applies', () => {
    holds(fc.tuple(histories, fc.array(fc.nat(20))), ([{ live, minor }, left]) => {
      if (!hasOwners(live) || isReadAnew(live, minor)) return;
      const outcome = perform(live, applying(partOf(live.object, left), 'newcomer'), minor);
      assert.ok(outcome.kind === 'result', JSON.stringify(outcome));
      assert.deepEqual(outcome.live.object, live.object);
      assert.deepEqual(
        outcome.live.owners.filter(({ manager }) => manager !== 'newcomer'),
        live.owners,
      );
    });
  });

  it('takes by force what it would conflict about, and nothing but that', () => {
    holds(fc.tuple(histories, configs), ([{ live, minor }, config]) => {
      if (isReadAnew(live, minor)) return;
      const asked = perform(live, applying(config, 'one'), minor);
      const forced = perform(live, applying(config, 'one', true), minor);
      if (asked.kind === 'result') assert.deepEqual(asked, forced);
      if (asked.kind !== 'conflicts') return;
      assert.ok(forced.kind === 'result');
      for (const { steps: field, with: owner } of asked.conflicts) {
        const loser = forced.live.owners.find((each) => isSame(each, owner));
        assert.ok(!loser || !hasField(loser.fields, field), fieldText(field));
        const winner = forced.live.owners.find((each) => each.manager === 'one' && each.operation === 'Apply');
        const isOwned = fieldsOf(winner?.fields ?? emptySet).some((each) => isBelow(each, field));
        // Nobody owns the field of a list of items because it is empty.
        assert.ok(isOwned || isEmptyJson(valueAt(config, field)), fieldText(field));
      }
      const conflicting = new Set(
        asked.conflicts.map(({ steps: field, with: owner }) => fieldText(field) + nameOf(owner)),
      );
      for (const owner of forced.lost) {
        // A map or list that becomes empty because the applier drops its last entry is lost, too, to nobody.
        const left = fieldsOf(owner.fields).filter((field) => pathOfField(forced.live.object, field, minor));
        for (const field of left) assert.ok(conflicting.has(fieldText(field) + nameOf(owner)), fieldText(field));
      }
    });
  });

  it('does not depend on the order of patches that have no field in common', () => {
    const patches = fc.tuple(configs, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }));
    holds(fc.tuple(histories, patches, fc.boolean()), ([{ live, minor }, [config, sides], force]) => {
      const [left, right] = split(config, sides);
      const a = applying(left, 'left', force);
      const b = applying(right, 'right', force);
      if ([[], [a], [b]].some((first) => isReadAnew(after(live, first, minor), minor))) return;
      const [there, back] = [after(live, [a, b], minor), after(live, [b, a], minor)];
      assert.deepEqual(unordered(there), unordered(back));
    });
  });

  it('leaves no field without an owner, and no owner without a field', () => {
    holds(histories, ({ live, minor }) => {
      if (!hasOwners(live)) return;
      for (const owner of live.owners) assert.deepEqual(strayFields(live.object, owner, minor), [], nameOf(owner));
      const object = recordedFields(live.object, minor);
      for (const field of object)
        assert.ok(
          live.owners.some(({ fields }) => hasField(fields, field)),
          `nobody owns ${fieldText(field)}`,
        );
    });
  });

  it('leaves nothing that a manager alone owned when it lets go', () => {
    holds(fc.tuple(histories, fc.constantFrom('one', 'two', 'three')), ([{ live, minor }, manager]) => {
      if (!hasOwners(live) || isReadAnew(live, minor)) return;
      const outcome = perform(live, applying(minimal, manager), minor);
      assert.ok(outcome.kind === 'result');
      if (hasBareOwner(outcome.live)) return;
      const isIts = (owner: Owner): boolean => owner.manager === manager && owner.operation === 'Apply';
      assert.equal(outcome.live.owners.find(isIts), undefined);
      const others = live.owners.filter((owner) => !isIts(owner));
      const left = new Set(recordedFields(outcome.live.object, minor).map(fieldText));
      const own = live.owners.filter(isIts).flatMap(({ fields }) => fieldsOf(fields));
      for (const field of own) {
        const isShared = others.some(({ fields }) => fieldsOf(fields).some((each) => isBelow(each, field)));
        assert.ok(isShared || !left.has(fieldText(field)), fieldText(field));
      }
      // An item goes with all that others have set in it, unless one of them owns the item itself.
      const gone = own.filter((field) => !others.some(({ fields }) => hasField(fields, field)));
      for (const field of outcome.lost.flatMap(({ fields }) => fieldsOf(fields)))
        assert.ok(
          gone.some((each) => isBelow(field, each) || isBelow(each, field)),
          fieldText(field),
        );
    });
  });

  it('writes managedFields that read as the same owners', () => {
    holds(histories, ({ live, minor }) => {
      if (!live) return;
      for (const { fields } of live.owners) assert.deepEqual(fromFieldsV1(toFieldsV1(fields)), fields);
      const json = JSON.parse(JSON.stringify(managedFieldsJson(live.owners))) as Json;
      const read = readOwners(json, rootType(live.object), minor);
      assert.ok('owners' in read);
      assert.deepEqual(managedFieldsJson(read.owners), json);
      const metadata = { ...(live.object['metadata'] as JsonObject), managedFields: json };
      const again = liveObject({ ...live.object, metadata }, minor);
      assert.ok('live' in again, JSON.stringify(again));
      assert.deepEqual(shown(again.live), shown(live));
    });
  });

  it('changes no object but by its result', () => {
    holds(fc.tuple(histories, steps), ([{ live, minor }, step]) => {
      const before = JSON.stringify([shown(live), step]);
      perform(freeze(live), freeze(step), minor);
      assert.equal(JSON.stringify([shown(live), step]), before);
    });
  });
});

function holds<T>(values: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(values, property), { numRuns });
}

/** True where 1.20 reads the owner of an emptied map or list as the owner of all its parts, as a real server does. */
function isReadAnew(live: Live | undefined, minor: number): boolean {
  if (!live) return false;
  const parts = setFields(live.object, minor);
  return live.owners.some(
    ({ fields }) => !isDeepStrictEqual(withLiveParts(fields, parts, rootType(live.object), minor), fields),
  );
}

/** An object and its owners as a server prints them. */
function shown(live: Live | undefined): Json {
  return live ? { object: live.object, owners: managedFieldsJson(live.owners) } : null;
}

/** The same whatever the order of items that stand beside each other. */
function unordered(live: Live | undefined): Json {
  return sortedJson(shown(live));
}

function sortedJson(json: Json): Json {
  if (Array.isArray(json)) {
    const items = json.map((item: Json) => sortedJson(item));
    return items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof json !== 'object' || json === null) return json;
  const members = Object.entries(json as JsonObject).map(([name, value]) => [name, sortedJson(value)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where an object came into being without owners, nobody is noted until the first apply. */
function hasOwners(live: Live | undefined): live is Live {
  return live !== undefined && live.owners.length > 0;
}

function isSame(a: Owner, b: Owner): boolean {
  return a.manager === b.manager && a.operation === b.operation;
}

function nameOf({ manager, operation }: Owner): string {
  return ` ${manager} ${operation}`;
}

function isBelow(field: Steps, above: Steps): boolean {
  return above.every((each, i) => field[i] === each);
}

/** What is written there; undefined for items, and where nothing is. */
function valueAt(config: JsonObject, steps: Steps): Json | undefined {
  return steps.reduce((value: Json | undefined, each) => memberOf(value, each.slice(2)), config);
}

/** The fields of an object that somebody must own: all but what identifies it. */
function recordedFields(object: JsonObject, minor: number): readonly Steps[] {
  const owner: Owner = {
    manager: '',
    operation: 'Apply',
    apiVersion: 'v1',
    subresource: '',
    order: 0,
    fields: setFields(object, minor),
  };
  return withRecordedFields([owner], () => true).flatMap(({ fields }) => fieldsOf(fields));
}

/** So that a write to it throws. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Map) return value;
  for (const each of Object.values(value)) freeze(each);
  return Object.freeze(value);
}
