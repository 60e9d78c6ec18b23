/** Judging expectations on traffic: which hold, and the reason and the places for those that do not. */
import assert from 'node:assert/strict';
import { consumerNames } from '../server/src/analysis/traffic/consumers/consumers.ts';
import { judge, messagesOn } from './support/expectations.ts';

const service = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec:
  ports: [{name: postgres, port: 5432}, {name: metrics, port: 9187}]
`;

const slice = `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: db-1
  namespace: shop
  labels: {kubernetes.io/service-name: db}
addressType: IPv4
ports:
  - {name: postgres, port: 5432}
  - {name: metrics, port: 9187}
endpoints:
  - addresses: [10.0.0.1]
    nodeName: n1
    hints: {forZones: [{name: a}]}
  - addresses: [10.0.0.2]
    nodeName: n2
    hints: {forZones: [{name: b}]}
  - addresses: [10.0.0.3]
    conditions: {ready: false}
`;

const node = `apiVersion: v1
kind: Node
metadata: {name: n2, labels: {topology.kubernetes.io/zone: b}}
`;

const files = { 'service.yaml': service, 'slice.yaml': slice, 'node.yaml': node };

const on = (...lines: readonly string[]) => messagesOn(files, 'service: shop/db:postgres', ...lines);

describe('expectations on traffic', () => {
  it('hold for addresses with and without a port', () => {
    assert.deepEqual(on('reaches: [10.0.0.1, 10.0.0.2:5432]', 'not: [10.0.0.3]'), []);
    assert.deepEqual(on('only: [10.0.0.1, 10.0.0.2]'), []);
    assert.deepEqual(on('not: [10.0.0.1:9187, 10.9.9.9]'), []);
  });

  it('are about all ports where none is named', () => {
    const all = ['10.0.0.1:5432', '10.0.0.1:9187', '10.0.0.2:5432', '10.0.0.2:9187'];
    assert.deepEqual(messagesOn(files, 'service: shop/db', `only: [${all.join(', ')}]`), []);
    assert.deepEqual(messagesOn(files, 'service: shop/db:9187', 'only: [10.0.0.1:9187, 10.0.0.2:9187]'), []);
    assert.deepEqual(messagesOn(files, 'service: shop/db:9187/TCP', 'not: [10.0.0.1:5432]'), []);
    assert.deepEqual(messagesOn(files, 'service: shop/db:9187/UDP', 'not: [10.0.0.1:5432]'), [
      'The Service has no port "9187/UDP". It has postgres and metrics.',
    ]);
  });

  it('fail with the reason, the place, and the place in the manifest', () => {
    const tests =
      'tests:\n  - service: shop/db:postgres\n    reaches: [10.0.0.1, 10.0.0.3]\n    not: [10.0.0.2]\n    only: [10.0.0.1]\n';
    assert.deepEqual(judge(files, tests), [
      {
        title: 'shop/db:postgres',
        failures: [
          {
            at: '10.0.0.3',
            message: '10.0.0.3 gets no traffic. The endpoint is not ready.',
            related: ['slice.yaml:19 This keeps 10.0.0.3:5432 from traffic.'],
          },
          { at: '10.0.0.2', message: '10.0.0.2:5432 gets traffic.', related: ['slice.yaml:15 This is 10.0.0.2:5432.'] },
          {
            at: '[10.0.0.1]',
            message: '10.0.0.2:5432 gets traffic as well.',
            related: ['slice.yaml:15 This is 10.0.0.2:5432.'],
          },
        ],
      },
    ]);
  });

  it('name the port at which an address gets traffic, and addresses that are not written', () => {
    assert.deepEqual(on('reaches: [10.0.0.1:5433, 10.9.9.9]'), [
      '10.0.0.1:5433 gets no traffic. 10.0.0.1:5432 gets traffic.',
      '10.9.9.9 gets no traffic. No endpoint of the Service has this address.',
    ]);
  });

  it('say from where: zones, and nodes with their zone', () => {
    assert.deepEqual(on('from: {zone: a}', 'only: [10.0.0.1]'), []);
    assert.deepEqual(on('from: {node: n2}', 'only: [10.0.0.2]'), []);
    assert.deepEqual(on('from: {node: n2, zone: a}', 'only: [10.0.0.1]'), []);
    assert.deepEqual(on('from: {zone: a}', 'reaches: [10.0.0.2]'), [
      '10.0.0.2 gets no traffic. The hints of the endpoint name other zones: "b".',
    ]);
  });

  const withSpec = (spec: string) => ({ ...files, 'service.yaml': service.replace('spec:\n', `spec:\n  ${spec}\n`) });

  it('follow the policies for clients inside and outside', () => {
    const local = withSpec('internalTrafficPolicy: Local');
    const port = 'service: shop/db:postgres';
    assert.deepEqual(messagesOn(local, port, 'from: {node: n1}', 'only: [10.0.0.1]'), []);
    assert.deepEqual(messagesOn(local, port, 'reaches: [10.0.0.1]'), [
      '10.0.0.1 gets no traffic. The policy is Local, and nodeName does not name the node of the client.',
    ]);
    const outside = withSpec('type: NodePort\n  externalTrafficPolicy: Local');
    assert.deepEqual(messagesOn(outside, port, 'from: {node: n1, outside: true}', 'only: [10.0.0.1]'), []);
    assert.deepEqual(messagesOn(outside, port, 'from: {node: n1}', 'only: [10.0.0.1, 10.0.0.2]'), []);
    assert.deepEqual(messagesOn(outside, port, 'from: {node: n1, outside: true}', 'reaches: [10.0.0.2]'), [
      '10.0.0.2 gets no traffic. The policy is Local, and nodeName does not name the node of the client.',
    ]);
    // Local clients are kept to n1 by the policy, those from outside are kept to zone b by the hints.
    const both = withSpec('type: NodePort\n  internalTrafficPolicy: Local');
    assert.deepEqual(messagesOn(both, port, 'from: {node: n1, zone: b, outside: true}', 'reaches: [10.0.0.1]'), [
      '10.0.0.1 gets no traffic. The hints of the endpoint name other zones: "a".',
    ]);
    assert.deepEqual(on('from: {outside: true}', 'reaches: [10.0.0.1]'), [
      '10.0.0.1 gets no traffic. The port has no node port and no external IP, so clients outside of the cluster do not reach it.',
    ]);
  });

  it('are about one IP family, or both', () => {
    const dual = {
      ...withSpec('ipFamilies: [IPv4, IPv6]\n  ipFamilyPolicy: RequireDualStack'),
      'six.yaml': slice
        .replace('db-1', 'db-6')
        .replace('IPv4', 'IPv6')
        .replace(/10\.0\.0\.(\d)/g, '"2001:db8::$1"'),
    };
    const port = 'service: shop/db:postgres';
    const six = '"[2001:db8::1]:5432", "2001:db8::2"';
    assert.deepEqual(messagesOn(dual, port, `only: [10.0.0.1, 10.0.0.2, ${six}]`), []);
    assert.deepEqual(messagesOn(dual, port, 'from: {family: IPv6}', `only: [${six}]`), []);
    assert.deepEqual(
      messagesOn(dual, port, 'from: {family: IPv6}', 'through: traefik', `not: [10.0.0.1]`, `reaches: [${six}]`),
      [],
    );
    const four = withSpec('ipFamilies: [IPv4]');
    assert.deepEqual(messagesOn(four, port, 'from: {family: IPv6}', 'only: []'), []);
    assert.deepEqual(messagesOn(four, port, 'from: {family: IPv6}', 'reaches: [10.0.0.1]'), [
      'The Service has no IPv6 cluster IP.',
    ]);
  });

  for (const consumer of consumerNames)
    it(`goes through ${consumer}`, () => {
      // Each of them reads slices or Endpoints in its own way; the expectation agrees with its simulation.
      const none = on(`through: ${consumer}`, 'only: []');
      const used = [...none.join().matchAll(/10\.0\.0\.\d(?::\d+)?/g)].map(([address]) => address);
      if (used.length === 0) return;
      assert.deepEqual(on(`through: ${consumer}`, `only: [${used.join(', ')}]`), []);
      assert.match(on(`through: ${consumer}`, `not: [${used[0]}]`).join(), /gets traffic/);
    });

  it('gives the reason of the consumer', () => {
    assert.deepEqual(on('through: traefik-tcp', 'reaches: [10.0.0.1]'), [
      '10.0.0.1 gets no traffic. The endpoint does not say ready: true.',
    ]);
  });

  const endpoints = `apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.0.0.9}], ports: [{name: postgres, port: 5432}]}]
