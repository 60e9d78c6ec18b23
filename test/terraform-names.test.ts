/** Names that Terraform refuses: what the fix makes of them. */
import assert from 'node:assert/strict';
import { refusedNameFix } from '../server/src/lint/refused-name-fix.ts';
import { assertValidHcl, editedTerraform, onlyDocument, readModule, terraformSamples } from './support/terraform.ts';

/** Names that Terraform refuses, and what the fix makes of them; the same text where there is no fix. */
const refused: readonly (readonly [string, string, string])[] = [
  ['a field of the API', 'addressType = "IPv4"', 'address_type = "IPv4"'],
  ['a plural', 'ports {\n    port = 80\n  }', 'port {\n    port = 80\n  }'],
  ['an argument for a block', 'endpoint = { addresses = ["10.0.0.1"] }', 'endpoint { addresses = ["10.0.0.1"] }'],
  [
    'an argument of several entries for a block',
    'endpoint = { addresses = ["10.0.0.1"], zone = "a" }',
    'endpoint {\n    addresses = ["10.0.0.1"]\n    zone      = "a"\n  }',
  ],
  [
    'a list of objects for blocks',
    'port = [{ port = "80" }, { port = "81", name = "b" }]',
    'port {\n    port = "80"\n  }\n  port {\n    port = "81"\n    name = "b"\n  }',
  ],
  [
    'a name that stands beside it already',
    'address_type = "IPv4"\n  addressType = "IPv4"',
    'address_type = "IPv4"\n  addressType = "IPv4"',
  ],
  [
    'a dynamic block with an iterator',
    'dynamic "ports" {\n    for_each = ["80"]\n    iterator = each_port\n    content {\n      port = each_port.value\n    }\n  }',
    'dynamic "port" {\n    for_each = ["80"]\n    iterator = each_port\n    content {\n      port = each_port.value\n    }\n  }',
  ],
  [
    'no dynamic block whose label names the items',
    'dynamic "ports" {\n    for_each = ["80"]\n    content {\n      port = ports.value\n    }\n  }',
    'dynamic "ports" {\n    for_each = ["80"]\n    content {\n      port = ports.value\n    }\n  }',
  ],
  ['a list of what is no object', 'port = [80]', 'port = [80]'],
];

describe('names that Terraform refuses', () => {
  for (const [what, before, after] of refused)
    it(`corrects ${what}`, async () => {
      const whole = (inner: string): string =>
        `resource "kubernetes_endpoint_slice_v1" "db" {\n  metadata {\n    name = "db"\n  }\n  ${inner}\n}\n`;
      const made = corrected(whole(before));
      assert.equal(made, whole(after));
      if (before !== after) await assertValidHcl(made);
    });

  it('writes a block of labels as an argument', async () => {
    const text =
      'resource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = "db"\n    labels {\n      app = "db"\n    }\n  }\n}\n';
    const made = corrected(text);
    assert.equal(made, text.replace('labels {', 'labels = {'));
    await assertValidHcl(made);
  });

  it('corrects all names of a resource, also those inside of others', async () => {
    const slips = terraformSamples().find(({ path }) => path === 'slips.tf');
    assert.ok(slips);
    const made = corrected(slips.text);
    await assertValidHcl(made);
    const left = [...onlyDocument(readModule({ path: 'slips.tf', text: made })).resources].flatMap(
      ({ terraform }) => terraform?.refused.map(({ name }) => name) ?? [],
    );
    assert.deepEqual(left, [
      // Beside `address_type` and `condition`; the others mean nothing.
      'addressType',
      'address',
      'conditions',
      'hints',
      'ip_address',
      'target_ref',
      'target_port',
      'app_protocol',
    ]);
  });
});

/** The text once each name is corrected that can be. */
function corrected(given: string): string {
  let text = given;
  for (let i = 0; i < 20; i++) {
    const file = readModule({ path: 'slips.tf', text });
    const fixes = onlyDocument(file).resources.flatMap(({ terraform }) =>
      (terraform?.refused ?? []).flatMap((each) => refusedNameFix(each, terraform?.type ?? '') ?? []),
    );
    const made = fixes.map(({ edits }) => editedTerraform(file, 'slips.tf', edits)).find((each) => each !== undefined);
    if (made === undefined) return text;
    text = made;
  }
  return text;
}
