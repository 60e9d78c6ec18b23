/** Malformed parameters of `initialize` and of notifications: the answer or the log names the method and the member. */
import assert from 'node:assert/strict';
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { everyCapability } from './support/capabilities.ts';
import { startClient } from './support/client.ts';

const uri = 'file:///project/a.yaml';

describe('language server: malformed parameters', () => {
  it('refuses an initialize without capabilities, and names the member', async () => {
    for (const [params, member] of [
      [null, 'params'],
      [{}, 'params.capabilities'],
      [{ capabilities: null }, 'params.capabilities'],
      [{ capabilities: [] }, 'params.capabilities'],
    ] as const)
      await startClient({
        early: async (connection) => {
          const rejected = await connection.sendRequest('initialize', params).then(
            () => 'answered',
            (error: unknown) => error,
          );
          assert.ok(rejected instanceof ResponseError);
          assert.equal(rejected.code, ErrorCodes.InvalidParams);
          assert.ok(rejected.message.startsWith(`${member} must be an object, but`), rejected.message);
        },
      }).then((late) => late.stop());
  });

  it('logs what is wrong with a malformed notification, and in which', async () => {
    const wrong: readonly (readonly [method: string, params: object | null, problem: string])[] = [
      ['textDocument/didOpen', null, 'params must be an object'],
      ['textDocument/didOpen', { textDocument: null }, 'params.textDocument must be an object, but is null.'],
      [
        'textDocument/didOpen',
        { textDocument: { uri: null } },
        'params.textDocument.uri must be a string, but is null.',
      ],
      ['textDocument/didOpen', { textDocument: { uri } }, 'params.textDocument.text must be a string, but is missing.'],
      ['textDocument/didChange', null, 'params must be an object'],
      [
        'textDocument/didChange',
        { textDocument: { uri }, contentChanges: null },
        'params.contentChanges must be a list, but is null.',
      ],
      [
        'textDocument/didChange',
        { textDocument: { uri }, contentChanges: [null] },
        'params.contentChanges[0] must be an object, but is null.',
      ],
      ['textDocument/didClose', { textDocument: null }, 'params.textDocument must be an object, but is null.'],
      ['workspace/didChangeConfiguration', null, 'params must be an object'],
      ['workspace/didChangeWatchedFiles', null, 'params must be an object'],
      ['workspace/didChangeWatchedFiles', { changes: [null] }, 'params.changes[0] must be an object, but is null.'],
      ['workspace/didRenameFiles', { files: null }, 'params.files must be a list, but is null.'],
      ['workspace/didChangeWorkspaceFolders', { event: null }, 'params.event must be an object, but is null.'],
      [
        'workspace/didChangeWorkspaceFolders',
        { event: { added: null } },
        'params.event.added must be a list, but is null.',
      ],
    ];
    const client = await startClient({ capabilities: everyCapability });
    client.open(uri, 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n');
    for (const [method, params, problem] of wrong) {
      const start = client.logged.length;
      await client.connection.sendNotification(method, params);
      await client.ask('textDocument/documentSymbol', uri);
      const logged = client.logged.slice(start).map(({ message }) => message);
      assert.ok(
        logged.some((message) => message.includes(`'${method}'`) && message.includes(problem)),
        `${method}: ${logged.join()}`,
      );
      assert.ok(!logged.some((message) => /Cannot (?:read|destructure)/.test(message)), logged.join());
    }
    await client.stop();
  });
});
