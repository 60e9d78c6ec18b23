/**
 * Renaming over a stream. In the texts, `$0` is the cursor and `‹name›` a place that must be renamed; everything else must
 * stay as it is, to the letter.
 */
import assert from 'node:assert/strict';
import type { TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { applied, endpoints, expected, open, renamed, service, slice, uriOf, withPort } from './support/renaming.ts';
import type { Texts } from './support/renaming.ts';

interface Case {
  readonly title: string;
  readonly to: string;
  /** As a new name is written where it is not written as it is. */
  readonly spelled?: string;
  readonly files: Texts;
}

const cases: readonly Case[] = [
  {
    title: 'a Service from its Endpoints, in all files',
    to: 'orders',
    files: {
      'a.yaml': endpoints,
      'b.yaml': service,
      'c.yaml': slice,
      'd.yaml': endpoints.replace(/[‹›]|\$0/g, '').replaceAll('orders-db', 'other-db'),
    },
  },
  {
    title: 'a Service from itself, in quotes and in JSON',
    to: 'orders',
    files: {
      'a.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: { name: "‹orde$0rs-db›" }\n---\napiVersion: v1\nkind: Endpoints\nmetadata: { name: \'‹orders-db›\' } # orders-db\n',
      'b.json': '{"kind":"Endpoints","apiVersion":"v1","metadata":{"name":"‹orders-db›"}}',
    },
  },
  {
    title: 'a Service from the label of a slice',
    to: 'x',
    files: { 'c.yaml': slice.replace('orders-db›', '$0orders-db›'), 'b.yaml': service },
  },
  {
    title: 'a name that is no text without quotes',
    to: 'on',
    spelled: '"on"',
    files: { 'a.yaml': endpoints, 'b.yaml': service },
  },
  {
    title: 'a name of quotes stays in them',
    to: 'on',
    files: { 'a.yaml': "apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: '‹db$0›'\n" },
  },
  {
    title: 'only the nearest family of several',
    to: 'orders',
    files: {
      'one/a.yaml': endpoints,
      'one/b.yaml': service,
      'two/a.yaml': endpoints.replace(/[‹›]|\$0/g, ''),
      'two/b.yaml': service.replace(/[‹›]/g, ''),
    },
  },
  {
    title: 'a base from the patch of an overlay, which adds a prefix',
    to: 'orders',
    files: {
      'base/all.yaml': `${service}---\n${endpoints.replace('$0', '')}`,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'one/kustomization.yaml': 'resources: [../base]\nnamePrefix: one-\npatches: [{ path: patch.yaml }]\n',
      'one/patch.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ‹orde$0rs-db›\n',
      'two/kustomization.yaml': 'resources: [../base]\nnamePrefix: two-\npatches: [{ path: patch.yaml }]\n',
      'two/patch.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: ‹orders-db› }\n',
      'none.yaml': service.replace(/[‹›]/g, ''),
    },
  },
  {
    title: 'what a program writes, and not what it takes from there',
    to: 'orders',
    files: {
      'Pulumi.yaml': `resources:
  service:
    type: kubernetes:core/v1:Service
    properties:
      metadata: { name: ‹orders$0-db› }
  endpoints:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: "\${service.metadata.name}" }
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: "‹orders-db›" }
`,
    },
  },
  {
    title: 'a port from the Service, in all files',
    to: 'pg',
    files: {
      'b.yaml': withPort(service).replace('‹postgres', '‹post$0gres'),
      'a.yaml': withPort(endpoints),
      'c.yaml': withPort(slice),
      'd.yaml': endpoints.replace(/[‹›]|\$0/g, '').replaceAll('orders-db', 'other-db'),
    },
  },
  {
    title: 'a port from a patch',
    to: 'pg',
    files: {
      'p.json':
        '{ "apiVersion": "v1", "kind": "Endpoints", "metadata": { "name": "orders-db" },\n  "subsets": [{ "addresses": [{ "ip": "10.0.0.1" }], "ports": [{ "name": "‹postgres$0›", "port": 5432 }] }] }\n',
      'kustomization.yaml': 'resources: [a.yaml, b.yaml]\npatches: [{ path: p.json }]\n',
      'b.yaml': withPort(service),
      'a.yaml': withPort(endpoints),
    },
  },
  {
    title: 'a port that an alias repeats in the same Endpoints',
    to: 'pg',
    files: {
      'a.yaml': `apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets:
  - addresses: [{ ip: 10.0.0.1 }]
    ports: &ports
      - { name: ‹postg$0res›, port: 5432 }
      - &metrics { name: metrics, port: 9187 }
  - addresses: [{ ip: 10.0.0.2 }]
    ports: *ports
`,
    },
  },
  {
    title: 'an anchor and its aliases, and no other of the same name',
    to: 'ready',
    files: {
      'a.yaml': `apiVersion: v1
kind: Endpoints
metadata: { name: all, labels: { a: &all db, b: *all, c: "*all" } }
subsets:
  - addresses: &‹al$0l›
      - ip: 10.0.0.1
    ports: [{ port: 80 }]
  - notReadyAddresses: *‹all› # *all
    ports: [{ port: 81 }]
---
apiVersion: v1
kind: Endpoints
metadata: { name: &all b, labels: { c: *all } }
`,
    },
  },
  {
    title: 'an anchor from an alias behind a merge key',
    to: 'x',
    files: {
      'a.yaml':
        'kind: Endpoints\napiVersion: v1\nsubsets:\n  - ports:\n      - &‹port›\n        port: 80\n      - { <<: *‹port$0›, name: http }\n',
    },
  },
  {
    title: 'a resource of a program and the expressions that use it',
    to: 'database',
    files: {
      'Pulumi.yaml': `resources:
  ‹db›:
    type: kubernetes:core/v1:Endpoints
    properties:
      metadata: { name: db }
  patch:
    type: kubernetes:core/v1:EndpointsPatch
    properties:
      metadata: { name: "\${‹d$0b›.metadata.name}", labels: { a: "$\${db}", b: 'x\${ ‹db›["id"] }' } }
    options: { dependsOn: ["\${‹db›}"] }
outputs:
  db: \${‹db›.id}
`,
    },
  },
  {
    title: 'a variable of a program, from a key in quotes',
    to: 'ip',
    files: {
      'Pulumi.yaml': `variables:
  "‹addr$0ess›": 10.0.0.1
resources:
  db:
    type: kubernetes:core/v1:Endpoints
    properties:
      subsets: [{ addresses: [{ ip: "\${‹address›}" }] }]
`,
    },
  },
];

const endings: readonly (readonly [string, (text: string) => string])[] = [
  ['LF', (text) => text],
  ['CR LF', (text) => text.replaceAll('\n', '\r\n')],
];

describe('language server: renaming', () => {
  for (const each of cases) {
    for (const [ending, convert] of endings) {
      it(`renames ${each.title} (${ending})`, async () => {
        const files = Object.fromEntries(Object.entries(each.files).map(([path, text]) => [path, convert(text)]));
        const { client, plain, at } = await open(files, { capabilities: everyCapability });
        const ready = await client.ask<{ placeholder: string; range: unknown }>(
          'textDocument/prepareRename',
          uriOf(at.path),
          at,
        );
        const marked = /‹([^›]*)›/.exec(files[at.path]?.replace('$0', '') ?? '')?.[1];
        assert.equal(ready.placeholder, marked);
        const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uriOf(at.path), {
          ...at,
          newName: each.to,
        });
        assert.deepEqual(applied(plain, edit), expected(files, each.spelled ?? each.to));
        await client.stop();
      });
    }
  }

  it('asks before it changes other files, where the client can', async () => {
    const edit = await renamed({ 'a.yaml': endpoints, 'b.yaml': service, 'c.yaml': slice }, 'orders', everyCapability);
    assert.deepEqual(Object.values(edit.changeAnnotations ?? {}), [
      { label: 'Name of Endpoints "orders-db"', needsConfirmation: false },
      { label: 'Name of Service "orders-db"', needsConfirmation: true },
      { label: 'Service of EndpointSlice "orders-db-1"', needsConfirmation: true },
    ]);
    const changes = (edit.documentChanges ?? []) as TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument }) => textDocument),
      ['a.yaml', 'b.yaml', 'c.yaml'].map((path) => ({ uri: uriOf(path), version: 1 })),
    );
    const ids = changes.flatMap(({ edits }) => edits.map((each) => ('annotationId' in each ? each.annotationId : '')));
    assert.deepEqual(ids, Object.keys(edit.changeAnnotations ?? {}));
  });

  it('says which port it renames, and what a new name of a resource does', async () => {
    const files = { 'b.yaml': withPort(service).replace('‹postgres', '‹post$0gres') };
    const port = await renamed(files, 'pg', everyCapability);
    assert.deepEqual(Object.values(port.changeAnnotations ?? {}), [
      { label: 'Port "postgres" in Service "orders-db"', needsConfirmation: false },
    ]);
    const program = 'resources:\n  d$0b:\n    type: kubernetes:core/v1:Endpoints\noutputs:\n  a: ${db.id}\n';
    const resource = await renamed({ 'Pulumi.yaml': program }, 'database', everyCapability);
    assert.deepEqual(Object.values(resource.changeAnnotations ?? {}), [
      {
        label: 'Resource "db"',
        needsConfirmation: true,
        description: 'Pulumi replaces the resource, unless its option "aliases" has the old name.',
      },
      { label: 'Resource "db"', needsConfirmation: false },
    ]);
  });

  it('sends plain changes to a client that knows nothing else', async () => {
    const edit = await renamed({ 'a.yaml': endpoints, 'b.yaml': service }, 'orders', {});
    assert.deepEqual(Object.keys(edit), ['changes']);
    assert.deepEqual(Object.keys(edit.changes ?? {}), [uriOf('a.yaml'), uriOf('b.yaml')]);
    const versioned = await renamed({ 'a.yaml': endpoints }, 'orders', {
      workspace: { workspaceEdit: { documentChanges: true } },
    });
    assert.deepEqual(Object.keys(versioned), ['documentChanges']);
  });

  it('changes closed files too, whose version is null', async () => {
    const disk = { [uriOf('b.yaml')]: service.replace(/[‹›]/g, '') };
    const { client, at, plain } = await open({ 'a.yaml': endpoints }, { capabilities: everyCapability, files: disk });
    const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uriOf('a.yaml'), { ...at, newName: 'orders' });
    const changes = (edit.documentChanges ?? []) as TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument }) => textDocument),
      [
        { uri: uriOf('a.yaml'), version: 1 },
        { uri: uriOf('b.yaml'), version: null },
      ],
    );
    const files = { 'a.yaml': endpoints, 'b.yaml': service };
    assert.deepEqual(applied({ ...plain, 'b.yaml': disk[uriOf('b.yaml')] ?? '' }, edit), expected(files, 'orders'));
    await client.stop();
  });

  it('changes nothing where the name stays', async () => {
    const edit = await renamed({ 'a.yaml': endpoints, 'b.yaml': service }, 'orders-db', everyCapability);
    assert.deepEqual(edit, { documentChanges: [], changeAnnotations: {} });
  });
});
