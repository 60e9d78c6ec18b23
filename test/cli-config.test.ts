/** `endpoints config` as a process: which settings hold for a file, and where each comes from. */
import assert from 'node:assert/strict';
import { parse, parseAllDocuments } from 'yaml';
import { broken, runIn, within } from './support/settings.ts';

const settings = [
  'extends: shared/base.yaml',
  'kubernetesVersion: 1.30',
  "exclude: [fixtures/, '*.tmp']",
  'maxWarnings: 3',
  'baseline: known.json',
  'overrides:',
  "- files: [k8s/, '!k8s/edge/']",
  '  severity:',
  '    loopback-ip: off',
  '- files: edge',
  '  kubernetesVersion: 1.25',
  '  hover: off',
].join('\n');

const files = {
  'endpoints.config.yaml': settings,
  'shared/base.yaml':
    '# for all\nseverity: {deprecated-endpoints: off, loopback-ip: hint}\nconvert: {managedBy: team}\n',
  'k8s/b.yaml': broken,
  'k8s/edge/c.yaml': broken,
};

describe('endpoints config', () => {
  it('shows what holds where no override does, and where it comes from', () => {
    const { code, out, err } = within(files, ({ run }) => run('config'));
    assert.deepEqual([code, err], [0, '']);
    assert.equal(
      out,
      `# .
kubernetesVersion: "1.30"    # endpoints.config.yaml:2
severity:
  deprecated-endpoints: off  # shared/base.yaml:2
  loopback-ip: hint          # shared/base.yaml:2
exclude:
  - fixtures/                # endpoints.config.yaml:3
  - "*.tmp"                  # endpoints.config.yaml:3
convert:
  managedBy: team            # shared/base.yaml:3
maxWarnings: 3               # endpoints.config.yaml:4
baseline: known.json         # endpoints.config.yaml:5
`,
    );
    // Of a directory it is what holds for all in it.
    const inside = within(files, ({ run }) => run('config', 'k8s')).out;
    assert.match(inside, /^# k8s\n(?:.*\n)* {2}loopback-ip: off {11}# overrides\[0\] of endpoints\.config\.yaml:9$/m);
  });

  it('shows what holds for each file, with overrides and options', () => {
    const options = ['--severity', 'unnamed-port=error'];
    const { out } = within(files, ({ run }) => run('config', 'k8s/b.yaml', 'k8s/edge/c.yaml', ...options));
    const [first = '', second = ''] = out.split('---\n');
    assert.match(first, /^# k8s\/b\.yaml\n/);
    assert.match(first, /^ {2}loopback-ip: off {11}# overrides\[0\] of endpoints\.config\.yaml:9$/m);
    assert.match(first, /^ {2}unnamed-port: error {8}# --severity$/m);
    assert.match(second, /^# k8s\/edge\/c\.yaml\n/);
    assert.match(second, /^kubernetesVersion: "1\.25" {4}# overrides\[1\] of endpoints\.config\.yaml:11$/m);
    assert.match(second, /^ {2}loopback-ip: hint /m);
    const version = within(files, ({ run }) => run('config', 'k8s/edge/c.yaml', '--kubernetes-version', '1.20'));
    assert.match(version.out, /^kubernetesVersion: "1\.20" {4}# --kubernetes-version$/m);
    assert.equal(parseAllDocuments(out).length, 2);
  });

  it('decides whether the name of a Service may start with a digit', () => {
    const text =
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: 3scale}\nsubsets: [{addresses: [{ip: 10.20.0.15}]}]\n';
    const codes = (version: string, setting: string): readonly string[] => {
      const texts = { 'a.yaml': text, 'endpoints.config.yaml': `severity: {deprecated-endpoints: off}\n${setting}\n` };
      const { out } = within(texts, ({ run }) => run('check', '--kubernetes-version', version, '--format', 'json'));
      return (JSON.parse(out) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
    };
    const refused = ['impossible-service-name'];
    for (const [version, byDefault, on] of [
      ['1.20', refused, refused],
      ['1.33', refused, refused],
      ['1.34', refused, []],
      ['1.35', refused, []],
      ['1.36', [], []],
      ['1.37', [], []],
    ] as const) {
      assert.deepEqual(codes(version, ''), byDefault, version);
      assert.deepEqual(codes(version, 'relaxedServiceNames: on'), on, version);
      assert.deepEqual(codes(version, 'relaxedServiceNames: off'), refused, version);
    }
    const shown = within({ 'endpoints.config.yaml': 'relaxedServiceNames: off\n' }, ({ run }) => run('config')).out;
    assert.match(shown, /^relaxedServiceNames: off +# endpoints\.config\.yaml:1$/m);
    const wrong = within({ 'endpoints.config.yaml': 'relaxedServiceNames: 3\n' }, ({ run }) => run('config'));
    assert.match(wrong.err, /"relaxedServiceNames" must be on or off\./);
  });

  it('reports Endpoints of a cluster that does not mirror them', () => {
    const objects =
      'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {ports: [{port: 5432}]}\n---\napiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets: [{addresses: [{ip: 10.20.0.15}], ports: [{port: 5432}]}]\n';
    const codes = (setting: string): readonly string[] => {
      const texts = {
        'a.yaml': objects,
        'endpoints.config.yaml': `severity: {deprecated-endpoints: off}\n${setting}\n`,
      };
      const { out } = within(texts, ({ run }) => run('check', '--format', 'json'));
      return (JSON.parse(out) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code);
    };
    assert.deepEqual(codes(''), []);
    assert.deepEqual(codes('mirroring: on'), []);
    assert.deepEqual(codes('mirroring: off'), ['not-mirrored']);
    assert.deepEqual(codes('overrides: [{files: a.yaml, mirroring: off}]'), ['not-mirrored']);
    assert.deepEqual(codes('overrides: [{files: b.yaml, mirroring: off}]'), []);
    const shown = within({ 'endpoints.config.yaml': 'mirroring: off\n' }, ({ run }) => run('config')).out;
    assert.match(shown, /^mirroring: off +# endpoints\.config\.yaml:1$/m);
    const wrong = within({ 'endpoints.config.yaml': 'mirroring: no\n' }, ({ run }) => run('config'));
    assert.match(wrong.err, /"mirroring" must be on or off\./);
  });

  it('shows defaults, and with --all the switches of editors and every rule', () => {
    const { out } = within({}, ({ run }) => run('config'));
    assert.equal(out, '# .\nkubernetesVersion: "1.36"  # default\nconvert:\n  managedBy: hand-written  # default\n');
    const all = within(files, ({ run }) => run('config', '--all', 'k8s/edge/c.yaml')).out;
    assert.match(all, /^hover: false +# overrides\[1\] of endpoints\.config\.yaml:12$/m);
    assert.match(all, /^ {2}portName: true +# default$/m);
    assert.match(all, /^maxFileSize: 1024 +# default$/m);
    assert.match(all, /^ {2}unnamed-port: \w+ +# default$/m);
  });

  it('prints a settings file that says the same', () => {
    const text = within(files, ({ run }) => run('config', '--all', 'k8s/b.yaml')).out;
    const again = within({ 'endpoints.config.yaml': text }, ({ run }) => run('config', '--all', 'a.yaml'));
    assert.deepEqual([again.code, again.err], [0, '']);
    assert.deepEqual(parse(again.out), parse(text));
  });

  it('prints JSON', () => {
    const { out } = within(files, ({ run }) =>
      run('config', '--format', 'json', 'k8s/b.yaml', '--severity', 'null-value=off'),
    );
    const data = JSON.parse(out) as {
      version: number;
      files: readonly { file: string; settings: readonly { key: string }[] }[];
    };
    const [only] = data.files;
    assert.deepEqual([data.version, only?.file], [1, 'k8s/b.yaml']);
    const row = (key: string): unknown => only?.settings.find((each) => each.key === key);
    const file = 'endpoints.config.yaml';
    assert.deepEqual(row('severity.loopback-ip'), {
      key: 'severity.loopback-ip',
      value: 'off',
      from: 'file',
      file,
      line: 9,
      override: 0,
    });
    assert.deepEqual(row('severity.null-value'), { key: 'severity.null-value', value: 'off', from: '--severity' });
    assert.deepEqual(row('exclude'), { key: 'exclude', value: ['fixtures/', '*.tmp'], from: 'file', file, line: 3 });
    const none = JSON.parse(within({}, ({ run }) => run('config', '--format', 'json')).out) as typeof data;
    assert.deepEqual(none.files[0]?.settings[0], { key: 'kubernetesVersion', value: '1.36', from: 'default' });
  });

  it('names files from where it runs, and the settings that are named', () => {
    within(files, (folder) => {
      assert.match(
        runIn(folder, 'k8s', 'config', 'b.yaml').out,
        /# overrides\[0\] of \.\.\/endpoints\.config\.yaml:9$/m,
      );
      assert.match(folder.run('config', '--config', 'shared/base.yaml').out, /# shared\/base\.yaml:2$/m);
    });
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [['none.yaml'], 'none.yaml does not exist. Name a file or a directory.'],
    [['a.yaml/b'], 'a.yaml/b does not exist. Name a file or a directory.'],
    [[''], '"" does not exist. Name a file or a directory.'],
    [['-'], 'Standard input has the settings of the working directory. Remove -.'],
    [['--format', 'yaml'], '--format yaml is not a valid value. Use text or json.'],
    [['--severity', 'null-value'], '--severity null-value has no level. Use CODE=LEVEL, such as null-value=off.'],
    [
      ['--severity', 'nul-value=off'],
      '--severity nul-value=off: There is no rule "nul-value". Did you mean "null-value"?',
    ],
    [['--kubernetes-version', '2'], '--kubernetes-version: "2" is not a supported Kubernetes version'],
    [['--config', 'none.yaml'], 'The settings file none.yaml does not exist. Check the path.'],
    [['--al'], 'There is no option --al. Did you mean --all?'],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args.join(' ') || '""'}`, () => {
      const { code, out, err } = within({ 'a.yaml': broken }, ({ run }) => run('config', ...args));
      assert.deepEqual([code, out], [2, '']);
      assert.ok(err.startsWith(`endpoints: ${message}`), err);
    });
  }
});
