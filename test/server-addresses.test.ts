/** Addresses over a stream: references in all files, and renaming, which changes all places and nothing else. */
import assert from 'node:assert/strict';
import type { Location, Range, WorkspaceEdit } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { addressCases } from './support/renaming-address-cases.ts';
import { applied, expected, open, renamed, uriOf, type Texts } from './support/renaming.ts';

const endpoints =
  'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets: [{ addresses: [{ ip: 10.0$0.0.1 }] }]\n';
const ipv6 = endpoints.replace('10.0$0.0.1', '"fd0$00::1"');

describe('language server: addresses', () => {
  const endings = { LF: '\n', 'CR LF': '\r\n' };
  for (const { title, to, ...each } of addressCases)
    for (const [ending, lineBreak] of Object.entries(endings)) {
      it(`renames ${title} (${ending})`, async () => {
        const files = Object.fromEntries(
          Object.entries(each.files).map(([path, text]) => [path, text.replaceAll('\n', lineBreak)]),
        );
        const { client, plain, at } = await open(files, { capabilities: everyCapability });
        const uri = uriOf(at.path);
        const ready = await client.ask<{ placeholder: string; range: Range }>('textDocument/prepareRename', uri, at);
        const [, marked = ''] = /‹([^›]*\$0[^›]*)›/.exec(files[at.path] ?? '') ?? [];
        assert.equal(ready.placeholder, marked.replace('$0', ''));
        assert.equal(ready.range.end.character - ready.range.start.character, ready.placeholder.length);
        const edit = await client.ask<WorkspaceEdit>('textDocument/rename', uri, { ...at, newName: to });
        assert.deepEqual(applied(plain, edit), expected(files, to));
        await client.stop();
      });
    }

  it('finds the address in files that are not open, and in the dump of a cluster', async () => {
    const [{ files }] = addressCases as [(typeof addressCases)[0]];
    const { client, at } = await open(
      { 'orders.yaml': files['orders.yaml'] ?? '' },
      {
        capabilities: everyCapability,

        files: Object.fromEntries(
          ['service.yaml', 'dump.yaml'].map((path) => [uriOf(path), (files[path] ?? '').replace(/[‹›]/g, '')]),
        ),
      },
    );
    const found = await client.ask<readonly Location[]>('textDocument/references', uriOf(at.path), {
      ...at,
      context: { includeDeclaration: false },
    });
    const counts = ['orders.yaml', 'service.yaml', 'dump.yaml'].map(
      (path) => found.filter(({ uri }) => uri === uriOf(path)).length,
    );
    assert.deepEqual(counts, [9, 6, 1]);
    await client.stop();
  });

  const refusals: readonly (readonly [title: string, files: Texts, newName: string, message: string])[] = [
    ['a text', { 'a.yaml': endpoints }, 'db', '"db" is not an IP address. Write an IPv4 address.'],
    [
      'an address of the other family',
      { 'a.yaml': endpoints },
      'fd00::2',
      'fd00::2 is an IPv6 address, but 10.0.0.1 is an IPv4 address. Write an IPv4 address.',
    ],
    [
      'IPv4 for IPv6',
      { 'a.yaml': ipv6 },
      '10.0.0.2',
      '10.0.0.2 is an IPv4 address, but fd00::1 is an IPv6 address. Write an IPv6 address.',
    ],
    [
      'an address that no endpoint can have',
      { 'a.yaml': endpoints },
      '127.0.0.1',
      'The API server rejects loopback addresses such as 127.0.0.1. Write another address.',
    ],
    ['leading zeros', { 'a.yaml': endpoints }, '010.0.0.2', '010.0.0.2 is not in canonical form. Write 10.0.0.2.'],
  ];
  for (const [title, files, newName, message] of refusals) {
    it(`refuses ${title}`, async () => {
      await assert.rejects(renamed(files, newName, everyCapability), { code: -32803, message });
    });
  }

  it('refuses an address that an alias copies to a label', async () => {
    const text =
      'apiVersion: v1\nkind: Endpoints\nsubsets: [{ addresses: [{ ip: &a 10.0$0.0.1 }] }]\nmetadata: { labels: { a: *a } }\n';
    await assert.rejects(renamed({ 'a.yaml': text }, '10.0.0.2', everyCapability), {
      message:
        'The address cannot be changed in "a.yaml" without changing other values, such as copies by an alias or a merge key.',
    });
  });

  it('refuses a rename in the dump of a cluster', async () => {
    const live =
      'name: db, uid: 0b3ce1a4-58d5-4b7c-9e7f-3b1a0c2d4e5f, resourceVersion: "1", creationTimestamp: "2026-03-03T14:05:09Z"';
    const { client, at } = await open(
      { 'a.yaml': endpoints.replace('name: db', live) },
      { capabilities: everyCapability },
    );
    await assert.rejects(client.ask('textDocument/prepareRename', uriOf(at.path), at), {
      message: 'A cluster printed this object, so a rename does not change it. Rename the address in a manifest.',
    });
    await client.stop();
  });

  it('asks for confirmation where the new address is already used', async () => {
    const files = { 'a.yaml': endpoints, 'b.yaml': endpoints.replace('10.0$0.0.1', '010.0.0.2') };
    const { changeAnnotations } = await renamed(files, '10.0.0.2', everyCapability);
    assert.deepEqual(Object.values(changeAnnotations ?? {}), [
      {
        label: 'Address in Endpoints "db"',
        needsConfirmation: true,
        description: '10.0.0.2 is already used in 1 place.',
      },
    ]);
  });
});
