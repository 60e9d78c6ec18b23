/** A rule that says the same about every object gives an editor one hint per file, at the first object, after every edit. */
import assert from 'node:assert/strict';
import { startClient } from './support/client.ts';
import { findingsIn, pulling, relatedInformation, startWorkspace, type Findings } from './support/workspace-session.ts';

const uri = 'file:///project/a.yaml';
const endpoints = (name: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n- addresses:\n  - ip: 10.0.0.1\n`;
const count = 40;
const text = Array.from({ length: count }, (_, n) => endpoints(`db-${n}`)).join('---\n');
const linesOfOne = endpoints('').split('\n').length;

const settings = { severity: { 'missing-service': 'off' } };

describe('the hint on deprecated Endpoints', () => {
  it('follows the first object', async () => {
    const client = await startClient({ initializationOptions: settings });
    const hints = async (): Promise<unknown> =>
      (await client.pull(uri)).map(({ code, severity, range, tags }) => [code, severity, range.start.line, tags]);
    const hintAt = (line: number): unknown => [['deprecated-endpoints', 4, line, [2]]];
    const edit = (version: number, line: number, end: number, by: string): void =>
      client.change(uri, version, [
        { range: { start: { line, character: 0 }, end: { line: end, character: 0 } }, text: by },
      ]);
    client.open(uri, text);
    assert.deepEqual(await hints(), hintAt(1));
    edit(2, 1, 2, 'kind: ConfigMap\n');
    assert.deepEqual(await hints(), hintAt(linesOfOne + 1));
    edit(3, 1, 2, 'kind: Endpoints # again\n');
    assert.deepEqual(await hints(), hintAt(1));
    edit(4, 1, 2, 'kind: Endpoints # endpoints: ignore[deprecated-endpoints] Prometheus reads it\n');
    assert.deepEqual(await hints(), hintAt(linesOfOne + 1));
    edit(5, 0, linesOfOne, '');
    assert.deepEqual(await hints(), hintAt(1));
    edit(6, 0, 0, '# endpoints: ignore-file[deprecated-*] Prometheus reads them\n');
    assert.deepEqual(await hints(), []);
    edit(7, 0, 1, '');
    assert.deepEqual(await hints(), hintAt(1));
    edit(8, 3, 4, '  name: db-first\n');
    assert.deepEqual(await hints(), hintAt(1));
    edit(9, 0, 0, `${endpoints('above')}---\n`);
    assert.deepEqual(await hints(), hintAt(1));
    edit(10, 0, linesOfOne, '');
    assert.deepEqual(await hints(), hintAt(1));
    edit(11, 0, 0, 'kind: ConfigMap\napiVersion: v1\n---\n');
    assert.deepEqual(await hints(), hintAt(4));
    await client.stop();
  });

  it('is one for each file of the workspace, open or closed, however the client asks', async () => {
    const [other, mixed] = ['file:///project/b.yaml', 'file:///project/c.yaml'];
    const files = { [uri]: text, [other]: text, [mixed]: `kind: ConfigMap\napiVersion: v1\n---\n${text}` };
    const found: unknown[] = [];
    for (const capabilities of [pulling, relatedInformation]) {
      const client = await startWorkspace({ initializationOptions: settings, capabilities, files });
      const all = async (): Promise<Findings> =>
        capabilities === pulling ? client.pullAll() : findingsIn(client.published);
      const isSettled = async (lines: readonly number[]): Promise<boolean> =>
        JSON.stringify(lines) ===
        JSON.stringify(Object.values(await all()).flatMap((each) => each.map(({ range }) => range.start.line)));
      const settle = async (lines: readonly number[]): Promise<void> => {
        for (let i = 0; i < 50_000 && !(await isSettled(lines)); i++) await new Promise(setImmediate);
        assert.ok(await isSettled(lines), `not at ${lines.join()}`);
      };
      await settle([1, 1, 4]);
      client.open(other, text);
      const at = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      client.change(other, 2, [{ range: at, text: '# one\n# two\n' }]);
      await settle([1, 3, 4]);
      found.push(await all());
      await client.stop();
    }
    assert.deepEqual(found[0], found[1]);
  });

  it('is pushed in the same way', async () => {
    const client = await startClient({ initializationOptions: settings, capabilities: {} });
    const lines = async (): Promise<readonly number[]> =>
      (await client.pushed(uri)).map(({ range }) => range.start.line);
    client.open(uri, text);
    assert.deepEqual(await lines(), [1]);
    const at = { start: { line: 1, character: 0 }, end: { line: 1, character: 15 } };
    client.change(uri, 2, [{ range: at, text: 'kind: ConfigMap' }]);
    assert.deepEqual(await lines(), [linesOfOne + 1]);
    await client.stop();
  });
});
