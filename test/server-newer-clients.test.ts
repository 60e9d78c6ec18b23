/** What only clients of newer protocols get: snippets in edits, Markdown in findings, documentation of actions, watched folders. */
import assert from 'node:assert/strict';
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { startClient, type Client, type ClientOptions } from './support/client.ts';

const uri = 'file:///project/a.yaml';
const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: db
subsets:
  - addresses:
      - ip: 127.0.0.1
    ports:
      - port: 5432
`;
const literals = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };
const atAddress = { start: { line: 6, character: 14 }, end: { line: 6, character: 14 } };
const atName = { start: { line: 3, character: 9 }, end: { line: 3, character: 9 } };

describe('clients of newer protocols', () => {
  it('select the reason of an ignore, and the values of a new object', async () => {
    const client = await start({ workspace: { workspaceEdit: { documentChanges: true, snippetEditSupport: true } } });
    assert.deepEqual(await editsOf(client, atAddress, 'Ignore "loopback-ip" here'), [
      {
        range: { start: { line: 6, character: 21 }, end: { line: 6, character: 21 } },
        snippet: { kind: 'snippet', value: ' # endpoints: ignore[loopback-ip] ${1:reason}' },
      },
    ]);
    const [created] = await editsOf(client, atName, 'Create Service "db" for these Endpoints');
    assert.match(created?.snippet?.value ?? '', /^---\n[^$]*\n {4}- port: \$\{1:5432\}\n$/);
    // An editor would indent the lines of a snippet like the line that it follows.
    client.change(uri, 2, [{ text: text.trimEnd() }]);
    const [behind] = await editsOf(client, atName, 'Create Service "db" for these Endpoints');
    assert.match(behind?.newText ?? '', /^\n---\n/);
    await client.stop();
  });

  it('are not sent snippets without the capability, or without versioned edits', async () => {
    for (const workspaceEdit of [{ documentChanges: true }, { snippetEditSupport: true }, {}]) {
      const client = await start({ workspace: { workspaceEdit } });
      const [edit] = await editsOf(client, atAddress, 'Ignore "loopback-ip" here');
      assert.equal(edit?.newText, ' # endpoints: ignore[loopback-ip] reason');
      await client.stop();
    }
  });

  it('open the page of a rule themselves, or by the server, or not at all', async () => {
    const own = await start({ experimental: { endpoints: { explainRule: true } } });
    const [offer] = await explaining(own);
    assert.deepEqual(offer?.command, {
      title: 'Explain rule "loopback-ip"',
      command: 'endpoints.explainRule',
      arguments: ['loopback-ip'],
    });
    assert.deepEqual(
      offer?.diagnostics?.map(({ code }) => code),
      ['loopback-ip'],
    );
    assert.ok(!commandsOf(own).includes('endpoints.explainRule'), 'the client has this command');
    await own.stop();

    const shown = await start({ window: { showDocument: { support: true } } });
    const [{ command } = {}] = await explaining(shown);
    assert.ok(commandsOf(shown).includes('endpoints.explainRule'));
    await shown.connection.sendRequest('workspace/executeCommand', command);
    assert.deepEqual(
      shown.asked.filter(({ method }) => method === 'window/showDocument').map(({ params }) => params),
      [{ uri: 'https://example.com/loopback-ip', takeFocus: true }],
    );
    for (const argument of ['../../etc/passwd', 5]) {
      const wrong = { command: 'endpoints.explainRule', arguments: [argument] };
      await assert.rejects(shown.connection.sendRequest('workspace/executeCommand', wrong), { code: -32602 });
    }
    await shown.stop();

    const withoutPages = await start(
      { window: { showDocument: { support: true } } },
      { host: { pageUri: () => undefined } },
    );
    assert.deepEqual(await explaining(withoutPages), []);
    await withoutPages.stop();

    const none = await start({});
    assert.deepEqual(await explaining(none), []);
    assert.ok(!commandsOf(none).includes('endpoints.explainRule'));
    await none.stop();
  });

  it('have documentation of the kinds of actions if they can open it', async () => {
    const documentationIn = async (codeAction: object, other: object): Promise<unknown> => {
      const client = await start(other, {}, codeAction);
      const { codeActionProvider } = client.initialized.capabilities;
      await client.stop();
      return typeof codeActionProvider === 'object' ? codeActionProvider.documentation : undefined;
    };
    const opening = { experimental: { endpoints: { explainRule: true } } };
    const command = (title: string): object => ({
      title,
      command: 'endpoints.explainRule',
      arguments: ['code-actions'],
    });
    assert.deepEqual(await documentationIn({ documentationSupport: true }, opening), [
      { kind: 'quickfix', command: command('About fixes and ignore comments') },
      { kind: 'refactor', command: command('About refactorings') },
    ]);
    assert.equal(await documentationIn({ documentationSupport: true }, {}), undefined);
    assert.equal(await documentationIn({}, opening), undefined);
  });

  it('are sent findings in Markdown, with values as code', async () => {
    const finding = async (diagnostic: object): Promise<readonly unknown[]> => {
      const client = await start({}, {}, {}, diagnostic);
      client.change(uri, 2, [{ text: text.replace('127.0.0.1', '10.*.*.1:`x`') }]);
      const [pulled] = await client.pull(uri);
      const [{ diagnostics } = {}] = await ask(client, atAddress);
      await client.stop();
      return [pulled, diagnostics?.[0]].map((each) => each?.message);
    };
    const plain = '"10.*.*.1:`x`" is not an IP address. Write an IPv4 or IPv6 address.';
    const value = '`` 10.*.*.1:`x` `` is not an IP address. Write an IPv4 or IPv6 address.';
    assert.deepEqual(await finding({}), [plain, plain]);
    const markdown = { kind: 'markdown', value };
    assert.deepEqual(await finding({ markupMessageSupport: true }), [markdown, markdown]);
  });

  it('watch the settings outside of the folder, for as long as they apply', async () => {
    const folder = 'file:///project/deploy';
    const watchers = async (relativePatternSupport: boolean): Promise<readonly unknown[]> => {
      const files: Record<string, string> = {
        'file:///project/endpoints.config.yaml': 'extends: ./team/base.yaml\n',
        'file:///project/team/base.yaml': 'severity: {loopback-ip: warning}\n',
      };
      const watched = { dynamicRegistration: true, relativePatternSupport };
      const client = await start({ workspace: { didChangeWatchedFiles: watched } }, { files, folder });
      client.open(`${folder}/a.yaml`, text);
      const severities = async (): Promise<unknown> =>
        (await client.pull(`${folder}/a.yaml`)).map(({ severity }) => severity);
      assert.deepEqual(await severities(), [2]);
      files[`${folder}/endpoints.config.yaml`] = 'severity: {loopback-ip: info}\n';
      const changes = [{ uri: `${folder}/endpoints.config.yaml`, type: 1 }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
      assert.deepEqual(await severities(), [3]);
      const asked = client.asked.filter(({ params }) => JSON.stringify(params).includes('outer-settings'));
      await client.stop();
      return asked;
    };
    const registration = { id: 'endpoints-outer-settings', method: 'workspace/didChangeWatchedFiles' };
    const patterns = [
      { baseUri: 'file:///project', pattern: 'endpoints.config.yaml' },
      { baseUri: 'file:///project/team', pattern: 'base.yaml' },
    ];
    const registerOptions = { watchers: patterns.map((globPattern) => ({ globPattern })) };
    assert.deepEqual(await watchers(true), [
      { method: 'client/registerCapability', params: { registrations: [{ ...registration, registerOptions }] } },
      { method: 'client/unregisterCapability', params: { unregisterations: [registration] } },
    ]);
    assert.deepEqual(await watchers(false), []);
  });
});

function start(
  capabilities: object,
  options: ClientOptions = {},
  codeAction: object = {},
  diagnostic: object = {},
): Promise<Client> {
  const textDocument = { codeAction: { ...literals, ...codeAction }, diagnostic };
  const initializationOptions = { severity: { 'deprecated-endpoints': 'off', 'missing-service': 'off' } };
  return startClient({ ...options, initializationOptions, capabilities: { textDocument, ...capabilities } }).then(
    (client) => {
      client.open(uri, text);
      return client;
    },
  );
}

interface Edit {
  readonly range: unknown;
  readonly newText?: string;
  readonly snippet?: { readonly kind: string; readonly value: string };
}

async function editsOf(client: Client, range: unknown, title: string): Promise<readonly Edit[]> {
  const { edit } = (await ask(client, range)).find((each) => each.title === title) ?? {};
  const changes = edit?.documentChanges?.flatMap((change) => ('edits' in change ? change.edits : [])) ?? [];
  return [...changes, ...(edit?.changes?.[uri] ?? [])] as readonly Edit[];
}

async function explaining(client: Client): Promise<readonly CodeAction[]> {
  return (await ask(client, atAddress)).filter(({ title }) => title.startsWith('Explain'));
}

function commandsOf({ initialized }: Client): readonly string[] {
  return initialized.capabilities.executeCommandProvider?.commands ?? [];
}

function ask(client: Client, range: unknown): Promise<CodeAction[]> {
  const context: { diagnostics: Diagnostic[] } = { diagnostics: [] };
  return client.connection.sendRequest('textDocument/codeAction', { textDocument: { uri }, range, context });
}
