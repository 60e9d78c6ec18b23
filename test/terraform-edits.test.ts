/** Edits of Terraform files: what fixes make of blocks, arguments, objects, lists and heredocs, and what stays as it is. */
import assert from 'node:assert/strict';
import type { Document } from '../server/src/tree/document.ts';
import type { DraftPart, TreeEdit } from '../server/src/tree/tree-edit.ts';
import { childrenOf, entryOf, type Mapping, type Scalar, type Value } from '../server/src/tree/value.ts';
import { refusedNameFix } from '../server/src/lint/refused-name-fix.ts';
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

const endpoints = `locals {
  used_once  = "10.0.0.1x"
  used_twice = "tcp"
}

resource "kubernetes_endpoints_v1" "db" {
  metadata {
    name = "db"
    labels = {
      app = "db" # of the books
      "example.com/tier" = "data"
    }
  }

  subset {
    address {
      ip = local.used_once
    }
    # the second one
    address { ip = "10.0.0.2" }
    address {
      ip        = "10.0.0.3"
      node_name = "rack-7"
    }

    port {
      port = "5432"
    }
    port {
      name     = "admin"
      port     = 8080
      protocol = local.used_twice
    }
  }

  depends_on = [kubernetes_service_v1.db]
}

output "protocol" {
  value = local.used_twice
}
`;

const slice = `resource "kubernetes_endpoint_slice_v1" "db" {
  metadata {
    name = "db-1"
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.1", "10.0.0.2"]
    condition {
      ready = true
    }
  }
  endpoint {
    addresses = [
      "10.0.0.3", # left
      "10.0.0.4",
    ]
  }
  port { port = "80" }
}
`;

const manifest = `resource "kubernetes_manifest" "db" {
  manifest = {
    apiVersion = "v1"
    kind       = "Endpoints"
    metadata   = { name = "db", namespace = "shop" }
    subsets = [
      {
        addresses = [{ ip = "10.0.0.1" }]
        ports     = [{ "port" = 80 }]
      },
    ]
  }
}

resource "kubectl_manifest" "web" {
  yaml_body = <<-YAML
    apiVersion: v1
    kind: Endpoints
    metadata:
      name: web
    subsets:
      - addresses:
          - ip: 10.0.0.9
        ports:
          - port: "80"
            protocol: tcp
  YAML
}
`;

type EditsOf = (document: Document) => readonly TreeEdit[];

function remove(mapping: Mapping, name: string): TreeEdit {
  const entry = entryOf(mapping, name);
  assert.ok(entry, name);
  return { kind: 'remove-entry', mapping, entry };
}

function removeItem(list: Value, index: number): TreeEdit {
  assert.ok(list.kind === 'sequence');
  const item = list.items[index];
  assert.ok(item);
  return { kind: 'remove-item', sequence: list, item };
}

function rename(mapping: Mapping, name: string, to: string): TreeEdit {
  const entry = entryOf(mapping, name);
  assert.ok(entry, name);
  return { kind: 'rename', entry, to };
}

/** What is there before and after the edit: a part of the text in each case. */
interface Case {
  readonly does: string;
  readonly text: string;
  readonly edits: EditsOf;
  readonly before: string;
  /** Undefined where the edit is refused. */
  readonly after: string | undefined;
}

const port = ['subsets', 0, 'ports', 0] as const;
const db = (document: Document) => terraformResource(document, 'db');
const web = (document: Document) => terraformResource(document, 'web');

