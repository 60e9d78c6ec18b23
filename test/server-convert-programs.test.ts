/** Converting a constructor call in an editor: what is offered, and its edits. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction } from 'vscode-languageserver';
import { everyCapability } from './support/capabilities.ts';
import { afterEdit } from './support/conversions.ts';
import { startProcess } from './support/server-process.ts';

const text = `import pulumi_kubernetes as k8s

# The database.
k8s.core.v1.Endpoints(
    "db",
    metadata={"name": "db"},
    subsets=[{"addresses": [{"ip": "10.0.0.1"}], "ports": [{"port": 5432}]}],  # machines
)
`;

describe('language server: converting a constructor call', function () {
  this.timeout(60_000);

  it('offers the conversion at the class, with an edit of the call and its arguments', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'endpoints-')));
    const uri = pathToFileURL(join(folder, '__main__.py')).href;
    const client = await startProcess({ folder: pathToFileURL(folder).href, capabilities: everyCapability });
    client.open(uri, text);
    const position = { line: 3, character: 14 };
    const params = { range: { start: position, end: position }, context: { diagnostics: [] } };
    const actions: readonly CodeAction[] = await client.ask('textDocument/codeAction', uri, params);
    const titles = actions.map(({ title }) => title).filter((title) => title.startsWith('Convert'));
    assert.deepEqual(titles, [
      'Convert to EndpointSlice',
      'Convert to EndpointSlice and keep the Endpoints',
      'Convert all Endpoints of the workspace to EndpointSlices…',
    ]);
    const action = actions.find(({ title }) => title === 'Convert to EndpointSlice');
    const { edit } = await client.connection.sendRequest<CodeAction>('codeAction/resolve', action);
    const after = afterEdit(text, edit, uri);
    assert.match(after, /^k8s\.discovery\.v1\.EndpointSlice\(\n {4}"db",$/m);
    assert.match(after, /^ {4}endpoints=\[\{"addresses": \["10\.0\.0\.1"\], "conditions": \{"ready": True\}\}\],$/m);
    assert.match(after, /^ {4}# machines$/m);
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
