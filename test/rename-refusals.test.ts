/** What is not renamed, and what the user is told then. `$0` is the cursor. */
import assert from 'node:assert/strict';
import { everyCapability } from './support/capabilities.ts';
import { endpoints, open, renamed, service, slice, uriOf, withPort, type Texts } from './support/renaming.ts';

describe('language server: what is not renamed', () => {
  for (const [what, text] of [
    ['a key', 'apiVersion: v1\nkind: Endpoints\nmeta$0data: { name: db }\n'],
    [
      'a host name among addresses',
      'apiVersion: v1\nkind: Endpoints\nsubsets: [{ addresses: [{ ip: db.exa$0mple.com }] }]\n',
    ],
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

  for (const [title, target, message] of [
    [
      'a target that also selects another object',
      '{ name: orders-db }',
      'A target in one/kustomization.yaml also selects ConfigMap "orders-db" by this name. Add the kind to the target first.',
    ],
    [
      'a pattern that would no longer match',
      '{ kind: Endpoints, name: orders-.* }',
      'The pattern "orders-.*" in one/kustomization.yaml would no longer match. Change the pattern first.',
    ],
  ] as const) {
    it(`says why a Service is not renamed because of ${title}`, async () => {
      const files = {
        'one/all.yaml': `${endpoints}---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: orders-db }\n`,
        'one/kustomization.yaml': `resources: [all.yaml]\npatches:\n  - path: a.yaml\n    target: ${target}\n`,
      };
      await assert.rejects(renamed(files, 'shop', everyCapability), { message });
    });
  }

  for (const [title, path, text, message] of [
    [
      'a name from a template',
      'a.yaml',
      'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: {{ .Rel$0ease.Name }}-db\n',
      'The name is given by a template, so it cannot be known statically.',
    ],
    [
      'a name from an expression',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "d$0b-${pulumi.stack}" } }\n',
      'The name is given by an expression. Rename the object that the expression refers to.',
    ],
    [
      'a name that another one takes from elsewhere',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Service\n    properties: { metadata: { name: db, namespace: one } }\n  b:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "${a.metadata.name}", namespace: two } }\n  c:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties: { metadata: { name: d$0b, namespace: two } }\n',
      'The name is given by an expression. Rename the object that the expression refers to.',
    ],
    [
      'a name that an alias repeats',
      'a.yaml',
      'apiVersion: v1\nkind: Endpoints\nmetadata: { name: &name d$0b, labels: { app: *name } }\n',
      'The alias "*name" copies this name to another place. Replace the alias with the name first.',
    ],
    [
      'the configuration of a program',
      'Pulumi.yaml',
      'config:\n  addr$0ess: { type: string }\nresources: { a: { type: kubernetes:core/v1:Endpoints } }\n',
      'Stack files also set "address" by its name. Rename it by hand in this file and in the stack files.',
    ],
    [
      'a name that a program does not declare',
      'Pulumi.yaml',
      'resources:\n  a:\n    type: kubernetes:core/v1:Endpoints\n    properties: { metadata: { name: "${pulu$0mi.stack}" } }\n',
      'The program does not declare "pulumi", or only as a copy by an alias or a merge key.',
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
      '"a_b" is not a valid port name: it contains "_"; only lower-case letters, digits and "-" are allowed.',
    ],
    [
      'a port that is too long',
      port,
      'a'.repeat(64),
      `"${'a'.repeat(47)}…" is not a valid port name: it is 64 bytes long; the limit is 63.`,
    ],
    ['a port without a name', port, '', '"" is not a valid port name: it is empty.'],
    [
      'a port that the Service has',
      port,
      'taken',
      'Service "orders-db" in b.yaml already has a port "taken". Use another name.',
    ],
    [
      'a Service with a digit first',
      name,
      '1a',
      '"1a" is not a valid Service name: it starts with "1"; it must start with a letter.',
    ],
    [
      'a Service with a dot',
      name,
      'a.b',
      '"a.b" is not a valid Service name: it contains "."; only lower-case letters, digits and "-" are allowed.',
    ],
    [
      'a Service that there is',
      name,
      'taken',
      'The name "taken" is already used by Service "taken" in b.yaml. Use another name.',
    ],
    [
      'a Service that a slice waits for',
      name,
      'sliced',
      'The name "sliced" is already used by EndpointSlice "orders-db-1" in c.yaml. Use another name.',
    ],
    ['an anchor with a space', anchor, 'a b', '"a b" is not a valid anchor. Use letters, digits, "-" and "_".'],
    ['an anchor that there is', anchor, 'other', 'This document already has an anchor "other". Use another name.'],
    [
      'a name of a program with a dot',
      program,
      'a.b',
      '"a.b" is not a valid name in a program. Use a letter or "_", then letters, digits, "-" and "_".',
    ],
    ['a name that a program has', program, 'other', 'This program already uses the name "other". Use another name.'],
    ['a name that Pulumi has', program, 'pulumi', 'This program already uses the name "pulumi". Use another name.'],
    [
      'what an alias repeats in another object',
      shared,
      'x',
      'The name cannot be changed in "a.yaml" without changing other values, such as copies by an alias or a merge key.',
    ],
    [
      'a name without its prefix',
      prefixed,
      'orders',
      'A kustomization changes the name of Service "orders-db" in all.yaml to "dev-…". Use a name of that form.',
    ],
    [
      'what a merge key brings',
      merged,
      'x',
      'The name cannot be changed in "a.yaml" without changing other values, such as copies by an alias or a merge key.',
    ],
    [
      'a name that is taken behind the prefix, and is written like that',
      likePrefix,
      'orders-db',
      'The name "dev-orders-db" is already used by Service "orders-db" in more.yaml. Use another name.',
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