const cases: readonly Case[] = [
  {
    does: 'replaces a literal, with its escapes',
    text: endpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['metadata', 'name']), by: 'a"b\\${c}%{d}' }],
    before: 'name = "db"',
    after: 'name = "a\\"b\\\\$${c}%%{d}"',
  },
  {
    does: 'keeps the quotes of a number that is written as a text',
    text: endpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), [...port, 'port']), by: 5433 }],
    before: 'port = "5432"',
    after: 'port = "5433"',
  },
  {
    does: 'replaces the literal of a local that nothing else uses',
    text: endpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['subsets', 0, 'addresses', 0, 'ip']), by: '10.0.0.1' }],
    before: 'used_once  = "10.0.0.1x"',
    after: 'used_once  = "10.0.0.1"',
  },
  {
    does: 'leaves a local alone that is used twice',
    text: endpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['subsets', 0, 'ports', 1, 'protocol']), by: 'TCP' }],
    before: '',
    after: undefined,
  },
  {
    does: 'adds a name as the first argument',
    text: endpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), port), name: 'name', value: 'postgres' }],
    before: '    port {\n      port = "5432"\n',
    after: '    port {\n      name = "postgres"\n      port = "5432"\n',
  },
  {
    does: 'adds an argument and aligns the equals signs',
    text: endpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), port), name: 'protocol', value: 'TCP' }],
    before: '      port = "5432"\n    }',
    after: '      port     = "5432"\n      protocol = "TCP"\n    }',
  },
  {
    does: 'opens a block on one line',
    text: endpoints,
    edits: (all) => [
      { kind: 'insert', mapping: mappingAt(db(all), ['subsets', 0, 'addresses', 1]), name: 'nodeName', value: 'n1' },
    ],
    before: '    address { ip = "10.0.0.2" }\n',
    after: '    address {\n      ip        = "10.0.0.2"\n      node_name = "n1"\n    }\n',
  },
  {
    does: 'refuses a field that the schema does not have',
    text: endpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), port), name: 'appProtocol', value: 'http' }],
    before: '',
    after: undefined,
  },
  {
    does: 'adds blocks behind the last one of their kind',
    text: slice,
    edits: (all) => [
      {
        kind: 'insert',
        mapping: mappingAt(db(all), ['endpoints', 1]),
        name: 'conditions',
        value: { ready: true, serving: true },
      },
    ],
    before: '      "10.0.0.4",\n    ]\n',
    after: '      "10.0.0.4",\n    ]\n    condition {\n      ready   = true\n      serving = true\n    }\n',
  },
  {
    does: 'removes an argument with its line, and the blanks that only it needed',
    text: endpoints,
    edits: (all) => [remove(mappingAt(db(all), ['subsets', 0, 'addresses', 2]), 'nodeName')],
    before: '      ip        = "10.0.0.3"\n      node_name = "rack-7"\n',
    after: '      ip = "10.0.0.3"\n',
  },
  {
    does: 'removes the only argument of a block on one line',
    text: endpoints,
    edits: (all) => [remove(mappingAt(db(all), ['subsets', 0, 'addresses', 1]), 'ip')],
    before: 'address { ip = "10.0.0.2" }',
    after: 'address {}',
  },
  {
    does: 'removes a block with its lines',
    text: endpoints,
    edits: (all) => [removeItem(partAt(db(all), ['subsets', 0, 'ports']), 0)],
    before: '    port {\n      port = "5432"\n    }\n',
    after: '',
  },
  {
    does: 'removes the last block of its kind',
    text: slice,
    edits: (all) => [removeItem(partAt(db(all), ['ports']), 0)],
    before: '  port { port = "80" }\n',
    after: '',
  },
  {
    does: 'removes a block that may stand once',
    text: slice,
    edits: (all) => [remove(mappingAt(db(all), ['endpoints', 0]), 'conditions')],
    before: '    condition {\n      ready = true\n    }\n',
    after: '',
  },
  {
    does: 'removes an item of a list on one line',
    text: slice,
    edits: (all) => [removeItem(partAt(db(all), ['endpoints', 0, 'addresses']), 0)],
    before: '["10.0.0.1", "10.0.0.2"]',
    after: '["10.0.0.2"]',
  },
  {
    does: 'removes an item on a line of its own',
    text: slice,
    edits: (all) => [removeItem(partAt(db(all), ['endpoints', 1, 'addresses']), 1)],
    before: '      "10.0.0.4",\n',
    after: '',
  },
  {
    does: 'renames the key of a label, with its quotes or with new ones',
    text: endpoints,
    edits: (all) => [rename(mappingAt(db(all), ['metadata', 'labels']), 'app', 'example.com/app')],
    before: '      app = "db"',
    after: '      "example.com/app" = "db"',
  },
  {
    does: 'splits an address into two blocks',
    text: endpoints,
    edits: (all) => {
      const list = partAt(db(all), ['subsets', 0, 'addresses']);
      const second = mappingAt(db(all), ['subsets', 0, 'addresses', 1]);
      assert.ok(list.kind === 'sequence');
      const [ip] = second.entries;
      assert.ok(ip);
      const made = (value: string, base: Mapping | undefined) =>
        ({
          kind: 'mapping',
          base,
          entries: [{ name: 'ip', entry: base && ip, value: { kind: 'plain', value } }],
        }) as const;
      const items = list.items.flatMap((value): readonly DraftPart[] =>
        value === second ? [made('10.1.0.1', second), made('10.1.0.2', undefined)] : [{ kind: 'keep', value }],
      );
      return [{ kind: 'compose', by: { kind: 'list', base: list, items } }];
    },
    before: '    address { ip = "10.0.0.2" }\n',
    after: '    address { ip = "10.1.0.1" }\n    address {\n      ip = "10.1.0.2"\n    }\n',
  },
  {
    does: 'adds an item to a list on one line, and one to a list of lines',
    text: slice,
    edits: (all) =>
      [0, 1].map((index): TreeEdit => {
        const base = partAt(db(all), ['endpoints', index, 'addresses']);
        assert.ok(base.kind === 'sequence');
        const items = base.items.map((value) => ({ kind: 'keep', value }) as const);
        return {
          kind: 'compose',
          by: { kind: 'list', base, items: [...items, { kind: 'plain', value: `10.0.1.${index}` }] },
        };
      }),
    before:
      '["10.0.0.1", "10.0.0.2"]\n    condition {\n      ready = true\n    }\n  }\n  endpoint {\n    addresses = [\n      "10.0.0.3", # left\n      "10.0.0.4",\n',
    after:
      '["10.0.0.1", "10.0.0.2", "10.0.1.0"]\n    condition {\n      ready = true\n    }\n  }\n  endpoint {\n    addresses = [\n      "10.0.0.3", # left\n      "10.0.0.4",\n      "10.0.1.1",\n',
  },
  {
    does: 'edits the objects of a manifest',
    text: manifest,
    edits: (all) => [
      { kind: 'insert', mapping: mappingAt(db(all), port), name: 'name', value: 'web' },
      remove(mappingAt(db(all), ['metadata']), 'namespace'),
    ],
    before: '{ name = "db", namespace = "shop" }',
    after: '{ name = "db" }',
  },
  {
    does: 'writes keys of an object in quotes where the others have some',
    text: manifest,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), port), name: 'name', value: 'web' }],
    before: '{ "port" = 80 }',
    after: '{ "name" = "web", "port" = 80 }',
  },
  {
    does: 'edits YAML in a heredoc as YAML',
    text: manifest,
    edits: (all) => [
      { kind: 'replace', value: partAt(web(all), [...port, 'port']), by: 80 },
      { kind: 'replace', value: partAt(web(all), [...port, 'protocol']), by: 'TCP' },
    ],
    before: '- port: "80"\n            protocol: tcp',
    after: '- port: 80\n            protocol: TCP',
  },
];

