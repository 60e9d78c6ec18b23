/** Several Kubernetes versions in one run: the command line in folders. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGithub, readTap, readXml, sarifFaults } from './support/reports.ts';
import { repositoryOf } from './support/repository.ts';
import { manifest, slice, withFiles } from './support/versions.ts';

const both = ['--kubernetes-version', '1.32,1.36'];

interface Found {
  readonly code: string;
  readonly versions?: readonly string[];
  readonly fix: string | null;
}

function foundIn(out: string, list: 'diagnostics' | 'accepted' = 'diagnostics'): readonly Found[] {
  return (JSON.parse(out) as Record<typeof list, readonly Found[]>)[list];
}

/** Each code with its versions. */
function versionsIn(out: string, list?: 'accepted'): readonly string[] {
  return foundIn(out, list).map(({ code, versions }) => [code, ...(versions ?? ['all'])].join(' '));
}

describe('a check for several Kubernetes versions', () => {
  const expected = ['deprecated-endpoints 1.36', 'loopback-ip all', 'ambiguous-ip 1.36', 'non-canonical-ip 1.32'];

  it('reports a finding once, with its versions unless all have it', () => {
    withFiles({ 'a.yaml': manifest }, ({ run }) => {
      const { code, out, err } = run('check', '--format', 'json', ...both);
      assert.deepEqual([code, err, versionsIn(out)], [1, '', expected]);
      for (const versions of ['1.36,1.32', 'v1.32.4, 1.36', '1.32,1.36,1.32'])
        assert.equal(run('check', '--format', 'json', '--kubernetes-version', versions).out, out, versions);
      const three = run('check', '--format', 'json', '--kubernetes-version', '1.30,1.32,1.36').out;
      assert.deepEqual(versionsIn(three).at(-1), 'non-canonical-ip 1.30 1.32');
    });
  });

  it('says it in every format', () => {
    withFiles({ 'a.yaml': manifest }, ({ run }) => {
      const said = 'In Kubernetes 1.32: ::ffff:10.0.0.1 is an IPv4 address in IPv6 notation.';
      const report = (format: string): string => run('check', '--format', format, ...both).out;
      for (const format of ['text', 'github', 'gitlab', 'junit', 'checkstyle', 'tap', 'sarif', 'code-scanning']) {
        const out = report(format);
        assert.ok(out.includes(said), `${format}: ${out}`);
        assert.doesNotMatch(out, /In Kubernetes [\d., and]+: 127\.0\.0\.1/, format);
      }
      readGithub(report('github'));
      readXml(report('junit'));
      readXml(report('checkstyle'));
      readTap(report('tap'));
      const sarif = report('sarif');
      assert.deepEqual(sarifFaults(sarif), []);
      const { runs } = JSON.parse(sarif) as { runs: readonly [{ results: readonly { properties?: unknown }[] }] };
      assert.deepEqual(
        runs[0].results.map(({ properties }) => properties),
        [{ versions: ['1.36'] }, undefined, { versions: ['1.36'] }, { versions: ['1.32'] }],
      );
    });
  });

  it('fails where one version has an error', () => {
    const mapped = manifest.replace('      - ip: 127.0.0.1\n', '');
    withFiles({ 'a.yaml': mapped }, ({ run }) => {
      const codes = ['1.32', '1.36', '1.32,1.36'].map((each) => run('check', '--kubernetes-version', each).code);
      assert.deepEqual(codes, [0, 1, 1]);
    });
  });

  it('takes the versions from settings and overrides too', () => {
    for (const versions of ['1.32, 1.36', '[1.32, 1.36]', '["1.36", v1.32.1]', '[1.36, "1.32,1.36"]'])
      withFiles({ 'a.yaml': manifest, 'endpoints.config.yaml': `kubernetesVersion: ${versions}\n` }, ({ run }) => {
        assert.deepEqual(versionsIn(run('check', '--format', 'json').out), expected, versions);
        const one = run('check', '--format', 'json', '--kubernetes-version', '1.32').out;
        assert.deepEqual(versionsIn(one), ['loopback-ip all', 'non-canonical-ip all']);
      });
    const files = {
      'a.yaml': manifest,
      'old/a.yaml': manifest,
      'endpoints.config.yaml': 'overrides:\n- files: old/\n  kubernetesVersion: [1.32, 1.36]\n',
    };
    withFiles(files, ({ run }) => {
      const alone = ['deprecated-endpoints all', 'loopback-ip all', 'ambiguous-ip all'];
      assert.deepEqual(versionsIn(run('check', '--format', 'json').out), [...alone, ...expected]);
      assert.equal(
        run('config', 'old/a.yaml').out,
        `# old/a.yaml
kubernetesVersion:
  - "1.32"                 # overrides[0] of endpoints.config.yaml:3
  - "1.36"                 # overrides[0] of endpoints.config.yaml:3
convert:
  managedBy: hand-written  # default
`,
      );
    });
  });

  it('keeps fingerprints: a baseline of one version holds for its findings in both', () => {
    withFiles({ 'a.yaml': manifest }, ({ run }) => {
      assert.equal(run('check', '--kubernetes-version', '1.36', '--write-baseline').code, 0);
      const { out } = run('check', '--baseline', 'endpoints-baseline.json', '--format', 'json', ...both);
      assert.deepEqual([versionsIn(out), foundIn(out, 'accepted').length], [['non-canonical-ip 1.32'], 3]);
      assert.equal(run('check', '--write-baseline', ...both).code, 0);
      for (const version of ['1.32', '1.36']) {
        const { code } = run('check', '--baseline', 'endpoints-baseline.json', '--kubernetes-version', version);
        assert.equal(code, 0, version);
      }
    });
  });

  it('fixes what every version fixes alike, and leaves the rest to a person', () => {
    withFiles({ 'a.yaml': manifest, 'b.yaml': slice }, ({ run, path }) => {
      const fixes = foundIn(run('check', '--format', 'json', ...both).out).map(({ code, fix }) => [code, fix]);
      assert.deepEqual(fixes, [
        ['deprecated-endpoints', null],
        ['loopback-ip', null],
        ['ambiguous-ip', 'safe'],
        ['non-canonical-ip', 'safe'],
        ['unknown-field', 'suggested'],
      ]);
      run('check', '--fix', ...both);
      assert.equal(readFileSync(join(path, 'a.yaml'), 'utf8'), manifest.replace('::ffff:', ''));
      assert.equal(readFileSync(join(path, 'b.yaml'), 'utf8'), slice);
      // 1.36 has the field, so removing it would remove its effect there.
      run('check', '--fix', '--kubernetes-version', '1.32');
      assert.doesNotMatch(readFileSync(join(path, 'b.yaml'), 'utf8'), /forNodes/);
    });
  });

  it('reports an ignore comment only if no version uses it', () => {
    const ignoring = (code: string): string =>
      manifest.replace('::ffff:10.0.0.1', `::ffff:10.0.0.1 # endpoints: ignore[${code}] it is so`);
    withFiles({ 'a.yaml': ignoring('non-canonical-ip'), 'b.yaml': ignoring('duplicate-address') }, ({ run }) => {
      const { out } = run('check', '--format', 'json', '--severity', 'deprecated-endpoints=off', ...both);
      assert.deepEqual(versionsIn(out), [
        'loopback-ip all',
        'ambiguous-ip 1.36',
        'loopback-ip all',
        'ambiguous-ip 1.36',
        'non-canonical-ip 1.32',
        'unused-ignore all',
      ]);
      assert.deepEqual(versionsIn(out, 'accepted'), ['non-canonical-ip 1.32']);
    });
  });

  it('compares with a commit in each version', () => {
    const repository = repositoryOf({ 'a.yaml': manifest });
    repository.write({ 'a.yaml': manifest.replace('name: db', 'name: db\n  labels: { app: db }') });
    const { out } = repository.run('check', '--since', 'HEAD', '--format', 'json', ...both);
    repository.remove();
    // Ratcheting validation passes unchanged addresses since 1.33.
    assert.deepEqual(versionsIn(out), ['deprecated-endpoints 1.36', 'loopback-ip 1.32', 'non-canonical-ip 1.32']);
    assert.deepEqual(versionsIn(out, 'accepted'), ['ambiguous-ip 1.36']);
  });

  it('reports the same in shards', () => {
    withFiles({ 'a.yaml': manifest, 'b.yaml': slice }, ({ run }) => {
      for (const format of ['json', 'text', 'github']) {
        const whole = run('check', 'a.yaml', 'b.yaml', '--format', format, ...both).out;
        const parts = ['1', '2'].map((index) => {
          const name = `part-${index}.txt`;
          run('check', 'a.yaml', 'b.yaml', '--shard', `${index}/2`, '--format', 'json', '--output', name, ...both);
          return name;
        });
        assert.equal(run('merge', ...parts, '--format', format).out, whole, format);
      }
    });
  });
});

