/** The command line where paths are those of Windows: drives, backslashes, and a working directory that a link names. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cliPath, folderOf, ran, withoutColors, writeFiles, type Ran } from './support/process.ts';
import { root } from './support/root.ts';
import { broken, codesIn, quiet } from './support/settings.ts';
import { temporary } from './support/temporary.ts';

describe('the command line on Windows', () => {
  const having = temporary(folderOf);

  /** `drive` is what C: holds. */
  function run(drive: string, cwd: string, ...args: readonly string[]): Ran {
    const windows = join(root, 'test/support/windows.mjs');
    return ran(process.execPath, [windows, drive, cwd, cliPath, ...args], drive, withoutColors());
  }

  it('finds files where no settings are, by directories and by patterns with either slash', () => {
    const drive = having({ 'work/k8s/a.yaml': broken }).path;
    const found = { name: 'k8s/a.yaml', ways: [[], ['k8s'], ['k8s\\*.yaml'], ['k8s/*.yaml'], ['k8s\\a.yaml']] };
    const whole = {
      name: 'C:/work/k8s/a.yaml',
      ways: [['C:\\work\\k8s'], ['C:\\work\\k8s\\*.yaml'], ['C:/work/**/*.yaml']],
    };
    for (const { name, ways } of [found, whole])
      for (const way of ways) {
        const { code, out, err } = run(drive, 'C:\\work', 'check', '--format', 'json', ...way);
        assert.deepEqual([code, err], [1, ''], way.join(' '));
        assert.deepEqual(Object.keys(codesIn(out)), [name], way.join(' '));
      }
    const without = run(drive, 'C:\\work', 'check', 'k8s', '!k8s\\a.yaml');
    assert.deepEqual(without, { code: 0, out: 'No Endpoints found in 0 files; nothing to check.\n', err: '' });
  });

  it('builds kustomizations, named with either slash', () => {
    const db = 'apiVersion: v1\nkind: Service\nmetadata: { name: db }\n';
    const drive = having({
      'work/base/kustomization.yaml': 'resources: [db.yaml]\n',
      'work/base/db.yaml': db,
      'work/overlays/prod/kustomization.yaml': 'namespace: shop\nresources: [../../base]\n',
    }).path;
    const service = (place: string): string =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: db\n  namespace: shop  # ${place}/kustomization.yaml:1\n`;
    const places = { 'overlays\\prod': 'overlays/prod', 'overlays/prod': 'overlays/prod', 'C:\\work\\overlays\\prod': 'C:/work/overlays/prod' }; // prettier-ignore
    for (const [name, place] of Object.entries(places))
      assert.deepEqual(run(drive, 'C:\\work', 'build', name), { code: 0, out: service(place), err: '' });
  });

  it('reads settings up to the drive, and those that they extend', () => {
    const drive = having({ 'work/k8s/a.yaml': broken, 'endpoints.config.yaml': quiet }).path;
    assert.deepEqual(run(drive, 'C:\\work\\k8s', 'check', '--quiet'), { code: 0, out: '', err: '' });
    writeFiles(drive, { 'work/endpoints.config.yaml': 'extends: ../../../endpoints.config.yaml\n' });
    assert.deepEqual(run(drive, 'C:\\work', 'check', '--quiet'), { code: 0, out: '', err: '' });
    assert.match(
      run(drive, 'C:\\work', 'config', 'k8s\\a.yaml').out,
      /loopback-ip: off +# \.\.\/endpoints\.config\.yaml:1/,
    );
  });

  it('writes where a link names the working directory, and not where one leads out of it', () => {
    const drive = having({ 'work/a.yaml': broken, 'other/a.yaml': '' }).path;
    symlinkSync('work', join(drive, 'link'));
    const args = ['check', '--format', 'json', '--output'];
    assert.equal(run(drive, 'C:\\link', ...args, 'report.json').err, '');
    assert.deepEqual(Object.keys(codesIn(readFileSync(join(drive, 'work/report.json'), 'utf8'))), ['a.yaml']);
    symlinkSync('../other', join(drive, 'work/out'));
    const { code, err } = run(drive, 'C:\\link', ...args, 'out\\report.json');
    assert.match(err, /it resolves to C:\\other\\report\.json, outside of the working directory/);
    assert.equal(code, 2);
    assert.equal(existsSync(join(drive, 'other/report.json')), false);
  });

  it('keeps a baseline that is the same from every directory', () => {
    const drive = having({ 'work/k8s/a.yaml': broken }).path;
    assert.equal(run(drive, 'C:\\work', 'check', '--write-baseline').code, 0);
    const { findings } = JSON.parse(readFileSync(join(drive, 'work/endpoints-baseline.json'), 'utf8')) as {
      findings: object;
    };
    assert.deepEqual(Object.keys(findings), ['k8s/a.yaml']);
    const { code, err } = run(drive, 'C:\\work\\k8s', 'check', '--baseline', '..\\endpoints-baseline.json');
    assert.deepEqual([code, err], [0, '']);
  });
});
