/** Terraform on the command line: which files are read, with which others, and what is named where it is not read. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

/** Endpoints whose address a local has. */
const main = `resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name      = "db"
    namespace = "prod"
  }
  subset {
    address {
      ip = local.ip
    }
    port {
      port = 5432
    }
  }
}
`;
const locals = (ip = '127.0.0.1'): string => `locals {\n  ip = "${ip}"\n}\n`;
const json = JSON.stringify({
  resource: {
    kubernetes_endpoints_v1: {
      db: { metadata: { name: 'db' }, subset: { address: { ip: '${local.ip}' }, port: { port: 80 } } },
    },
  },
});
const foreign = 'resource "aws_s3_bucket" "logs" {\n  bucket = "logs"\n}\n';

interface Row {
  readonly file: string;
  readonly code: string;
}

describe('terraform on the command line', () => {
  const having = temporary(folderOf);
  type Files = Readonly<Record<string, string>>;
  const found = (files: Files, ...args: readonly string[]): readonly string[] => {
    const { out, err } = having(files).run('check', '--format', 'json', ...args);
    assert.equal(err, '');
    return (JSON.parse(out) as { readonly diagnostics: readonly Row[] }).diagnostics
      .filter(({ code }) => code !== 'deprecated-endpoints')
      .map(({ file, code }) => `${file} ${code}`)
      .sort();
  };
  const summary = (files: Files, ...args: readonly string[]): string => having(files).run('check', ...args).out;

  it('finds all files of Terraform and OpenTofu in directories', () => {
    const files = {
      'a/main.tf': main,
      'a/locals.tf': locals(),
      'b/main.tofu': main,
      'b/locals.tofu': locals(),
      'c/main.tf.json': json,
      'c/locals.tf': locals(),
      'd/main.tofu.json': json,
      'd/locals.tf': locals(),
      'd/terraform.tfvars': 'ip = "10.0.0.1"\n',
    };
    const expected = ['a/main.tf', 'b/main.tofu', 'c/main.tf.json', 'd/main.tofu.json'].map(
      (file) => `${file} loopback-ip`,
    );
    assert.deepEqual(found(files), expected);
    assert.deepEqual(found(files, '**/*.tf'), ['a/main.tf loopback-ip']);
  });

  it('never enters the folders with copies of modules', () => {
    const copies = { '.terraform/modules/db/main.tf': main, '.terraform/modules/db/locals.tf': locals() };
    const files = {
      'main.tf': foreign,
      ...copies,
      'live/.terragrunt-cache/x/main.tf': main.replace('local.ip', '"::1"'),
    };
    assert.deepEqual(found(files), []);
    assert.deepEqual(found(files, '**/*.tf'), []);
    const { runWith } = having(files);
    assert.match(
      runWith('.terraform/modules/db/main.tf\n', 'check', '--stdin-files').out,
      /No Endpoints found in 0 files/,
    );
  });

  it('reads the other files of the folder with a file that is named', () => {
    const files = { 'a/main.tf': main, 'a/locals.tf': locals(), 'b/locals.tf': locals('10.0.0.1') };
    assert.deepEqual(found(files, 'a/main.tf'), ['a/main.tf loopback-ip']);
    assert.deepEqual(found(files, 'a/locals.tf'), []);
    const { runWith } = having(files);
    assert.match(runWith('a/main.tf\n', 'check', '--stdin-files').out, /loopback-ip/);
    const typed = main.replace('local.ip', 'local.ip # typed');
    const { out } = runWith(typed, 'check', '--stdin-filename', 'a/main.tf', '-');
    assert.match(out, /a\/main\.tf:8:12 {2}error\[loopback-ip\]/);
  });

  it('lists only what the named files have', () => {
    const { run } = having({ 'main.tf': main, 'locals.tf': locals() });
    assert.match(run('list', 'main.tf').out, /subsets\[0\]\.addresses\[0\]\.ip {2}unknown/);
    assert.match(run('list', '.').out, /subsets\[0\]\.addresses\[0\]\.ip {2}"127\.0\.0\.1" {2}from locals\.tf:2:8/);
  });

  it('reads a .tofu file in place of the .tf file of its name', () => {
    const files = {
      'main.tf': main.replace('local.ip', '"::1"'),
      'main.tofu': main,
      'locals.tf': locals('10.0.0.1'),
      'locals.tofu': locals(),
      'other.tf.json': json.replace('${local.ip}', '127.0.0.3'),
      'other.tofu.json': json.replace('"db":', '"other":').replace('"name":"db"', '"name":"other"'),
    };
    assert.deepEqual(found(files), ['main.tofu loopback-ip', 'other.tofu.json loopback-ip']);
    assert.match(summary(files), /2 skipped: replaced by a \.tofu file \(main\.tf, other\.tf\.json\)\./);
    assert.match(having(files).run('check', '--list-files').out, /^main\.tf +skipped: replaced by a \.tofu file$/m);
  });

  it('is not certain of what an override file names', () => {
    const files = {
      'main.tf': main,
      'locals.tf': locals('10.0.0.1'),
      'service.tf':
        'resource "kubernetes_service_v1" "db" {\n  metadata {\n    name      = "db"\n    namespace = "prod"\n  }\n  spec {\n    port {\n      name = "sql"\n      port = 5432\n    }\n  }\n}\n',
    };
    assert.deepEqual(found(files), ['main.tf unmatched-port']);
    for (const name of ['override.tf', 'service_override.tf', 'override.tf.json']) {
      const block = { resource: { kubernetes_service_v1: { db: { spec: { port: { name: 'pg', port: 5432 } } } } } };
      const hcl = 'resource "kubernetes_service_v1" "db" {\n  spec {\n    port {\n      port = 5432\n    }\n  }\n}\n';
      assert.deepEqual(found({ ...files, [name]: name.endsWith('.json') ? JSON.stringify(block) : hcl }), [], name);
    }
  });

  it('names manifests that it cannot read', () => {
    const manifest = (body: string): string => `resource "kubectl_manifest" "db" {\n  yaml_body = ${body}\n}\n`;
    const heredoc = `<<-X\n    apiVersion: v1\n    kind: Endpoints\n    %{ if var.isOn }\n    subsets: []\n    %{ endif }\n  X`;
    const cases: readonly (readonly [string, string])[] = [
      ['templatefile("${path.module}/endpoints.yaml", {})', 'a manifest from templatefile()'],
      ['file("endpoints.yaml")', 'a manifest from file()'],
      ['(local.endpoints)', 'a manifest from local.endpoints'],
      ['var.isOn ? local.endpoints : local.service', 'a manifest from an expression'],
      ['"kind: Endpoints\\napiVersion: v1\\n"', 'a manifest in quotes'],
      [heredoc, 'a manifest with directives (%{ })'],
    ];
    for (const [body, reason] of cases) {
      const files = { 'main.tf': manifest(body) };
      assert.ok(summary(files).includes(`1 skipped: ${reason} (main.tf).`), `${body}\n${summary(files)}`);
    }
    const decoded = `resource "kubernetes_manifest" "db" {\n  manifest = yamldecode(file("endpoints.yaml"))\n}\n`;
    assert.match(summary({ 'main.tf': decoded }), /1 skipped: a manifest from file\(\) \(main\.tf\)\./);
    const inLocal = (kind: string): Files => ({
      'main.tf': manifest('local.db'),
      'locals.tf': `locals {\n  db = <<-X\n    apiVersion: v1\n    kind: ${kind}\n  X\n}\n`,
    });
    assert.match(summary(inLocal('Endpoints')), /1 skipped: a manifest from local\.db \(main\.tf\)\./);
    assert.doesNotMatch(summary(inLocal('Secret')), /skipped/);
    for (const body of ['file("deployment.yaml")', 'local.ingress', 'yamlencode(local.other)'])
      assert.doesNotMatch(summary({ 'main.tf': manifest(body), 'x.tf': main }), /skipped/, body);
  });

  it('takes a text that grows with each local for unknown', () => {
    const doubled = Array.from({ length: 60 }, (_, i) => `  a${i + 1} = "\${local.a${i}}\${local.a${i}}"\n`).join('');
    const joined = Array.from(
      { length: 60 },
      (_, i) => `  b${i + 1} = join(local.b${i}, [local.b${i}, local.b${i}])\n`,
    ).join('');
    for (const last of ['a60', 'b60']) {
      const text = `locals {\n  a0 = "x"\n  b0 = "x"\n${doubled}${joined}}\n${main.replace('local.ip', `local.${last}`)}`;
      assert.deepEqual(found({ 'main.tf': text }), []);
    }
  });

  it('reports a second document of YAML, which Terraform does not apply', () => {
    const yaml = (kind: string): string =>
      `apiVersion: v1\nkind: ${kind}\nmetadata: {name: db}\n${kind === 'Service' ? 'spec: {ports: [{port: 80}]}\n' : ''}`;
    const both = `<<X\n---\n# First\n${yaml('Service')}---\n${yaml('Endpoints')}X`;
    assert.deepEqual(found({ 'main.tf': `resource "kubectl_manifest" "a" {\n  yaml_body = ${both}\n}\n` }), [
      'main.tf unread-document',
    ]);
    assert.deepEqual(
      found({
        'main.tf': `resource "kubernetes_manifest" "a" {\n  manifest = yamldecode(${both})\n}\n`.replace('X)', 'X\n)'),
      }),
      ['main.tf refused-manifest', 'main.tf syntax-error'],
    );
    const one = both.replace(/---\napiVersion: v1\nkind: Endpoints[^]*X/, '---\n# The end.\nX');
    assert.deepEqual(found({ 'main.tf': `resource "kubectl_manifest" "a" {\n  yaml_body = ${one}\n}\n` }), []);
  });

  it('reports syntax errors in JSON and in the YAML of heredocs', () => {
    assert.deepEqual(found({ 'main.tf.json': `${json.slice(0, -1)},` }), ['main.tf.json syntax-error']);
    const broken = `resource "kubectl_manifest" "db" {\n  yaml_body = <<-X\n    apiVersion: v1\n    kind: Endpoints\n    metadata: {name: db\n  X\n}\n`;
    assert.deepEqual(found({ 'main.tf': broken }), ['main.tf syntax-error']);
  });

  it('says how files are read, and counts only those with objects', () => {
    const files = { 'a/main.tf': main, 'a/locals.tf': locals('10.0.0.1'), 'b/s3.tf': foreign };
    const { run } = having(files);
    assert.equal(
      run('check', '--list-files').out,
      'a/locals.tf  no checked object\na/main.tf    Terraform (1 object)\nb/s3.tf      no checked object\n',
    );
    assert.match(run('check').out, /^1 hint in 1 resource in 1 file\.$/m);
    assert.equal(run('check', 'b').out, 'No Endpoints found in 1 file; nothing to check.\n');
  });

  it('reads files without Kubernetes only for the files beside them, whatever they hold', () => {
    const bytes = Buffer.from([0x6c, 0xe9, 0x0a]);
    assert.deepEqual(having({ 'a.tf': bytes, 'b.tf': foreign }).run('check').err, '');
    const utf16 = Buffer.from(`\uFEFF${main}`, 'utf16le');
    assert.match(having({ 'a.tf': utf16 }).run('check').err, /a\.tf is UTF-16\. Save it as UTF-8\./);
    const beside = {
      'm/main.tf': main,
      'm/locals.tf': locals(),
      'n/locals.tf': locals('10.0.0.1'),
      'n/s3.tf': foreign,
    };
    assert.deepEqual(found(beside), ['m/main.tf loopback-ip']);
    assert.deepEqual(found(beside, 'm', 'n'), ['m/main.tf loopback-ip']);
  });
});
