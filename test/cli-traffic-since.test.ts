/** `endpoints traffic --since`: which Service port loses or gains which address by a change, and in which formats. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { titledFiles } from './support/console-page.ts';
import { repositoryOf, type Repository } from './support/repository.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';
import { endpoints, service, slice } from './support/traffic-texts.ts';

interface Change {
  readonly name: string;
  readonly build: string | null;
  readonly from: string;
  readonly viewpoint: string;
  readonly family: string;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  readonly removed: boolean;
  readonly last: boolean;
  readonly certain: boolean;
  readonly reasons: readonly { readonly code: string; readonly range: readonly number[] }[];
}

const port = '{ port: 80 }';
const db = (endpoints: readonly string[], spec = ''): string =>
  service('db', `- ${port}`, spec) + slice('db', port, endpoints);

describe('endpoints traffic --since', () => {
  const make = temporary(repositoryOf);
  /** The changes from the first files to the second ones; an undefined text deletes a file. */
  const changed = (
    before: Readonly<Record<string, string>>,
    after: Readonly<Record<string, string | undefined>>,
    ...args: readonly string[]
  ) => {
    const repository = make({ '.gitignore': '', ...before });
    apply(repository, after);
    const { out, err, code } = repository.run('traffic', '--since', 'main', '--format', 'json', ...args);
    assert.equal(err, '');
    return { code, changes: (JSON.parse(out) as { readonly changes: readonly Change[] }).changes, repository };
  };
  const words = ({ name, viewpoint, lost, gained }: Change): string =>
    [name, viewpoint, ...lost.map((each) => `-${each}`), ...gained.map((each) => `+${each}`)].join(' ');

  it('prints nothing but a sentence where nothing changes', () => {
    const repository = make({ 'a.yaml': db(['10.0.0.1']) });
    const { out, code } = repository.run('traffic', '--since', 'main');
    assert.deepEqual([out, code], ['No Service port loses or gains an address since main.\n', 0]);
  });

  it('prints what its page shows', () => {
    const page = readFileSync(join(root, 'docs/cli/traffic.md'), 'utf8');
    const files = titledFiles(page);
    const text = files['k8s/db.yaml'] ?? assert.fail();
    const repository = make({ 'k8s/db.yaml': text });
    const after = text.replace('conditions: { ready: true }', 'conditions: { ready: false }');
    repository.write({ 'k8s/db.yaml': after });
    const { out, code } = repository.run('traffic', '--since', 'main');
    const shown = /^## Changes[^]*?```text\n([^]*?)```/m.exec(page)?.[1];
    assert.deepEqual([out, code], [shown, 1]);
  });

  it('says in one line that a Service port has another name, and keeps its addresses', () => {
    const named = (name: string, ...ips: readonly string[]): string =>
      service('db', `- { name: ${name}, port: 80 }`, 'ipFamilyPolicy: RequireDualStack') +
      slice('db', `{ name: ${name}, port: 8080 }`, ips);
    const repository = make({ 'a.yaml': named('web', '10.0.0.1 | zones: a', '10.0.0.2 | zones: b') });
    repository.write({ 'a.yaml': named('http', '10.0.0.1 | zones: a', '10.0.0.2 | zones: b') });
    const { out, code } = repository.run('traffic', '--since', 'main');
    const line = '  http 80/TCP: had the name "web", and keeps its 2 addresses\n';
    assert.deepEqual([out.split('\n').slice(1).join('\n'), code], [`${line}\n1 Service port changes since main.\n`, 0]);
    const report = repository.run('traffic', '--since', 'main', '--format', 'github').out;
    assert.match(report, /notice .*traffic-renamed.*keeps its 2 addresses: 10\.0\.0\.1:8080 and 10\.0\.0\.2:8080\./);
    // Another address is lost and gained.
    const { changes } = changed({ 'a.yaml': named('web', '10.0.0.1') }, { 'a.yaml': named('http', '10.0.0.2') });
    assert.deepEqual(changes.map(words), ['db everywhere -10.0.0.1:8080', 'db everywhere +10.0.0.2:8080']);
  });

  it('fails only where a port that is left certainly loses its last address', () => {
    const before = { 'a.yaml': db(['10.0.0.1', '10.0.0.2']) };
    const some = changed(before, { 'a.yaml': db(['10.0.0.1']) });
    assert.deepEqual([some.changes.map(words), some.code], [['db everywhere -10.0.0.2:80'], 0]);
    const last = changed(before, { 'a.yaml': db(['10.0.0.1 | ready: false', '10.0.0.2 | ready: false']) });
    assert.deepEqual([last.changes.map((each) => each.last), last.code], [[true], 1]);
    assert.deepEqual(
      last.changes[0]?.reasons.map(({ code, range }) => [code, range[0]]),
      [
        ['not-ready', 15],
        ['not-ready', 16],
      ],
    );
    const policies = 'type: NodePort, internalTrafficPolicy: Local, externalTrafficPolicy: Local';
    const moved = changed(
      { 'a.yaml': db(['10.0.0.1 | node: n1'], policies) },
      { 'a.yaml': db(['10.0.0.1 | node: n2'], policies) },
    );
    const reasons = moved.changes.map((each) => [words(each), ...each.reasons.map(({ code }) => code)]);
    assert.deepEqual(reasons[0], ['db on node n1 -10.0.0.1:80', 'not-local']);
    const removed = changed(before, { 'a.yaml': undefined, 'b.yaml': service('other', `- ${port}`) });
    assert.deepEqual([removed.changes.map((each) => [each.removed, each.last]), removed.code], [[[true, false]], 0]);
    const pods = changed(before, { 'a.yaml': service('db', `- ${port}`, 'selector: { app: db }') });
    assert.deepEqual([pods.changes.map(({ certain }) => certain), pods.code], [[false], 0]);
    const headless = changed(before, { 'a.yaml': db(['10.0.0.1'], 'clusterIP: None') });
    assert.deepEqual([headless.changes.map(({ last: isLast }) => isLast), headless.code], [[true], 1]);
  });

  it('compares what is committed, changed, new, deleted or renamed, and nothing else', () => {
    const files = {
      'service.yaml': service('db', `- ${port}`) + service('web', `- ${port}`),
      'one.yaml': slice('db', port, ['10.0.0.1']),
      'two.yaml': slice('web', port, ['10.0.0.2']),
      'same.yaml': db(['10.0.0.3']).replaceAll('db', 'same'),
    };
    const { changes, code } = changed(files, {
      'one.yaml': undefined,
      'moved/two.yaml': files['two.yaml'],
      'two.yaml': undefined,
      'three.yaml': slice('db', port, ['10.0.0.4'], 'db-2'),
    });
    assert.deepEqual([changes.map(words), code], [['db everywhere -10.0.0.1:80 +10.0.0.4:80'], 0]);
    assert.deepEqual(changed(files, { 'same.yaml': `# A comment\n${files['same.yaml']}` }).changes, []);
  });

  it('groups equal changes of zones and nodes', () => {
    const hinted = (zone: string): string =>
      db(['10.0.0.1 | zones: a', '10.0.0.2 | zones: b', `10.0.0.3 | zones: ${zone}`]);
    const { changes } = changed({ 'a.yaml': hinted('b') }, { 'a.yaml': hinted('c') });
    assert.deepEqual(changes.map(words), ['db in zone b -10.0.0.3:80', 'db in zone c -10.0.0.1:80 -10.0.0.2:80']);
    const local = (...nodes: readonly string[]): string =>
      db(
        nodes.map((node, i) => `10.0.0.${i + 1} | node: ${node}`),
        'internalTrafficPolicy: Local',
      );
    const moved = changed({ 'a.yaml': local('n1', 'n2') }, { 'a.yaml': local('n1', 'n3') });
    assert.deepEqual(moved.changes.map(words), ['db on node n2 -10.0.0.2:80', 'db on node n3 +10.0.0.2:80']);
    assert.equal(moved.code, 1);
    const { changes: asked } = changed({ 'a.yaml': hinted('b') }, { 'a.yaml': hinted('c') }, '--zone', 'b');
    assert.deepEqual(asked.map(words), ['db everywhere -10.0.0.3:80']);
  });

  it('keeps traffic from inside and outside apart where the policies differ', () => {
    const front = (spec: string): string => db(['10.0.0.1 | node: n1'], `type: NodePort${spec}`);
    const { changes, code } = changed({ 'a.yaml': front('') }, { 'a.yaml': front(', externalTrafficPolicy: Local') });
    assert.deepEqual(changes.map(words), ['db from outside on any other node -10.0.0.1:80']);
    assert.equal(code, 0);
    const opened = changed({ 'a.yaml': db(['10.0.0.1']) }, { 'a.yaml': front('') });
    assert.deepEqual(opened.changes.map(words), ['db from outside +10.0.0.1:80']);
  });

  it('compares what kustomizations build, and Endpoints through their mirror', () => {
    const files = {
      'base/kustomization.yaml': 'resources: [a.yaml]\n',
      'base/a.yaml': service('db', `- ${port}`) + endpoints('db', '10.0.0.1'),
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../base]\n',
      'test/kustomization.yaml': 'namespace: test\nresources: [../base]\n',
    };
    const patch =
      'patches:\n  - target: { kind: Endpoints }\n    patch: |-\n      [{"op": "replace", "path": "/subsets/0/addresses/0/ip", "value": "10.0.0.9"}]\n';
    const { changes } = changed(files, { 'prod/kustomization.yaml': `${files['prod/kustomization.yaml']}${patch}` });
    assert.deepEqual(
      changes.map((each) => [each.build, words(each)]),
      [['prod', 'db everywhere -10.0.0.1:80 +10.0.0.9:80']],
    );
    const { changes: both } = changed(files, { 'base/a.yaml': files['base/a.yaml'].replace('10.0.0.1', '10.0.0.8') });
    assert.deepEqual(
      both.map(({ build }) => build),
      ['prod', 'test'],
    );
  });

  it('names a committed text that cannot be read, and reads only the files of a build', () => {
    const repository = make({
      'a.yaml': db(['10.0.0.1']),
      'k/kustomization.yaml': 'resources: [b.yaml]\n',
      'k/b.yaml': db(['10.0.0.2']),
    });
    writeFileSync(join(repository.path, 'a.yaml'), Buffer.from([0xff, 0xfe]));
    repository.commit();
    repository.write({ 'a.yaml': db(['10.0.0.1']), 'k/b.yaml': db(['10.0.0.3']) });
    const { out, err } = repository.run('traffic', '--since', 'HEAD');
    assert.equal(err, 'endpoints: The committed text of a.yaml cannot be read, so the file counts as new.\n');
    assert.match(out, /\+ 10\.0\.0\.1:80\n[^]*- 10\.0\.0\.2:80\n {4}\+ 10\.0\.0\.3:80\n/);
    repository.git('rm', '--quiet', '-f', 'a.yaml');
    const built = repository.run('traffic', '--since', 'main', '--build', 'k');
    assert.match(
      built.out,
      /^Service default\/db \(k\/b\.yaml:3:19, built in k\)\n.*\n {4}- 10\.0\.0\.2:80\n {4}\+ 10\.0\.0\.3:80\n\n1 Service port changes since main\.\n$/,
    );
  });

  it('compares programs', () => {
    const program = (ip: string): string => `import * as k8s from '@pulumi/kubernetes';
new k8s.core.v1.Service('db', { metadata: { name: 'db', namespace: 'shop' }, spec: { ports: [{ port: 80 }] } });
new k8s.core.v1.Endpoints('db', { metadata: { name: 'db', namespace: 'shop' }, subsets: [{ addresses: [{ ip: '${ip}' }], ports: [{ port: 80 }] }] });
`;
    const files = { 'Pulumi.yaml': 'name: a\nruntime: nodejs\n', 'index.ts': program('10.0.0.1') };
    const { changes } = changed(files, { 'index.ts': program('10.0.0.2') });
    assert.deepEqual(changes.map(words), ['db everywhere -10.0.0.1:80 +10.0.0.2:80']);
    const { changes: gone } = changed(files, { 'index.ts': undefined });
    assert.deepEqual(
      gone.map(({ removed }) => removed),
      [true],
    );
  });

  it('prints each change as a finding at the line that takes the address from traffic', () => {
    const { repository } = changed(
      { 'a.yaml': db(['10.0.0.1', '10.0.0.2']) },
      { 'a.yaml': db(['10.0.0.1', '10.0.0.2 | ready: false']) },
    );
    const run = (format: string): string => repository.run('traffic', '--since', 'main', '--format', format).out;
    const message = 'The Service "default/db" loses 1 address (1 left): 10.0.0.2:80.';
    assert.match(
      run('github'),
      /^::warning file=a\.yaml,line=16,.*title=traffic-reduced::The Service "default\/db" loses 1 address/,
    );
    const [issue] = JSON.parse(run('gitlab')) as readonly {
      readonly description: string;
      readonly check_name: string;
    }[];
    assert.deepEqual([issue?.check_name, issue?.description.includes(message)], ['traffic-reduced', true]);
    assert.match(run('sarif'), /"ruleId": "traffic-reduced"/);
    assert.match(run('code-scanning'), /"ruleId": "traffic-reduced"/);
    assert.match(
      run('junit'),
      /<testcase name="traffic-reduced Service default\/db" classname="a\.yaml" file="a\.yaml" line="16">/,
    );
    assert.match(run('checkstyle'), /<error line="16" /);
    assert.match(run('tap'), /^not ok 1 - a\.yaml/m);
    assert.match(run('markdown'), /^## Traffic\n\n1 Service port changes since main\.\n\n\| Service port \|/);
    assert.ok(
      run('markdown').includes(
        '| `default/db`, `80/TCP` | loses 1 address (1 left) | everywhere | `10.0.0.2:80` |  | The endpoint is not ready. `a.yaml:16:51` |\n',
      ),
    );
  });

  it('escapes what ends a cell of a table', () => {
    const odd = "{ name: 'a|b`<c>', port: 80 }";
    const text = (ip: string): string => service('db', `- ${odd}`) + slice('db', odd, [ip]);
    const { repository } = changed({ 'a.yaml': text('10.0.0.1') }, { 'a.yaml': text('10.0.0.2') });
    const { out } = repository.run('traffic', '--since', 'main', '--format', 'markdown');
    assert.match(out, /^\| `default\/db`, `a\\\|b'<c> 80\/TCP` \| loses/m);
  });

  it('leaves out more than 500 nodes, and says so', () => {
    const on = (ip: string): string =>
      db(
        [...Array.from({ length: 502 }, (_, i) => `10.0.${i >> 8}.${i & 255} | node: n${i}`), `${ip} | node: n0`],
        'internalTrafficPolicy: Local',
      );
    const { repository, changes } = changed({ 'a.yaml': on('10.9.0.1') }, { 'a.yaml': on('10.9.0.2') });
    assert.deepEqual(changes.map(words), ['db on node n0 -10.9.0.1:80 +10.9.0.2:80']);
    assert.match(repository.run('traffic', '--since', 'main').out, /Not all nodes are compared for\s+default\/db\.\n$/);
  });
});

function apply({ write, git }: Repository, files: Readonly<Record<string, string | undefined>>): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) git('rm', '--quiet', path);
    else write({ [path]: text });
  }
}
