/**
 * Any client: as each editor of docs/editors.md introduces itself, with a file and no folder, and in every position
 * encoding. What the server answers must be usable by that client, and mean the same for all of them.
 */
import assert from 'node:assert/strict';
import type { CodeAction, CompletionItem, Diagnostic, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { handlers } from '../server/src/lsp/requests/handlers.ts';
import { everyCapability } from './support/capabilities.ts';
import { startClient, type Client } from './support/client.ts';
import { startProcess } from './support/server-process.ts';
import { editorClients, type EditorClient } from './support/editor-clients.ts';
import { applyEdits, encodings, locator, withOffsets, type Encoding, type Locator } from './support/positions.ts';

const uri = 'file:///somewhere/external-db.yaml';
const typedUri = 'file:///somewhere/typed.yaml';
const settings = { kubernetesVersion: '1.32', format: true };
/** Wide characters stand before almost everything that is asked about. */
const text = `apiVersion: v1
kind: Endpoints
metadata: { annotations: { owner: "é😀", docs: https://example.com/é😀 }, name: external-db }
subsets:
  - addresses: &ready [{ nodeName: "é😀", ip: 10.20.0.15 }]
    ports: [{ appProtocol: "é😀", port: 5432, protocol: tcp }]
  - addresses: *ready
    ports:
      - port: 80
`;
const typed = `${text}        na
`;
const textRows = handlers.filter((row) => row.about === 'text');

for (const client of editorClients) {
  describe(`language server for ${client.editor}, with a file and no folder`, () => {
    let server: Awaited<ReturnType<typeof startProcess>>;
    let at: Locator;
    before(async () => {
      server = await startProcess({ ...client, folder: null, settings, initializationOptions: settings });
      at = locator(text, encodingOf(server));
      server.open(uri, text);
    });
    after(() => server.child.kill());

    it('counts in an encoding that it knows', () => {
      const { positionEncodings = ['utf-16'] } = client.capabilities.general ?? {};
      assert.ok(positionEncodings.includes(encodingOf(server)));
    });

    it('tells of a finding at its place', async () => {
      const found = client.capabilities.textDocument?.diagnostic
        ? await server.pull(uri)
        : await untilFound(server, 'unknown-protocol');
      const protocol = found.find(({ code }) => code === 'unknown-protocol');
      assert.deepEqual(protocol?.range, at.rangeOf('tcp'), JSON.stringify(found));
      assert.ok(!found.some(({ code }) => code === 'deprecated-endpoints'), 'the settings hold');
    });

    it('explains in a format that it shows', async () => {
      const hover = await server.ask<{ contents: { kind: string; value: string } }>('textDocument/hover', uri, {
        position: at.rangeOf('10.20.0.15').start,
      });
      const [preferred = 'plaintext'] = client.capabilities.textDocument?.hover?.contentFormat ?? [];
      assert.equal(hover.contents.kind, preferred);
      assert.match(hover.contents.value, preferred === 'markdown' ? /`10\.20\.0\.15`/ : /^10\.20\.0\.15: /);
    });

    it('completes with edits that it can apply', async () => {
      const there = locator(typed, encodingOf(server));
      const position = there.rangeOf('        na\n', 10).end;
      server.open(typedUri, typed);
      const answer = await server.ask<{ items: CompletionItem[] }>('textDocument/completion', typedUri, { position });
      const name = answer.items.find(({ label }) => label === 'name');
      assert.ok(name?.textEdit && 'range' in name.textEdit, JSON.stringify(answer));
      const isSnippet = client.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
      const completed = applyEdits(there, [name.textEdit, ...(name.additionalTextEdits ?? [])]);
      assert.equal(completed.replace(/\$\d|\$\{\d[^}]*\}/, ''), typed.replace('  na\n', '  name: \n'));
      assert.equal(completed.includes('$'), isSnippet && name.insertTextFormat === 2);
    });

    it('fixes with an edit that it can apply', async () => {
      const range = at.rangeOf('tcp');
      const context = { diagnostics: [] };
      const actions = await server.ask<CodeAction[]>('textDocument/codeAction', uri, { range, context });
      const fix = actions.find(({ title }) => title.includes('TCP'));
      assert.ok(fix, JSON.stringify(actions));
      const { edit } = fix.edit ? fix : await server.connection.sendRequest<CodeAction>('codeAction/resolve', fix);
      assert.ok(edit);
      assert.equal(applyEdits(at, editsFor(client, edit)), text.replace('tcp', 'TCP'));
    });

    it('outlines in a form that it shows', async () => {
      const symbols = await server.ask<Record<string, unknown>[]>('textDocument/documentSymbol', uri);
      const isTree = client.capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
      assert.equal(symbols[0]?.['name'], 'Endpoints external-db');
      assert.ok(symbols.every((symbol) => 'selectionRange' in symbol === isTree && 'location' in symbol !== isTree));
    });

    for (const { method } of textRows) {
      it(`answers ${method}`, async () => {
        assert.notEqual(await server.ask(method, uri, paramsAt(at, 'addresses')), undefined);
      });
    }

    it('is asked only for what it says it can, is shown no message, and the server ends with it', async () => {
      await server.ask('textDocument/codeLens', uri);
      const { shown, logged, asked } = server;
      await server.stop();
      assert.deepEqual([shown, logged.filter(({ type }) => type <= 2)], [[], []]);
      assert.deepEqual(
        asked.filter((question) => !isWelcome(client, question)),
        [],
      );
      assert.equal(await server.ended, 0);
    });
  });
}

