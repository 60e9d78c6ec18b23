/** `workspace.traffic` of the library: viewpoints, places, and messages on invalid options. */
import assert from 'node:assert/strict';
import { consumerNames } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { check, createWorkspace, type TrafficOptions, type Workspace } from '../server/src/api.ts';

const service = `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  ports: [{name: postgres, port: 5432}]
`;

const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: db-1
  labels: {kubernetes.io/service-name: db}
addressType: IPv4
ports: [{name: postgres, port: 5432}]
endpoints:
  - {addresses: [10.0.0.1], hints: {forZones: [{name: a}]}}
  - {addresses: [10.0.0.2], hints: {forZones: [{name: b}]}}
`;

const node = `apiVersion: v1
kind: Node
metadata:
  name: worker-1
  labels: {topology.kubernetes.io/zone: b}
`;

const endpoints = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses: [{ip: 10.0.0.3}]
    ports: [{name: postgres, port: 5432}]
`;

function reached(texts: Readonly<Record<string, string>>, options?: TrafficOptions): readonly string[] {
  const workspace = createWorkspace();
  for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
  return workspace.traffic(options).services.flatMap(({ ports }) => ports.flatMap(({ cluster }) => cluster));
}

function codesOf(workspace: Workspace): readonly string[] {
  return workspace.check().map(({ code }) => code);
}

