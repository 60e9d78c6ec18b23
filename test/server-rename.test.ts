/** Renaming over a stream: what is marked is renamed, and everything else stays as it is, to the letter. */
import assert from 'node:assert/strict';
import type { Range, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { applied, endpoints, expected, open, renamed, service, slice, uriOf, withPort } from './support/renaming.ts';
import { cases } from './support/renaming-cases.ts';

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

  it('says what each change is for, where the client can show it', async () => {
    const edit = await renamed({ 'a.yaml': endpoints, 'b.yaml': service, 'c.yaml': slice }, 'orders', everyCapability);
    assert.deepEqual(Object.values(edit.changeAnnotations ?? {}), [
      { label: 'Name of Endpoints "orders-db"', needsConfirmation: false },
      { label: 'Name of Service "orders-db"', needsConfirmation: false },
      { label: 'Service of EndpointSlice "orders-db-1"', needsConfirmation: false },
    ]);
    const changes = (edit.documentChanges ?? []) as TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument }) => textDocument),
      ['a.yaml', 'b.yaml', 'c.yaml'].map((path) => ({ uri: uriOf(path), version: 1 })),
    );
    const ids = changes.flatMap(({ edits }) => edits.map((each) => ('annotationId' in each ? each.annotationId : '')));
    assert.deepEqual(ids, Object.keys(edit.changeAnnotations ?? {}));
  });

  it('says which port it renames, and asks before anything where a new name has consequences', async () => {
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
      { label: 'Resource "db"', needsConfirmation: true },
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

  it('takes a name out of its block of lines', async () => {
    const block = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: >-\n    orde$0rs-db\n  labels: { a: b }\n';
    const { client, plain, at } = await open({ 'a.yaml': block }, { capabilities: everyCapability });
    const { range } = await client.ask<{ range: Range }>('textDocument/prepareRename', uriOf('a.yaml'), at);
    assert.deepEqual(range, { start: { line: 4, character: 4 }, end: { line: 4, character: 13 } });
    const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uriOf('a.yaml'), { ...at, newName: 'orders' });
    const expectedText = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: orders\n  labels: { a: b }\n';
    assert.deepEqual(applied(plain, edit), { 'a.yaml': expectedText });
    await client.stop();
  });

  it('changes nothing where the name stays', async () => {
    const edit = await renamed({ 'a.yaml': endpoints, 'b.yaml': service }, 'orders-db', everyCapability);
    assert.deepEqual(edit, { documentChanges: [], changeAnnotations: {} });
  });
});
