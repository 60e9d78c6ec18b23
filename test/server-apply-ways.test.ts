/** What leads to the document that shows what server-side apply makes of an object: for whom, and when it is turned off. */
import assert from 'node:assert/strict';
import type { CodeAction, CodeLens, Hover } from 'vscode-languageserver';
import { atFirst, opening, program, run, uri } from './support/apply-documents.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';

describe('language server: ways to what server-side apply makes of an object', () => {
  it('are a lens and an action for a client that opens documents, or has the command itself', async () => {
    const experimental = { endpoints: { showApply: true, showSlices: true } };
    const { codeAction } = everyCapability.textDocument;
    for (const capabilities of [everyCapability, { experimental, textDocument: { codeAction } }]) {
      const { client } = await opening({ capabilities });
      client.open(uri, program);
      const position = { line: 3, character: 2 };
      assert.deepEqual(await commandsOf(client), [
        { uri, position },
        { uri, position: { line: 11, character: 2 } },
      ]);
      const action = await actionAt(client);
      assert.deepEqual(action?.command?.arguments, [{ uri, position }]);
      const isOwn = capabilities !== everyCapability;
      const { commands } = client.initialized.capabilities.executeCommandProvider ?? { commands: [] };
      assert.equal(commands.includes('endpoints.showApply'), !isOwn);
      await client.stop();
    }
  });

  it('are none for any other client', async () => {
    const { codeAction } = everyCapability.textDocument;
    const client = await startClient({ capabilities: { textDocument: { codeAction } } });
    client.open(uri, program);
    assert.deepEqual(await commandsOf(client), []);
    assert.equal(await actionAt(client), undefined);
    await client.stop();
  });

  it('are none where the setting is off, and hovers say nothing of owners then', async () => {
    for (const isOn of [true, false]) {
      const both = await opening({ settings: { apply: isOn } });
      const { client } = both;
      client.open(uri, program);
      assert.equal((await commandsOf(client)).length, isOn ? 2 : 0);
      assert.equal((await actionAt(client)) !== undefined, isOn);
      const hover = await client.ask<Hover | null>('textDocument/hover', uri, { position: { line: 9, character: 18 } });
      assert.equal(/owned by/.test(JSON.stringify(hover)), isOn);
      if (isOn) assert.equal(await run(client, { uri, position: atFirst }), null);
      else await assert.rejects(run(client, { uri, position: atFirst }), /The setting "apply" is off/);
      await client.stop();
    }
  });
});

async function commandsOf(client: Client): Promise<readonly unknown[]> {
  const lenses = await client.ask<readonly CodeLens[]>('textDocument/codeLens', uri);
  const own = lenses.filter(({ command }) => command?.command === 'endpoints.showApply');
  return own.map(({ command }) => command?.arguments?.[0] as unknown);
}

async function actionAt(client: Client): Promise<CodeAction | undefined> {
  const range = { start: atFirst, end: atFirst };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, {
    range,
    context: { diagnostics: [] },
  });
  return actions.find(({ title }) => title === 'Show the result of server-side apply');
}
