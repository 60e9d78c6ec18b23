/** `endpoints convert` on Terraform: what is written in place, what another file of the module prevents, and other languages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { endpoints, service } from './support/cli-convert.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const resource = `resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name      = kubernetes_service_v1.db.metadata[0].name
    namespace = "shop"
  }
  subset {
    address {
      ip = var.ip # the primary
    }
    port {
      name = "pg"
      port = 5432
    }
  }
}
`;
const backend = `variable "ip" {
  type    = string
  default = "FD00::1"
}

resource "kubernetes_service_v1" "db" {
  metadata {
    name      = "db"
    namespace = "shop"
  }
  spec {
    port {
      name = "pg"
      port = 5432
    }
  }
}
`;

describe('endpoints convert on Terraform', () => {
  const having = temporary(folderOf);

  it('asks for the family of an unknown address, and names the one of its default', () => {
    const { out, code } = having({ 'db.tf': resource, 'main.tf': backend }).run('convert', '--report', '.');
    assert.match(out, /db\.tf:8:12 +The IP family of "var\.ip" .* Use "endpoints convert --address-type IPv6"/);
    assert.equal(code, 1);
  });

  it('writes the slice, and a second run changes nothing', async () => {
    const folder = having({ 'db.tf': resource, 'main.tf': backend });
    const args = ['convert', '--address-type', 'IPv6', '.'] as const;
    const { code, err } = folder.run(...args, '--write', '--yes');
    assert.equal(code, 0, err);
    const text = readFileSync(join(folder.path, 'db.tf'), 'utf8');
    await assert.doesNotReject(parse('db.tf', text), text);
    assert.match(text, /^resource "kubernetes_manifest" "db_ipv6" \{$/m);
    assert.match(text, /^ {8}addresses {2}= \[var\.ip\] # the primary$/m);
    assert.match(text, /kubectl delete endpoints db -n shop\nremoved \{\n {2}from = kubernetes_endpoints_v1\.db\n/);
    assert.equal(readFileSync(join(folder.path, 'main.tf'), 'utf8'), backend);
    assert.equal(folder.run(...args).out, '');
  });

  it('names the reference of another file, and leaves the resource as it is', () => {
    const output = 'output "name" {\n  value = kubernetes_endpoints_v1.db.metadata[0].name\n}\n';
    const folder = having({ 'db.tf': resource, 'main.tf': backend, 'outputs.tf': output });
    const { out, code } = folder.run('convert', '--report', '--address-type', 'IPv4', '.');
    assert.match(out, /outputs\.tf:2 refers to kubernetes_endpoints_v1\.db\./);
    assert.equal(code, 1);
  });

  it('plans a roll-out in which the address of a slice stays the same', () => {
    const folder = having({ 'db.tf': resource.replace('var.ip', '"10.0.0.1"'), 'main.tf': backend });
    assert.equal(folder.run('convert', '--readers', '--steps', 'steps', '.').code, 0);
    const plan = readFileSync(join(folder.path, 'steps/plan.md'), 'utf8');
    const patches = [...new Set(plan.match(/\d-[a-z]+\.patch/g))].map((name) =>
      readFileSync(join(folder.path, 'steps', name), 'utf8'),
    );
    const [slices = '', deletion = ''] = patches;
    assert.equal(patches.length, 2);
    assert.match(slices, /^\+resource "kubernetes_manifest" "db_ipv4" \{$/m);
    assert.doesNotMatch(slices, /^-resource/m);
    assert.doesNotMatch(deletion, /^[-+]resource "kubernetes_manifest"/m);
    assert.match(deletion, /^\+removed \{$/m);
  });

  it('writes manifests as typed resources, with references to their Service, and back', async () => {
    const folder = having({ 'a.yaml': `${service('db')}---\n${endpoints('db')}` });
    const { out, err, code } = folder.run('convert', '--to', 'terraform', 'a.yaml', '-o', 'main.tf');
    assert.deepEqual([out, err, code], ['', 'Wrote main.tf.\n', 0]);
    const text = readFileSync(join(folder.path, 'main.tf'), 'utf8');
    await assert.doesNotReject(parse('main.tf', text), text);
    assert.match(text, /^resource "kubernetes_endpoints_v1" "db" \{$/m);
    assert.match(text, /^ {4}name {6}= kubernetes_service_v1\.db\.metadata\[0\]\.name$/m);
    assert.match(folder.run('convert', '--to', 'manifest', 'main.tf').out, /^kind: Endpoints$/m);
  });

  it('names what is not known, and arguments that another language does not have', () => {
    const known = resource
      .replace('var.ip', '"10.0.0.1"')
      .replace(/\}\n$/, '\n  depends_on = [kubernetes_service_v1.db]\n}\n');
    const folder = having({ 'db.tf': known, 'main.tf': backend });
    const { out, err, code } = folder.run('convert', '--to', 'manifest', '.');
    assert.match(out, /^ {6}- ip: 10\.0\.0\.1$|^ {2}- addresses:$/m);
    assert.match(err, /Endpoints shop\/db: "depends_on" is left out\./);
    assert.equal(code, 0);
    const unknown = having({ 'db.tf': resource, 'main.tf': backend }).run('convert', '--to', 'manifest', '.');
    assert.match(unknown.err, /db\.tf:8:12 +Endpoints shop\/db: "subsets\[0\]\.addresses\[0\]\.ip" is /);
    assert.equal(unknown.code, 1);
    const counted = known.replace('{\n', '{\n  for_each = var.all\n\n');
    assert.match(
      having({ 'db.tf': counted, 'main.tf': backend }).run('convert', '--to', 'manifest', '.').err,
      /"for_each" makes it as often as it says\. Write out one resource\./,
    );
  });

  it('refuses a family or a protocol that has no effect', () => {
    const { run } = having({ 'db.tf': resource });
    assert.match(run('convert', '--address-type', 'IPv5', '.').err, /--address-type IPv5 is not a valid value\./);
    assert.match(run('convert', '--app-protocol', '', '.').err, /--app-protocol must not be empty\./);
    assert.match(
      run('convert', '--to', 'endpoints', '--app-protocol', 'x', '.').err,
      /--app-protocol needs --to endpointslice\./,
    );
  });
});
