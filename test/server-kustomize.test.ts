/** A kustomization in an editor: completion, hovers and links reach it, and follow edits of it and of its files. */
import assert from 'node:assert/strict';
import type { CodeLens, CompletionList, DocumentLink, Hover, Location } from 'vscode-languageserver';
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
const halfTyped = patched.replace('name: orders', 'name: o');
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
    client.open(overlay, halfTyped);
    const complete = async (line: number, character: number): Promise<readonly string[]> => {
      const list = await client.ask<CompletionList>('textDocument/completion', overlay, {
        position: { line, character },
      });
      return list.items.map(({ label }) => label);
    };
    assert.deepEqual(await complete(1, 4), ['../other']);
    assert.deepEqual(await complete(5, 12), ['orders']);
    assert.deepEqual(await complete(8, 35), ['/subsets/0/addresses/0']);
    client.change(overlay, 2, [{ text: patched }]);
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
    client.open(overlay, halfTyped);
    client.open(orders, `${files[orders]}---\napiVersion: v1\nkind: Service\nmetadata:\n  name: orders-service\n`);
    const names = async (): Promise<readonly string[]> => {
      const list = await client.ask<CompletionList>('textDocument/completion', overlay, {
        position: { line: 5, character: 12 },
      });
      return list.items.map(({ label }) => label);
    };
    assert.deepEqual(await names(), ['orders']);
    client.change(overlay, 2, [{ text: halfTyped.replace('      kind: Endpoints\n', '      version: v1\n') }]);
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

describe('a JSON patch in a file that only a kustomization names', () => {
  const patch = `${project}/prod/patch.yaml`;
  const written = 'resources:\n  - ../base\npatches:\n  - path: patch.yaml\n    target:\n      kind: Endpoints\n';
  const operations = '- op: test\n  path: /metadata/name\n  value: orders\n';

  it('is in sight although it holds no object', async () => {
    const client = await startWorkspace({
      files: { ...files, [overlay]: written, [patch]: operations },
      initializationOptions: quiet,
    });
    client.open(overlay, written);
    await client.pull(overlay);
    const position = { line: 3, character: 14 };
    const hover = await client.ask<Hover>('textDocument/hover', overlay, { position });
    assert.match(JSON.stringify(hover.contents), /prod\/patch\.yaml: JSON patch with 1 operation/);
    const found = await client.ask<readonly Location[]>('textDocument/definition', overlay, { position });
    assert.deepEqual(
      found.map(({ uri }) => uri),
      [patch],
    );
    await client.stop();
  });
});

