/** Mistakes in settings files as findings over a stream: in open files as the user types, and in closed ones. */
import assert from 'node:assert/strict';
import type { Diagnostic, WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver';
import { startClient, type Client, type ClientOptions } from './support/client.ts';

const top = 'file:///project';
const settings = `${top}/endpoints.config.yaml`;
const pulling = { textDocument: { diagnostic: {} } };

function start(files: Record<string, string>, more: ClientOptions = {}): Promise<Client> {
  return startClient({ files, capabilities: pulling, ...more });
}

function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

/** Each finding with the text that it marks. */
function marked(text: string, found: readonly Diagnostic[]): readonly string[] {
  const lines = text.split('\n');
  return found.map((each) => {
    const { range, source, severity } = each;
    const { start, end } = range;
    assert.equal(source, 'endpoints');
    assert.equal(start.line, end.line);
    return `${severity} ${start.line + 1} ${lines[start.line]?.slice(start.character, end.character)}: ${messageOf(each)}`;
  });
}

const wrong = `kubernetesVersion: [1.99, 1.33]
severity:
  loopback-ipp: off
  unnamed-port: fatal
hovr: true
format: maybe
exclude: [./a]
allow:
  cidrs: [10.0.0.0]
  ports: [70000]
maxFileSize: many
overrides:
  - files: ./b
    exclude: []
`;

const findings = [
  '2 1 kubernetesVersion: Kubernetes 1.99 is not known, so it is read as 1.37. Use 1.20 to 1.37.',
  '1 3 loopback-ipp: There is no rule "loopback-ipp". Did you mean "loopback-ip"?',
  '1 4 fatal: "fatal" is not a valid severity for unnamed-port. Use off, hint, info, warning or error.',
  '1 5 hovr: There is no setting "hovr". Did you mean "hover"?',
  '1 6 maybe: "format" must be true or false, not "maybe".',
];

describe('language server: mistakes in settings files', () => {
  it('are findings with their exact place, as the user types, and are not shown as messages', async () => {
    const client = await start({});
    client.open(settings, '');
    assert.deepEqual(await client.pull(settings), []);
    client.change(settings, 2, [{ text: wrong }]);
    const found = marked(wrong, await client.pull(settings));
    assert.deepEqual(found.slice(0, findings.length), findings);
    assert.deepEqual(
      found.slice(findings.length).map((each) => each.slice(0, each.indexOf(':'))),
      ['1 7 ./a', '1 9 10.0.0.0', '1 10 70000', '1 11 many', '1 13 ./b', '1 14 exclude'],
    );
    client.change(settings, 3, [{ text: 'severity: {loopback-ip: off\n' }]);
    assert.match((await client.pull(settings)).map(messageOf).join(), /[Ff]low|bracket|brace|closed|end/);
    client.change(settings, 4, [{ text: 'severity: {loopback-ip: off}\n' }]);
    assert.deepEqual(await client.pull(settings), []);
    assert.deepEqual([client.shown, client.logged], [[], []]);
    await client.stop();
  });

  it('include missing files and circles, also in files that are not named like settings', async () => {
    const base = `${top}/presets/base.yaml`;
    const files = { [settings]: 'extends: presets/base.yaml\n', [base]: 'hover: 3\nextends: [gone.yaml]\n' };
    const client = await start(files);
    client.open(base, files[base] ?? '');
    assert.deepEqual(marked(files[base] ?? '', await client.pull(base)), [
      '1 1 3: "hover" must be true or false, not "3".',
      '1 2 gone.yaml: "gone.yaml" does not exist. Check the path, which is relative to this file.',
    ]);
    client.open(settings, files[settings] ?? '');
    assert.deepEqual(await client.pull(settings), []);
    // The open text of an extended file counts before the file.
    const circle = 'extends: ../endpoints.config.yaml\n';
    client.change(base, 2, [{ text: circle }]);
    const [found = ''] = marked(circle, await client.pull(base));
    assert.match(found, /^1 1 \.\.\/endpoints\.config\.yaml: .* creates a circle: /);
    await client.stop();
  });

  it('are those of the member in a package.json, and none without it', async () => {
    const uri = `${top}/package.json`;
    const client = await start({});
    const text = '{\n  "name": 1,\n  "endpoints": {"hovr": true}\n}\n';
    client.open(uri, text);
    assert.deepEqual(marked(text, await client.pull(uri)), [
      '1 3 "hovr": There is no setting "hovr". Did you mean "hover"?',
    ]);
    client.change(uri, 2, [{ text: '{"endpoint": {"hovr": true}}' }]);
    assert.deepEqual(await client.pull(uri), []);
    await client.stop();
  });

  it('of the files in use are in the workspace report, closed or open, and go with the mistake', async () => {
    const files: Record<string, string> = { [settings]: 'hovr: true\n' };
    const client = await start(files);
    const known = new Map<string, string>();
    const pull = async (): Promise<readonly string[]> => {
      const previousResultIds = [...known].map(([uri, value]) => ({ uri, value }));
      const { items } = await client.connection.sendRequest<{ items: WorkspaceDocumentDiagnosticReport[] }>(
        'workspace/diagnostic',
        { previousResultIds },
      );
      return items.flatMap((report) => {
        if (report.kind !== 'full') return [];
        known.set(report.uri, report.resultId ?? '');
        return `${report.uri.slice(top.length)} ${report.items.map((item) => messageOf(item).slice(0, 26)).join()}`;
      });
    };
    const one = '/endpoints.config.yaml There is no setting "hovr"';
    assert.deepEqual(await pull(), [one]);
    assert.deepEqual(await pull(), []);
    client.open(settings, 'hovr: true\n');
    assert.deepEqual(await pull(), [one]);
    client.change(settings, 2, [{ text: 'hover: true\n' }]);
    assert.deepEqual(await pull(), ['/endpoints.config.yaml ']);
    // Without saving, the file on the disk is still wrong.
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: settings } });
    assert.deepEqual(await pull(), [one]);
    files[settings] = 'hover: true\n';
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: settings, type: 2 }],
    });
    assert.deepEqual(await pull(), ['/endpoints.config.yaml ']);
    await client.stop();
  });

  it('are pushed to a client that does not pull, of closed and of open files', async () => {
    const files = { [settings]: 'hovr: true\n' };
    const client = await start(files, { capabilities: {} });
    assert.equal((await client.pushed(settings)).length, 1);
    assert.match(client.shown.join(), /endpoints\.config\.yaml:1:1: There is no setting "hovr"/);
    client.open(settings, 'hover: true\n');
    assert.deepEqual(await client.pushed(settings), []);
    client.change(settings, 2, [{ text: 'hover: 3\n' }]);
    assert.equal((await client.pushed(settings)).length, 1);
    await client.stop();
  });

  it('are not reported while the findings are off', async () => {
    const client = await start({}, { initializationOptions: { diagnostics: false } });
    client.open(settings, 'hovr: true\n');
    assert.deepEqual(await client.pull(settings), []);
    await client.stop();
  });
});
