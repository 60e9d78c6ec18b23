/** Kubernetes versions without recorded answers: how the command line reads them, and what it says. */
import assert from 'node:assert/strict';
import { manifest, slice, withFiles } from './support/versions.ts';

const announced =
  /^endpoints: Kubernetes 1\.37 is checked with the rules of 1\.36\. New in it: .* not recorded yet\.$/m;

describe('Kubernetes versions without recorded answers', () => {
  it('are read as the newest known one, with a warning', () => {
    withFiles({ 'a.yaml': manifest }, ({ run }) => {
      for (const version of ['1.99', '1.350', '1.38']) {
        const { code, err } = run('check', '--kubernetes-version', version);
        assert.equal(code, 1);
        const message = `--kubernetes-version: Kubernetes ${version} is not known, so it is read as 1.37. Use 1.20 to 1.37.`;
        assert.equal(err.split('\n')[0], `endpoints: ${message}`);
        assert.match(err, announced);
      }
      assert.match(
        run('config', '--kubernetes-version', '1.99').err,
        /^endpoints: --kubernetes-version: Kubernetes 1\.99 /,
      );
      assert.match(run('config', '--kubernetes-version', '1.99').out, /^kubernetesVersion: "1\.37"/m);
      const several = run('check', '--kubernetes-version', '1.30,1.98,1.99').err;
      assert.match(several, /: Kubernetes 1\.98 and 1\.99 are not known, so they are read as 1\.37\. Use/);
      for (const command of ['slices', 'apply', 'convert'])
        assert.match(
          run(command, 'a.yaml', '--kubernetes-version', '1.99').err,
          /Kubernetes 1\.99 is not known/,
          command,
        );
    });
  });

  it('are reported with their line in settings, unless an option overrides them', () => {
    const settings = '\nkubernetesVersion: [1.30, 1.99]\noverrides:\n- files: old/\n  kubernetesVersion: 1.350\n';
    withFiles({ 'a.yaml': manifest, 'endpoints.config.yaml': settings }, ({ run }) => {
      const { err } = run('check');
      assert.match(
        err,
        /^endpoints: endpoints\.config\.yaml:2: Kubernetes 1\.99 is not known, so it is read as 1\.37\./m,
      );
      assert.match(
        err,
        /^endpoints: endpoints\.config\.yaml:5: Kubernetes 1\.350 is not known, so it is read as 1\.37\./m,
      );
      assert.equal(run('check', '--kubernetes-version', '1.30').err, '');
    });
  });

  it('are those of 1.37, which has the rules of 1.36 and says so once', () => {
    withFiles({ 'a.yaml': manifest, 'b.yaml': slice }, ({ run }) => {
      const [newest, next] = ['1.36', '1.37'].map((each) =>
        run('check', '--format', 'json', '--kubernetes-version', each),
      );
      assert.deepEqual([next?.out, next?.code, newest?.err], [newest?.out, newest?.code, '']);
      assert.match(next?.err ?? '', announced);
      assert.equal(next?.err.split('\n').length, 2);
      assert.equal(run('check', '--format', 'json').out, newest?.out);
    });
  });

  it('cannot be misread: each of several must be a version', () => {
    withFiles({}, ({ run }) => {
      const unsupported = 'is not a supported Kubernetes version. Use 1.20 or later, such as "1.36".';
      const unseparated = 'is not a Kubernetes version. Write a comma between two versions: "1.33,1.36".';
      for (const [text, problem] of [
        ['1.33,', `"" ${unsupported}`],
        ['1.33,1.9', `"1.9" ${unsupported}`],
        ['1.33 1.36', `"1.33 1.36" ${unseparated}`],
        ['1.33;1.36', `"1.33;1.36" ${unseparated}`],
        ['1.33-1.36', `"1.33-1.36" ${unseparated}`],
        ['1.33.4+v1.36.2', `"1.33.4+v1.36.2" ${unseparated}`],
      ] as const) {
        const { code, err } = run('check', '--kubernetes-version', text);
        assert.deepEqual([code, err], [2, `endpoints: --kubernetes-version: ${problem}\n`]);
      }
    });
  });
});
