/** `endpoints convert --readers`: changes of readers, plans and patches, what stays Endpoints, and wrong options. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const service = (more = ''): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: db, namespace: shop, labels: { app: db } }\nspec: { ports: [{ port: 5432 }]${more} }\n`;
const endpoints =
  'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db, namespace: shop }\nsubsets: [{ addresses: [{ ip: 10.1.1.1 }], ports: [{ port: 5432 }] }]\n';
const db = `${service()}---\n${endpoints}`;
const role =
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: find, namespace: shop }\nrules:\n  - apiGroups: [""]\n    resources: [endpoints] # of the shop\n    verbs: [get]\n';
const job = 'scrape_configs:\n  - job_name: db\n    kubernetes_sd_configs:\n      - role: endpoints\n';
const script = '#!/bin/sh\ntest -n "$(kubectl get endpoints db -n shop -o name)"\n';

const textAt = (path: string, name: string): string => readFileSync(join(path, name), 'utf8');

describe('endpoints convert --readers', () => {
  const having = temporary(folderOf);

  it('prints the changes of readers and objects, and what is left for a person', () => {
    const { run, path } = having({ 'db.yaml': db, 'role.yaml': role, 'prometheus.yml': job, 'ready.sh': script });
    const { out, err, code } = run('convert', '--readers', '.');
    assert.match(
      out,
      /^\+ {2}- apiGroups: \[discovery\.k8s\.io\]\n\+ {4}resources: \[endpointslices\]\n\+ {4}verbs: \[get, list\]$/m,
    );
    assert.match(out, /^-kind: Endpoints$/m);
    assert.match(out, /^\+ {6}- role: endpointslice$/m);
    assert.match(
      err,
      /^5\. Readers\n {2}Files that change:\n {4}prometheus\.yml\n {2}For a person:\n {4}ready\.sh:2:24 {2}kubectl-read\n/m,
    );
    assert.match(err, /\n1 object to convert, 3 files to change, 1 task for a person\.\n/);
    assert.equal(code, 1);
    assert.equal(textAt(path, 'role.yaml'), role);
  });

  it('writes them, and finds nothing the second time', () => {
    const { run, path } = having({ 'db.yaml': db, 'role.yaml': role, 'prometheus.yml': job });
    const { err, code } = run('convert', '--readers', '--write', '--yes', '.');
    assert.match(err, /\nWrote 3 files\.\n$/);
    assert.equal(code, 0);
    assert.equal(textAt(path, 'prometheus.yml'), job.replace('endpoints', 'endpointslice'));
    assert.ok(textAt(path, 'role.yaml').startsWith(role));
    assert.equal(run('readers', '.').out, 'No readers of Endpoints in 3 files.\n');
    assert.equal(run('convert', '--readers', '.').out, '');
  });

  it('writes a plan and a patch for each step, and changes no file', () => {
    const { run, path } = having({ 'db.yaml': db, 'role.yaml': role, 'prometheus.yml': job });
    const { err, code } = run('convert', '--readers', '--steps', 'out/steps', '.');
    assert.deepEqual([err, code], ['Wrote plan.md and 4 patch files to out/steps.\n', 0]);
    const names = ['1-access.patch', '4-slices.patch', '5-readers.patch', '6-deletion.patch', 'plan.md'];
    assert.deepEqual(readdirSync(join(path, 'out/steps')).sort(), names);
    assert.equal(textAt(path, 'db.yaml'), db);
    const slices = textAt(path, 'out/steps/4-slices.patch');
    assert.doesNotMatch(slices, /^-(?!--)|skip-mirror/m);
    assert.match(textAt(path, 'out/steps/6-deletion.patch'), /^-kind: Endpoints$/m);
    const again = run('convert', '--readers', '--steps', 'out/steps', '.');
    assert.match(again.err, /--steps "out\/steps" is not empty\. Name another directory\.\n$/);
    assert.equal(again.code, 2);
  });

  it('prints the plan as Markdown', () => {
    const { run } = having({ 'db.yaml': db, 'role.yaml': role, 'ready.sh': script });
    const { out } = run('convert', '--report', '--readers', '--format', 'markdown', '.');
    assert.match(
      out,
      /^# From Endpoints to EndpointSlice\n\n1 object to convert, 2 files to change, 1 task for a person\.\n/,
    );
    assert.match(out, /^## 1\. Access\n[^]*^- `role\.yaml`\n\n```sh\nkubectl apply -f role\.yaml\n```$/m);
    assert.match(out, /^- \[ \] `ready\.sh:2:24` `kubectl-read` /m);
    assert.match(out, /^kubectl delete endpoints db -n shop$/m);
  });

  it('keeps what kube-dns and an old API server read', () => {
    const dns =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: kube-dns }\nspec: { template: { spec: { containers: [{ name: dns, image: "registry.k8s.io/dns/k8s-dns-kube-dns:1.22.28" }] } } }\n';
    const headless = `${service(', clusterIP: None')}---\n${endpoints}`;
    const kept = having({ 'db.yaml': headless, 'dns.yaml': dns });
    assert.match(
      kept.run('convert', '.').err,
      /^Needs no conversion\n.* shop\/db\n {4}kube-dns resolves headless Services/,
    );
    assert.match(kept.run('convert', '--readers', '.').err, /^2\. What keeps its Endpoints\n {4}shop\/db\n/);
    const api =
      'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: { name: v1.example.com }\nspec: { service: { name: db, namespace: shop } }\n';
    const old = having({ 'db.yaml': db, 'api.yaml': api, 'endpoints.config.yaml': 'kubernetesVersion: 1.32\n' });
    assert.match(old.run('convert', '.').err, /^Needs no conversion\n.* shop\/db\n/);
    const newer = having({ 'db.yaml': db, 'api.yaml': api, 'endpoints.config.yaml': 'kubernetesVersion: 1.36\n' });
    assert.match(newer.run('convert', '.').err, /^Converts without loss\n/);
  });

  it('refuses options that make no sense with it', () => {
    const { run } = having({ 'db.yaml': db });
    for (const [args, message] of [
      ['--steps x', '--steps needs --readers. Add --readers.'],
      ['--readers --mode add', '--readers plans both: slices beside the Endpoints, and their deletion. Remove --mode.'],
      ['--readers --to endpoints', '--readers needs --to endpointslice. Remove --to or --readers.'],
      ['--readers --stdout', '--readers needs files to change. Remove --stdout, --build or --readers.'],
      ['--readers --steps x --write', '--steps writes patches and changes no file. Remove --write.'],
      [
        '--readers --report --format json',
        '--readers prints text or markdown. Use "endpoints readers --format json" for data.',
      ],
    ] as const) {
      const { err, code } = run('convert', ...args.split(' '), '.');
      assert.deepEqual([err.split('\n')[0], code], [`endpoints: ${message}`, 2]);
    }
  });
});
