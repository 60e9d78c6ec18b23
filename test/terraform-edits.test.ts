/** Edits of Terraform files: what fixes make of blocks, arguments, objects, lists and heredocs, and what stays as it is. */
import assert from 'node:assert/strict';
import type { Document, Resource } from '../server/src/tree/document.ts';
import type { TreeEdit } from '../server/src/tree/tree-edit.ts';
import { childrenOf, type Scalar, type Value } from '../server/src/tree/value.ts';
import { firstPort, itemRemoval, removal, terraformEditCases } from './support/terraform-edit-cases.ts';
import { editedEndpoints } from './support/terraform-edited-texts.ts';
import {
  assertValidHcl,
  editedTerraform,
  mappingAt,
  onlyDocument,
  partAt,
  readModule,
  terraformResource,
  terraformSamples,
} from './support/terraform.ts';

const terraformDb = (document: Document): Resource => terraformResource(document, 'db');

describe('edits of Terraform files', () => {
  for (const { does, text, edits, before, after } of terraformEditCases)
    it(does, async () => {
      for (const newline of ['\n', '\r\n']) {
        const given = text.replaceAll('\n', newline);
        const file = readModule({ path: 'main.tf', text: given });
        const made = editedTerraform(file, 'main.tf', edits(onlyDocument(file)));
        if (after === undefined) {
          assert.equal(made, undefined);
          continue;
        }
        assert.ok(given.includes(before.replaceAll('\n', newline)), before);
        assert.ok(made !== undefined, 'not written');
        const wanted = text.replace(before, () => after).replaceAll('\n', newline);
        if (does === 'edits the objects of a manifest') assert.ok(made.includes(after), made);
        else assert.equal(made, wanted);
        await assertValidHcl(made);
      }
    });

  it('writes only what Terraform can read, wherever something is replaced, renamed, removed or inserted', async () => {
    let written = 0;
    for (const { path, text } of terraformSamples()) {
      const file = readModule({ path, text });
      const document = onlyDocument(file);
      for (const { properties } of [...document.resources, ...document.neighbours])
        for (const edit of everyEdit(properties)) {
          const after = editedTerraform(file, path, [edit]);
          if (after === undefined) continue;
          written++;
          if (path.endsWith('.json')) JSON.parse(after);
          else if (edit.kind !== 'replace' && written % 3 === 0) await assertValidHcl(after);
        }
    }
    assert.ok(written > 500, String(written));
  }).timeout(60_000);

  it('keeps what stands beside the values', () => {
    const text = editedEndpoints.replace('used_twice = "tcp"\n}', 'used_twice = "tcp"\n}\n\nvariable "x" {}\n');
    const file = readModule({ path: 'main.tf', text });
    const made = editedTerraform(file, 'main.tf', [
      itemRemoval(partAt(terraformDb(onlyDocument(file)), ['subsets', 0, 'addresses']), 1),
    ]);
    assert.equal(made, text.replace('    address { ip = "10.0.0.2" }\n', ''));
  });

  it('replaces values of the JSON syntax, and does nothing else there', () => {
    const text =
      '{"resource": {"kubernetes_endpoints_v1": {"db": {"metadata": {"name": "Db"}, "subset": [{"port": {"port": "80"}}]}}}}';
    const file = readModule({ path: 'main.tf.json', text });
    const own = terraformDb(onlyDocument(file));
    const replaced = editedTerraform(file, 'main.tf.json', [
      { kind: 'replace', value: partAt(own, ['metadata', 'name']), by: 'db' },
      { kind: 'replace', value: partAt(own, [...firstPort, 'port']), by: 81 },
    ]);
    assert.equal(replaced, text.replace('"Db"', '"db"').replace('"80"', '"81"'));
    assert.equal(editedTerraform(file, 'main.tf.json', [removal(mappingAt(own, ['metadata']), 'name')]), undefined);
  });

  it('leaves literals of other files alone', () => {
    const locals = { path: 'locals.tf', text: 'locals {\n  port = "80"\n}\n' };
    const text =
      'resource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = "db"\n  }\n  subset {\n    port {\n      port = local.port\n    }\n  }\n}\n';
    const file = readModule({ path: 'main.tf', text }, [locals]);
    const value = partAt(terraformDb(onlyDocument(file)), [...firstPort, 'port']);
    assert.ok(value.kind === 'scalar' && value.value === 80n);
    assert.equal(editedTerraform(file, 'main.tf', [{ kind: 'replace', value, by: 81 }]), undefined);
    const named = editedTerraform(file, 'main.tf', [
      { kind: 'replace', value: partAt(terraformDb(onlyDocument(file)), ['metadata', 'name']), by: 'web' },
    ]);
    assert.equal(named, text.replace('name = "db"', 'name = "web"'));
  });
});

function* everyEdit(value: Value): Generator<TreeEdit> {
  if (value.kind === 'scalar' && value.value !== null) yield { kind: 'replace', value, by: otherThan(value) };
  if (value.kind === 'mapping') {
    for (const entry of value.entries) {
      yield { kind: 'remove-entry', mapping: value, entry };
      yield { kind: 'rename', entry, to: 'a/b' };
    }
    yield { kind: 'insert', mapping: value, name: 'protocol', value: 'UDP' };
    yield { kind: 'insert', mapping: value, name: 'name', value: 'x' };
    yield { kind: 'insert', mapping: value, name: 'ports', value: [{ port: 80, name: 'web' }, { port: 81 }] };
  }
  if (value.kind === 'sequence') for (const item of value.items) yield { kind: 'remove-item', sequence: value, item };
  for (const child of childrenOf(value)) yield* everyEdit(child);
}

function otherThan({ value }: Scalar): string | number | boolean {
  if (typeof value === 'string') return 'new ${x} "q" \\ %{y}';
  return typeof value === 'boolean' ? !value : 77;
}
