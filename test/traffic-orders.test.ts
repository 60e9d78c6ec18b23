/** Answers on traffic depend neither on the order of objects, nor on files, formats, or names that JavaScript objects have. */
import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { createWorkspace, type TrafficOptions, type TrafficReport } from '../server/src/api.ts';
import { consumerNames } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { randomFrom, type Random } from './support/random.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

const cases = recordedTraffic();

function traffic(texts: readonly string[], options: TrafficOptions): TrafficReport {
  const workspace = createWorkspace();
  for (const [i, text] of texts.entries()) workspace.set(`${i}.yaml`, text);
  return workspace.traffic(options);
}

function joined(objects: readonly object[]): string {
  return objects.map((object) => JSON.stringify(object)).join('\n---\n');
}

/** Without places, and without endpoints where their order is undefined. */
function plain({ services, skipped, slices }: TrafficReport): string {
  const all = services.map(({ namespace, name, family, selector, ports }) => [
    [namespace, name, family, selector],
    ports.map((port) => [
      { ...port, endpoints: [], unknown: [], ...(port.certain ? {} : { cluster: [], local: [], all: [] }) },
      port.certain ? port.endpoints.map(endpointText).sort() : [],
    ]),
  ]);
  return JSON.stringify([all, skipped, slices]);
}

function endpointText({
  why,
  ...endpoint
}: TrafficReport['services'][number]['ports'][number]['endpoints'][number]): string {
  return JSON.stringify([{ ...endpoint, file: '', range: [] }, why?.message]);
}

function shuffled<T>(all: readonly T[], random: Random): readonly T[] {
  return all
    .map((each) => ({ each, rank: random(1_000_000) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

/** Names that other objects have in recorded cases, and those of members that each JavaScript object has. */
const odd: Readonly<Record<string, string>> = {
  web: 'constructor',
  api: 'tostring',
  http: 'valueof',
  shop: 'constructor',
  'zone-a': '__proto__',
  'zone-b': 'constructor',
  'worker-1': 'constructor',
};

function renamed(text: string): string {
  return text.replaceAll(/"(?:web|api|http|shop|zone-[ab]|worker-1)"/g, (name) =>
    JSON.stringify(odd[name.slice(1, -1)] ?? name),
  );
}

describe('answers on traffic', function () {
  this.timeout(60_000);

  it('do not depend on the order of objects, on files and on formats', () => {
    const random = randomFrom(25);
    for (const [i, { id, node, zone, ipFamily: family, objects }] of cases.entries()) {
      const consumer = consumerNames[i % consumerNames.length] ?? 'kube-proxy';
      const selections: readonly TrafficOptions[] = [
        { node, zone, family },
        { node, zone, consumer },
      ];
      for (const options of selections) {
        const before = plain(traffic([joined(objects)], options));
        const title = `${id} ${JSON.stringify(options)}`;
        const list = stringify({ apiVersion: 'v1', kind: 'List', items: shuffled(objects, random) });
        const files = shuffled(objects, random).map((object) => stringify(object));
        assert.equal(plain(traffic([joined(shuffled(objects, random))], options)), before, title);
        assert.equal(plain(traffic(files, options)), before, title);
        assert.equal(plain(traffic([list], options)), before, title);
      }
    }
  });

  it('do not depend on names', () => {
    const lists = ({ services }: TrafficReport): readonly string[] =>
      services.flatMap(({ ports }) => ports.map((each) => JSON.stringify([each.cluster, each.local, each.any]))).sort();
    for (const { id, node, zone, ipFamily: family, objects } of cases) {
      const named = { node: odd[node] ?? node, zone: zone === null ? null : (odd[zone] ?? zone), family };
      const found = traffic([renamed(joined(objects))], named);
      const before = traffic([joined(objects)], { node, zone, family });
      if (before.services.every(({ ports }) => ports.every(({ certain }) => certain)))
        assert.deepEqual(lists(found), lists(before), id);
    }
  });

  it('are bounded for a crowd of Services of one name, and not certain for those that are left out', () => {
    const service = (i: number): object => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', labels: { i: String(i) } },
      spec: { ports: [{ port: 80 }] },
    });
    const slice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
      addressType: 'IPv4',
      ports: [{ port: 80 }],
      endpoints: [{ addresses: ['10.0.0.1'] }],
    };
    const objects = [...Array.from({ length: 130 }, (_, i) => service(i)), slice];
    const { services } = traffic([joined(objects)], { family: 'IPv4' });
    const ports = services.flatMap(({ ports: own }) => own);
    assert.equal(ports.length, 130);
    assert.equal(ports.filter(({ certain, all }) => certain && all.length === 1).length, 100);
    assert.equal(ports.filter(({ certain, endpoints }) => !certain && endpoints.length === 0).length, 30);
  });
});