it('language server: ends by itself when its editor is gone', async () => {
  const { child, ended } = await startProcess({ folder: null });
  child.stdin?.end();
  assert.notEqual(await ended, null);
});

describe('language server: position encodings', () => {
  const words = ['owner', 'external-db', 'https', '&ready', '10.20', '5432', 'tcp', '*ready', 'port: 80'];
  const answers = new Map<Encoding, unknown[]>();
  before(async () => {
    for (const encoding of encodings) {
      const general = { positionEncodings: [encoding] };
      const client = await startClient({ capabilities: { ...everyCapability, general }, folder: null, settings });
      const at = locator(text, encoding);
      client.open(uri, text);
      const given: unknown[] = [];
      for (const { method } of textRows) {
        for (const word of words) {
          const answer = await client.ask(method, uri, paramsAt(at, word));
          given.push({ method, word, answer: withOffsets(answer, at) });
        }
      }
      answers.set(encoding, given);
      await client.stop();
    }
  });

  for (const encoding of encodings) {
    it(`answers every method about the same places in ${encoding} as in utf-16`, () => {
      assert.deepEqual(answers.get(encoding), answers.get('utf-16'));
    });
  }

  it('has answers to compare', () => {
    const written = JSON.stringify(answers.get('utf-16'));
    for (const part of ['unknown-protocol', 'postgresql', 'RFC 1918', 'external-db', `"start":${text.indexOf('tcp')}`])
      assert.ok(written.includes(part), part);
  });

  it('takes utf-16 for a client that names no encoding', async () => {
    for (const general of [{}, { positionEncodings: [] }]) {
      const client = await startClient({ capabilities: { general }, folder: null });
      assert.equal(client.initialized.capabilities.positionEncoding, 'utf-16');
      await client.stop();
    }
  });
});

function encodingOf({ initialized }: Client): Encoding {
  const { positionEncoding = 'utf-16' } = initialized.capabilities;
  return positionEncoding as Encoding;
}

/** Parameters that every method understands, about the word. */
function paramsAt(at: Locator, word: string): object {
  const range = at.rangeOf(word);
  return {
    position: range.start,
    positions: [range.start],
    range,
    context: { diagnostics: [], includeDeclaration: true },
    options: { tabSize: 2, insertSpaces: true },
    newName: word.includes('.') ? '10.9.8.7' : 'renamed',
    language: 'manifest',
    text,
  };
}

async function untilFound(client: Client, code: string): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = await client.pushed(uri);
    if (found.some((each) => each.code === code)) return found;
  }
}

/** The edits of the text, in the form that the client knows. */
function editsFor({ capabilities }: EditorClient, { changes, documentChanges }: WorkspaceEdit): TextEdit[] {
  if (!capabilities.workspace?.workspaceEdit?.documentChanges) return changes?.[uri] ?? [];
  return (documentChanges ?? []).flatMap((change) => ('edits' in change ? (change.edits as TextEdit[]) : []));
}

/** True for a question of the server that the client has said it answers. */
function isWelcome(
  { capabilities: { workspace, textDocument, window } }: EditorClient,
  question: { readonly method: string; readonly params: unknown },
): boolean {
  if (question.method === 'window/workDoneProgress/create') return window?.workDoneProgress === true;
  const [, area] = /^workspace\/(\w+)\/refresh$/.exec(question.method) ?? [];
  if (area === 'diagnostic') return workspace?.diagnostics?.refreshSupport === true;
  if (area) return flagIn(workspace, area, 'refreshSupport');
  if (question.method !== 'client/registerCapability') return false;
  const { registrations } = question.params as { registrations: { method: string }[] };
  return registrations.every(({ method }) => {
    const [place = '', name = ''] = method.split('/');
    return flagIn(place === 'workspace' ? workspace : textDocument, name, 'dynamicRegistration');
  });
}

function flagIn(capabilities: object | undefined, name: string, flag: string): boolean {
  const named = (capabilities as Record<string, Record<string, unknown> | undefined> | undefined)?.[name];
  return named?.[flag] === true;
}