describe('several Kubernetes versions in other commands', () => {
  it('convert what is valid in all of them', () => {
    const mapped = manifest.replace('      - ip: 127.0.0.1\n', '');
    withFiles({ 'a.yaml': mapped, 'endpoints.config.yaml': 'kubernetesVersion: 1.32,1.36\n' }, ({ run }) => {
      const { code, err } = run('convert', 'a.yaml');
      assert.equal(code, 1);
      assert.match(err, /It has an error: In Kubernetes 1\.36: ::ffff:10\.0\.0\.1 is an IPv4 address written as IPv6/);
      assert.equal(run('convert', 'a.yaml', '--kubernetes-version', '1.32').code, 0);
      assert.match(run('convert', 'a.yaml', '--report', '--format', 'json').out, /"kubernetesVersion": "1\.32,1\.36"/);
      assert.match(
        run('convert', 'a.yaml', '--report', '--format', 'markdown').out,
        /Checked for Kubernetes 1\.32 and 1\.36\./,
      );
    });
  });

  it('simulate the newest one of the settings, and take one option', () => {
    const files = { 'a.yaml': manifest, 'endpoints.config.yaml': 'kubernetesVersion: [1.36, 1.26]\n' };
    withFiles(files, ({ run }) => {
      const args = ['a.yaml', '--assume-service'];
      assert.equal(run('slices', ...args).out, run('slices', ...args, '--kubernetes-version', '1.36').out);
      assert.match(run('apply', 'a.yaml').out, /Kubernetes 1\.36/);
      for (const command of ['slices', 'apply']) {
        const { code, err } = run(command, 'a.yaml', '--kubernetes-version', '1.26,1.36');
        const message = `"endpoints ${command}" takes one Kubernetes version, not 1.26,1.36. Run it once for each version.`;
        assert.deepEqual([code, err], [2, `endpoints: ${message}\n`]);
      }
    });
  });
});
