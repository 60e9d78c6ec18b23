/** Findings on the defaults of a chart follow every edit: of values.yaml, of the template and of the chart, on the disk and in the editor. */
import assert from 'node:assert/strict';
import { codesIn, pulling, quiet, relatedInformation, startWorkspace, until } from './support/workspace-session.ts';

const project = 'file:///project/chart';
const chart = `${project}/Chart.yaml`;
const values = `${project}/values.yaml`;
const template = `${project}/templates/db.yaml`;
const used = (path: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n- addresses:\n  - ip: {{ .Values.${path} }}\n`;
const bad = 'db:\n  ip: 127.0.0.1\n  other: 10.20.0.15\n';
const good = 'db:\n  ip: 10.20.0.15\n  other: 127.0.0.1\n';
const loopback = { 'chart/values.yaml': ['loopback-ip'] };
let disk: Record<string, string>;

describe('language server: the values of a chart', () => {
  beforeEach(() => (disk = { [chart]: 'name: orders\n', [values]: bad, [template]: used('db.ip') }));

  it('are checked by their use, in open and in closed files', async () => {
    const files = disk;
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    const codes = async (): Promise<object> => codesIn(await client.pullAll());
    const write = (uri: string, text: string): void => {
      const isNew = files[uri] === undefined;
      files[uri] = text;
      client.watched({ [uri]: isNew ? 'created' : 'changed' });
    };
    const remove = (uri: string): void => {
      delete files[uri];
      client.watched({ [uri]: 'deleted' });
    };
    assert.deepEqual(await codes(), loopback);
    // On the disk.
    write(values, good);
    assert.deepEqual(await codes(), {});
    write(template, used('db.other'));
    assert.deepEqual(await codes(), loopback);
    remove(template);
    assert.deepEqual(await codes(), {});
    write(template, used('db.other'));
    assert.deepEqual(await codes(), loopback);
    remove(chart);
    assert.deepEqual(await codes(), {});
    write(chart, 'name: orders\n');
    assert.deepEqual(await codes(), loopback);
    // In the editor: the open text counts, not the file.
    client.open(values, bad);
    assert.deepEqual(await codes(), {});
    client.open(template, used('db.other'));
    client.change(template, 2, [
      {
        range: { start: { line: 6, character: 0 }, end: { line: 7, character: 0 } },
        text: '  - ip: {{ .Values.db.ip }}\n',
      },
    ]);
    assert.deepEqual(await codes(), loopback);
    assert.deepEqual(
      (await client.pull(values)).map(({ code, range }) => [code, range.start]),
      [['loopback-ip', { line: 1, character: 6 }]],
    );
    client.change(values, 2, [
      { range: { start: { line: 1, character: 6 }, end: { line: 1, character: 15 } }, text: '10.20.0.16' },
    ]);
    assert.deepEqual(await client.pull(values), []);
    client.change(values, 3, [{ text: `# above\n${bad}` }]);
    assert.deepEqual(
      (await client.pull(values)).map(({ range }) => range.start.line),
      [2],
    );
    client.close(values);
    assert.deepEqual(await codes(), {});
    client.close(template);
    assert.deepEqual(await codes(), loopback);
    await client.stop();
  });

  it('are found with the template as the other place, and from it', async () => {
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files: disk });
    client.open(template, used('db.ip'));
    const [finding] = (await client.pullAll())[values] ?? [];
    assert.equal(finding?.relatedInformation?.[0]?.location.uri, template);
    const at = { line: 6, character: 23 };
    for (const text of [bad, `# above\n${bad}`]) {
      client.open(values, text);
      const found = await client.ask<readonly { readonly uri: string; readonly range: { readonly start: object } }[]>(
        'textDocument/definition',
        template,
        { position: at },
      );
      assert.deepEqual(
        [found].flat().map(({ uri, range }) => [uri, range.start]),
        [[values, { line: text === bad ? 1 : 2, character: 6 }]],
      );
      client.close(values);
    }
    await client.stop();
  });

  it('are pushed to a client that does not pull', async () => {
    const client = await startWorkspace({
      capabilities: relatedInformation,
      initializationOptions: quiet,
      files: disk,
    });
    const isFound = (): boolean => client.published.get(values)?.[0]?.code === 'loopback-ip';
    await until(isFound);
    assert.ok(isFound());
    client.open(template, used('db.other'));
    await until(() => !isFound());
    assert.deepEqual(client.published.get(values), []);
    client.close(template);
    await until(isFound);
    assert.ok(isFound());
    await client.stop();
  });
});
