/** `endpoints convert --to` with a language: what is printed, written, refused and listed. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { runAsking, endpoints, pathIn, service, slice } from './support/cli-convert.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const program = `import * as k8s from "@pulumi/kubernetes";

const db = new k8s.core.v1.Service("db", { metadata: { name: "db", namespace: "shop" }, spec: { ports: [{ port: 5432 }] } });

new k8s.core.v1.Endpoints("db", {
  metadata: { name: db.metadata.name, namespace: "shop" },
  subsets: [{ addresses: [{ ip: "10.20.0.14" }], ports: [{ port: 5432 }] }],
}, { retainOnDelete: true });
`;

describe('endpoints convert --to a language', () => {
  const having = temporary(folderOf);

  it('prints one program for several files, a Service before its Endpoints', () => {
    const folder = having({
      'a.yaml': endpoints('db'),
      'b.yaml': service('db'),
      'c.yaml': slice('db-1', '10.20.0.15'),
    });
    const { out, err, code } = folder.run('convert', '--to', 'typescript', '.');
    assert.deepEqual([err, code], ['', 0]);
    assert.deepEqual(out.match(/v1\.\w+\("[^"]+"/g), [
      'v1.Service("db"',
      'v1.Endpoints("db"',
      'v1.EndpointSlice("db-1"',
    ]);
    assert.match(out, /^const namespace = "shop";$/m);
    assert.match(out, /^ +\/\/ the primary$/m);
  });

  it('comes back to the same manifest', () => {
    const folder = having({ 'a.yaml': `${service('db')}---\n${endpoints('db').replace(' # the primary', '')}` });
    const manifest = folder.run('convert', '--to', 'manifest', 'a.yaml').out;
    for (const [to, file] of [
      ['typescript', 'index.ts'],
      ['python', 'main.py'],
      ['go', 'main.go'],
      ['csharp', 'Program.cs'],
      ['java', 'App.java'],
      ['pulumi-yaml', 'Pulumi.yaml'],
      ['terraform', 'main.tf'],
    ] as const) {
      assert.equal(folder.run('convert', '--to', to, '-o', file, 'a.yaml').code, 0);
      assert.equal(folder.run('convert', '--to', 'manifest', file).out, manifest, to);
    }
  });

  it('writes the output of a resource as its value, and lists options that a manifest cannot have', () => {
    const folder = having({ 'index.ts': program });
    const { out, err, code } = folder.run('convert', '--to', 'manifest', 'index.ts');
    assert.match(out, /kind: Endpoints\nmetadata:\n {2}name: db\n/);
    assert.match(
      err,
      /Converted with loss\n {2}index\.ts:8:6 {2}Endpoints shop\/db: the option "retainOnDelete" has no place in a manifest\./,
    );
    assert.equal(code, 0);
    const { out: yaml } = folder.run('convert', '--to', 'pulumi-yaml', 'index.ts');
    assert.match(yaml, /options:\n {6}dependsOn:\n {8}- \$\{db\}\n {6}retainOnDelete: true\n/);
  });

  it('reads standard input', () => {
    const { out, code } = having({}).runWith(endpoints('db'), 'convert', '--to', 'python', '-');
    assert.match(out, /^k8s\.core\.v1\.Endpoints\($/m);
    assert.equal(code, 0);
  });

  it('writes the other objects, and exits with 1, if one cannot be written', () => {
    const unknown = program.replace('"10.20.0.14"', 'host');
    const { out, err, code } = having({ 'index.ts': unknown }).run('convert', '--to', 'manifest', 'index.ts');
    assert.match(out, /kind: Service/);
    assert.doesNotMatch(out, /kind: Endpoints/);
    assert.match(
      err,
      /^Not converted\n {2}index\.ts:7:33 {2}Endpoints shop\/db: "subsets\[0\]\.addresses\[0\]\.ip" is /m,
    );
    assert.match(err, /1 of 2 objects in 1 file is converted\.\n$/);
    assert.equal(code, 1);
  });

  it('says if there is nothing to write', () => {
    const { out, err, code } = having({ 'a.yaml': 'kind: ConfigMap\napiVersion: v1\n' }).run(
      'convert',
      '--to',
      'go',
      '.',
    );
    assert.deepEqual([out, code], ['', 0]);
    assert.match(err, /There are no Endpoints, EndpointSlices or Services for them in 1 file\./);
  });

  it('names a text that cannot be read, and a resource that gets another name', () => {
    const folder = having({
      'a.yaml': `${endpoints('db')}  - addresses: [\n`,
      'b.ts': program,
      'c.ts': program.replaceAll('namespace: "shop"', 'namespace: "office"'),
    });
    const { err, code } = folder.run('convert', '--to', 'go', 'a.yaml', 'b.ts', 'c.ts');
    assert.match(err, /^Not converted\n {2}a\.yaml:\d+:\d+ {2}.*syntax error/);
    assert.match(err, /Endpoints "db" gets the logical name "office-db", because another one has its name\./);
    assert.equal(code, 1);
  });

  it('asks before it overwrites a file', async () => {
    const folder = having({ 'a.yaml': endpoints('db'), 'b.yaml': 'a: 1\n' });
    const args = ['convert', '--to', 'manifest', '-o', 'b.yaml', 'a.yaml'] as const;
    const { err, code } = folder.run(...args);
    assert.match(err, /b\.yaml already exists\. Name another file, or overwrite it with --yes\./);
    assert.equal(code, 2);
    const no = await runAsking(folder, () => 'n', ...args);
    assert.deepEqual([no.asked, no.code], [['Overwrite b.yaml? [y/N] '], 1]);
    assert.equal(readFileSync(pathIn(folder, 'b.yaml'), 'utf8'), 'a: 1\n');
    assert.equal((await runAsking(folder, () => 'y', ...args)).code, 0);
    assert.match(readFileSync(pathIn(folder, 'b.yaml'), 'utf8'), /kind: Endpoints/);
    assert.equal(folder.run(...args, '--yes').code, 0);
    assert.equal(folder.run('convert', '--to', 'manifest', '-o', 'c.yaml', 'a.yaml').code, 0);
    assert.equal(existsSync(pathIn(folder, 'c.yaml')), true);
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [['--to', 'go', '--write', '.'], '--write has no effect with --to go, which prints a new text. Use --output FILE.'],
    [['--to', 'go', '--mode', 'add', '.'], '--mode has no effect with --to go, which prints a new text. Remove it.'],
    [['--to', 'go'], '"endpoints convert" needs files to convert. Name files, a directory, a glob or -.'],
    [['--to', 'go', '-o', '', '.'], '--output must not be empty. Use a file.'],
    [['--to', 'go', '-o', '-', '.'], '--output - is not a file. Remove it: without --output, the text is printed.'],
    [['--to', 'go', '-y', '.'], '--yes needs --output. Remove --yes, or add --output.'],
    [['--to', 'go', '-o', '.', '.'], '--output . is a directory. Name a file in it.'],
    [['-o', 'x', '.'], '--output needs --to with a language, such as typescript. Use --write to change the files.'],
    [
      ['--to', 'rust', '.'],
      '--to rust is not a valid value. Use endpointslice, endpoints, typescript, python, go, csharp, java, pulumi-yaml, terraform or manifest.',
    ],
  ];
  for (const [args, message] of wrong) {
    it(`answers "${args.join(' ')}" with one sentence and exit code 2`, () => {
      const { out, err, code } = having({ 'a.yaml': endpoints('db') }).run('convert', ...args);
      assert.deepEqual([out, err, code], ['', `endpoints: ${message}\n`, 2]);
    });
  }
});
