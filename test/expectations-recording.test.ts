/** Recording expectations: what was recorded is met, stable, and complete enough to notice a change. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeExpectations } from '../server/src/project/expectations/judge-file.ts';
import { readExpectations } from '../server/src/project/expectations/read-expectations.ts';
import { recordExpectations, type Recorded } from '../server/src/project/expectations/record.ts';
import { worldOfTexts } from './support/expectations.ts';
import { root } from './support/root.ts';
import { times } from './support/runs.ts';
import { writeCluster } from './support/traffic-writer.ts';

type Texts = Readonly<Record<string, string>>;

function record(texts: Texts, mirroring?: boolean): Recorded {
  const { world, locate } = worldOfTexts(texts);
  const now = world(mirroring);
  return recordExpectations(now.services, now, { locate, mirroring });
}

function assertMet(texts: Texts, text: string | undefined, about: string): number {
  if (text === undefined) return 0;
  const { expectations, problems } = readExpectations('endpoints.test.yaml', text);
  const { world, locate } = worldOfTexts(texts);
  const failures = judgeExpectations(expectations, world, locate).flatMap((each) => each.failures);
  assert.deepEqual(
    [...problems, ...failures].map(({ message }) => message),
    [],
    `${about}\n${text}`,
  );
  return expectations.length;
}

const service = (name: string, spec = '') => `apiVersion: v1
kind: Service
metadata: {name: ${name}, namespace: shop}
spec: {ports: [{name: http, port: 80}]${spec}}
`;

const slice = (name: string, endpoints: string) => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: ${name}-1, namespace: shop, labels: {kubernetes.io/service-name: ${name}}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints: [${endpoints}]
`;

describe('recorded expectations', () => {
  it('are sorted, with an entry for each zone and node that makes a difference', () => {
    const { text, count, idle, left } = record({
      'web.yaml': service('web'),
      'slice.yaml': slice(
        'web',
        '{addresses: [10.0.0.2], zone: b, hints: {forZones: [{name: b}]}}, {addresses: [10.0.0.1], zone: a, hints: {forZones: [{name: "on"}]}}',
      ),
      'api.yaml': service('api', ', type: NodePort, externalTrafficPolicy: Local'),
      'api-1.yaml': slice('api', '{addresses: [10.0.0.3], nodeName: n1}, {addresses: [10.0.0.4]}'),
      'idle.yaml': service('idle'),
      'idle-1.yaml': slice('idle', '{addresses: [10.0.0.5], conditions: {ready: false}}'),
      'pods.yaml': service('pods', ', selector: {app: a}'),
      'unwritten.yaml': service('unwritten'),
      'names.yaml': service('names', ', clusterIP: None'),
      'names-1.yaml': slice('names', '{addresses: [10.0.0.6]}'),
    });
    assert.equal(
      text,
      `# What must get traffic. "endpoints test" checks it, "endpoints test --record --force" writes it again.
tests:
  - service: shop/api:http
    only: [10.0.0.3:8080, 10.0.0.4:8080]

  - service: shop/api:http
    from: { outside: true }
    only: []

  - service: shop/api:http
    from: { node: n1, outside: true }
    only: [10.0.0.3:8080]

  - service: shop/idle:http
    only: []

  - resolve: names.shop.svc.cluster.local
    answers: [10.0.0.6]

  - service: shop/web:http
    only: [10.0.0.1:8080, 10.0.0.2:8080]

  - service: shop/web:http
    from: { zone: b }
    only: [10.0.0.2:8080]

  - service: shop/web:http
    from: { zone: "on" }
    only: [10.0.0.1:8080]
`,
    );
    assert.deepEqual([count, idle, left], [8, ['shop/idle:http'], []]);
  });

  it('name only nodes that exist, where Nodes are written', () => {
    const node = (name: string): string => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\n`;
    const texts = {
      'web.yaml': service('web', ', internalTrafficPolicy: Local'),
      'slice.yaml': slice(
        'web',
        '{addresses: [10.0.0.1], nodeName: n1}, {addresses: [10.0.0.2], nodeName: n1.example}',
      ),
    };
    const nodesIn = ({ text }: Recorded): readonly string[] => text?.match(/node: [^ ]+/g) ?? [];
    assert.deepEqual(nodesIn(record(texts)), ['node: n1', 'node: n1.example']);
    assert.deepEqual(nodesIn(record({ ...texts, 'node.yaml': node('n1') })), ['node: n1']);
    const open = { ...texts, 'node.yaml': node('n1'), 'other.yaml': node('"{{ .node }}"') };
    assert.deepEqual(nodesIn(record(open)), ['node: n1', 'node: n1.example']);
  });

  it('leave out what is not certain, and name it', () => {
    const { text, left } = record({
      'web.yaml': service('web'),
      'slice.yaml': slice('web', '{addresses: ["{{ .ip }}"]}'),
      'pods.yaml': service('pods', ', selector: {app: a}'),
      'pods-1.yaml': slice('pods', '{addresses: [10.0.0.1]}'),
      'named.yaml': service('"{{ .name }}"'),
    });
    assert.equal(text, undefined);
    assert.deepEqual(left, [
      'shop/pods:http is left out. The Service has a selector, so Pods get traffic as well, and no file has them. Use "reaches" and "not".',
      'shop/web:http is left out. "{{ .ip }}" is not known before the files are rendered, so it is not certain what gets traffic.',
      'shop/{{ .name }} is left out. Its name is not known before the files are rendered.',
    ]);
  });

  it('say that the cluster mirrors nothing, if that is no setting', () => {
    const texts = { 'web.yaml': service('web'), 'slice.yaml': slice('web', '{addresses: [10.0.0.1]}') };
    assert.match(record(texts, false).text ?? '', /^mirroring: off$/m);
    assert.doesNotMatch(record(texts).text ?? '', /^mirroring/m);
  });

  it('write long lists one address a line, and quote what is no plain text', () => {
    const addresses = Array.from({ length: 12 }, (_, i) => `{addresses: [10.0.0.${i + 10}]}`).join(', ');
    const texts = { 'web.yaml': service('web'), 'slice.yaml': slice('web', addresses) };
    const { text } = record(texts);
    assert.match(text ?? '', /\n {4}only:\n {6}- 10\.0\.0\.10:8080\n {6}- 10\.0\.0\.11:8080\n/);
    assertMet(texts, text, 'long');
    const odd = service('web', ', ipFamilies: [IPv6]');
    const six = { 'web.yaml': odd, 'slice.yaml': slice('web', '{addresses: ["2001:db8::1"]}').replace('IPv4', 'IPv6') };
    assert.match(record(six).text ?? '', /only: \["\[2001:db8::1\]:8080"\]/);
  });

  it('are met and stable for random clusters', function () {
    this.timeout(120_000 + times(1) * 60_000);
    let count = 0;
    for (let seed = 0; seed < times(400); seed++) {
      const texts = Object.fromEntries(
        writeCluster(seed).objects.map((object, i) => [`${i}.json`, JSON.stringify(object)]),
      );
      const { text, left } = record(texts);
      count += assertMet(texts, text, `seed ${seed}`);
      const reversed = Object.fromEntries(Object.entries(texts).toReversed());
      assert.equal(record(reversed).text, text, `seed ${seed}`);
      for (const each of left) assert.match(each, /^\S+ is left out\. [A-Z"].*\.$/, `seed ${seed}`);
    }
    assert.ok(count > times(400) / 2, String(count));
  });

  it('are met for the examples', () => {
    const folder = join(root, 'examples');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:ya?ml|json)$/.test(name),
    );
    const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const { text } = record(texts);
    assert.ok(assertMet(texts, text, 'examples') > 3);
  });

  it('fail when an address loses its traffic', () => {
    const before = { 'web.yaml': service('web'), 'slice.yaml': slice('web', '{addresses: [10.0.0.1]}') };
    const { text = '' } = record(before);
    const after = { ...before, 'slice.yaml': before['slice.yaml'].replace('name: http', 'name: htp') };
    const { world, locate } = worldOfTexts(after);
    const { expectations } = readExpectations('', text);
    const failures = judgeExpectations(expectations, world, locate).flatMap((each) => each.failures);
    assert.deepEqual(
      failures.map(({ message }) => message),
      [
        '10.0.0.1:8080 gets no traffic. The slice has no port "http"; it has "htp". Ports match by name, never by number.',
      ],
    );
  });
});