describe('traffic in the library', () => {
  it('takes the zone from the option, from the Node, or has none', () => {
    const texts = { 'service.yaml': service, 'slice.yaml': slice, 'node.yaml': node };
    assert.deepEqual(reached(texts, { zone: 'a' }), ['10.0.0.1:5432']);
    assert.deepEqual(reached(texts, { node: 'worker-1' }), ['10.0.0.2:5432']);
    assert.deepEqual(reached(texts, { node: 'worker-1', zone: null }), ['10.0.0.1:5432', '10.0.0.2:5432']);
    assert.deepEqual(reached(texts), ['10.0.0.1:5432', '10.0.0.2:5432']);
  });

  it('mirrors Endpoints unless the cluster does not', () => {
    const texts = { 'service.yaml': service, 'endpoints.yaml': endpoints };
    assert.deepEqual(reached(texts), ['10.0.0.3:5432']);
    assert.deepEqual(reached(texts, { mirroring: false }), []);
  });

  it('mirrors no Endpoints in a workspace without mirroring: check, traffic and resolve', () => {
    const workspace = createWorkspace({ mirroring: false, severity: { 'deprecated-endpoints': 'off' } });
    workspace.set('service.yaml', service.replace('spec:', 'spec:\n  clusterIP: None'));
    workspace.set('endpoints.yaml', endpoints);
    assert.deepEqual(codesOf(workspace), ['not-mirrored']);
    assert.equal(workspace.resolve('db.default.svc.cluster.local', 'A').rcode, 'NXDOMAIN');
    assert.equal(workspace.resolve('db.default.svc.cluster.local', 'A', { mirroring: true }).rcode, 'NOERROR');
    workspace.set('service.yaml', service);
    assert.equal(workspace.traffic().services[0]?.ports[0]?.any, false);
    assert.equal(workspace.traffic({ mirroring: true }).services[0]?.ports[0]?.any, true);
    const single = check(`${service}---\n${endpoints}`, { mirroring: false });
    assert.ok(single.some(({ code }) => code === 'not-mirrored'));
    assert.throws(
      () => createWorkspace({ mirroring: 'off' as unknown as boolean }),
      /^TypeError: mirroring must be true or false, not "off"\.$/,
    );
  });

  it('does not depend on the order of texts: of one address, the slice that is first by name counts', () => {
    const other = slice.replace('db-1', 'db-0').replace('port: 5432', 'port: 5433');
    const texts: readonly (readonly [string, string])[] = [
      ['a.yaml', service],
      ['b.yaml', slice],
      ['c.yaml', other],
    ];
    for (const order of [texts, texts.toReversed()])
      assert.deepEqual(reached(Object.fromEntries(order), { consumer: 'traefik-tcp' }), []);
    const ready = texts.map(([name, text]) => [
      name,
      text.replaceAll('], hints', '], conditions: {ready: true}, hints'),
    ]);
    for (const order of [ready, ready.toReversed()])
      assert.deepEqual(reached(Object.fromEntries(order) as Record<string, string>, { consumer: 'traefik-tcp' }), [
        '10.0.0.1:5433',
        '10.0.0.2:5433',
      ]);
  });

  it('lists Services by name for each consumer, whatever the order of texts is', () => {
    const names = ['web', 'db', 'api'];
    for (const consumer of consumerNames) {
      const workspace = createWorkspace();
      for (const name of names) workspace.set(`${name}.yaml`, service.replace('name: db', `name: ${name}`));
      workspace.set(
        'x.yaml',
        service.replace('spec:', 'spec:\n  type: ExternalName\n  externalName: a.example').replace('db', 'x'),
      );
      const { services, skipped } = workspace.traffic({ consumer, family: 'IPv4' });
      const listed = [...services, ...skipped].map(({ name }) => name);
      // Without a slice, a consumer that compares no ports has none, but it has the Service.
      assert.deepEqual(listed, ['api', 'db', 'web', 'x'], consumer);
    }
  });

  it('says which consumers read a slice without a Service', () => {
    const texts = {
      'slice.yaml': slice,
      'other.yaml': slice.replace('labels: {kubernetes.io/service-name: db}', '').replace('db-1', 'free'),
    };
    const slicesOf = (consumer: string): unknown => {
      const workspace = createWorkspace();
      for (const [name, text] of Object.entries(texts)) workspace.set(name, text);
      return workspace.traffic({ consumer }).slices;
    };
    assert.deepEqual(slicesOf('prometheus'), { read: ['default/db-1', 'default/free'], ignored: [] });
    const ignored = [
      { slice: 'default/db-1', why: 'There is no Service of the name that the slice has in its label.' },
      { slice: 'default/free', why: 'The slice has no label kubernetes.io/service-name, so it belongs to no Service.' },
    ];
    for (const consumer of ['traefik', 'istio', 'aws-load-balancer-controller'])
      assert.deepEqual(slicesOf(consumer), { read: [], ignored }, consumer);
    assert.deepEqual(slicesOf('prometheus-endpoints'), {
      read: [],
      ignored: ignored.map(({ slice: each }) => ({
        slice: each,
        why: 'Prometheus (role endpoints) reads Endpoints, not EndpointSlices.',
      })),
    });
  });

  it('names the place of each address and of what is wrong with it', () => {
    const workspace = createWorkspace();
    workspace.set('service.yaml', service);
    workspace.set('slice.yaml', slice.replace('{name: postgres, port: 5432}', '{name: pg, port: 5432}'));
    const [found] = workspace.traffic().services;
    assert.deepEqual([found?.file, found?.range], ['service.yaml', [4, 9, 4, 11]]);
    const [first] = found?.ports[0]?.endpoints ?? [];
    assert.deepEqual(
      [first?.address, first?.used, first?.file, first?.range],
      ['10.0.0.1', false, 'slice.yaml', [9, 18, 9, 26]],
    );
    assert.deepEqual([first?.why?.code, first?.why?.file, first?.why?.range?.[0]], ['port-name', 'slice.yaml', 7]);
  });

  it('says which values are not known, and is not certain', () => {
    const workspace = createWorkspace();
    workspace.set('service.yaml', service);
    workspace.set('slice.yaml', slice.replace('10.0.0.1', '"{{ .Values.ip }}"'));
    const [port] = workspace.traffic().services[0]?.ports ?? [];
    assert.equal(port?.certain, false);
    assert.equal(port.unknown[0]?.text, '{{ .Values.ip }}');
  });

  it('does not say that a Service has no ports or no cluster IP where these are not known', () => {
    const skipped = (spec: string): readonly string[] => {
      const workspace = createWorkspace();
      workspace.set('service.yaml', service.replace(/spec:[^]*/, `spec: ${spec}\n`));
      return workspace.traffic({ family: 'IPv6' }).skipped.map(({ why }) => why);
    };
    const port = 'ports: [{port: 80}]';
    assert.deepEqual(skipped(`{${port}}`), ['The Service has no IPv6 cluster IP.']);
    assert.deepEqual(skipped(`{${port}, ipFamilyPolicy: "{{ .Values.policy }}"}`), [
      'The IP families of the Service are not known, so it may have no IPv6 cluster IP.',
    ]);
    assert.deepEqual(skipped('{ports: "{{ .Values.ports }}", ipFamilies: [IPv6]}'), [
      'The ports of the Service are not known.',
    ]);
    assert.deepEqual(skipped('{ports: [], ipFamilies: [IPv6]}'), ['The Service has no ports.']);
  });

  it('is not certain where a slice or Endpoints may belong to the Service', () => {
    const certain = (other: string): boolean => {
      const workspace = createWorkspace();
      workspace.set('service.yaml', service);
      workspace.set('other.yaml', other);
      return workspace.traffic({ family: 'IPv4' }).services.every(({ ports }) => ports.every((each) => each.certain));
    };
    const labeled = (label: string): string => slice.replace('service-name: db', `service-name: "${label}"`);
    assert.equal(certain(labeled('{{ .Release.Name }}')), false);
    assert.equal(certain(labeled('d{{ .Values.name }}')), false);
    assert.equal(certain(labeled('{{ .Release.Name }}-db')), true);
    assert.equal(certain(labeled('other')), true);
    assert.equal(certain(slice.replace('name: db-1', 'name: db-1\n  namespace: "{{ .Values.in }}"')), false);
    assert.equal(certain(slice.replace('name: db-1', 'name: db-1\n  namespace: shop')), true);
    assert.equal(certain(slice.replace(/labels: .*/, 'labels: "{{ .Values.labels }}"')), false);
    assert.equal(certain(endpoints.replace('name: db', 'name: "{{ .Values.name }}"')), false);
  });

  it('is not certain where all addresses of a subset are not known', () => {
    const workspace = createWorkspace();
    workspace.set('service.yaml', service);
    const other = '  - addresses: [{ip: 10.0.0.4}]\n    ports: [{name: other, port: 1}]\n';
    workspace.set('endpoints.yaml', endpoints.replace('[{ip: 10.0.0.3}]', '"{{ .Values.ips }}"') + other);
    const [port] = workspace.traffic({ family: 'IPv4' }).services[0]?.ports ?? [];
    assert.deepEqual([port?.all, port?.certain], [[], false]);
  });

  it('lists the slices that a consumer reads', () => {
    const workspace = createWorkspace();
    workspace.set('slice.yaml', slice);
    const slices = (consumer: string): object => workspace.traffic({ consumer }).slices;
    assert.deepEqual(slices('prometheus'), { read: ['default/db-1'], ignored: [] });
    const ignored = (why: string): object => ({ read: [], ignored: [{ slice: 'default/db-1', why }] });
    assert.deepEqual(slices('consul-connect'), ignored('Consul (connect-inject) reads Endpoints, not EndpointSlices.'));
    assert.deepEqual(slices('traefik'), ignored('There is no Service of the name that the slice has in its label.'));
  });

  it('rejects invalid options with a message that names the way out', () => {
    const wrong: readonly [object, RegExp][] = [
      [{ nodes: 'a' }, /There is no option "nodes"\. Did you mean "node"\?/],
      [{ family: 'ipv4' }, /family must be "IPv4" or "IPv6", not "ipv4"\./],
      [{ consumer: 'traefic' }, /There is no consumer "traefic"\. Did you mean "traefik"\?/],
      [{ mirroring: 'off' }, /mirroring must be true or false, not "off"\./],
      [{ zone: 1 }, /zone must be the name of a zone, or null, not 1\./],
    ];
    for (const [options, message] of wrong) assert.throws(() => createWorkspace().traffic(options), message);
  });
});
