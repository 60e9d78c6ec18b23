/** Objects that Markdown shows to readers: what is compared, and what is right there but not in a manifest. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const bad = [
  'apiVersion: v1',
  'kind: Endpoints',
  'metadata: {name: db}',
  'subsets:',
  '  - addresses:',
  '      - ip: 127.0.0.1',
];
const fenced = (lines: readonly string[], info = 'yaml'): string => `\`\`\`${info}\n${lines.join('\n')}\n\`\`\`\n`;

describe('objects in Markdown', () => {
  const having = temporary(folderOf);
  /** The codes of what is found, without the deprecation. */
  const codesIn = (text: string): readonly string[] => {
    const { out } = having({ 'a.md': text }).run('check', 'a.md', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string }[] };
    return diagnostics.flatMap(({ code }) => (code === 'deprecated-endpoints' ? [] : [code]));
  };

  it('are compared: the objects of one block, and nothing is missing', () => {
    const service = [
      'apiVersion: v1',
      'kind: Service',
      'metadata: {name: db}',
      'spec: {ports: [{name: sql, port: 1}]}',
    ];
    const endpoints = ['apiVersion: v1', 'kind: Endpoints', 'metadata: {name: db}', 'subsets:'];
    const ports = ['- addresses: [{ip: 10.0.0.1}]', '  ports: [{name: web, port: 2}]'];
    const one = fenced([...service, '---', ...endpoints, ...ports]);
    const two = `${fenced(service)}\n${fenced([...endpoints, ...ports])}`;
    assert.deepEqual(codesIn(one), ['unmatched-port']);
    assert.deepEqual(codesIn(two), []);
    assert.deepEqual(codesIn(one.replace('name: db', 'name: other')), []);
  });

  const slice = [
    'apiVersion: discovery.k8s.io/v1',
    'kind: EndpointSlice',
    'metadata:',
    '  name: web-abc12',
    '  labels:',
    '    kubernetes.io/service-name: web',
    '    endpointslice.kubernetes.io/managed-by: endpointslice-controller.k8s.io',
    '    service.kubernetes.io/headless: ""',
    'addressType: IPv4',
    'ports: [{name: http, port: 80}]',
    'endpoints:',
    '- addresses: [192.0.2.42]',
  ];
  const live = [
    'apiVersion: v1',
    'kind: Endpoints',
    'metadata:',
    '  name: db',
    '  uid: 6b1a7a9e-5b0e-4a1c-9f0e-0a7b4c1d2e3f',
    '  resourceVersion: "42"',
    '  creationTimestamp: 2026-01-01T00:00:00Z',
    '  selfLink: /api/v1/namespaces/default/endpoints/db',
    'subsets:',
    '- addresses: [{ip: 203.0.113.7}, {ip: "2001:db8::1"}]',
  ];
  const shown: readonly (readonly [what: string, lines: readonly string[], codes: readonly string[]])[] = [
    ['a slice that a controller made', slice, []],
    ['an object of a cluster', live, []],
    ['a part of such an object', live.filter((line) => !/uid|creation|selfLink/.test(line)), []],
    [
      'an address that no endpoint has',
      [...slice.slice(0, 11), '- addresses: [224.0.0.5]'],
      ['link-local-multicast-ip'],
    ],
    ['a reserved address', [...slice.slice(0, 11), '- addresses: [240.0.0.5]'], ['special-purpose-ip']],
    ['a mistake in it', [...slice, '- addresses: [1.2.3.400]'], ['not-an-ip']],
  ];
  for (const [what, lines, codes] of shown)
    it(`are right to show: ${what}`, () => {
      assert.deepEqual(codesIn(fenced(lines)), codes);
      const inManifest = having({ 'a.yaml': lines.join('\n') }).run('check', '--format', 'json').out;
      const { diagnostics } = JSON.parse(inManifest) as { diagnostics: readonly unknown[] };
      assert.ok(diagnostics.length > codes.length);
    });

  it('are not deprecated where a cluster printed them', () => {
    const lines = ['$ kubectl get endpoints db -o yaml', ...bad];
    const { out } = having({ 'a.md': fenced(lines, 'console') }).run('check', 'a.md', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string }[] };
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['loopback-ip'],
    );
  });
});
