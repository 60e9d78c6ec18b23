/** What `--since` says of changes: real repositories, through the command line as a process. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf, type Repository } from './support/repository.ts';

type Files = Readonly<Record<string, string>>;

interface Diagnostic {
  readonly file: string;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly by?: string;
  readonly reason?: string;
}

interface Told {
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Diagnostic[];
}

/** What is said of the files as they are after `change`, when the others were committed. */
function since(before: Files, change: Files | ((repository: Repository) => void), ...args: readonly string[]): Told {
  const repository = repositoryOf(before);
  if (typeof change === 'function') change(repository);
  else repository.write(change);
  const { out, err } = repository.run('check', '--since', 'HEAD', '--format', 'json', ...args);
  repository.remove();
  assert.equal(err, '');
  return JSON.parse(out) as Told;
}

/** The findings on changes; all of them but those that are not about what is tested. */
function found({ diagnostics }: Told): readonly string[] {
  const others = new Set(['deprecated-endpoints', 'read-only-field', 'missing-service', 'live-state-field']);
  return diagnostics.filter(({ code }) => !others.has(code)).map((each) => `${each.file} ${each.code} ${each.path}`);
}

function endpoints(name: string, ip = '10.0.0.1', ...metadata: readonly string[]): string {
  const meta = metadata.map((line) => `  ${line}\n`).join('');
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n${meta}subsets:\n  - addresses:\n      - ip: ${ip}\n`;
}

function program(resources: string): string {
  return `name: shop\nruntime: yaml\nresources:\n${resources}`;
}

function resource(logical: string, name: string): string {
  const metadata = `    properties:\n      metadata:\n        name: ${name}\n`;
  return `  ${logical}:\n    type: kubernetes:core/v1:Endpoints\n${metadata}      subsets:\n        - addresses:\n            - ip: 10.0.0.1\n`;
}

const due = 'deletionTimestamp: "2026-01-01T00:00:00Z"';

describe('endpoints check --since, on changes', () => {
  it('reports each of them at its field', () => {
    const told = since(
      {
        'name.yaml': endpoints('db', '10.0.0.1', 'namespace: shop'),
        'uid.yaml': endpoints('uid', '10.0.0.2', 'uid: one', 'creationTimestamp: "2026-01-01T00:00:00Z"'),
        'time.yaml': endpoints('time', '10.0.0.3', due, 'deletionGracePeriodSeconds: 10'),
        'gone.yaml': endpoints('gone', '10.0.0.4', due),
      },
      {
        'name.yaml': endpoints('db', '10.0.0.1', 'namespace: orders'),
        'uid.yaml': endpoints('uid', '10.0.0.2', 'uid: two', 'creationTimestamp: "2026-01-02T00:00:00Z"'),
        'time.yaml': endpoints(
          'time',
          '10.0.0.3',
          'deletionTimestamp: "2026-01-01T01:00:00Z"',
          'deletionGracePeriodSeconds: 20',
          'finalizers: [example.com/drain]',
        ),
        'gone.yaml': endpoints('gone', '10.0.0.4'),
      },
    );
    assert.deepEqual(found(told), [
      'gone.yaml withdrawn-deletion metadata.deletionTimestamp',
      'name.yaml changed-identity metadata.namespace',
      'time.yaml postponed-deletion metadata.deletionTimestamp',
      'time.yaml lengthened-grace-period metadata.deletionGracePeriodSeconds',
      'time.yaml finalizer-during-deletion metadata.finalizers[0]',
      'uid.yaml changed-uid metadata.uid',
      'uid.yaml changed-creation-timestamp metadata.creationTimestamp',
    ]);
  });

  it('finds the object where it has moved in its file, among others', () => {
    const [a, b, c] = [endpoints('a', '10.0.0.1', 'uid: one'), endpoints('b', '10.0.0.2'), endpoints('c', '10.0.0.3')];
    const changed = endpoints('a', '10.0.0.1', 'uid: two');
    assert.deepEqual(found(since({ 'all.yaml': `${a}---\n${b}` }, { 'all.yaml': `${c}---\n${b}---\n${changed}` })), [
      'all.yaml changed-uid metadata.uid',
    ]);
  });

  it('follows a renamed file, and an object into another file', () => {
    const old = endpoints('db', '10.0.0.1', 'namespace: shop', 'labels: {app: db, tier: data, team: orders}');
    const renamed = ({ git, write }: Repository): void => {
      git('mv', 'old.yaml', 'new.yaml');
      write({ 'new.yaml': old.replace('name: db', 'name: web') });
      git('add', '--all');
    };
    assert.deepEqual(found(since({ 'old.yaml': old }, renamed)), ['new.yaml changed-identity metadata.name']);
    const [moved, stays] = [endpoints('db', '10.0.0.1', 'uid: one'), endpoints('web', '10.0.0.2')];
    const told = since(
      { 'a.yaml': `${moved}---\n${stays}`, 'b.yaml': endpoints('x', '10.0.0.3') },
      {
        'a.yaml': `${endpoints('cache', '10.0.0.1')}---\n${stays}`,
        'b.yaml': `${endpoints('x', '10.0.0.3')}---\n${endpoints('db', '10.0.0.1', 'uid: two')}`,
      },
    );
    assert.deepEqual(found(told), ['b.yaml changed-uid metadata.uid']);
  });

  it('reads JSON, lists and programs, a byte order mark aside', () => {
    const list = (name: string): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: [name, 'b'].map((each, i) => ({
          apiVersion: 'v1',
          kind: 'Endpoints',
          metadata: { name: each },
          subsets: [{ addresses: [{ ip: `10.0.0.${i + 1}` }] }],
        })),
      });
    const told = since(
      {
        'list.json': `\uFEFF${list('a')}`,
        'Pulumi.yaml': program(resource('a', 'one') + resource('b', 'two')),
      },
      { 'list.json': list('c'), 'Pulumi.yaml': program(resource('b', 'three') + resource('a', 'one')) },
    );
    assert.deepEqual(found(told), [
      'Pulumi.yaml changed-identity metadata.name',
      'list.json changed-identity metadata.name',
    ]);
  });

  it('says nothing of what a template decides, nor where the committed text cannot be read', () => {
    const chart = endpoints('"{{ .Release.Name }}-db"', '10.0.0.1', 'uid: "{{ .Values.uid }}"');
    const told = since(
      {
        'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
        'chart/templates/db.yaml': chart,
        'broken.yaml': `${endpoints('a', '127.0.0.1')}  ports: ["\n`,
      },
      {
        'chart/templates/db.yaml': chart.replace('-db', '-web').replace('.uid', '.id'),
        'broken.yaml': endpoints('b', '127.0.0.1'),
      },
    );
    assert.deepEqual(found(told), ['broken.yaml loopback-ip subsets[0].addresses[0].ip']);
  });

  it('leaves a namespace alone that a kustomization sets', () => {
    const kustomization = 'namespace: prod\nresources: [db.yaml]\n';
    const told = since(
      { 'kustomization.yaml': kustomization, 'db.yaml': endpoints('db', '10.0.0.1', 'namespace: a') },
      { 'db.yaml': endpoints('db', '10.0.0.1', 'namespace: b') },
    );
    assert.deepEqual(found(told), []);
  });

  it('obeys ignores, settings and --quiet, and calls no ignore unused', () => {
    const before = { 'a.yaml': endpoints('a') };
    const ignored = endpoints('b').replace('  name: b', '  name: b # endpoints: ignore[changed-identity] on purpose');
    const told = since(before, { 'a.yaml': ignored });
    assert.deepEqual(found(told), []);
    assert.deepEqual(
      told.accepted.map(({ code, by, reason }) => [code, by, reason]),
      [['changed-identity', 'ignore', 'on purpose']],
    );
    const unused = since(before, { 'a.yaml': ignored.replace('name: b', 'name: a') });
    assert.deepEqual([found(unused), unused.accepted], [[], []]);
    assert.deepEqual(found(since(before, { 'a.yaml': endpoints('b') }, '--severity', 'changed-identity=off')), []);
    assert.deepEqual(found(since(before, { 'a.yaml': endpoints('b') }, '--quiet')), []);
  });

  it('compares with the commit that is named, over what is committed since and what is not', () => {
    const { path, write, commit, run, remove } = repositoryOf({ 'a.yaml': endpoints('a') });
    write({ 'a.yaml': endpoints('b') });
    commit();
    write({ 'a.yaml': endpoints('c') });
    const messageSince = (ref: string): string => {
      const { out } = run('check', '--since', ref, '--format', 'json');
      return (JSON.parse(out) as Told).diagnostics.find(({ code }) => code === 'changed-identity')?.message ?? '';
    };
    assert.match(messageSince('main'), /named "a".* named "c"/);
    assert.match(messageSince('HEAD'), /named "b".* named "c"/);
    rmSync(join(path, 'a.yaml'));
    assert.equal(messageSince('HEAD'), '');
    remove();
  });
});

