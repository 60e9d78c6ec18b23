/** `endpoints build` and `--build` as a process: recorded builds, their places, errors, and wrong usage. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { LineCounter, parseAllDocuments, type Document, type Node } from 'yaml';
import { shownOutput, titledFiles } from './support/console-page.ts';
import { folderOf, type Folder } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

interface Place {
  readonly file: string;
  readonly line: number;
}

interface Found {
  readonly file: string;
  readonly code: string;
  readonly range: { readonly start: { readonly line: number } };
}

interface RecordedBuild {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
  readonly root: string;
  readonly result?: readonly { readonly kind: string; readonly apiVersion?: string }[];
  readonly error?: string;
  readonly from?: readonly { readonly object: number; readonly path: string; readonly places: readonly Place[] }[];
}

const cases = JSON.parse(
  readFileSync(join(root, 'test/data/kustomize/cases.json'), 'utf8'),
) as readonly RecordedBuild[];
const page = readFileSync(join(root, 'docs/cli/build.md'), 'utf8');

const isOurs = ({ kind, apiVersion = '' }: { readonly kind: string; readonly apiVersion?: string }): boolean =>
  (apiVersion === 'v1' && ['Service', 'Endpoints'].includes(kind)) ||
  (apiVersion.startsWith('discovery.k8s.io/') && kind === 'EndpointSlice');

const base = {
  'base/kustomization.yaml': 'resources: [db.yaml]\n',
  'base/db.yaml':
    'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - port: 5432\n---\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.20.0.15\n    ports:\n      - port: 5432\n',
  'prod/kustomization.yaml': 'resources: [../base]\nnamespace: shop\npatches:\n  - path: patch.yaml\n',
  'prod/patch.yaml':
    'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 10.30.0.15\n    ports:\n      - port: 5432\n',
};

describe('endpoints build', () => {
  const make = temporary(folderOf);

  it('prints every recorded build as JSON', () => {
    for (const { id, files, root: built, result } of cases) {
      if (!result) continue;
      const { out, err, code } = make(files).run('build', built, '--format', 'json');
      assert.equal(code, 0, `${id}: ${err}`);
      const { version, root: name, objects } = JSON.parse(out) as { version: number; root: string; objects: unknown };
      assert.deepEqual([version, name], [1, built], id);
      assert.deepEqual(objects, result.filter(isOurs), id);
    }
  });

  it('prints the same as YAML, and the recorded places of what has changed', () => {
    let places = 0;
    for (const { id, files, root: built, result, from = [] } of cases) {
      if (!result) continue;
      const { out } = make(files).run('build', built);
      const lineCounter = new LineCounter();
      const documents = parseAllDocuments(out, { version: '1.1', lineCounter }) as Document.Parsed[];
      const ours = result.filter(isOurs);
      assert.deepEqual(
        documents.map((document) => document.toJS() as unknown),
        ours,
        id,
      );
      const lines = out.split('\n');
      for (const { object, path, places: expected } of from) {
        const recorded = result[object];
        const document = recorded && documents[ours.indexOf(recorded)];
        if (!document) continue;
        const steps = path.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')); // prettier-ignore
        const node = document.getIn(steps, true) as Node;
        const line = lines[lineCounter.linePos(node.range?.[0] ?? 0).line - 1] ?? '';
        for (const { file, line: number } of expected) {
          assert.ok(commentOf(line).includes(`${file}:${number}`), `${id} ${path}: ${line} has no ${file}:${number}`);
          places++;
        }
      }
    }
    assert.ok(places > 100);
  });

  it('names the cause, the file and the line of every recorded error', () => {
    for (const { id, files, root: built, error } of cases) {
      if (error === undefined) continue;
      const { out, err, code } = make(files).run('build', built);
      assert.deepEqual([out, code], ['', 1], `${id}: ${error}`);
      const [, file = '', line = ''] = /^endpoints: ([^:\n]+):(\d+):\d+: .{10,}[.?]\n/.exec(err) ?? [];
      const text = files[file];
      assert.ok(text !== undefined && Number(line) <= text.split('\n').length, `${id}: ${err}`);
    }
  });

  it('prints what its page shows', () => {
    const { out, err, code } = make(titledFiles(page)).run('build', 'overlays/prod');
    assert.deepEqual([out, err, code], [shownOutput(page, 'endpoints build overlays/prod'), '', 0]);
    const json = make(titledFiles(page)).run('build', 'overlays/prod', '--format', 'json').out;
    const shown = JSON.parse(/```json\n([^]*?)```/.exec(page)?.[1] ?? '') as { readonly objects: readonly unknown[] };
    const printed = JSON.parse(json) as typeof shown;
    assert.deepEqual({ ...shown, objects: [shown.objects[0]] }, { ...printed, objects: [printed.objects[0]] });
  });

  it('leaves lines without a comment that are written in the file of the object', () => {
    const { out } = make(base).run('build', 'prod');
    assert.equal(out, prod);
    assert.ok(!make(base).run('build', 'base').out.includes('#'));
  });

  it('takes the folder, its path, and the path of its kustomization as the same root', () => {
    const folder = make(base);
    const { out } = folder.run('build', 'prod');
    for (const name of ['prod/', './prod', 'prod/kustomization.yaml', 'base/../prod'])
      assert.deepEqual(sorted(folder.run('build', name)), { out, err: '', code: 0 }, name);
    const full = folder.run('build', join(folder.path, 'prod'), '--format', 'json');
    assert.equal(full.code, 0);
    assert.equal((JSON.parse(full.out) as { root: string }).root.endsWith('/prod'), true);
  });

  it('builds the current directory without a root', () => {
    const { out, code } = make({ 'kustomization.yaml': 'resources: [base]\n', ...base }).run('build');
    assert.equal(code, 0);
    assert.match(out, /^apiVersion: v1\nkind: Endpoints\n/);
  });

  it('keeps integers of 64 bits', () => {
    const text = 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { n: 9223372036854775807 }\n';
    const { out } = make({ 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': text }).run('build', '-f', 'json');
    assert.match(out, /"n": 9223372036854775807\n/);
  });

  it('says that nothing of our kinds is built', () => {
    const map = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
    const folder = make({ 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': map });
    assert.deepEqual(sorted(folder.run('build')), {
      out: '',
      err: 'endpoints: . builds no Service, Endpoints or EndpointSlice.\n',
      code: 0,
    });
  });

  it('says how to see what kustomize does silently', () => {
    const unmet = '  - target: { kind: EndpointSlice }\n    patch: \'[{ "op": "remove", "path": "/ports" }]\'\n';
    const files = { ...base, 'prod/kustomization.yaml': base['prod/kustomization.yaml'] + unmet };
    const { out, err, code } = make(files).run('build', 'prod');
    assert.deepEqual([out, code], [prod, 0]);
    assert.equal(
      err,
      'endpoints: 1 part of this kustomization may not do what it seems to do. Run "endpoints check --build prod" to see the finding.\n',
    );
  });

  it('names what is outside, each with its place', () => {
    const text =
      'resources:\n  - ../base\n  - https://example.com/shop//base?ref=v1\nhelmCharts:\n  - name: postgresql\n    repo: https://example.com\ngenerators:\n  - generator.yaml\n';
    const { out, err, code } = make({ ...base, 'prod/kustomization.yaml': text }).run('build', 'prod');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(
      err,
      /^endpoints: prod\/kustomization\.yaml:3:5: https:\/\/example\.com\/shop\/\/base\?ref=v1 is remote/m,
    );
    assert.match(err, /^endpoints: prod\/kustomization\.yaml:[56]:\d+: The chart postgresql is not rendered/m);
  });

  it('builds ConfigMaps of generators without a word', () => {
    const text = `${base['prod/kustomization.yaml']}configMapGenerator:\n  - name: a\n    literals: [b=c]\n    files: [key]\n`;
    const key = Buffer.from([0, 0xff]);
    assert.deepEqual(sorted(make({ ...base, 'prod/kustomization.yaml': text, 'prod/key': key }).run('build', 'prod')), {
      out: prod,
      err: '',
      code: 0,
    });
  });

  it('does not read through a link out of the folder of the kustomization', () => {
    const folder = make({ ...base, 'prod/kustomization.yaml': 'resources: [linked.yaml]\n' });
    symlinkSync(join(folder.path, 'base/db.yaml'), join(folder.path, 'prod/linked.yaml'));
    const { out, err, code } = folder.run('build', 'prod');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(err, /^endpoints: prod\/kustomization\.yaml:1:13: prod\/linked\.yaml is a symbolic link out of/);
    symlinkSync(join(folder.path, 'prod'), join(folder.path, 'link'));
    assert.equal(folder.run('build', 'link').err, err);
  });

  it('names a file that is no text', () => {
    const files = { ...base, 'prod/patch.yaml': Buffer.from([0xff, 0xfe, 0x61, 0]) };
    const { out, err, code } = make(files).run('build', 'prod');
    assert.deepEqual([out, code], ['', 1]);
    assert.match(
      err,
      /^endpoints: prod\/kustomization\.yaml:4:11: prod\/patch\.yaml is UTF-16\. Save it as UTF-8\.\n$/,
    );
  });

  const usage: readonly (readonly [args: readonly string[], message: string])[] = [
    [['-'], 'A kustomization cannot be read from standard input. Name its directory.'],
    [[''], 'An empty path names nothing. Name a directory with a kustomization.'],
    [['none'], 'none does not exist. Name a directory with a kustomization.'],
    [['base/db.yaml'], 'base/db.yaml is not a kustomization. Name a directory with a kustomization.'],
    [['.'], '. has no kustomization.yaml, kustomization.yml or Kustomization. Name base or prod.'],
    [['base', 'prod'], '"endpoints build" takes one root. Run it again for prod.'],
    [['base', '--format', 'text'], '--format text is not a valid value. Use yaml or json.'],
    [['base', '--formt', 'json'], 'There is no option --formt. Did you mean --format?'],
  ];
  for (const [args, message] of usage)
    it(`refuses ${args.join(' ') || 'an empty path'}`, () => {
      assert.deepEqual(sorted(make(base).run('build', ...args)), { out: '', err: `endpoints: ${message}\n`, code: 2 });
    });
});

const prod = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
  namespace: shop   # prod/kustomization.yaml:2
subsets:            # prod/patch.yaml:5
- addresses:        # prod/patch.yaml:6
  - ip: 10.30.0.15  # prod/patch.yaml:7
  ports:            # prod/patch.yaml:8
  - port: 5432      # prod/patch.yaml:9
---
apiVersion: v1
kind: Service
metadata:
  name: db
  namespace: shop   # prod/kustomization.yaml:2
spec:
  ports:
  - port: 5432
`;

describe('--build', () => {
  const make = temporary(folderOf);

  const findings = (folder: Folder, ...args: readonly string[]) => {
    const { out, err } = folder.run('check', '--severity', 'deprecated-endpoints=off', '--format', 'json', ...args);
    const { diagnostics } = JSON.parse(out) as { readonly diagnostics: readonly Found[] };
    return { places: diagnostics.map(({ file, range, code }) => `${file}:${range.start.line} ${code}`), err };
  };

  it('checks what a root builds, at the places of its files, and no other root', () => {
    const renamed = base['prod/patch.yaml'].replace('- port: 5432', '- { name: pg, port: 5432 }');
    const folder = make({
      ...base,
      'prod/patch.yaml': renamed.replace('10.30.0.15', '127.0.0.1'),
      'dev/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
      'dev/patch.yaml': base['prod/patch.yaml'].replace('10.30.0.15', '0.0.0.0'),
      'kustomization.yaml': 'resources: [prod, dev]\n',
    });
    const expected = { places: ['prod/patch.yaml:7 loopback-ip', 'prod/patch.yaml:9 unmatched-port'], err: '' };
    assert.deepEqual(findings(folder, '--build', 'prod'), expected);
    assert.deepEqual(findings(folder, '--build', 'prod/kustomization.yaml'), expected);
    assert.deepEqual(findings(folder, '--build', 'base'), { places: [], err: '' });
    assert.deepEqual(findings(folder, '--build', 'dev').places, ['dev/patch.yaml:7 unspecified-ip']);
  });

  it('fixes the files of a root', () => {
    const wrong = base['base/db.yaml'].replace('kind: Endpoints', 'kind: endpoints');
    const folder = make({ ...base, 'base/db.yaml': wrong, 'other/db.yaml': wrong });
    assert.equal(folder.run('check', '--build', 'prod', '--fix').err, '');
    assert.equal(readFileSync(join(folder.path, 'base/db.yaml'), 'utf8'), base['base/db.yaml']);
    assert.equal(readFileSync(join(folder.path, 'other/db.yaml'), 'utf8'), wrong);
  });

  it('names what is outside of a root that it checks, and then misses nothing', () => {
    const text = 'resources:\n  - slice.yaml\n  - https://example.com/shop?ref=v1\n';
    const other =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  selector: { app: web }\n  ports:\n    - port: 80\n';
    const slice =
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: db-1\n  labels: { kubernetes.io/service-name: db }\naddressType: IPv4\nendpoints:\n  - addresses: [10.20.0.15]\nports:\n  - port: 5432\n';
    const having = (kustomization: string) =>
      make({ 'kustomization.yaml': kustomization, 'slice.yaml': `${other}---\n${slice}` });
    const place =
      'endpoints: kustomization.yaml:3:5: https://example.com/shop?ref=v1 is remote, and a build opens no connection. Copy it into this repository.\n';
    const after = 'endpoints: Objects that may be there are not reported as missing.\n';
    assert.deepEqual(findings(having(text), '--build', '.'), { places: [], err: place + after });
    assert.deepEqual(findings(having('resources: [slice.yaml]\n'), '--build', '.').places, [
      'slice.yaml:14 missing-service',
    ]);
  });

  it('shows the slices of what a root builds, with the places of its files', () => {
    const { out, err, code } = make(base).run('slices', '--build', 'prod');
    assert.deepEqual([err, code], ['', 0]);
    assert.match(out, /^Endpoints shop\/db \(base\/db\.yaml:10:7\) is mirrored as 1 EndpointSlice\.\n/);
    assert.match(out, /- 10\.30\.0\.15/);
  });

  it('applies what a root builds, and names the places of conflicts in its files', () => {
    const live =
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  namespace: shop\n  managedFields:\n    - manager: platform\n      operation: Apply\n      apiVersion: v1\n      fieldsType: FieldsV1\n      fieldsV1: { "f:subsets": {} }\nsubsets:\n  - addresses: [{ ip: 10.20.0.15 }]\n';
    const { out, code } = make({ ...base, 'live.yaml': live }).run('apply', '--build', 'prod', '--live', 'live.yaml', '-f', 'json'); // prettier-ignore
    assert.equal(code, 1);
    const { resources } = JSON.parse(out) as { resources: readonly { conflicts: readonly { between: unknown }[] }[] };
    assert.deepEqual(resources[0]?.conflicts.map(({ between }) => between), [
      [{ file: 'prod/patch.yaml', line: 5, column: 1 }, { file: 'live.yaml', line: 7, column: 7 }],
    ]); // prettier-ignore
  });

  it('prints what the built objects become, and writes nothing', () => {
    const folder = make(base);
    const { out, err, code } = folder.run('convert', '--build', 'prod');
    assert.equal(code, 0, err);
    assert.match(out, /kind: EndpointSlice/);
    assert.match(out, /10\.30\.0\.15/);
    assert.match(err, /base\/db\.yaml:10:\d+  Endpoints shop\/db → EndpointSlice/);
    assert.equal(readFileSync(join(folder.path, 'base/db.yaml'), 'utf8'), base['base/db.yaml']);
  });

  it('refuses what does not fit', () => {
    const folder = make(base);
    const message = (...args: readonly string[]): string => folder.run(...args).err;
    const beside = 'endpoints: --build takes the place of files. Remove base, or add it to the kustomization.\n';
    for (const name of ['check', 'slices', 'apply', 'convert']) {
      assert.equal(message(name, '--build', 'prod', 'base'), beside);
      assert.match(message(name, '--build', 'none'), /^endpoints: none does not exist\./);
      assert.match(message(name, '--build', '-'), /^endpoints: A kustomization cannot be read from standard input/);
    }
    assert.match(message('convert', '--build', 'prod', '--write'), /Remove --write\.\n$/);
    assert.match(message('check', '--build', 'prod', '--watch'), /--build and --watch cannot be combined/);
  });

  it('names why a root cannot be built', () => {
    const folder = make({ ...base, 'prod/patch.yaml': base['prod/patch.yaml'].replace('name: db', 'name: dd') });
    for (const name of ['slices', 'apply', 'convert']) {
      const { out, err, code } = folder.run(name, '--build', 'prod');
      assert.deepEqual([out, code], ['', 2]);
      assert.match(err, /^endpoints: prod\/patch\.yaml:\d+:\d+: /);
    }
  });
});

function sorted({ out, err, code }: ReturnType<Folder['run']>) {
  return { out, err, code };
}

function commentOf(line: string): readonly string[] {
  return (/ # (.*)$/.exec(line)?.[1] ?? '').split(', ').map((place) => posix.normalize(place));
}