`;

  it('count on the mirroring controller, or not', () => {
    const mirrored = { 'service.yaml': service, 'endpoints.yaml': endpoints };
    const port = 'service: shop/db:postgres';
    assert.deepEqual(messagesOn(mirrored, port, 'only: [10.0.0.9]'), []);
    assert.deepEqual(messagesOn(mirrored, port, 'mirroring: off', 'only: []'), []);
    assert.deepEqual(messagesOn(mirrored, port, 'mirroring: off', 'reaches: [10.0.0.9]'), [
      '10.0.0.9 gets no traffic. No controller mirrors Endpoints in this cluster, and kube-proxy reads only EndpointSlices.',
    ]);
  });

  it('fail where the answer is not certain', () => {
    const unknown = { ...files, 'slice.yaml': slice.replace('10.0.0.1', '"{{ .Values.ip }}"') };
    const port = 'service: shop/db:postgres';
    for (const line of ['reaches: [10.0.0.2]', 'not: [10.0.0.3]', 'only: [10.0.0.2]']) {
      const [failure] = judge(unknown, `tests:\n  - ${port}\n    ${line}\n`).flatMap(({ failures }) => failures);
      assert.deepEqual(failure, {
        at: 'shop/db:postgres',
        message:
          '"{{ .Values.ip }}" is not known before the files are rendered, so it is not certain what gets traffic.',
        related: ['slice.yaml:12 This value is not known.'],
      });
    }
    const twice = {
      ...files,
      'other.yaml': slice
        .replace('db-1', 'db-2')
        .replaceAll('addresses: [10.0.0.1]', 'addresses: [10.0.0.1]\n    conditions: {ready: false}'),
    };
    assert.deepEqual(messagesOn(twice, port, 'only: [10.0.0.1, 10.0.0.2]'), [
      'Two slices have the same address with different states, and kube-proxy uses a random one of them.',
    ]);
    const pods = withSpec('selector: {app: db}');
    assert.deepEqual(messagesOn(pods, port, 'reaches: [10.0.0.1]', 'not: [10.0.0.3]'), []);
    assert.deepEqual(messagesOn(pods, port, 'only: [10.0.0.1, 10.0.0.2]'), [
      'The Service has a selector, so Pods get traffic as well, and no file has them. Use "reaches" and "not".',
    ]);
  });

  it('are not met where the order of slices or a Pod decides for a consumer', () => {
    const ports = { ...files, 'other.yaml': slice.replace('db-1', 'db-2').replace('port: 5432', 'port: 5433') };
    const port = 'service: shop/db:postgres';
    assert.deepEqual(messagesOn(ports, port, 'through: traefik', 'reaches: [10.0.0.1]'), [
      'Two slices write the same address with different ports, and Traefik (Ingress, IngressRoute) uses that of the slice that it reads first.',
    ]);
    const target = 'targetRef: {kind: Pod, name: db-0, namespace: shop, uid: "1"}\n    nodeName: n1';
    const pod = { ...files, 'slice.yaml': slice.replace('nodeName: n1', target) };
    assert.deepEqual(messagesOn(pod, port, 'through: istio-ambient', 'reaches: [10.0.0.1]'), [
      'The endpoint names the Pod "db-0", which decides what gets traffic, and Pods are not simulated.',
    ]);
  });

  it('must hold for each of several Services of one name', () => {
    const two = { ...files, 'copy.yaml': service.replace('5432', '5433') };
    assert.deepEqual(messagesOn(two, 'service: shop/db:postgres', 'only: [10.0.0.1, 10.0.0.2]'), []);
    const [failure] = judge(two, 'tests: [{service: "shop/db:5433", only: [10.0.0.1, 10.0.0.2]}]').flatMap(
      ({ failures }) => failures,
    );
    assert.equal(failure?.message, 'The Service has no port "5433". It has postgres and metrics.');
    assert.match(failure.related.join(), /This is one of 2 Services of this name/);
  });

  it('name the Service that is meant', () => {
    const missing = (name: string) => messagesOn(files, `service: ${name}`, 'only: []').join();
    assert.equal(missing('shop/dbs'), 'There is no Service shop/dbs. Did you mean shop/db?');
    assert.equal(missing('db'), 'There is no Service default/db. Did you mean shop/db?');
    assert.equal(missing('mail/smtp'), 'There is no Service mail/smtp. Correct the name, or add its file to "paths".');
    const headless = withSpec('clusterIP: None');
    assert.match(messagesOn(headless, 'service: shop/db', 'only: []').join(), /The Service is headless: DNS answers/);
  });
});
