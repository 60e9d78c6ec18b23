/** What is not renamed, and what the user is told then. `$0` is the cursor. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import { endpoints, open, renamed, service, slice, uriOf, withPort } from './support/renaming.ts';
import type { Texts } from './support/renaming.ts';

describe('language server: what is not renamed', () => {
  for (const [what, text] of [
    ['a key', 'apiVersion: v1\nkind: Endpoints\nmeta$0data: { name: db }\n'],
    ['an address', 'apiVersion: v1\nkind: Endpoints\nsubsets: [{ addresses: [{ ip: 10.0$0.0.1 }] }]\n'],
    ['the name of a Pod', 'apiVersion: v1\nkind: Pod\nmetadata: { name: d$0b }\n'],
    ['the name of a slice', 'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata: { name: d$0b }\n'],
    ['a kind', 'apiVersion: v1\nkind: End$0points\nmetadata: { name: db }\n'],
  ] as const) {
    it(`leaves ${what} alone`, async () => {
      const { client, at } = await open({ 'a.yaml': text }, { capabilities: everyCapability });
      assert.equal(await client.ask('textDocument/prepareRename', uriOf('a.yaml'), at), null);
      assert.equal(await client.ask('textDocument/rename', uriOf('a.yaml'), { ...at, newName: 'x' }), null);
      await client.stop();
    });
  }

  for (const [title, path, text, message] of [
    [
      'a name from a template',
      'a.yaml',
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: {{ .Rel$0ease.Name }}-db\n',
      'The name is given by a template, and what it will be is not known here.',
    ],
    [
      'a name from an expression',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "d$0b-${pulumi.stack}" } }\n',
      'The name is given by an expression: rename what the expression refers to.',
    ],
    [
      'a name that another one takes from elsewhere',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Service\n    properties: { metadata: { name: db, namespace: one } }\n  b:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "${a.metadata.name}", namespace: two } }\n  c:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties: { metadata: { name: d$0b, namespace: two } }\n',
      'The name is given by an expression: rename what the expression refers to.',
    ],
    [
      'a name that an alias repeats',
      'a.yaml',
      'apiVersion: v1\nkind: Endpoints\nmetadata: { name: &name d$0b, labels: { app: *name } }\n',
      'The alias "*name" repeats this name elsewhere. Write the name out there first.',
    ],
    [
      'the configuration of a program',
      'Pulumi.yaml',
      'config:\n  addr$0ess: { type: string }\nresources: { a: { type: kubernetes:core/v1:Endpoints } }\n',
      'Stack files set "address" by its name, too: change it by hand, here and there.',
    ],
    [
      'a name that a program does not declare',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "${pulu$0mi.stack}" } }\n',
      'The program does not declare "pulumi" where it could be renamed.',
    ],
  ] as const) {
    it(`says why ${title} is not renamed`, async () => {
      const { client, at } = await open({ [path]: text }, { capabilities: everyCapability });
      const failure = { code: -32803, message };
      await assert.rejects(client.ask('textDocument/prepareRename', uriOf(path), at), failure);
      await assert.rejects(client.ask('textDocument/rename', uriOf(path), { ...at, newName: 'x' }), failure);
      await client.stop();
    });
  }

  const port = {
    'a.yaml': withPort(endpoints).replace('‹postgres', '‹post$0gres'),
    'b.yaml': `${withPort(service)}    - { name: taken, port: 1 }\n`,
  };
  const name = {
    'a.yaml': endpoints,
    'b.yaml': `${service}---\n${service.replace('orders-db', 'taken')}`,
    'c.yaml': slice.replace('‹orders-db', '‹sliced'),
  };
  const anchor = {
    'a.yaml': 'kind: Endpoints\napiVersion: v1\nmetadata: { name: &na$0me db, labels: { a: &other b } }\n',
  };
  const program = {
    'Pulumi.yaml': 'variables: { other: 1 }\nresources:\n  d$0b: { type: kubernetes:core/v1:Endpoints }\n',
  };
  const list = {
    'a.yaml':
      'apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets:\n  - addresses: [{ ip: 10.0.0.1 }]\n    ports: &ports [{ name: ht$0tp, port: 80 }]\n---\napiVersion: v1\nkind: List\nitems:\n  - { apiVersion: v1, kind: Endpoints, metadata: { name: x }, subsets: [{ ports: &a [{ name: http, port: 1 }] }] }\n',
  };
  const shared = {
    'a.yaml':
      'apiVersion: v1\nkind: List\nitems:\n  - { apiVersion: v1, kind: Endpoints, metadata: { name: x }, subsets: [{ ports: &a [{ name: ht$0tp, port: 1 }] }] }\n  - { apiVersion: v1, kind: Endpoints, metadata: { name: y }, subsets: [{ ports: *a }] }\n',
  };
  const prefixed = {
    'all.yaml': service,
    'kustomization.yaml': 'resources: [all.yaml]\nnamePrefix: dev-\n',
    'plain.yaml': endpoints.replace('orde$0rs-db', 'dev-or$0ders-db'),
  };
  const merged = {
    'a.yaml': 'x: &m { name: orders-db }\napiVersion: v1\nkind: Endpoints\nmetadata: { <<: *m }\n',
    'b.yaml': service.replace('orders', 'ord$0ers'),
  };
  const likePrefix = {
    'base/all.yaml': service.replace('‹orders-db', '‹d$0ev'),
    'base/kustomization.yaml': 'resources: [all.yaml]\n',
    'dev/kustomization.yaml': 'resources: [../base, more.yaml]\nnamePrefix: dev-\n',
    'dev/more.yaml': service,
  };
  const refusals: readonly (readonly [title: string, files: Texts, newName: string, message: string])[] = [
    [
      'a port with a wrong character',
      port,
      'a_b',
      '"a_b" is no name for a port: it contains "_"; only lower-case letters, digits and "-" are allowed.',
    ],
    [
      'a port that is too long',
      port,
      'a'.repeat(64),
      `"${'a'.repeat(47)}…" is no name for a port: it is 64 bytes long; the limit is 63.`,
    ],
    ['a port without a name', port, '', '"" is no name for a port: it is empty.'],
    ['a port that the Service has', port, 'taken', 'Service "orders-db" in b.yaml has a port "taken" already.'],
    [
      'a Service with a digit first',
      name,
      '1a',
      '"1a" is no name for a Service: it starts with "1"; it must start with a letter.',
    ],
    [
      'a Service with a dot',
      name,
      'a.b',
      '"a.b" is no name for a Service: it contains "."; only lower-case letters, digits and "-" are allowed.',
    ],
    [
      'a Service that there is',
      name,
      'taken',
      'The name "taken" is taken by Service "taken" in b.yaml. Choose another one.',
    ],
    [
      'a Service that a slice waits for',
      name,
      'sliced',
      'The name "sliced" is taken by EndpointSlice "orders-db-1" in c.yaml. Choose another one.',
    ],
    [
      'an anchor with a space',
      anchor,
      'a b',
      'An anchor is named with letters, digits, "-" and "_" only, and not "a b".',
    ],
    [
      'an anchor that there is',
      anchor,
      'other',
      'There is an anchor "other" in this document already. Choose another name.',
    ],
    [
      'a name of a program with a dot',
      program,
      'a.b',
      'A name in a program starts with a letter or "_" and goes on with letters, digits, "-" and "_"; "a.b" does not.',
    ],
    [
      'a name that a program has',
      program,
      'other',
      '"other" stands for something else in this program. Choose another name.',
    ],
    [
      'a name that Pulumi has',
      program,
      'pulumi',
      '"pulumi" stands for something else in this program. Choose another name.',
    ],
    [
      'what an alias repeats in another object',
      shared,
      'x',
      'In "a.yaml" the name cannot be changed without changing something else, such as what an alias repeats.',
    ],
    [
      'a name without its prefix',
      prefixed,
      'orders',
      'A kustomization makes "dev-…" of the name of Service "orders-db" in all.yaml. Choose a name of that form.',
    ],
    [
      'what a merge key brings',
      merged,
      'x',
      'In "a.yaml" the name cannot be changed without changing something else, such as what an alias repeats.',
    ],
    [
      'a name that is taken behind the prefix, and is written like that',
      likePrefix,
      'orders-db',
      'The name "dev-orders-db" is taken by Service "orders-db" in more.yaml. Choose another one.',
    ],
  ];
  for (const [title, files, newName, message] of refusals) {
    it(`refuses ${title}`, async () => {
      const { client, at } = await open(files, { capabilities: everyCapability });
      await assert.rejects(client.ask('textDocument/rename', uriOf(at.path), { ...at, newName }), {
        code: -32803,
        message,
      });
      await client.stop();
    });
  }

  it('renames a list that an alias repeats in its own object only', async () => {
    const edit = await renamed(list, 'www', {});
    assert.equal(edit.changes?.[uriOf('a.yaml')]?.length, 1);
  });
});
