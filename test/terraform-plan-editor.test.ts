/** A plan of Terraform in an editor: it has findings, and nothing that would change it. */
import assert from 'node:assert/strict';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { startClient, type Client } from './support/client.ts';
import {
  plainPort,
  planText,
  plannedEndpoints,
  plannedService,
  plannedSlice,
  servicePort,
} from './support/terraform-plans.ts';

const uri = 'file:///project/plan.json';
const plan = planText([
  plannedService('kubernetes_service_v1.db', 'db', [servicePort]),
  plannedEndpoints('kubernetes_endpoints_v1.db', 'db', ['10.0.0.1', '127.0.0.1', '010.0.0.1'], {
    ...(plainPort as object),
    protocol: 'tcp',
  }),
  plannedSlice('kubernetes_endpoint_slice_v1.cache', 'cahce'),
]);

describe('language server: plans of Terraform', function () {
  this.timeout(60_000);
  let client: Client;
  before(async () => {
    client = await startClient();
    client.open(uri, plan);
  });
  after(() => client.stop());

  const document = TextDocument.create(uri, 'json', 1, plan);
  const at = (text: string) => document.positionAt(plan.indexOf(text) + 2);

  it('have findings at the values', async () => {
    const found = await client.pull(uri);
    const loopback = found.find(({ code }) => code === 'loopback-ip');
    assert.equal(loopback && document.getText(loopback.range), '"127.0.0.1"');
  });

  it('get no edits', async () => {
    for (const text of ['"127.0.0.1"', '"010.0.0.1"', '"tcp"', '"cahce"', '"postgres"', '"db-1"']) {
      const position = at(text);
      const range = { start: position, end: position };
      const context = { diagnostics: [], only: ['quickfix', 'refactor', 'source'] };
      const actions = await client.ask<(CodeAction & { command?: unknown })[] | null>('textDocument/codeAction', uri, {
        range,
        context,
      });
      const editing = (actions ?? []).filter(({ edit }) => edit && JSON.stringify(edit).includes(uri));
      assert.deepEqual(
        editing.map(({ title }) => title),
        [],
        text,
      );
      const renamed = await client
        .ask<WorkspaceEdit | null>('textDocument/rename', uri, { position, newName: 'other' })
        .catch(() => null);
      assert.ok(!JSON.stringify(renamed).includes('plan.json'), `${text}: ${JSON.stringify(renamed)}`);
    }
  });

  it('are read again after a change', async () => {
    const start = at('"127.0.0.1"');
    const range = {
      start: { ...start, character: start.character - 1 },
      end: { ...start, character: start.character + 8 },
    };
    client.change(uri, 2, [{ range, text: '10.0.0.9' }]);
    const found = await client.pull(uri);
    assert.ok(found.length > 0 && !found.some(({ code }) => code === 'loopback-ip'));
    client.change(uri, 3, [{ text: '{"format_version": "1.2"}' }]);
    assert.deepEqual(await client.pull(uri), []);
    client.change(uri, 4, [{ text: plan }]);
    assert.ok((await client.pull(uri)).some(({ code }) => code === 'loopback-ip'));
  });
});
