/** What server-side apply makes of a slice, over a stream: the document, the lens and the action that lead to it, and the owners. */
import assert from 'node:assert/strict';
import type { CodeAction, CodeLens, Hover } from 'vscode-languageserver';
import { opening, run, uri } from './support/apply-documents.ts';

const program = `name: shop
runtime: yaml
resources:
  blue:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlicePatch
    properties:
      metadata:
        name: web-ipv4
        namespace: shop
        annotations: { pulumi.com/patchFieldManager: team-a }
      endpoints:
        - addresses: [10.20.0.15]
          conditions: { ready: false }
  green:
    type: kubernetes:discovery.k8s.io/v1:EndpointSlicePatch
    properties:
      metadata:
        name: web-ipv4
        namespace: shop
      endpoints:
        - addresses: [10.20.0.16]
`;

describe('language server: what server-side apply makes of a slice', () => {
  it('is a document, and a lens and an action lead to it', async () => {
    const { client, opened } = await opening();
    client.open(uri, program);
    const position = { line: 4, character: 6 };
    assert.equal(await run(client, { uri, position }), null);
    const address = opened.at(-1)?.uri ?? '';
    assert.match(address, /^endpoints-apply:\/web-ipv4%3A%20result%20of%20server-side%20apply\.yaml\?/);
    const { text } = await client.connection.sendRequest<{ readonly text: string }>('workspace/textDocumentContent', {
      uri: address,
    });
    assert.match(text, /^# EndpointSlice shop\/web-ipv4 after all applies, Kubernetes\n# 1\.36\n/);
    assert.match(text, /State: active\. Endpoints: 0 ready, 1 not ready\./);
    assert.match(text, /^endpoints: +# CONFLICT with patch "green" \(Pulumi\.yaml:\d+\); team-a$/m);
    // Nothing is known of the ports.
    assert.doesNotMatch(text, /^ports:/m);
    const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', uri);
    assert.equal(lenses.filter(({ command }) => command?.command === 'endpoints.showApply').length, 2);
    const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    assert.ok(actions.some(({ title }) => title === 'Show the result of server-side apply'));
    await client.stop();
  });

  it('is said of a field on which one stands', async () => {
    const { client } = await opening();
    client.open(uri, program);
    const hover = await client.ask<Hover | null>('textDocument/hover', uri, { position: { line: 10, character: 8 } });
    assert.match(
      JSON.stringify(hover),
      /After all applies, owned by .*team-a.*Conflicts in some orders with patch \\?"green\\?"/,
    );
    await client.stop();
  });
});
