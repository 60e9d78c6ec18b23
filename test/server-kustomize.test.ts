/** A kustomization in an editor: completion, hovers and links reach it, and follow edits of it and of its files. */
import assert from 'node:assert/strict';
import type { CompletionList, DocumentLink, Hover, Location } from 'vscode-languageserver';
import { quiet, startWorkspace } from './support/workspace-session.ts';

const project = 'file:///project';
const overlay = `${project}/prod/kustomization.yaml`;
const base = `${project}/base/kustomization.yaml`;
const orders = `${project}/base/orders.yaml`;
const patched = `resources:
  - ../base
patches:
  - target:
      kind: Endpoints
      name: orders
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: 10.30.0.15
`;
const files = {
  [overlay]: patched,
  [base]: 'resources:\n  - orders.yaml\n',
  [orders]: `apiVersion: v1
kind: Endpoints
metadata:
  name: orders
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - port: 5432
`,
  [`${project}/other/kustomization.yaml`]: 'resources: []\n',
};

describe('a kustomization in an editor', () => {
  it('is completed, explained and linked', async () => {
    const client = await startWorkspace({ files, initializationOptions: quiet });
    client.open(overlay, patched);
    const complete = async (line: number, character: number): Promise<readonly string[]> => {
      const list = await client.ask<CompletionList>('textDocument/completion', overlay, {
        position: { line, character },
      });
      return list.items.map(({ label }) => label);
    };
    assert.deepEqual(await complete(1, 4), ['../base', '../other']);
    assert.deepEqual(await complete(5, 12), ['orders']);
    assert.deepEqual(await complete(8, 35), ['/subsets/0/addresses/0']);
    const hover = await client.ask<Hover>('textDocument/hover', overlay, { position: { line: 3, character: 6 } });
    assert.match(JSON.stringify(hover.contents), /It matches Endpoints orders in base\/orders\.yaml\./);
    const links = await client.ask<readonly DocumentLink[]>('textDocument/documentLink', overlay);
    assert.deepEqual(
      links.map(({ target }) => target),
      [base],
    );
    const defined = async (line: number, character: number): Promise<readonly unknown[] | null> => {
      const found = await client.ask<readonly Location[] | null>('textDocument/definition', overlay, {
        position: { line, character },
      });
      return found && found.map(({ uri, range }) => [uri, range.start]);
    };
    assert.deepEqual(await defined(1, 6), [[base, { line: 0, character: 0 }]]);
    assert.deepEqual(await defined(4, 14), [[orders, { line: 3, character: 8 }]]);
    assert.deepEqual(await defined(8, 20), [[orders, { line: 6, character: 12 }]]);
    assert.equal(await defined(2, 2), null);
    client.open(orders, files[orders] ?? '');
    const used = await client.ask<readonly Location[]>('textDocument/references', orders, {
      position: { line: 3, character: 10 },
      context: { includeDeclaration: false },
    });
    assert.deepEqual(
      used.map(({ uri, range }) => [uri, range.start]),
      [[overlay, { line: 5, character: 12 }]],
    );
    await client.stop();
  });

  it('follows edits of its files', async () => {
    const client = await startWorkspace({ files, initializationOptions: quiet });
    client.open(overlay, patched);
    client.open(orders, `${files[orders]}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: orders-service\n`);
    const names = async (): Promise<readonly string[]> => {
      const list = await client.ask<CompletionList>('textDocument/completion', overlay, {
        position: { line: 5, character: 12 },
      });
      return list.items.map(({ label }) => label);
    };
    assert.deepEqual(await names(), ['orders']);
    client.change(overlay, 2, [{ text: patched.replace('      kind: Endpoints\n', '      version: v1\n') }]);
    assert.deepEqual(await names(), ['orders', 'orders-service']);
    client.close(orders);
    assert.deepEqual(await names(), ['orders']);
    await client.stop();
  });

  it('is not completed in another file, and not where completion is off', async () => {
    const client = await startWorkspace({ files, initializationOptions: { ...quiet, completion: false } });
    client.open(overlay, patched);
    const position = { line: 1, character: 4 };
    assert.deepEqual(await client.ask('textDocument/completion', overlay, { position }), []);
    const values = `${project}/prod/values.yaml`;
    client.open(values, patched);
    assert.equal(await client.ask('textDocument/definition', values, { position: { line: 1, character: 6 } }), null);
    await client.stop();
  });
});
