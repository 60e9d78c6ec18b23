/** `endpoints build` as a process: recorded builds, their places, errors, and wrong usage. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { LineCounter, parseAllDocuments, type Document, type Node } from 'yaml';
import { shownOutput, titledFiles } from './support/console-page.ts';
import { base, prod } from './support/overlay.ts';
import { folderOf, type Folder } from './support/process.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';

interface Place {
  readonly file: string;
  readonly line: number;
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
    assert.match(err, /^endpoints: prod\/kustomization\.yaml:1:13: "linked\.yaml" is a symbolic link out of/);
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

  it('names a kustomization that is no text, at itself and where another one includes it', () => {
    const wide = Buffer.from([0xff, 0xfe, 0x61, 0]);
    const folder = make({ 'a/kustomization.yaml': wide, 'b/kustomization.yaml': 'resources: [../a]\n' });
    const message = 'a/kustomization.yaml is UTF-16. Save it as UTF-8.\n';
    assert.equal(folder.run('build', 'a').err, `endpoints: a/kustomization.yaml:1:1: ${message}`);
    assert.equal(folder.run('build', 'b').err, `endpoints: b/kustomization.yaml:1:13: ${message}`);
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

function sorted({ out, err, code }: ReturnType<Folder['run']>) {
  return { out, err, code };
}

function commentOf(line: string): readonly string[] {
  return (/ # (.*)$/.exec(line)?.[1] ?? '').split(', ').map((place) => posix.normalize(place));
}