describe('edits of Terraform files', () => {
  for (const { does, text, edits, before, after } of cases)
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
    const text = endpoints.replace('used_twice = "tcp"\n}', 'used_twice = "tcp"\n}\n\nvariable "x" {}\n');
    const file = readModule({ path: 'main.tf', text });
    const made = editedTerraform(file, 'main.tf', [
      removeItem(partAt(db(onlyDocument(file)), ['subsets', 0, 'addresses']), 1),
    ]);
    assert.equal(made, text.replace('    address { ip = "10.0.0.2" }\n', ''));
  });

  it('replaces values of the JSON syntax, and does nothing else there', () => {
    const text =
      '{"resource": {"kubernetes_endpoints_v1": {"db": {"metadata": {"name": "Db"}, "subset": [{"port": {"port": "80"}}]}}}}';
    const file = readModule({ path: 'main.tf.json', text });
    const own = db(onlyDocument(file));
    const replaced = editedTerraform(file, 'main.tf.json', [
      { kind: 'replace', value: partAt(own, ['metadata', 'name']), by: 'db' },
      { kind: 'replace', value: partAt(own, [...port, 'port']), by: 81 },
    ]);
    assert.equal(replaced, text.replace('"Db"', '"db"').replace('"80"', '"81"'));
    assert.equal(editedTerraform(file, 'main.tf.json', [remove(mappingAt(own, ['metadata']), 'name')]), undefined);
  });

  it('leaves literals of other files alone', () => {
    const locals = { path: 'locals.tf', text: 'locals {\n  port = "80"\n}\n' };
    const text =
      'resource "kubernetes_endpoints_v1" "db" {\n  metadata {\n    name = "db"\n  }\n  subset {\n    port {\n      port = local.port\n    }\n  }\n}\n';
    const file = readModule({ path: 'main.tf', text }, [locals]);
    const value = partAt(db(onlyDocument(file)), [...port, 'port']);
    assert.ok(value.kind === 'scalar' && value.value === 80n);
    assert.equal(editedTerraform(file, 'main.tf', [{ kind: 'replace', value, by: 81 }]), undefined);
    const named = editedTerraform(file, 'main.tf', [
      { kind: 'replace', value: partAt(db(onlyDocument(file)), ['metadata', 'name']), by: 'web' },
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
