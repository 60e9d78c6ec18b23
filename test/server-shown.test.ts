/** The documents that the server provides, over a stream: their links, their hints, and the objects that overlays build. */
import assert from 'node:assert/strict';
import type { DocumentLink, InlayHint, InlayHintLabelPart } from 'vscode-languageserver-types';
import { atFirst, live, liveUri, opening, program, run, uri as programUri } from './support/apply-documents.ts';
import { everyCapability } from './support/capabilities.ts';
import type { Client } from './support/client.ts';

const capabilities = { ...everyCapability, experimental: { endpoints: { shownHints: true, status: true } } };
const uri = (path: string): string => `file:///project/${path}`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: db
spec:
  ports:
    - port: 5432
`;
const endpoints = (name: string, ip: string): string => `apiVersion: v1
kind: Endpoints
metadata:
  name: ${name}
subsets:
  - addresses:
      - ip: ${ip}
    ports:
      - port: 5432
`;
const files = {
  [uri('base/kustomization.yaml')]: 'resources:\n  - service.yaml\n  - db.yaml\n  - web.yaml\n',
  [uri('base/service.yaml')]: service,
  [uri('base/db.yaml')]: endpoints('db', '10.20.0.15'),
  [uri('base/web.yaml')]: endpoints('web', '10.20.0.16'),
  [uri('prod/kustomization.yaml')]: `resources:
  - ../base
patches:
  - path: addresses.yaml
  - target:
      kind: Endpoints
      name: web
    patch: |-
      - op: replace
        path: /subsets/0/addresses/0/ip
        value: 10.30.0.16
