/** Code actions on programs over a stream: a fix, a refactoring, and a new call with its imports, as edits of the client's text. */
import assert from 'node:assert/strict';
import type { CodeAction, TextEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { startProcess } from './support/server-process.ts';
import { pulling, workspaceClient, type WorkspaceClient } from './support/workspace-session.ts';

const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };

const python = `from pulumi_kubernetes.core.v1 import Endpoints, EndpointSubsetArgs, EndpointAddressArgs, EndpointPortArgs

db = Endpoints(
    "db",
    metadata={"name": "db"},
    subsets=[
        EndpointSubsetArgs(
            addresses=[EndpointAddressArgs(ip="10.0.0.1")],
            ports=[EndpointPortArgs(port=5432, protocol="tcp")],
        ),
    ],
)
`;

const right = python.replace('"tcp"', '"TCP"');

describe('language server: fixes in programs', function () {
  this.timeout(60_000);
  let client: WorkspaceClient;
  before(async () => {
    const capabilities = { textDocument: { ...pulling.textDocument, codeAction } };
    client = workspaceClient(await startProcess({ capabilities }));
    client.open(mistaken, python);
    client.open(other, right);
  });
  after(() => client.stop());

  const mistaken = 'file:///project/__main__.py';
  const other = 'file:///other/__main__.py';
  const chosen = async (at: string, title: string, text = python): Promise<string> => {
    const uri = text === right ? other : mistaken;
    const document = TextDocument.create(uri, 'python', 1, text);
    const position = document.positionAt(text.indexOf(at));
    const context = { diagnostics: [], only: ['quickfix', 'refactor', 'source'] };
    const range = { start: position, end: position };
    const actions = await client.ask<CodeAction[]>('textDocument/codeAction', uri, { range, context });
    const found = actions.find((each) => each.title === title);
    assert.ok(found?.edit, actions.map((each) => each.title).join('\n'));
    const edits: TextEdit[] = found.edit.changes?.[uri] ?? [];
    return TextDocument.applyEdits(document, edits);
  };

  it('replace a literal', async () => {
    assert.equal(await chosen('tcp', 'Replace with "TCP"'), right);
    assert.equal(await chosen('tcp', 'Apply all safe fixes in this file'), right);
  });

  it('move an address', async () => {
    const moved = python.replace('addresses=[', 'not_ready_addresses=[');
    assert.equal(await chosen('10.0.0.1', 'Mark 10.0.0.1 as not ready'), moved);
  });

  it('create a Service beside the call', async () => {
    const lines = [
      '',
      'Service(',
      '    "db",',
      '    metadata=ObjectMetaArgs(name="db"),',
      '    spec=ServiceSpecArgs(ports=[ServicePortArgs(port=5432, protocol="TCP")]),',
      ')',
      '',
    ];
    const written = await chosen('Endpoints(', 'Create Service "db" for these Endpoints', right);
    assert.ok(written.endsWith(`)\n${lines.join('\n')}`), written);
    assert.match(written, /^from pulumi_kubernetes\.meta\.v1 import ObjectMetaArgs$/m);
    assert.match(written, /^from pulumi_kubernetes\.core\.v1 import .*ServiceSpecArgs/m);
  });
});
