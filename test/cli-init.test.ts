/** `endpoints init` as a process: what it writes, what it says, and what it leaves alone. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { broken, runIn, within } from './support/settings.ts';

const name = 'endpoints.config.yaml';

describe('endpoints init', () => {
  it('writes what it found, and says what to do next', () => {
    const files = {
      'chart/Chart.yaml': 'name: shop\nkubeVersion: ">=1.27.0-0 <1.34.0"\n',
      'old/Chart.yaml': "name: old\nkubeVersion: '^1.25.0'\n",
      'chart/templates/tests/b.yaml': broken,
      'fixtures/c.yaml': broken,
      'fixtures/deep/d.yaml': broken,
    };
    within(files, ({ run, path }) => {
      const { code, out, err } = run('init');
      assert.deepEqual([code, err], [0, '']);
      assert.equal(
        out,
        `Wrote endpoints.config.yaml.

Read 6 files: 4 have 4 resources, with 4 errors, 0 warnings, 4 remarks.
Kubernetes version of the API server: 1.36 by default. Use the version of your clusters, or a list of versions.

To check charts for the Kubernetes versions that they support, remove the # before "overrides":
  /chart/  1.27 to 1.33
  /old/  1.25 and later

If these manifests are never applied, remove the # before "exclude":
  /chart/templates/tests/  1 error in 1 file
  /fixtures/  2 errors in 2 files

Next:
  endpoints check                   shows the findings
  endpoints check --write-baseline  accepts these findings; with "baseline" in the settings,
                                    endpoints check then fails only on new findings
  endpoints config FILE             shows the settings for a file
`,
      );
      const text = readFileSync(join(path, name), 'utf8');
      assert.match(text, /^kubernetesVersion: '1\.36'$/m);
      assert.match(
        text,
        /^# exclude:\n# {3}- "\/chart\/templates\/tests\/" # 1 error in 1 file\n# {3}- "\/fixtures\/" # 2 errors/m,
      );
      const before = run('check', '-q').out;
      writeFileSync(join(path, name), `${text}exclude: [/fixtures/]\n`);
      assert.match(before, /4 errors in 4 resources/);
      assert.match(run('check', '-q').out, /2 errors in 2 resources/);
    });
  });

  it('proposes the versions of charts that are installed by themselves, for these charts only', () => {
    const files = {
      'shop/Chart.yaml': 'name: shop\nkubeVersion: ">=1.28"\n',
      'shop/charts/redis/Chart.yaml': 'name: redis\nkubeVersion: ">=1.22"\n',
      'vendor/kafka/Chart.yaml': 'name: kafka\nkubeVersion: ">=1.21"\n',
    };
    const overrides = (more: Readonly<Record<string, string>>): string =>
      within({ ...files, ...more }, ({ run, path }) => {
        const { out } = run('init');
        const text = readFileSync(join(path, name), 'utf8');
        assert.match(text, /^kubernetesVersion: '1\.36'$/m);
        const [proposed = ''] = /(?<=^# overrides:\n)(?:# {3}.*\n)+/m.exec(text) ?? [];
        // Without the "#", the settings hold for the chart alone.
        writeFileSync(
          join(path, name),
          text.replace(/^# (?=overrides:\n)/m, '').replace(proposed, proposed.replace(/^#/gm, '')),
        );
        assert.match(run('config', 'a.yaml').out, 'Chart.yaml' in more ? /"1\.20"/ : /kubernetesVersion: "1\.36"/);
        assert.match(run('config', 'shop/Chart.yaml').out, /"1\.28"[^]*"1\.36"/);
        return out.slice(out.indexOf('To check charts'), out.indexOf('\n\nNext:')) + proposed;
      });
    const how = 'To check charts for the Kubernetes versions that they support, remove the # before "overrides":\n';
    assert.equal(
      overrides({ 'lab/Chart.yaml': 'kubeVersion: "~1.30"\n', 'new/Chart.yaml': 'kubeVersion: ">=1.36"\n' }),
      `${how}  /lab/  1.30\n  /shop/  1.28 and later` +
        `#   - files: ["/lab/"]\n#     kubernetesVersion: ['1.30']\n#   - files: ["/shop/"]\n#     kubernetesVersion: ['1.28', '1.36']\n`,
    );
    for (const [range, versions] of [
      ['~1.30 || ^1.33', '1.30 and later'],
      ['1.29.x || 1.31.x', '1.29 to 1.31'],
      ['<1.20 || >=1.31 <1.34', '1.31 to 1.33'],
    ] as const)
      assert.match(overrides({ 'lab/Chart.yaml': `kubeVersion: "${range}"\n` }), new RegExp(`  /lab/  ${versions}\n`));
    assert.equal(
      overrides({ 'Chart.yaml': 'kubeVersion: ">=1.16.0-0"\n' }),
      `${how}  *  1.20 and later\n  /shop/  1.28 and later` +
        `#   - files: ["*"]\n#     kubernetesVersion: ['1.20', '1.36']\n#   - files: ["/shop/"]\n#     kubernetesVersion: ['1.28', '1.36']\n`,
    );
  });

  it('proposes to turn off remarks, and never a warning', () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n  - {name: a, port: 1}\n  - {name: b, port: 2}\n';
    const ours = broken.replace('127.0.0.1', '10.0.0.1\n  ports:\n  - {name: a, port: 1}');
    within(
      { 'a.yaml': ours, 'service.yaml': service, 'shop/Chart.yaml': 'kubeVersion: ">=1.25"\n' },
      ({ run, path }) => {
        assert.match(run('check').out, /error\[unserved-port\]/);
        run('init');
        const text = readFileSync(join(path, name), 'utf8');
        assert.doesNotMatch(text, /unserved-port/);
        assert.match(text, /^kubernetesVersion: '1\.36'$/m);
      },
    );
  });

  it('proposes to turn off only what is true of every object, not what one object lacks', () => {
    const ours = broken.replace('127.0.0.1', '203.0.113.9').replace('  name: db\n', '  name: db\n  namespace: ""\n');
    within({ 'a.yaml': ours, 'b.yaml': ours.replace('name: db', 'name: cache') }, ({ run, path }) => {
      assert.match(run('check', '--all').out, /info\[empty-namespace\]/);
      run('init');
      const text = readFileSync(join(path, name), 'utf8');
      assert.match(text, /^# severity:\n# {3}deprecated-endpoints: off # in 2 files\n\n/m);
    });
  });

  it('proposes levels for what is found most, and changes nothing by itself', () => {
    within({ 'a.yaml': broken.replace('127.0.0.1', '10.0.0.1') }, ({ run, path }) => {
      const before = run('check').out;
      const { out } = run('init');
      assert.match(out, /1 has 1 resource, with 0 errors, 0 warnings, 1 remark\./);
      assert.match(
        out,
        /^ {2}endpoints check --max-warnings 0 {2}fails on errors and warnings, for use in a pipeline$/m,
      );
      const text = readFileSync(join(path, name), 'utf8');
      assert.match(text, /^# severity:\n# {3}deprecated-endpoints: off # in 1 file\n/m);
      assert.match(text, /^kubernetesVersion: '1\.36'$/m);
      assert.equal(run('check').out.replace('in 2 files', 'in 1 file'), before);
    });
  });

  it('writes JSON, into the directory that is named', () => {
    within({ 'k8s/b.yaml': broken, [name]: 'kubernetesVersion: 1.30\n' }, ({ run, path }) => {
      const { code, out } = run('init', 'k8s', '--format', 'json');
      assert.equal(code, 0);
      assert.match(out, /^Wrote k8s\/endpoints\.config\.json\.\n/);
      assert.match(out, /Until now, \.\.\/endpoints\.config\.yaml applied here\./);
      assert.match(out, /^Next, in k8s:$/m);
      const text = readFileSync(join(path, 'k8s/endpoints.config.json'), 'utf8');
      assert.equal(text, '{\n  "kubernetesVersion": "1.36"\n}\n');
    });
  });

  it('asks before it overrules the settings of a package.json, and names those above', () => {
    const files = { 'k8s/package.json': '{"endpoints": {"severity": {}}}', 'package.json': '{"endpoints": {}}' };
    within(files, ({ run, path }) => {
      const message =
        'package.json already has settings. Change them, or use --force to write a file that replaces them.';
      assert.deepEqual([run('init').code, run('init', 'k8s').err], [2, `endpoints: ${message}\n`]);
      assert.match(run('init', '--force').out, /Until now, package\.json applied here\..*: extends: package\.json$/m);
      mkdirSync(join(path, 'sub'));
      writeFileSync(join(path, name), 'severity: [\n');
      assert.match(run('init', 'sub').out, /Until now, \.\.\/endpoints\.config\.yaml applied here\./);
    });
  });

  it('leads editors to the schema where the package is installed', () => {
    const schema = './node_modules/endpoints-language-server/schemas/endpoints.config.schema.json';
    within({ [schema]: '{}' }, ({ run, path }) => {
      run('init');
      const [first] = readFileSync(join(path, name), 'utf8').split('\n');
      assert.equal(first, `# yaml-language-server: $schema=${schema}`);
    });
  });

  it('says that there is nothing, and what cannot be read', () => {
    within({ 'a.yaml': 'kind: Pod\n', 'b.yaml': '' }, ({ run, path }) => {
      writeFileSync(join(path, 'b.yaml'), Buffer.from('kind: Endpoints # \xe4', 'latin1'));
      const { code, out, err } = run('init');
      assert.equal(code, 0);
      assert.match(err, /^endpoints: b\.yaml is not UTF-8 text\./);
      assert.match(out, /: no Endpoints or EndpointSlices\.$/m);
    });
  });

  it('keeps names from ending a comment', () => {
    within({ 'fix\nhover: off #/fixtures/b.yaml': broken }, ({ run, path }) => {
      assert.equal(run('init').code, 0);
      const text = readFileSync(join(path, name), 'utf8');
      assert.doesNotMatch(text, /^hover/m);
      assert.equal(run('config').code, 0);
    });
  });

  it('replaces only what it is told to replace', () => {
    within({}, ({ run, path }) => {
      writeFileSync(join(path, name), 'severity: {}\n', { mode: 0o600 });
      assert.equal(run('init').err, `endpoints: ${name} already exists. Change it, or overwrite it with --force.\n`);
      assert.equal(readFileSync(join(path, name), 'utf8'), 'severity: {}\n');
      const other = run('init', '--force', '--format', 'json');
      assert.equal(
        other.err,
        `endpoints: ${name} already exists, and only one settings file is read. Change or remove it.\n`,
      );
      assert.equal(run('init', '--force').code, 0);
      assert.match(readFileSync(join(path, name), 'utf8'), /^# Settings of endpoints/);
      assert.deepEqual(readdirSync(path).sort(), ['a.yaml', name]);
    });
  });

  it('writes through no link, and into no directory of that name', () => {
    within({ 'k8s/b.yaml': broken, 'c/d.yaml': broken }, (folder) => {
      symlinkSync('../outside.yaml', join(folder.path, 'k8s', name));
      const linked = runIn(folder, 'k8s', 'init', '--force');
      assert.deepEqual([linked.code, linked.err], [2, `endpoints: ${name} is not a regular file. Remove it first.\n`]);
      assert.ok(!existsSync(join(folder.path, 'outside.yaml')));
      mkdirSync(join(folder.path, 'c', name));
      assert.equal(runIn(folder, 'c', 'init', '--force').code, 2);
    });
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [['none'], 'none is not a directory. Name a directory, or leave it out for the current one.'],
    [['a.yaml'], 'a.yaml is not a directory. Name a directory, or leave it out for the current one.'],
    [['a.yaml/b'], 'a.yaml/b is not a directory. Name a directory, or leave it out for the current one.'],
    [[''], '"" is not a directory. Name a directory, or leave it out for the current one.'],
    [['.', '.'], '"endpoints init" takes one directory. Run it once for each directory.'],
    [['--format', 'toml'], '--format toml is not a valid value. Use yaml or json.'],
    [['--forse'], 'There is no option --forse. Did you mean --force?'],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ') || '""'}`, () => {
      within({}, ({ run, path }) => {
        const { code, out, err } = run('init', ...args);
        assert.deepEqual([code, out, err], [2, '', `endpoints: ${message}\n`]);
        assert.deepEqual(readdirSync(path), ['a.yaml']);
      });
    });
  }
});
