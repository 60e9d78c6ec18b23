/**
 * Plain properties of the model of kube-proxy over random clusters, and that the clusters are what they should be: valid, and
 * full of the shapes that decide where traffic goes. `PROPERTY_RUNS` multiplies the number of clusters.
 */
import { strict as assert } from 'node:assert';
import { checkText } from './support/checking.ts';
import { randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';
import { modelTraffic } from './support/traffic-model.ts';
import type { ModelPort } from './support/traffic-model-lists.ts';
import { checkProperties, propertyNames, type TrafficOf } from './support/traffic-properties.ts';
import { writeCluster, type Cluster } from './support/traffic-writer.ts';

const wanted = times(5_000);

describe('random clusters', function () {
  this.timeout(30_000 + wanted * 20);

  it('have valid objects', () => {
    for (let seed = 0; seed < times(500); seed++) {
      const texts = writeCluster(seed).objects.map((object) => JSON.stringify(object));
      for (const text of [...texts, texts.join('\n---\n')]) {
        const found = checkText(text).filter(({ enforcedBy }) => enforcedBy === 'server' || enforcedBy === 'strict');
        assert.deepEqual(found, [], `seed ${seed}: ${text}`);
      }
    }
  });

  it('have every shape often enough', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < wanted; seed++)
      for (const shape of shapesOf(writeCluster(seed))) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    const seldom = shapes.filter((shape) => (counts.get(shape) ?? 0) < wanted / 200);
    assert.deepEqual(seldom, [], JSON.stringify([...counts].sort()));
  });
});

describe('the model of kube-proxy', function () {
  this.timeout(30_000 + wanted * 20);

  it('has the properties of traffic', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < wanted; seed++) {
      const names = guarded(seed, () => checkProperties(traffic, writeCluster(seed), randomFrom(seed)));
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const name of propertyNames) assert.ok((counts.get(name) ?? 0) > wanted / 10, `${name}: ${counts.get(name)}`);
  });
});

const traffic: TrafficOf = (objects, viewpoint) => {
  const { outcomes } = modelTraffic(objects, viewpoint);
  return [...outcomes.values()].flatMap(([first = [], ...others]) =>
    first.map((port, i) => ({ ...port, known: [], certain: others.every((other) => lists(other[i]) === lists(port)) })),
  );
};

function lists(port: ModelPort | undefined): string {
  return JSON.stringify({ ...port, known: [] });
}

const shapes: readonly string[] = [
  'several outcomes',
  'hints for the node',
  'hints for the zone',
  'partial hints',
  'terminating fallback',
  'local terminating fallback',
  'local only',
  'both policies',
  'both lists add to all',
  'nothing local',
  'no endpoint',
  'known but unusable',
  'many endpoints',
  'mirrored',
  'mirrored, not read',
  'skipped: ShouldSkipService',
  'skipped: informer: service.kubernetes.io/service-proxy-name label',
  'skipped: informer: spec.clusterIP None',
  'skipped: no cluster IP of this family',
  'ignored: address type',
  'ignored: informer: service.kubernetes.io/headless label',
  'ignored: no kubernetes.io/service-name label',
  'ignored: the mirroring controller',
];

function shapesOf({ objects, viewpoint }: Cluster): ReadonlySet<string> {
  const { ports, outcomes, skipped, slices } = modelTraffic(objects, viewpoint);
  const has = (condition: (port: ModelPort) => boolean): boolean => ports.some(condition);
  const notReady = (port: ModelPort, list: readonly string[]): boolean => list.length > 0 && list.every((address) => port.known.some((known) => known.address === address && !known.ready)); // prettier-ignore
  const found: Readonly<Record<string, boolean>> = {
    'several outcomes': [...outcomes.values()].some((own) => own.length > 1),
    'hints for the node': has(({ topology }) => topology === 'PreferSameNode'),
    'hints for the zone': has(({ topology }) => topology === 'PreferSameZone'),
    'partial hints': has(({ topology, known }) => topology === '' && known.some(({ zones, nodes }) => zones ?? nodes)),
    'terminating fallback': has((port) => notReady(port, port.cluster)),
    'local terminating fallback': has((port) => notReady(port, port.local)),
    'local only': has(({ usesCluster, local }) => !usesCluster && local.length > 0),
    'both policies': has(({ cluster, local }) => cluster.length > 0 && local.length > 0),
    'both lists add to all': has(({ cluster, all }) => cluster.length > 0 && all.length > cluster.length),
    'nothing local': has(({ any, usesLocal, local }) => any && usesLocal && local.length === 0),
    'no endpoint': has(({ any }) => !any),
    'known but unusable': has(({ any, known }) => !any && known.length > 0),
    'many endpoints': has(({ all }) => all.length > 3),
    mirrored: slices.mirrored.some(({ read }) => read),
    'mirrored, not read': slices.mirrored.some(({ read }) => !read),
  };
  return new Set([
    ...Object.entries(found).flatMap(([shape, isThere]) => (isThere ? [shape] : [])),
    ...skipped.map(({ by }) => `skipped: ${by}`),
    ...slices.ignored.map(({ by }) => `ignored: ${by}`),
  ]);
}

function guarded<T>(seed: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}
