/** `endpoints convert` as a process: the diff, the texts, the report, what it says of what it leaves, and its exit codes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { endpoints, service } from './support/cli-convert.ts';
import { shownOutput, titledFiles } from './support/console-page.ts';
import { folderOf, type Folder } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

const page = readFileSync(join(root, 'docs/cli/convert.md'), 'utf8');
const example = readFileSync(join(root, 'examples/external-database.yaml'), 'utf8');

describe('endpoints convert', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;
  const having = (files: Readonly<Record<string, string>>): Folder => (folder = make(files));

  it('prints the diff and the sum that its page shows', () => {
    const { run } = having({ 'examples/external-database.yaml': example });
    const { out, err, code } = run('convert', '--to', 'endpointslice', 'examples');
    const shown = shownOutput(page, 'endpoints convert examples/external-database.yaml');
    const [diff = '', rest = ''] = shown.split(/^(?=Converts without loss$)/m);
    assert.deepEqual([out, err, code], [diff, rest, 0]);
  });

  it('prints the reports that its page shows', () => {
    const { run } = having(titledFiles(page));
    for (const words of [['--report'], ['--report', '--format', 'json'], ['--report', '--format', 'markdown']]) {
      const { out, err, code } = run('convert', ...words, 'k8s');
      assert.deepEqual([out, err, code], [shownOutput(page, `endpoints convert ${words.join(' ')} k8s`), '', 1]);
    }
  });

  it('prints a diff that makes the files what --stdout prints', () => {
    const files = { 'a.yaml': endpoints('a'), 'k8s/b.yaml': endpoints('b', 'fd00::1').trimEnd() };
    const { run } = having(files);
    const patches = parsePatch(run('convert', '.').out);
    assert.deepEqual(
      patches.map(({ oldFileName, newFileName }) => [oldFileName, newFileName]),
      Object.keys(files).map((name) => [`a/${name}`, `b/${name}`]),
    );
    const after = Object.entries(files).map(([name, text], i) => [name, applyPatch(text, patches[i] ?? '')] as const);
    for (const [name, text] of after) assert.equal(run('convert', '--stdout', name).out, text);
    const [a, b] = after.map(([, text]) => text);
    assert.equal(run('convert', '--stdout', '.').out, `# Source: a.yaml\n${a}---\n# Source: k8s/b.yaml\n${b}\n`);
  });

  it('separates texts as each of them needs it', () => {
    const { run } = having({
      'a.yaml': endpoints('a'),
      'b.yaml': `# first\n---\n${endpoints('b')}`,
      'c.yaml': `%YAML 1.1\n---\n${endpoints('c')}`,
    });
    const lines = run('convert', '--stdout', '.').out.split('\n');
    const shown = lines.filter((line) => /^(?:---|\.\.\.|%|# )/.test(line));
    assert.deepEqual(shown, [
      '# Source: a.yaml',
      '# Source: b.yaml',
      '# first',
      '---',
      '...',
      '# Source: c.yaml',
      '%YAML 1.1',
      '---',
    ]);
  });

  it('stands in a pipe', () => {
    const { runWith } = having({});
    const { out, err, code } = runWith(`${service('db')}---\n${endpoints('db')}`, 'convert', '--stdout', '-');
    assert.equal(code, 0);
    assert.ok(out.startsWith(`${service('db')}---\napiVersion: discovery.k8s.io/v1\n`), out);
    assert.match(err, /<stdin>:11:7 {2}Endpoints shop\/db → EndpointSlice db-ipv4\n/);
    assert.equal(runWith(out, 'convert', '--stdout', '-').out, out);
  });

  it('says what is in the way, and where, and leaves that file as it is', () => {
    const { run } = having({
      'good.yaml': endpoints('good'),
      'wrong.yaml': endpoints('wrong', '10.20.0.300'),
      'broken.yaml': `${endpoints('broken')}  - [\n`,
    });
    const { out, err, code } = run('convert', '.');
    assert.equal(code, 1);
    assert.deepEqual(
      parsePatch(out).map(({ newFileName }) => newFileName),
      ['b/good.yaml'],
    );
    assert.match(err, /^Needs a manual change\n/m);
    assert.match(err, /^ {4}wrong\.yaml:8:13 {2}It has an error: "?10\.20\.0\.300/m);
    assert.match(err, /^ {4}broken\.yaml:\d+:\d+ {2}The text cannot be parsed: /m);
    assert.match(
      err,
      /\n3 resources in 3 files: 1 converts without loss, 2 need a manual change\.\nUse --write to write these changes\.\n$/,
    );
  });

  it('names what is too broken to be read, or misspelled in a program', () => {
    const { run } = having({
      'broken.yaml': 'kind: Endpoints: x\n',
      'list.yaml': '- apiVersion: v1\n  kind: Endpoints\n  metadata:\n    name: c\n',
      'Pulumi.yaml': 'name: p\nruntime: yaml\nresources:\n  a:\n    type: kubernetes:core:v1:Endpoints\n',
    });
    const { out, err, code } = run('convert', '.');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(err, /^ {2}broken\.yaml:1:7 {2}Endpoints \(no name\)\n {4}The text cannot be parsed: /m);
    assert.match(
      err,
      /^ {2}list\.yaml:2:9 {2}Endpoints \(no name\)\n {4}This cannot be read as Endpoints\. Run "endpoints check" /m,
    );
    assert.match(err, /^ {2}Pulumi\.yaml:5:11 {2}[^\n]+\n {4}It has an error: Pulumi has no type /m);
  });

  it('lists what goes on naming what was converted, also beside what it was asked for', () => {
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: db, namespace: shop }\nrules:\n  - apiGroups: [""]\n    resources: [endpoints]\n    verbs: [get]\n';
    const { run } = having({ 'base/db.yaml': endpoints('db'), 'base/role.yaml': role });
    const { err, code } = run('convert', 'base/db.yaml');
    assert.equal(code, 0);
    assert.match(err, /\nReferences to check\n {2}base\/role\.yaml:6:17 {2}Role "db" allows [^\n]+\n\n/);
    assert.match(err, / 1 reference to check\.\nUse --write to write these changes\.\n$/);
    assert.ok(!run('convert', '--mode', 'add', 'base').err.includes('References'));
  });

  it('leaves alone what a reader certainly loses, unless it is told to write it', () => {
    const monitor =
      'apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: { name: db, namespace: shop }\nspec:\n  serviceDiscoveryRole: Endpoints\n  selector: {}\n';
    const { run } = having({
      'db.yaml': `${service('db')}---\n${endpoints('db')}`,
      'web.yaml': endpoints('web').replace('namespace: shop', 'namespace: web'),
      'monitor.yaml': monitor,
    });
    const kindsIn = (name: string): readonly string[] =>
      [...readFileSync(join(folder?.path ?? '', name), 'utf8').matchAll(/^kind: (\w+)/gm)].map(([, kind = '']) => kind);
    const report = run('convert', '--report', '.');
    assert.match(report.out, /^Converts, but still has readers\n.*\n {4}1 reader loses it: monitor\.yaml:5:25\n/m);
    assert.match(report.out, / 1 converts without loss, 1 converts but still has readers\. 1 reference to check\.\n$/);
    assert.equal(report.code, 1);
    const first = run('convert', '--write', '.');
    assert.match(first.err, /Skipped a file, because a reader loses its objects\. [^]*Wrote 1 file\.\n$/);
    assert.deepEqual(
      [first.code, kindsIn('db.yaml'), kindsIn('web.yaml')],
      [1, ['Service', 'Endpoints'], ['EndpointSlice']],
    );
    const second = run('convert', '--write', '--ignore-readers', '.');
    assert.deepEqual([second.code, kindsIn('db.yaml')], [0, ['Service', 'EndpointSlice']]);
  });

  it('says why it leaves out what a volume needs', () => {
    const volume = 'kind: PersistentVolume\nmetadata: { name: v }\nspec: { glusterfs: { endpoints: db, path: x } }\n';
    const { run } = having({ 'db.yaml': endpoints('db'), 'volume.yaml': volume });
    const { out, err, code } = run('convert', '.');
    assert.deepEqual([out, code], ['', 0]);
    assert.match(err, /^Needs no conversion\n.* shop\/db\n {4}A GlusterFS volume reads this object by its name "db", /);
  });

  it('counts readers that may lose an object, and writes it', () => {
    const role =
      'kind: ClusterRole\nmetadata: { name: all }\nrules:\n  - { apiGroups: [""], resources: ["*"], verbs: [get] }\n';
    const { run } = having({ 'db.yaml': endpoints('db'), 'role.yaml': role });
    const json = run('convert', '--report', '--format', 'json', '.').out.replace(/\s+/g, ' ');
    assert.match(json, /"withoutLoss": 0, "withReaders": 1, /);
    assert.match(json, /"result": "withReaders", "readers": { "certain": 0, "likely": 1 }, /);
    assert.match(json, /"line": 4, .* "what": "rbac-wildcard", .* "certainty": "likely", "for": \[ "shop\/db" \] /);
    assert.equal(run('convert', '--write', '.').code, 0);
  });

  it('does not count a role that only writes as a reader', () => {
    const role =
      'kind: Role\nmetadata: { name: all }\nrules:\n  - { apiGroups: [""], resources: [endpoints], verbs: [create] }\n';
    const { run } = having({ 'db.yaml': endpoints('db'), 'role.yaml': role });
    assert.match(run('convert', '--report', '.').out, / 1 converts without loss\. 1 reference to check\.\n$/);
  });

  it('says how to write what a diff shows, and only there', () => {
    const { run } = having({ 'db.yaml': endpoints('db'), 'none/a.yaml': 'kind: Service\n' });
    const hint = /^Use --write to write these changes\.$/m;
    assert.match(run('convert', '.').err, hint);
    for (const args of [['none'], ['--stdout', '.'], ['--report', '.'], ['--write', '.']]) {
      const { out, err } = run('convert', ...args);
      assert.doesNotMatch(out + err, hint, args.join(' '));
    }
  });

  it('lists a file that is empty now where a kustomization takes it in', () => {
    const slice = (family: string, ip: string): string =>
      `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-${family.toLowerCase()}\n  labels: { kubernetes.io/service-name: db }\naddressType: ${family}\nendpoints:\n  - addresses: ['${ip}']\n`;
    const { run } = having({
      'db-IPv4.yaml': slice('IPv4', '10.0.0.1'),
      'db-IPv6.yaml': slice('IPv6', 'fd00::1'),
      'kustomization.yaml': 'resources:\n  - db-IPv4.yaml\n  - db-IPv6.yaml\n',
    });
    const { out } = run('convert', '--report', '--to', 'endpoints', '.');
    const found = [...out.matchAll(/^ {2}kustomization\.yaml:(\S+) {2}(.*)$/gm)].map(([, at, message]) => [
      at,
      message,
    ]);
    assert.deepEqual(found, [['3:5', 'db-IPv6.yaml contains no object any more. Delete the file and this line.']]);
  });

  it('adds slices and keeps the Endpoints, and does so once', () => {
    const { run } = having({ 'db.yaml': endpoints('db') });
    const { code } = run('convert', '--mode', 'add', '--write', '.');
    const after = readFileSync(join(folder?.path ?? '', 'db.yaml'), 'utf8');
    assert.equal(code, 0);
    assert.match(after, /kind: EndpointSlice[^]*skip-mirror: "?'?true/);
    const again = run('convert', '--mode', 'add', '.');
    assert.deepEqual([again.out, again.err, again.code], ['', '1 resource in 1 file: 1 needs no conversion.\n', 0]);
  });

  it('labels the slices as it is told, and converts them back', () => {
    const { run, runWith } = having({ 'db.yaml': endpoints('db') });
    const slices = run('convert', '--managed-by', 'platform-team', '--stdout', '.').out;
    assert.match(slices, /endpointslice\.kubernetes\.io\/managed-by: platform-team\n/);
    const back = runWith(slices, 'convert', '--to', 'endpoints', '--stdout', '-');
    assert.equal(back.code, 0, back.err);
    assert.match(back.out, /^apiVersion: v1\nkind: Endpoints\n[^]*10\.20\.0\.14/);
  });

  it('names the files that hold no object any more', () => {
    const slice = (name: string): string =>
      `# A slice.\n---\napiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: ${name}\n  labels:\n    kubernetes.io/service-name: db\naddressType: IPv4\nports:\n  - port: 80\nendpoints:\n  - addresses: [10.0.0.1]\n`;
    const { run } = having({ 'a.yaml': slice('a'), 'b.yaml': slice('b') });
    assert.match(
      run('convert', '--to', 'endpoints', '.').err,
      /\nHas no objects any more\n {2}b\.yaml\n\n2 resources in /,
    );
    const json: unknown = JSON.parse(run('convert', '--to', 'endpoints', '--report', '--format', 'json', '.').out);
    assert.deepEqual(json && typeof json === 'object' && 'emptiedFiles' in json && json.emptiedFiles, ['b.yaml']);
    const markdown = run('convert', '--to', 'endpoints', '--report', '--format', 'markdown', '.').out;
    assert.match(markdown, /\n### Has no objects any more\n\n\| File \|\n\| --- \|\n\| `b\.yaml` \|\n/);
  });

  it('shows no control characters of a text in what it says', () => {
    const { run } = having({ 'a.yaml': endpoints('"a\\e[31m"') });
    const { err, out } = run('convert', '--report', '.');
    assert.ok(!(err + out).includes('\u001B'), err + out);
  });
});