`,
  [uri('prod/addresses.yaml')]: endpoints('db', '10.30.0.15'),
  [uri('dev/kustomization.yaml')]: 'namespace: dev\nresources:\n  - ../base\n',
};

/** The text of the document that the command opens at the place. */
async function textAt(
  both: Awaited<ReturnType<typeof opening>>,
  place: readonly [path: string, line: number, character?: number],
  command = 'endpoints.showApply',
): Promise<string> {
  const [path, line, character = 4] = place;
  await run(both.client, { uri: uri(path), position: { line, character } }, command);
  return contentOf(both.client, both.opened.at(-1)?.uri ?? '');
}

async function contentOf(client: Client, address: string): Promise<string> {
  const asked = { uri: address };
  const { text }: { text: string } = await client.connection.sendRequest('workspace/textDocumentContent', asked);
  return text;
}

describe('language server: links and hints of the documents that it provides', () => {
  it('open the places that the head names', async () => {
    const both = await opening({ capabilities });
    const { client, opened } = both;
    client.open(programUri, program);
    await run(client, { uri: programUri, position: atFirst });
    const address = opened[0]?.uri ?? '';
    const text = await contentOf(client, address);
    const links = await client.ask<readonly DocumentLink[]>('textDocument/documentLink', address);
    const lines = text.split('\n');
    assert.deepEqual(
      links.map(({ range: { start, end }, target }) => [
        lines[start.line]?.slice(start.character, end.character),
        target,
      ]),
      [
        ['Pulumi.yaml:8', `${programUri}#L8,15`],
        ['Pulumi.yaml:16', `${programUri}#L16,15`],
      ],
    );
    await client.stop();
  });

  it('say who owns a line, so that the text has only the manifest', async () => {
    const both = await opening({ capabilities });
    const { client, opened } = both;
    client.open(programUri, program);
    await run(client, { uri: programUri, position: atFirst });
    const address = opened[0]?.uri ?? '';
    const text = await contentOf(client, address);
    const lines = text.split('\n');
    assert.ok(
      lines.every((line) => line.length <= 62 && !/[^#\s].* #/.test(line)),
      text,
    );
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await client.ask<readonly InlayHint[]>('textDocument/inlayHint', address, { range });
    const app = hints.find(({ position: { line } }) => lines[line]?.trim() === 'app: orders');
    assert.equal(app?.position.character, '    app: orders'.length);
    assert.equal(app.tooltip, 'CONFLICT with patch "tier" (Pulumi.yaml:16); team-a');
    const parts = app.label as readonly InlayHintLabelPart[];
    assert.equal(parts.map(({ value }) => value).join(''), app.tooltip);
    assert.deepEqual(
      parts.flatMap(({ value, location }) => (location ? [[value, location.uri, location.range.start.line]] : [])),
      [['Pulumi.yaml:16', programUri, 15]],
    );
    await client.stop();
  });

  it('do not repeat what a line around them says, and only that', async () => {
    const both = await opening({ capabilities });
    const { client, opened } = both;
    const slice = `name: shop
runtime: yaml
resources:
  web:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlice
    properties:
      metadata: { name: web, labels: { app: web }, annotations: { pulumi.com/patchFieldManager: team-a } }
      addressType: IPv4
      endpoints: [{ addresses: [10.0.0.1] }]
      ports: [{ name: http, port: 80 }]
  more:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlicePatch
    properties:
      metadata: { name: web, labels: { tier: db }, annotations: { pulumi.com/patchFieldManager: team-b } }
    options: { dependsOn: ["\${web}"] }
`;
    client.open(programUri, slice);
    await run(client, { uri: programUri, position: atFirst });
    const address = opened[0]?.uri ?? '';
    const lines = (await contentOf(client, address)).split('\n');
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await client.ask<readonly InlayHint[]>('textDocument/inlayHint', address, { range });
    const shown = hints.map(({ position: { line }, label }) => {
      const words = (label as readonly InlayHintLabelPart[]).map(({ value }) => value).join('');
      return `${lines[line]?.trim()} <- ${words}`;
    });
    assert.deepEqual(shown, [
      'app: web <- team-a',
      'pulumi.com/patchFieldManager: team-a <- CONFLICT with patch "more" (Pulumi.yaml:14); team-a',
      'addressType: IPv4 <- team-a',
      'endpoints: <- team-a',
      '- addresses: <- ready',
      'ports: <- team-a',
    ]);
    await client.stop();
  });

  it('have an answer for no other text, and the notes stay in the text of a client without them', async () => {
    const both = await opening();
    const { client, opened } = both;
    client.open(liveUri, live);
    await run(client, { uri: liveUri, position: atFirst });
    const address = opened[0]?.uri ?? '';
    assert.match(await contentOf(client, address), /subsets: +# team-a/);
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    assert.deepEqual(await client.ask('textDocument/inlayHint', address, { range }), []);
    assert.deepEqual(await client.ask('textDocument/documentLink', 'endpoints-apply:/other.yaml'), []);
    await client.stop();
  });

  it('are those of a document that the client had before the server started', async () => {
    const first = await opening({ capabilities });
    first.client.open(liveUri, live);
    await run(first.client, { uri: liveUri, position: atFirst });
    const address = first.opened[0]?.uri ?? '';
    await first.client.stop();
    const refreshed: unknown[] = [];
    const answers = { 'workspace/textDocumentContent/refresh': (params: unknown) => (refreshed.push(params), null) };
    const { client } = await opening({ capabilities, answers });
    client.open(liveUri, live);
    const links = await client.ask<readonly DocumentLink[]>('textDocument/documentLink', address);
    assert.deepEqual(
      links.map(({ target }) => target),
      [`${liveUri}#L4,9`],
    );
    assert.deepEqual(refreshed, [{ uri: address }]);
    await client.stop();
  });
});

describe('language server: documents on objects that overlays build', () => {
  it('show the object of a patch in its overlay, which is then selected', async () => {
    const both = await opening({ capabilities, files });
    const text = await textAt(both, ['prod/addresses.yaml', 6]);
    assert.match(text, /^# Endpoints default\/db, as prod builds it, after all applies/);
    assert.match(text, /\n {6}- ip: 10\.30\.0\.15\n/);
    assert.match(
      text.replace(/\n# +/g, ' '),
      /dev builds it too\. To show it, run the command "Endpoints: Select Overlay"/,
    );
    both.client.open(uri('base/db.yaml'), files[uri('base/db.yaml')] ?? '');
    const status: { overlay?: string } = await both.client.ask('endpoints/status', uri('base/db.yaml'));
    assert.equal(status.overlay, 'prod');
    assert.deepEqual(await both.client.ask('endpoints/status', both.opened[0]?.uri ?? ''), status);
    await both.client.stop();
  });

  it('show the object of a path, of a patch and of the only choice in a kustomization', async () => {
    const both = await opening({ capabilities, files });
    assert.match(
      await textAt(both, ['prod/kustomization.yaml', 3, 12]),
      /Endpoints default\/db, as prod[^]*10\.30\.0\.15/,
    );
    assert.match(
      await textAt(both, ['prod/kustomization.yaml', 10, 20]),
      /Endpoints default\/web, as prod[^]*10\.30\.0\.16/,
    );
    assert.match(await textAt(both, ['base/kustomization.yaml', 3, 8]), /Endpoints default\/web, as prod/);
    await assert.rejects(
      textAt(both, ['dev/kustomization.yaml', 2, 6]),
      /dev builds db and web\. Put the cursor on the path or the patch of one\./,
    );
    await both.client.stop();
  });

  it('follow the selected overlay', async () => {
    const refreshed: string[] = [];
    const answers = {
      'workspace/textDocumentContent/refresh': (params: unknown) => {
        refreshed.push((params as { uri: string }).uri);
        return null;
      },
    };
    const both = await opening({ capabilities, files, answers });
    await textAt(both, ['base/db.yaml', 6]);
    await textAt(both, ['base/db.yaml', 6], 'endpoints.showSlices');
    await run(both.client, { overlay: 'dev' }, 'endpoints.useOverlay');
    assert.deepEqual(
      refreshed,
      both.opened.map((each) => each.uri),
    );
    assert.match(await contentOf(both.client, both.opened[0]?.uri ?? ''), /^# Endpoints dev\/db, as dev builds it/);
    await both.client.stop();
  });

  it('show the slices of the built object, with the places of its files', async () => {
    const lossy = endpoints('db', '10.30.0.15').replace('      - ip', '      - hostname: a\n        ip');
    const repeated = `${lossy}  - addresses:\n      - hostname: b\n        ip: 10.30.0.15\n    ports:\n      - name: b\n        port: 5433\n`;
    const both = await opening({ capabilities, files: { ...files, [uri('prod/addresses.yaml')]: repeated } });
    const text = await textAt(both, ['prod/addresses.yaml', 6], 'endpoints.showSlices');
    assert.match(text, /^# Endpoints default\/db, as prod builds it, is mirrored as 1\n/);
    assert.match(
      text.replace(/\n# +/g, ' '),
      /- prod\/addresses\.yaml:1[23]: The host name of this entry is dropped: .* \(prod\/addresses\.yaml:8\)/,
    );
    assert.doesNotMatch(text, /no Service/);
    const written = await textAt(both, ['base/db.yaml', 6], 'endpoints.showSlices');
    assert.equal(written, text);
    await both.client.stop();
  });
});
