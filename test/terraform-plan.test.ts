/** Plans and states of Terraform, as `terraform show -json` prints them: what is checked, what is said, and what is not read. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { check, createWorkspace, type Finding, type TerraformResource } from '../server/src/api.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import {
  cacheManifest,
  databaseEndpoints,
  databaseService,
  loopbackYaml,
  metadataOf,
  plainPort,
  planText,
  plannedService,
  plannedSlice,
  servicePort,
  stateText,
  type Planned,
  yamlBody,
} from './support/terraform-plans.ts';

function resourcesOf(text: string): readonly TerraformResource[] {
  const workspace = createWorkspace();
  workspace.set('plan.json', text);
  return workspace.resources().flatMap((each) => ('address' in each ? [each] : []));
}

function propertiesOf(planned: Planned, print = planText): unknown {
  const [first, ...others] = resourcesOf(print([planned]));
  assert.equal(others.length, 0);
  return JSON.parse(JSON.stringify(first?.properties));
}

function errorsIn(text: string): readonly Finding[] {
  return check(text, { name: 'plan.json' }).filter(({ severity }) => severity === 'error' || severity === 'warning');
}

const codeAt = ({ code, terraform }: Finding): string => `${code} ${terraform?.address} ${terraform?.field}`;

describe('terraform: plans', () => {
  const having = temporary(folderOf);
  const plan = planText([
    databaseService,
    databaseEndpoints('127.0.0.1', { name: 'pg', port: 5432, protocol: 'TCP' }),
    cacheManifest,
  ]);

  it('are checked from standard input; a finding names the resource and the field', () => {
    const { out, err, code } = having({}).runWith(plan, 'check', '-', '--quiet');
    assert.deepEqual([err, code], ['', 1]);
    const lines = out.split('\n').map((line) => line.replace(/^<stdin>:1:\d+ {2}(error\[[\w-]+\]).*/, '$1'));
    assert.deepEqual(
      lines.slice(0, -3).filter((line) => line !== ''),
      [
        'error[loopback-ip]',
        '  in module.edge.kubernetes_endpoints_v1.db[0], subset[0].address[1].ip',
        '  1 | "ip":"127.0.0.1"',
        '    |      ^^^^^^^^^^^ rejected by the API server',
        'error[unmatched-port]',
        '  in module.edge.kubernetes_endpoints_v1.db[0], subset[0].port[0].name',
        '  1 | "name":"pg"',
        '    |        ^^^^ violates the specification',
        ...lines.filter((line) => line.startsWith('  see <stdin>:1:') && line.includes('(kubernetes_service_v1.db)')),
        'error[link-local-ip]',
        '  in kubernetes_manifest.cache, subsets[0].addresses[0].ip',
        '  1 | "ip":"169.254.1.1"',
        '    |      ^^^^^^^^^^^^^ rejected by the API server',
      ].toSorted((a, b) => lines.indexOf(a) - lines.indexOf(b)),
    );
  });

  it('are checked as files, also where the text is spread over lines and has sorted keys', () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toSorted()
          .map(([name, each]) => [name, sorted(each)]),
      );
    };
    const spread = JSON.stringify(sorted(JSON.parse(plan)), null, 2);
    const found = [plan, spread].map((text) => errorsIn(text).map(codeAt).toSorted());
    assert.deepEqual(found[1], found[0]);
    const { out } = having({ 'infra/plan.json': spread }).run('check', 'infra', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Finding[] };
    const first = diagnostics.find(({ code }) => code === 'loopback-ip');
    assert.deepEqual(first?.terraform, {
      address: 'module.edge.kubernetes_endpoints_v1.db[0]',
      field: 'subset[0].address[1].ip',
    });
    assert.equal(first.path, 'subsets[0].addresses[1].ip');
    assert.deepEqual(first.resource, { kind: 'Endpoints', namespace: 'shop', name: 'db' });
    assert.deepEqual(first.excerpt, { before: '"ip": ', marked: '"127.0.0.1"', after: '' });
  });

  it('name the resource and the field in every format, also from merged reports', () => {
    const folder = having({ 'plan.json': plan });
    for (const format of ['github', 'gitlab', 'junit', 'checkstyle', 'sarif', 'tap', 'text']) {
      const { out } = folder.run('check', 'plan.json', '--format', format);
      assert.ok(out.includes('module.edge.kubernetes_endpoints_v1.db[0], subset[0].address[1].ip'), format);
    }
    folder.run('check', 'plan.json', '--shard', '1/1', '--format', 'json', '--output', 'report.json');
    assert.equal(folder.run('merge', 'report.json').out, folder.run('check', 'plan.json').out);
  });

  it('are never edited', () => {
    const slip = plannedService('kubernetes_service_v1.db', 'db', [{ ...(servicePort as object), name: 'Postgres' }]);
    const text = planText([slip, databaseEndpoints(' 10.0.0.1'), plannedSlice('kubernetes_endpoint_slice_v1.a', 'db')]);
    assert.ok(errorsIn(text).length > 0);
    assert.deepEqual(
      check(text).filter(({ fix }) => fix !== null),
      [],
    );
    const folder = having({ 'plan.json': text });
    folder.run('check', '--fix', 'plan.json');
    assert.equal(readFileSync(join(folder.path, 'plan.json'), 'utf8'), text);
  });

  it('have the object that the provider sends: a Service', () => {
    const sent = {
      metadata: { name: 'db', namespace: 'shop' },
      spec: {
        ports: [{ name: 'postgres', port: 5432, protocol: 'TCP', targetPort: 5432 }],
        publishNotReadyAddresses: false,
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
    };
    assert.deepEqual(propertiesOf(databaseService), sent);
    // Without the configuration, it is not known whether an unknown argument is written.
    const { written: _, ...unwritten } = databaseService;
    const { spec } = propertiesOf(unwritten) as { spec: Record<string, unknown> };
    assert.deepEqual(spec['clusterIP'], { $opaque: true });
  });

  it('have the findings on what the provider does with a slice', () => {
    const slice = plannedSlice('kubernetes_endpoint_slice_v1.db', 'db');
    assert.deepEqual(propertiesOf(slice), {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.20.0.15'], conditions: { ready: true } }],
      metadata: { labels: { 'kubernetes.io/service-name': 'db' }, name: 'db-1', namespace: 'shop' },
      ports: [{ appProtocol: 'postgresql', port: 5432, protocol: 'UDP' }],
    });
    assert.deepEqual(errorsIn(planText([databaseService, slice])).map(codeAt), [
      'unserved-port kubernetes_service_v1.db spec[0].port[0].name',
      'unsent-protocol kubernetes_endpoint_slice_v1.db port[0].protocol',
    ]);
  });

  it('have no value where it is known after the apply or sensitive', () => {
    const open: Planned = {
      address: 'kubernetes_endpoints_v1.db["a.b[0]"]',
      values: {
        metadata: metadataOf('db', { a: 'x' }),
        subset: [{ address: [{ ip: '127.0.0.1' }, { hostname: null }], port: [plainPort] }],
      },
      unknown: { metadata: [{ labels: { b: true } }], subset: [{ address: [{}, { ip: true }], port: [{}] }] },
      sensitive: { subset: [{ address: [{ ip: true }, {}], port: [{}] }] },
    };
    assert.deepEqual(propertiesOf(open), {
      metadata: { labels: { a: 'x', b: { $opaque: true } }, name: 'db', namespace: 'shop' },
      subsets: [
        {
          addresses: [{ ip: { $opaque: true } }, { ip: { $opaque: true } }],
          ports: [{ name: 'postgres', port: 5432, protocol: 'TCP' }],
        },
      ],
    });
    const whole: Planned = { address: open.address, values: { metadata: metadataOf('db') }, unknown: { subset: true } };
    const sent = propertiesOf(whole);
    assert.deepEqual(sent, {
      metadata: { name: 'db', namespace: 'shop' },
      subsets: { $open: true, $items: [] },
    });
    assert.deepEqual(
      errorsIn(planText([open, whole])).filter(({ path }) => path?.startsWith('subsets')),
      [],
    );
  });

  it('have the manifests that are written out, and the unknown values in them', () => {
    assert.deepEqual(propertiesOf(cacheManifest), {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'cache', namespace: 'shop' },
      subsets: [{ addresses: [{ ip: '169.254.1.1' }, { ip: { $opaque: true } }], ports: [{ port: 6379 }] }],
    });
  });

  it('have the manifests in YAML; of a sensitive text the copy that the provider offers', () => {
    const plain = planText([yamlBody({ yaml_body: loopbackYaml })]);
    const hidden = planText([
      yamlBody({ yaml_body: loopbackYaml, yaml_body_parsed: loopbackYaml }, { yaml_body: true }),
    ]);
    for (const text of [plain, hidden]) {
      const finding = errorsIn(text).find(({ code }) => code === 'loopback-ip');
      assert.ok(finding, text);
      assert.equal(codeAt(finding), 'loopback-ip kubectl_manifest.nas["a"] subsets[0].addresses[0].ip');
      assert.deepEqual(finding.excerpt, { before: 'ip: ', marked: '127.0.0.1', after: '' });
    }
    const [broken] = errorsIn(planText([yamlBody({ yaml_body: `${loopbackYaml}  - ip: "10` })]));
    assert.ok(broken?.message.startsWith('The YAML of kubectl_manifest.nas["a"] cannot be read.'), broken?.message);
  });

  it('say what is not read, and report nothing as missing then', () => {
    const slice = plannedSlice('kubernetes_endpoint_slice_v1.db', 'cache');
    const missing = planText([databaseService, slice]);
    const hidden = planText([
      databaseService,
      slice,
      yamlBody({ yaml_body: loopbackYaml }, { yaml_body: true }),
      yamlBody({}),
    ]);
    const errored = planText([databaseService, slice], { errored: true });
    const folder = having({});
    const [known, unread, unfinished] = [missing, hidden, errored].map((text) => folder.runWith(text, 'check', '-'));
    assert.match(known?.out ?? '', /missing-service/);
    assert.equal(known?.err, '');
    for (const each of [unread, unfinished]) assert.doesNotMatch(each?.out ?? '', /missing-service/);
    assert.equal(
      unread?.err,
      'endpoints: <stdin>: 2 manifests are not read, because the text is sensitive or known after the apply: kubectl_manifest.nas["a"] (yaml_body) and kubectl_manifest.nas["a"] (yaml_body). So objects that may be there are not reported as missing.\n',
    );
    assert.equal(
      unfinished?.err,
      'endpoints: <stdin>: Terraform could not finish this plan (errored). So objects that may be there are not reported as missing.\n',
    );
    assert.ok(!unread.out.includes('127.0.0.1'));
  });

  it('are compared with manifests that are named beside them', () => {
    const manifests =
      'apiVersion: v1\nkind: Service\nmetadata: {name: db, namespace: shop}\nspec: {ports: [{name: sql, port: 5432}]}\n';
    const { out } = having({ 'service.yaml': manifests, 'plan.json': planText([databaseEndpoints('10.20.0.16')]) }).run(
      'check',
      'plan.json',
      'service.yaml',
    );
    assert.match(
      out,
      /unmatched-port.*\n {2}in module\.edge\.kubernetes_endpoints_v1\.db\[0\], subset\[0\]\.port\[0\]\.name/,
    );
    assert.match(out, /see service\.yaml:4:23/);
  });

  it('leave out data sources and other types', () => {
    const data: Planned = { ...databaseService, address: 'data.kubernetes_service_v1.db', mode: 'data' };
    const secret: Planned = { address: 'kubernetes_secret_v1.db', values: { metadata: metadataOf('db') } };
    assert.deepEqual(
      resourcesOf(planText([data, secret, databaseEndpoints('10.20.0.16')])).map(({ address }) => address),
      ['module.edge.kubernetes_endpoints_v1.db[0]'],
    );
  });

  it('are listed with the places of their values, and so are states', () => {
    const text = stateText([databaseEndpoints('10.20.0.16')]);
    const { out, err, code } = having({}).runWith(text, 'list', '-', '--format', 'json');
    assert.deepEqual([err, code], ['', 0]);
    const { files } = JSON.parse(out) as { files: readonly { resources: readonly TerraformResource[] }[] };
    const [listed] = files[0]?.resources ?? [];
    assert.equal(listed?.address, 'module.edge.kubernetes_endpoints_v1.db[0]');
    const written = ([, start, , end]: readonly [number, number, number, number]): string =>
      text.slice(start - 1, end - 1);
    assert.equal(written(listed.nameRange), `"${listed.address}"`);
    for (const { range, value } of listed.leaves) assert.equal(written(range), JSON.stringify(value));
    assert.deepEqual(listed.keys.map(({ range }) => written(range)).slice(0, 4), [
      '"metadata"',
      '"name"',
      '"namespace"',
      '"subset"',
    ]);
  });

  it('are named by --list-files', () => {
    const { out } = having({ 'plan.json': plan }).run('check', '--list-files', 'plan.json');
    assert.equal(out, 'plan.json  Terraform plan (3 objects)\n');
  });
});
