/** `endpoints apply` for EndpointSlices: manifests, live state, programs, and Endpoints of the same name beside them. */
import assert from 'node:assert/strict';
import type { Resource } from './support/cli-apply.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const head = (lines = ''): string =>
  `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web\n  namespace: shop\n${lines}addressType: IPv4\n`;
const endpointsOf = (ip: string): string => `endpoints:\n  - addresses: [${ip}]\n    conditions: {}\n`;
const ports = 'ports:\n  - { name: http, port: 8080, protocol: TCP }\n';
const live = `${head(`  managedFields:
    - manager: platform
      operation: Apply
      apiVersion: discovery.k8s.io/v1
      time: "2026-03-01T10:00:00Z"
      fieldsType: FieldsV1
      fieldsV1: { f:addressType: {}, f:endpoints: {}, f:ports: {} }
`)}${endpointsOf('10.20.0.15')}${ports}`;

describe('endpoints apply, of slices', () => {
  const having = temporary(folderOf);

  const applied = (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const { out, err, code } = having(files).run('apply', '--format', 'json', ...args);
    const resources = out === '' ? [] : (JSON.parse(out) as { resources: readonly Resource[] }).resources;
    return { resources, first: resources[0], err, code };
  };

  it('shows the slice with both of its lists, empty or not, and who owns them', () => {
    const { first, code, err } = applied({ 'web.yaml': head() + endpointsOf('10.20.0.15') }, 'web.yaml');
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(first?.resource, { kind: 'EndpointSlice', namespace: 'shop', name: 'web' });
    assert.deepEqual(first.result, {
      labels: {},
      annotations: {},
      finalizers: [],
      ownerReferences: [],
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.20.0.15'], conditions: {} }],
      ports: [],
      managedFields: [
        {
          manager: 'kubectl',
          operation: 'Apply',
          apiVersion: 'discovery.k8s.io/v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:addressType': {}, 'f:endpoints': {} },
        },
      ],
    });
  });

  it('tells of a conflict with live state, and of none about the same ports', () => {
    const files = { 'web.yaml': head() + endpointsOf('10.20.0.16') + ports, 'live.yaml': live };
    const { first, code } = applied(files, 'web.yaml', '--live', 'live.yaml');
    assert.equal(code, 1);
    assert.deepEqual(
      first?.conflicts.map(({ path, between }) => [path, ...between.map(({ file, line }) => `${file}:${line}`)]),
      [['endpoints', 'web.yaml:7', 'live.yaml:7']],
    );
  });

  it('refuses another address type, and a slice without any', () => {
    const files = {
      'web.yaml': head().replace('IPv4', 'IPv6') + endpointsOf('10.20.0.16'),
      'live.yaml': live,
      'none.yaml': head().replace(/addressType.*\n/, ''),
    };
    const forced = applied(files, 'web.yaml', '--live', 'live.yaml', '--force-conflicts').first?.steps[0];
    const bare = applied(files, 'none.yaml').first?.steps[0];
    const causes = ({ rejected }: Pick<Resource['steps'][number], 'rejected'>): unknown =>
      (rejected as { readonly causes: unknown } | undefined)?.causes;
    assert.deepEqual(causes(forced ?? {}), [
      { field: 'addressType', reason: 'FieldValueInvalid' },
      { field: 'endpoints[0].addresses[0]', reason: 'FieldValueInvalid' },
    ]);
    assert.deepEqual(causes(bare ?? {}), [{ field: 'addressType', reason: 'FieldValueRequired' }]);
  });

  it('keeps an Endpoints and a slice of one name apart', () => {
    const endpoints = 'apiVersion: v1\nkind: Endpoints\nmetadata: { name: web, namespace: shop }\n';
    const { resources, code } = applied({ 'all.yaml': `${endpoints}---\n${head()}` }, 'all.yaml');
    assert.equal(code, 0);
    assert.deepEqual(
      resources.map(({ resource, steps }) => [resource.kind, steps.length]),
      [
        ['Endpoints', 1],
        ['EndpointSlice', 1],
      ],
    );
  });

  it('says of live state that has no owners how it is printed', () => {
    const { err, code } = applied({ 'web.yaml': head(), 'live.yaml': head() }, 'web.yaml', '--live', 'live.yaml');
    assert.equal(code, 2);
    assert.match(err, /Print it with "kubectl get endpointslice NAME -o yaml --show-managed-fields"\./);
  });
});
