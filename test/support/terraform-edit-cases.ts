/** Edits of Terraform files, with what they make of a part of the text. */
import assert from 'node:assert/strict';
import type { Document } from '../../server/src/tree/document.ts';
import type { DraftPart, TreeEdit } from '../../server/src/tree/tree-edit.ts';
import { entryOf, type Mapping, type Value } from '../../server/src/tree/value.ts';
import { editedEndpoints, editedManifests, editedSlice } from './terraform-edited-texts.ts';
import { mappingAt, partAt, terraformResource } from './terraform.ts';

type EditsOf = (document: Document) => readonly TreeEdit[];

export function removal(mapping: Mapping, name: string): TreeEdit {
  const entry = entryOf(mapping, name);
  assert.ok(entry, name);
  return { kind: 'remove-entry', mapping, entry };
}

export function itemRemoval(list: Value, index: number): TreeEdit {
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
interface TerraformEditCase {
  readonly does: string;
  readonly text: string;
  readonly edits: EditsOf;
  readonly before: string;
  /** Undefined where the edit is refused. */
  readonly after: string | undefined;
}

export const firstPort = ['subsets', 0, 'ports', 0] as const;
const db = (document: Document) => terraformResource(document, 'db');
const web = (document: Document) => terraformResource(document, 'web');

export const terraformEditCases: readonly TerraformEditCase[] = [
  {
    does: 'replaces a literal, with its escapes',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['metadata', 'name']), by: 'a"b\\${c}%{d}' }],
    before: 'name = "db"',
    after: 'name = "a\\"b\\\\$${c}%%{d}"',
  },
  {
    does: 'tells a backslash before a letter from the escape of that letter',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['metadata', 'name']), by: 'a\\bin\\fonts\b\f' }],
    before: 'name = "db"',
    after: 'name = "a\\\\bin\\\\fonts\\u0008\\u000c"',
  },
  {
    does: 'keeps the quotes of a number that is written as a text',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), [...firstPort, 'port']), by: 5433 }],
    before: 'port = "5432"',
    after: 'port = "5433"',
  },
  {
    does: 'replaces the literal of a local that nothing else uses',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['subsets', 0, 'addresses', 0, 'ip']), by: '10.0.0.1' }],
    before: 'used_once  = "10.0.0.1x"',
    after: 'used_once  = "10.0.0.1"',
  },
  {
    does: 'leaves a local alone that is used twice',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'replace', value: partAt(db(all), ['subsets', 0, 'ports', 1, 'protocol']), by: 'TCP' }],
    before: '',
    after: undefined,
  },
  {
    does: 'adds a name as the first argument',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'name', value: 'postgres' }],
    before: '    port {\n      port = "5432"\n',
    after: '    port {\n      name = "postgres"\n      port = "5432"\n',
  },
  {
    does: 'adds a name above a comment on the first argument',
    text: editedEndpoints.replace('      port = "5432"', '      # the usual one\n      port = "5432"'),
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'name', value: 'pg' }],
    before: '    port {\n      # the usual one\n',
    after: '    port {\n      name = "pg"\n      # the usual one\n',
  },
  {
    does: 'adds an argument and aligns the equals signs',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'protocol', value: 'TCP' }],
    before: '      port = "5432"\n    }',
    after: '      port     = "5432"\n      protocol = "TCP"\n    }',
  },
  {
    does: 'opens a block on one line',
    text: editedEndpoints,
    edits: (all) => [
      { kind: 'insert', mapping: mappingAt(db(all), ['subsets', 0, 'addresses', 1]), name: 'nodeName', value: 'n1' },
    ],
    before: '    address { ip = "10.0.0.2" }\n',
    after: '    address {\n      ip        = "10.0.0.2"\n      node_name = "n1"\n    }\n',
  },
  {
    does: 'refuses a field that the schema does not have',
    text: editedEndpoints,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'appProtocol', value: 'http' }],
    before: '',
    after: undefined,
  },
  {
    does: 'adds blocks behind the last one of their kind',
    text: editedSlice,
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
    text: editedEndpoints,
    edits: (all) => [removal(mappingAt(db(all), ['subsets', 0, 'addresses', 2]), 'nodeName')],
    before: '      ip        = "10.0.0.3"\n      node_name = "rack-7"\n',
    after: '      ip = "10.0.0.3"\n',
  },
  {
    does: 'removes the only argument of a block on one line',
    text: editedEndpoints,
    edits: (all) => [removal(mappingAt(db(all), ['subsets', 0, 'addresses', 1]), 'ip')],
    before: 'address { ip = "10.0.0.2" }',
    after: 'address {}',
  },
  {
    does: 'removes a block with its lines',
    text: editedEndpoints,
    edits: (all) => [itemRemoval(partAt(db(all), ['subsets', 0, 'ports']), 0)],
    before: '    port {\n      port = "5432"\n    }\n',
    after: '',
  },
  {
    does: 'removes the last block of its kind',
    text: editedSlice,
    edits: (all) => [itemRemoval(partAt(db(all), ['ports']), 0)],
    before: '  port { port = "80" }\n',
    after: '',
  },
  {
    does: 'removes a block that may stand once',
    text: editedSlice,
    edits: (all) => [removal(mappingAt(db(all), ['endpoints', 0]), 'conditions')],
    before: '    condition {\n      ready = true\n    }\n',
    after: '',
  },
  {
    does: 'removes an item of a list on one line',
    text: editedSlice,
    edits: (all) => [itemRemoval(partAt(db(all), ['endpoints', 0, 'addresses']), 0)],
    before: '["10.0.0.1", "10.0.0.2"]',
    after: '["10.0.0.2"]',
  },
  {
    does: 'removes an item on a line of its own',
    text: editedSlice,
    edits: (all) => [itemRemoval(partAt(db(all), ['endpoints', 1, 'addresses']), 1)],
    before: '      "10.0.0.4",\n',
    after: '',
  },
  {
    does: 'renames the key of a label, with its quotes or with new ones',
    text: editedEndpoints,
    edits: (all) => [rename(mappingAt(db(all), ['metadata', 'labels']), 'app', 'example.com/app')],
    before: '      app = "db"',
    after: '      "example.com/app" = "db"',
  },
  {
    does: 'splits an address into two blocks',
    text: editedEndpoints,
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
    text: editedSlice,
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
    text: editedManifests,
    edits: (all) => [
      { kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'name', value: 'web' },
      removal(mappingAt(db(all), ['metadata']), 'namespace'),
    ],
    before: '{ name = "db", namespace = "shop" }',
    after: '{ name = "db" }',
  },
  {
    does: 'writes keys of an object in quotes where the others have some',
    text: editedManifests,
    edits: (all) => [{ kind: 'insert', mapping: mappingAt(db(all), firstPort), name: 'name', value: 'web' }],
    before: '{ "port" = 80 }',
    after: '{ "name" = "web", "port" = 80 }',
  },
  {
    does: 'edits YAML in a heredoc as YAML',
    text: editedManifests,
    edits: (all) => [
      { kind: 'replace', value: partAt(web(all), [...firstPort, 'port']), by: 80 },
      { kind: 'replace', value: partAt(web(all), [...firstPort, 'protocol']), by: 'TCP' },
    ],
    before: '- port: "80"\n            protocol: tcp',
    after: '- port: 80\n            protocol: TCP',
  },
];
