/**
 * The library's answers on traffic agree with the model of kube-proxy over random clusters, and have the properties of
 * traffic. `PROPERTY_RUNS` multiplies the number of clusters.
 */
import { strict as assert } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { createWorkspace, type TrafficReport } from '../server/src/api.ts';
import { randomFrom, rarely } from './support/random.ts';
import { times } from './support/runs.ts';
import { modelTraffic, type ModelTraffic } from './support/traffic-model.ts';
import type { ModelPort } from './support/traffic-model-lists.ts';
import { canonical } from './support/traffic-model-mirror.ts';
import { expectedFates } from './support/traffic-model-reasons.ts';
import { fullName, serviceOfSlice, type TrafficManifest, type Viewpoint } from './support/traffic-objects.ts';
import { withNulls } from './support/traffic-nulls.ts';
import { checkProperties, hostOf, propertyNames } from './support/traffic-properties.ts';
import { writeCluster } from './support/traffic-writer.ts';

const compared = times(10_000);
const changed = times(200);

describe('traffic of random clusters', function () {
  this.timeout(60_000 + compared * 20);

  it(`is what the model says: ${compared} clusters`, () => {
    for (let seed = 0; seed < compared; seed++) {
      const { objects, viewpoint } = writeCluster(seed);
      const random = randomFrom(seed);
      const sent = seed % 5 > 0 ? objects : objects.map((object) => withNulls(object, () => rarely(random, 3)));
      const mirroring = seed % 10 > 0;
      const report = reportOf(sent, viewpoint, { mirroring, isList: seed % 2 === 0 });
      const model = modelTraffic(objects, viewpoint, mirroring ? 'on' : 'off');
      const found =
        disagreement(report, model) ??
        unreported(report, objects) ??
        unexplained(
          report,
          (port) => expectedFates(port, objects, viewpoint, mirroring ? 'on' : 'off'),
          model,
          objects,
        );
      if (found) assert.fail(`seed ${seed}: ${JSON.stringify({ ...found, viewpoint, sent })}`);
    }
  });

  it('is that of each IP family where none is chosen', () => {
    for (let seed = 0; seed < changed; seed++) {
      const { objects, viewpoint } = writeCluster(seed);
      const { ipFamily, ...anyFamily } = viewpoint;
      const options = { mirroring: true, isList: false };
      const own = reportOf(objects, anyFamily, options).services.filter(({ family }) => family === ipFamily);
      assert.deepEqual(own, reportOf(objects, viewpoint, options).services, `seed ${seed}`);
    }
  });

  it(`has the properties of traffic: ${changed} clusters`, () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < changed; seed++) {
      const names = checkProperties(
        (objects, viewpoint) => {
          const { services } = reportOf(objects, viewpoint, { mirroring: true, isList: true });
          return services.flatMap(({ namespace, name, ports }) =>
            ports.map(({ endpoints: _endpoints, ...port }) => ({
              ...port,
              service: `${namespace}/${name}`,
              port: port.name,
            })),
          );
        },
        writeCluster(seed),
        randomFrom(seed),
      );
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const name of propertyNames) assert.ok((counts.get(name) ?? 0) > changed / 10, `${name}: ${counts.get(name)}`);
  });
});

