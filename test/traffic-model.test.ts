/** The model of kube-proxy, with which the tests compare the library, agrees with what was recorded of kube-proxy itself. */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './support/root.ts';
import { modelTraffic, type LeftOut, type ModelTraffic } from './support/traffic-model.ts';
import type { ModelPort } from './support/traffic-model-lists.ts';
import { isMirrored, mirrorsOf } from './support/traffic-model-mirror.ts';
import {
  fullName,
  type EndpointsManifest,
  type Family,
  type ServiceManifest,
  type SliceManifest,
  type TrafficManifest,
} from './support/traffic-objects.ts';

type Mirrored = Pick<SliceManifest, 'addressType' | 'endpoints' | 'ports'>;

interface Recorded {
  readonly id: string;
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: Family;
  readonly objects: readonly TrafficManifest[];
  readonly ports: readonly ModelPort[];
  readonly skipped: readonly LeftOut[];
  readonly slices: {
    readonly read: readonly string[];
    readonly ignored: readonly LeftOut[];
    readonly mirrored: readonly (Mirrored & { readonly read: boolean })[];
  };
  readonly undefinedBetween?: readonly (readonly Omit<ModelPort, 'known'>[])[];
  readonly knownUndefined?: true;
}

interface RecordedMirror {
  readonly id: string;
  readonly service?: ServiceManifest;
  readonly endpoints: EndpointsManifest;
  readonly slices: readonly Mirrored[];
}

describe('the model of kube-proxy', () => {
  const cases = read<Recorded>('traffic/traffic.json');

  it('has the recorded cases', () => assert.equal(cases.length, 400));

  for (const each of cases)
    it(`agrees with ${each.id}`, () => {
      const model = modelTraffic(each.objects, each);
      const outcomes = combined(model);
      if (each.undefinedBetween)
        assert.deepEqual(sortedSet(outcomes.map(withoutKnown)), sortedSet(each.undefinedBetween.map(sortedPorts)));
      else if (each.knownUndefined) {
        assert.equal(sortedSet(outcomes.map(withoutKnown)).length, 1);
        assert.ok(outcomes.length > 1);
        assert.deepEqual(withoutKnown(model.ports), withoutKnown(sortedPorts(each.ports)));
      } else {
        assert.equal(outcomes.length, 1);
        assert.deepEqual(model.ports, sortedPorts(each.ports));
      }
      const taken = each.slices.ignored.filter(({ by }) => by.endsWith('by the mirroring controller'));
      const isTaken = (name: string): boolean => taken.some((one) => one.name === name);
      assert.deepEqual(model.skipped, each.skipped);
      assert.deepEqual(
        model.slices.read,
        each.slices.read.filter((name) => !isTaken(name)),
      );
      const expected = each.slices.ignored.map((one) =>
        taken.includes(one) ? { name: one.name, by: 'the mirroring controller' } : one,
      );
      assert.deepEqual(model.slices.ignored, expected);
      assert.deepEqual(sortedSet(model.slices.mirrored.map(plain)), sortedSet(each.slices.mirrored.map(plain)));
    });
});

describe('the model of the mirroring controller', () => {
  const cases = read<RecordedMirror>('conformance/mirror.json');

  it('has the recorded cases', () => assert.equal(cases.length, 70));

  for (const { id, service, endpoints, slices } of cases)
    it(`agrees with ${id}`, () => {
      const mirrors = isMirrored(endpoints, service && fullName(service) === fullName(endpoints) ? service : undefined)
        ? mirrorsOf(endpoints)
        : [[]];
      const found = mirrors.map((mirror) => sortedSet(mirror.map((slice) => plain({ ...slice, read: true }))));
      const expected = sortedSet(slices.map((slice) => plain({ ...slice, read: true })));
      assert.ok(
        found.some((mirror) => JSON.stringify(mirror) === JSON.stringify(expected)),
        JSON.stringify({ found, expected }),
      );
    });
});

function read<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(join(root, 'test/data', file), 'utf8')) as readonly T[];
}

/** Every choice of an outcome for each Service, as one list of ports. */
function combined({ outcomes }: ModelTraffic): readonly (readonly ModelPort[])[] {
  return [...outcomes.values()].reduce<readonly (readonly ModelPort[])[]>(
    (found, own) => found.flatMap((start) => own.map((end) => [...start, ...end])),
    [[]],
  );
}

function withoutKnown(ports: readonly ModelPort[]): readonly Omit<ModelPort, 'known'>[] {
  return ports.map(({ known: _known, ...port }) => port);
}

function sortedPorts<T extends Omit<ModelPort, 'known'>>(ports: readonly T[]): readonly T[] {
  const key = ({ service, port, protocol }: T): string => `${service}/${port}/${protocol}`;
  return ports.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The slice with everything in one order; protocols and hosts are spelled out. */
function plain({ addressType, endpoints, ports, read }: Mirrored & { readonly read: boolean }): unknown {
  return { addressType, read, endpoints: sortedSet(endpoints ?? []), ports: sortedSet(ports ?? []) };
}

/** Different values as JSON with sorted keys, sorted. */
function sortedSet(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map((value) => JSON.stringify(value, sortKeys)))].sort();
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