describe('endpoints check --since, on subsets that are as they were', () => {
  const before = { 'a.yaml': endpoints('a', '127.0.0.1', 'labels: {app: a}') };
  const relabeled = { 'a.yaml': endpoints('a', '127.0.0.1', 'labels: {app: b}') };

  it('accepts what the server lets pass, from 1.33 on', () => {
    for (const version of ['1.33', '1.36']) {
      const told = since(before, relabeled, '--kubernetes-version', version);
      assert.deepEqual(found(told), [], version);
      assert.deepEqual(
        told.accepted.map(({ code, by, range }) => [code, by, range.start.line]),
        [['loopback-ip', 'unchanged', 8]],
      );
      assert.match(told.accepted[0]?.reason ?? '', /since Kubernetes 1\.33/);
    }
    const older = since(before, relabeled, '--kubernetes-version', '1.32');
    assert.deepEqual([found(older), older.accepted], [['a.yaml loopback-ip subsets[0].addresses[0].ip'], []]);
  });

  it('does so for an object in another file, and for none that is new or has other subsets', () => {
    const moved = since(
      { ...before, 'b.yaml': endpoints('b') },
      { 'a.yaml': endpoints('c'), 'b.yaml': `${endpoints('b')}---\n${relabeled['a.yaml']}` },
    );
    assert.deepEqual(
      [found(moved), moved.accepted.map(({ file, code }) => `${file} ${code}`)],
      [[], ['b.yaml loopback-ip']],
    );
    const loopback = 'subsets[0].addresses[0].ip';
    assert.deepEqual(found(since(before, { 'b.yaml': endpoints('a', '127.0.0.1') })), [
      `b.yaml loopback-ip ${loopback}`,
    ]);
    assert.deepEqual(found(since(before, { 'a.yaml': endpoints('a', '127.0.0.2') })), [
      `a.yaml loopback-ip ${loopback}`,
    ]);
  });

  it('leaves them in the baseline', () => {
    const { run, write, remove } = repositoryOf(before);
    run('check', '--write-baseline');
    write(relabeled);
    const baseline = ['--baseline', 'endpoints-baseline.json'];
    assert.equal(run('check', '--since', 'HEAD', ...baseline).err, '');
    run('check', '--since', 'HEAD', ...baseline, '--write-baseline');
    assert.deepEqual(run('check', ...baseline, '--format', 'json').code, 0);
    remove();
  });

  it('lets the run succeed', () => {
    const { run, write, remove } = repositoryOf(before);
    write(relabeled);
    const { code, out } = run('check', '--since', 'HEAD');
    remove();
    assert.equal(code, 0);
    assert.doesNotMatch(out, /error\[/);
  });
});

describe('endpoints check --since, on a module of Terraform', () => {
  const slice = (label: string): string => `resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion  = "discovery.k8s.io/v1"
    kind        = "EndpointSlice"
    metadata    = { name = "db-1", labels = { app = "${label}" } }
    addressType = local.family
  }
}
`;
  const locals = (family: string): string => `locals {\n  family = "${family}"\n}\n`;
  const changes = (told: Told): readonly string[] => found(told).filter((each) => each.includes('changed'));

  it('reads the committed files beside a changed one', () => {
    const before = { 'main.tf': slice('a'), 'locals.tf': locals('IPv4') };
    const other = { 'main.tf': slice('b'), 'locals.tf': locals('IPv6') };
    assert.deepEqual(changes(since(before, other)), ['main.tf changed-address-type addressType']);
    assert.deepEqual(changes(since(before, { 'main.tf': slice('b') })), []);
    const moved = since(before, ({ write, path }) => {
      rmSync(join(path, 'locals.tf'));
      write({ 'main.tf': slice('b'), 'values.tf': locals('IPv6') });
    });
    assert.deepEqual(changes(moved), ['main.tf changed-address-type addressType']);
  });
});