/** The library's answer; the objects are a List in one file, or files of their own. */
function reportOf(
  objects: readonly TrafficManifest[],
  { node, zone, ipFamily: family }: Omit<Viewpoint, 'ipFamily'> & Partial<Viewpoint>,
  { mirroring, isList }: { readonly mirroring: boolean; readonly isList: boolean },
): TrafficReport {
  const workspace = createWorkspace();
  if (isList) workspace.set('all.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  else for (const [i, object] of objects.entries()) workspace.set(`${i}.yaml`, JSON.stringify(object, null, 1));
  // A Node that is written says its zone itself.
  const hasNode = objects.some(({ kind, metadata }) => kind === 'Node' && metadata.name === node);
  return workspace.traffic({ node, mirroring, ...(hasNode ? {} : { zone }), ...(family ? { family } : {}) });
}

/** The first difference; undefined where the library agrees with an outcome of the model, and says whether there are several. */
function disagreement({ services, skipped, slices }: TrafficReport, model: ModelTraffic): object | undefined {
  const fullNames = (all: readonly { readonly namespace: string; readonly name: string }[]): readonly string[] =>
    all.map(({ namespace, name }) => `${namespace}/${name}`);
  // The mirroring controller may keep the name of a slice that it overwrites.
  const isTaken = (slice: string): boolean =>
    model.slices.ignored.some(({ name, by }) => name === slice && by === 'the mirroring controller');
  const pairs: Readonly<Record<string, readonly [found: unknown, expected: unknown]>> = {
    services: [fullNames(services), [...model.outcomes.keys()]],
    skipped: [fullNames(skipped).toSorted(), model.skipped.map(({ name }) => name)],
    read: [slices.read.filter((name) => !isTaken(name)), model.slices.read],
    ignored: [
      slices.ignored.map(({ slice }) => slice).toSorted(),
      model.slices.ignored.map(({ name }) => name).toSorted(),
    ],
  };
  for (const [what, [found, expected]] of Object.entries(pairs))
    if (!isDeepStrictEqual(found, expected)) return { what, found, expected };
  for (const { namespace, name, ports } of services) {
    const outcomes = model.outcomes.get(`${namespace}/${name}`) ?? [];
    const lists = ports.map((port) => listsOf(port));
    if (
      !outcomes.some((outcome) =>
        isDeepStrictEqual(
          outcome.map((port) => listsOf({ ...port, name: port.port, port: port.number })),
          lists,
        ),
      )
    )
      return { what: 'lists', found: lists, expected: outcomes };
    for (const [i, port] of ports.entries()) {
      const possible = outcomes.flatMap((outcome) => outcome[i] ?? []);
      const isDecided = isSame(possible.map((one) => listsOf({ ...one, name: one.port, port: one.number })));
      const isKnown = isSame(possible);
      // Where only the details of endpoints vary, the library may say that it is not certain.
      if (port.certain ? !isDecided : isKnown) return { what: 'certain', found: port, expected: possible };
      const [only] = possible;
      if (isKnown && only && !hasEndpoints(port, only)) return { what: 'endpoints', found: port, expected: only };
    }
  }
  return undefined;
}

function isSame(values: readonly object[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1;
}

/** A written address of a Service that its ports do not mention; undefined where there is none. */
function unreported({ services }: TrafficReport, objects: readonly TrafficManifest[]): object | undefined {
  for (const { namespace, name, ports } of services) {
    const written = objects.flatMap((object) => addressesFor(`${namespace}/${name}`, object)).map(canonical);
    for (const { endpoints } of ports) {
      const reported = new Set(endpoints.map(({ address }) => hostOf(address)));
      const missing = written.find((address) => !reported.has(address));
      if (missing !== undefined) return { what: 'unreported', missing, endpoints };
    }
  }
  return undefined;
}

/** The fates of written addresses that differ from those of the model, for Services without Endpoints; undefined for none. */
function unexplained(
  { services }: TrafficReport,
  expect: (port: ModelPort) => readonly string[],
  model: ModelTraffic,
  objects: readonly TrafficManifest[],
): object | undefined {
  for (const { namespace, name, ports } of services) {
    const service = `${namespace}/${name}`;
    if (objects.some((each) => each.kind === 'Endpoints' && fullName(each) === service)) continue;
    const [only = [], ...others] = model.outcomes.get(service) ?? [];
    for (const [i, { endpoints }] of ports.entries()) {
      const port = only[i];
      if (!port || others.length > 0) continue;
      const fates = endpoints.map(({ address, why }) => `${hostOf(address)} ${codeOf(why?.code)}`).sort();
      const expected = expect(port);
      if (!isDeepStrictEqual(fates, expected)) return { what: 'why', fates, expected, endpoints };
    }
  }
  return undefined;
}

function codeOf(code = 'used'): string {
  return code === 'overwritten' || code === 'deleted' ? 'claimed' : code;
}

function addressesFor(service: string, object: TrafficManifest): readonly string[] {
  if (object.kind === 'EndpointSlice' && serviceOfSlice(object) === service)
    return (object.endpoints ?? []).flatMap(({ addresses }) => addresses);
  if (object.kind !== 'Endpoints' || fullName(object) !== service) return [];
  const subsets = object.subsets ?? [];
  return subsets.flatMap((each) => [...(each.addresses ?? []), ...(each.notReadyAddresses ?? [])].map(({ ip }) => ip));
}

type Port = TrafficReport['services'][number]['ports'][number];

function listsOf({
  name,
  protocol,
  port,
  cluster,
  local,
  all,
  any,
  usesCluster,
  usesLocal,
  external,
  topology,
}: Omit<Port, 'certain' | 'unknown' | 'endpoints'>): object {
  return { name, protocol, port, cluster, local, all, any, usesCluster, usesLocal, external, topology };
}

/** True where the report says of every endpoint of the model what the model says, and of every other one that it is not used. */
function hasEndpoints({ endpoints }: Port, { known, all }: ModelPort): boolean {
  const isSaid = known.every(({ address, ready, serving, terminating, local }) =>
    endpoints.some((one) =>
      isDeepStrictEqual(
        { address, used: all.includes(address), ready, serving, terminating, local },
        {
          address: one.address,
          used: one.used,
          ready: one.ready,
          serving: one.serving,
          terminating: one.terminating,
          local: one.local,
        },
      ),
    ),
  );
  return (
    isSaid && endpoints.every(({ address, used, why }) => (used ? why === null && all.includes(address) : why !== null))
  );
}