describe('what overlays build, in an editor', () => {
  const tree = {
    ...files,
    [`${project}/dev/kustomization.yaml`]: 'resources:\n  - ../base\n',
  };
  const at = { line: 6, character: 14 };

  it('is in the hover of a value, in the object and in the patch, and follows edits', async () => {
    const client = await startWorkspace({ files: tree, initializationOptions: quiet });
    client.open(orders, files[orders] ?? '');
    client.open(overlay, patched);
    const note = async (uri: string, position: object): Promise<string | undefined> => {
      const found = await client.ask<Hover | null>('textDocument/hover', uri, { position });
      const value =
        found && typeof found.contents === 'object' && 'value' in found.contents ? found.contents.value : '';
      return /Built: .*/.exec(value)?.[0];
    };
    const built =
      'Built: 10.20.0.15 in base/orders.yaml and dev, 10.30.0.15 in prod (from prod/kustomization.yaml:10).';
    assert.equal(await note(orders, at), built);
    assert.equal(await note(overlay, { line: 9, character: 20 }), built);
    client.change(overlay, 2, [{ text: patched.replace('10.30.0.15', '10.30.0.16') }]);
    assert.equal(await note(orders, at), built.replace('10.30.0.15', '10.30.0.16'));
    client.change(overlay, 3, [{ text: 'resources:\n  - ../base\n' }]);
    assert.equal(await note(orders, at), undefined);
    await client.stop();
  });

  it('is a lens that opens the objects in a document, which is refreshed', async () => {
    const opened: string[] = [];
    let wasAsked: () => void = () => {};
    const client = await startWorkspace({
      files: tree,
      initializationOptions: quiet,
      capabilities: {
        window: { showDocument: { support: true } },
        workspace: { textDocumentContent: { dynamicRegistration: false } },
      },
      answers: {
        'window/showDocument': (params) => {
          opened.push((params as { uri: string }).uri);
          return { success: true };
        },
        'workspace/textDocumentContent/refresh': () => (wasAsked(), null),
      },
    });
    client.open(orders, files[orders] ?? '');
    client.open(overlay, patched);
    const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', orders);
    const lens = lenses.find(({ command }) => command?.command === 'endpoints.showBuilt');
    assert.equal(lens?.command?.title, 'built in 2 overlays');
    await client.connection.sendRequest('workspace/executeCommand', {
      command: 'endpoints.showBuilt',
      arguments: lens.command.arguments,
    });
    const [uri = ''] = opened;
    const shown = async (): Promise<string> => {
      const { text }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', { uri });
      return text;
    };
    assert.match(uri, /orders%3A%20built%20objects\.yaml/);
    assert.equal(
      await shown(),
      `# Endpoints orders of base/orders.yaml is built in 2 overlays:
# dev and prod.

# dev
apiVersion: v1
kind: Endpoints
metadata:
  name: orders
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - port: 5432
---
# prod
apiVersion: v1
kind: Endpoints
metadata:
  name: orders
subsets:
  - addresses:
      - ip: 10.30.0.15  # prod/kustomization.yaml:10
    ports:
      - port: 5432
`,
    );
    const refreshed = new Promise<void>((done) => (wasAsked = done));
    client.change(overlay, 2, [{ text: `namespace: 7\n${patched}` }]);
    await client.pull(overlay);
    await refreshed;
    assert.match(
      await shown(),
      /^# Endpoints orders of base\/orders\.yaml is built in 1 overlay:\n# dev\.\n#\n# prod cannot be built/,
    );
    await client.stop();
  });

  it('is the answer of the command for a client that opens no such document, of a patch as well', async () => {
    const client = await startWorkspace({ files: tree, initializationOptions: quiet });
    client.open(orders, files[orders] ?? '');
    client.open(overlay, patched);
    const run = (uri: string): Promise<unknown> =>
      client.connection.sendRequest('workspace/executeCommand', {
        command: 'endpoints.showBuilt',
        arguments: [{ uri, position: at }],
      });
    assert.match(String(await run(orders)), /\n# prod\n/);
    assert.equal(await run(overlay), await run(orders));
    await client.stop();
  });

  it('is what apply makes, of the chosen overlay', async () => {
    const client = await startWorkspace({ files: tree, initializationOptions: quiet });
    client.open(orders, files[orders] ?? '');
    const run = (command: string, argument: object): Promise<unknown> =>
      client.connection.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
    const status = (): Promise<unknown> => client.ask('endpoints/status', orders);
    const resources = [{ type: 'Endpoints', name: 'orders' }];
    const overlays = ['dev', 'prod'];
    assert.deepEqual(await status(), { kubernetesVersion: '1.36', resources, overlays });
    const place = { uri: orders, position: at };
    const first = String(await run('endpoints.showApply', place)).replace(/\n# +/g, ' ');
    assert.match(first, /^# Endpoints default\/orders, as dev builds it, after all applies/);
    assert.match(first, /prod builds it too\. To show it, run the command "Endpoints: Select Overlay"\.\n/);
    assert.equal(await run('endpoints.useOverlay', { overlay: 'prod' }), null);
    assert.deepEqual(await status(), { kubernetesVersion: '1.36', resources, overlays, overlay: 'prod' });
    const shown = String(await run('endpoints.showApply', place));
    assert.match(shown, /^# Endpoints default\/orders, as prod builds it, after all\n# applies, Kubernetes/);
    assert.match(shown, /Manifest \(base\/orders\.yaml:4\) is created/);
    assert.match(shown, /- ip: 10\.30\.0\.15/);
    await run('endpoints.useOverlay', { overlay: 'dev' });
    assert.match(String(await run('endpoints.showApply', place)), /- ip: 10\.20\.0\.15/);
    // The overlay of another file is no overlay of this one.
    await run('endpoints.useOverlay', { overlay: 'test' });
    assert.deepEqual(await status(), { kubernetesVersion: '1.36', resources, overlays });
    await assert.rejects(run('endpoints.useOverlay', { overlay: 1 }), /params\.arguments\[0\]\.overlay/);
    await client.stop();
  });
});

describe('the paths of a kustomization in a large repository', () => {
  it('are those that start with the typed text, and the list is incomplete', async () => {
    const many = Array.from({ length: 250 }, (_, i): [string, string] => [
      `${project}/prod/${i < 240 ? 'a' : 'b'}${i}.yaml`,
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: s${i}\n`,
    ]);
    const client = await startWorkspace({ files: Object.fromEntries(many), initializationOptions: quiet });
    const ask = async (typed: string, version: number): Promise<CompletionList> => {
      const text = `resources:\n  - ${typed}\n`;
      if (version === 1) client.open(overlay, text);
      else client.change(overlay, version, [{ text }]);
      return client.ask('textDocument/completion', overlay, { position: { line: 1, character: 4 + typed.length } });
    };
    const first = await ask('', 1);
    assert.deepEqual([first.items.length, first.isIncomplete], [200, true]);
    const later = await ask('b', 2);
    assert.deepEqual([later.items.length, later.isIncomplete], [10, true]);
    await client.stop();
  });
});
