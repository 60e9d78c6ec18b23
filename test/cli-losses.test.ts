/** Reports never take the place of what the same run reads or writes, and a system at its limits is no bug of ours. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../server/src/cli/main.ts';
import { folderOf, type Folder } from './support/process.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';
const manifest = '{"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "web"}}';
const settings = '{"baseline": "known.json"}';

describe('reports and other files', () => {
  let folder: Folder;
  beforeEach(() => {
    folder = folderOf({ 'a.yaml': bad, 'web.json': manifest, 'endpoints.config.json': settings });
    folder.run('check', 'a.yaml', '--write-baseline', '--baseline', 'known.json');
    symlinkSync('web.json', join(folder.path, 'link.txt'));
  });
  afterEach(() => folder.remove());

  const text = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  const refused = (file: string): string =>
    `endpoints: --output ${file} would overwrite a file that this run uses. Use another file.\n`;

  it('leaves the settings, the baseline and named manifests alone', () => {
    const before = text('known.json');
    for (const file of ['endpoints.config.json', './known.json', 'web.json', 'link.txt']) {
      const { out, err, code } = folder.run('check', 'web.json', '--output', file);
      assert.deepEqual([out, err, code], ['', refused(file), 2]);
    }
    assert.deepEqual(
      [text('known.json'), text('endpoints.config.json'), text('web.json')],
      [before, settings, manifest],
    );
  });

  it('writes each report to a file of its own', () => {
    const twice = ['--format', 'json', '--output', 'x.txt', '--format', 'tap', '--output'];
    assert.equal(folder.run('check', 'a.yaml', ...twice, './x.txt').err, refused('./x.txt'));
    assert.equal(folder.run('check', 'a.yaml', ...twice, 'y.txt').err, '');
  });

  it('writes its report anew where it lies among the files', () => {
    for (const _ of [1, 2]) assert.equal(folder.run('check', '.', '--format', 'json', '--output', 'r.json').code, 0);
  });

  it('leaves manifests alone that it only meets in a directory', () => {
    const program = '{"resources": {"db": {"type": "kubernetes:core/v1:Endpoints"}}}';
    writeFileSync(join(folder.path, 'Main.json'), program);
    for (const file of ['web.json', 'Main.json']) {
      const { out, err, code } = folder.run('check', '.', '--quiet', '--output', file);
      const said = `--output ${file} is a manifest, so it is not overwritten. Use another file for the report.`;
      assert.deepEqual([out, err, code], ['', `endpoints: ${said}\n`, 2]);
    }
    assert.deepEqual([text('web.json'), text('Main.json')], [manifest, program]);
  });

  it('keeps the parts that are merged', () => {
    folder.run('check', 'a.yaml', '--shard', '1/1', '--format', 'json', '--output', 'part.json');
    assert.equal(folder.run('merge', 'part.json', '--output', 'part.json').err, refused('part.json'));
    assert.equal(folder.run('merge', 'part.json', '--output', 'all.txt').err, '');
  });

  it('merges no device, and nothing without a name', () => {
    assert.equal(folder.run('merge', '/dev/zero').err, 'endpoints: /dev/zero is not a file. Name a file.\n');
    assert.equal(folder.run('merge', '').err, 'endpoints: An empty path is not a file. Name the file of a report.\n');
  });

  it('takes too few open files for no bug', async () => {
    let said = '';
    const full = (): never => {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    };
    const terminal = { cwd: '.', isColored: false, width: undefined, version: '0', out: full, err: (text: string) => void (said += text) }; // prettier-ignore
    assert.equal(await main(['--version'], terminal), 2);
    assert.match(said, /^endpoints: The system allows too few open files here\. Raise the limit, [^.]+\.\n$/);
  });
});
