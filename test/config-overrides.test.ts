/** Settings for some files, files that are left out, and settings that only the command line has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from './support/conversions.ts';
import { broken, codesIn, within } from './support/settings.ts';

const both = ['deprecated-endpoints', 'loopback-ip'];

/** The codes that are found in each file, with the settings. */
function found(files: Readonly<Record<string, string>>, ...args: readonly string[]): object {
  return within(files, ({ run }) => {
    const { out, err } = run('check', '--format', 'json', ...args);
    assert.equal(err, '');
    return codesIn(out);
  });
}

describe('settings: overrides', () => {
  const files = { 'k8s/b.yaml': broken, 'k8s/old/c.yaml': broken };

  it('hold for the files that the patterns mean, and no others', () => {
    const rows: readonly (readonly [patterns: string, silent: readonly string[]])[] = [
      ['k8s/', ['k8s/b.yaml', 'k8s/old/c.yaml']],
      ['[k8s/, "!k8s/old/"]', ['k8s/b.yaml']],
      ['["*.yaml", "!b.yaml"]', ['a.yaml', 'k8s/old/c.yaml']],
      ['/a.yaml', ['a.yaml']],
      ['"k8s/*.yaml"', ['k8s/b.yaml']],
      ['["k8s/", "!old", "c.yaml"]', ['k8s/b.yaml', 'k8s/old/c.yaml']],
      ['old', ['k8s/old/c.yaml']],
      ['["!a.yaml", "#x", "[", "(", "\\\\"]', []],
    ];
    for (const [patterns, silent] of rows) {
      const settings = `overrides:\n- files: ${patterns}\n  severity: {loopback-ip: off, deprecated-endpoints: off}\n`;
      const expected = Object.fromEntries(
        ['a.yaml', 'k8s/b.yaml', 'k8s/old/c.yaml'].filter((file) => !silent.includes(file)).map((file) => [file, both]),
      );
      assert.deepEqual(found({ ...files, 'endpoints.config.yaml': settings }), expected, patterns);
    }
  });

  it('win in their order, over the file that they are in, and under the options', () => {
    const settings = [
      'kubernetesVersion: 1.36',
      'severity: {loopback-ip: off}',
      'overrides:',
      '- files: k8s/',
      '  kubernetesVersion: 1.30',
      '  severity: {loopback-ip: error}',
      '- files: k8s/old/',
      '  severity: {loopback-ip: off}',
    ].join('\n');
    const all = { ...files, 'endpoints.config.yaml': settings };
    assert.deepEqual(found(all), { 'a.yaml': ['deprecated-endpoints'], 'k8s/b.yaml': ['loopback-ip'] });
    const wide = found(all, '--kubernetes-version', '1.36', '--severity', 'loopback-ip=warning');
    assert.deepEqual(wide, { 'a.yaml': both, 'k8s/b.yaml': both, 'k8s/old/c.yaml': both });
  });

  it('count from the folder of their own file, and come before the file that extends it', () => {
    const shared = 'overrides:\n- files: b.yaml\n  severity: {loopback-ip: off, deprecated-endpoints: off}\n';
    const all = { ...files, 'k8s/shared.yaml': shared };
    assert.deepEqual(found({ ...all, 'endpoints.config.yaml': 'extends: k8s/shared.yaml\n' }), {
      'a.yaml': both,
      'k8s/old/c.yaml': both,
    });
    const stronger = 'extends: k8s/shared.yaml\nseverity: {loopback-ip: error}\n';
    assert.deepEqual(found({ ...all, 'endpoints.config.yaml': stronger }), {
      'a.yaml': both,
      'k8s/b.yaml': ['loopback-ip'],
      'k8s/old/c.yaml': both,
    });
  });

  it('decide on what is fixed', () => {
    const wrong = endpoints('web').replace('5432', '5432\n        protocol: tcp');
    const settings = 'overrides:\n- files: b.yaml\n  severity: {unknown-protocol: off}\n';
    within({ 'a.yaml': wrong, 'b.yaml': wrong, 'endpoints.config.yaml': settings }, ({ run, path }) => {
      assert.equal(run('check', '--fix').code, 0);
      const [a, b] = ['a.yaml', 'b.yaml'].map((name) => readFileSync(join(path, name), 'utf8'));
      assert.equal(a, wrong.replace('tcp', 'TCP'));
      assert.equal(b, wrong);
    });
  });

  it('say who mirrors and who looks after slices', () => {
    const text = [endpoints('db'), endpoints('db')] as const;
    const settings = 'overrides:\n- files: b.yaml\n  kubernetesVersion: 1.25\n  convert: {managedBy: team-b}\n';
    const all = {
      'a.yaml': text[0],
      'b.yaml': text[1].replace('name: db', 'name: web'),
      'endpoints.config.yaml': settings,
    };
    within(all, ({ run }) => {
      const converted = run('convert', '--stdout', 'a.yaml', 'b.yaml').out;
      assert.deepEqual(converted.match(/managed-by: .*/g), ['managed-by: hand-written', 'managed-by: team-b']);
      assert.match(run('slices', '--assume-service', 'a.yaml', 'b.yaml').out, /\(Kubernetes 1\.25 and 1\.36\)\.\n$/);
      assert.match(run('apply', 'b.yaml').out, /Kubernetes 1\.25/);
      assert.match(run('apply', 'a.yaml').out, /Kubernetes 1\.36/);
    });
  });

  const refused: readonly (readonly [text: string, message: string])[] = [
    ['overrides: {files: a}', '1:12: "overrides" must be a list of items with "files" and settings.'],
    ['overrides: [a]', '1:13: An override must be a mapping with "files" and settings.'],
    ['overrides:\n- severity: {}', '2:3: An override must name its files.'],
    ['overrides:\n- files: []', '2:10: An override must name its files.'],
    ['overrides:\n- files: [a, 3]', '2:10: An override must name its files.'],
    ['overrides:\n- files: ""', '2:10: An override must name its files.'],
    ['overrides:\n- files: a\n  exclude: [b]', '3:3: "exclude" applies to all files. Move it out of "overrides".'],
    ['overrides:\n- files: a\n  maxWarnings: 3', '3:3: "maxWarnings" applies to all files.'],
    ['overrides:\n- files: a\n  extends: b.yaml', '3:3: "extends" applies to all files.'],
    ['overrides:\n- files: a\n  overrides: []', '3:3: "overrides" applies to all files.'],
    ['overrides:\n- files: a\n  severty: {}', '3:3: There is no setting "severty". Did you mean "severity"?'],
    [
      'overrides:\n- files: a\n  severity: {lopback-ip: off}',
      '3:14: There is no rule "lopback-ip". Did you mean "loopback-ip"?',
    ],
    ['overrides:\n- files: a\n  kubernetesVersion: 1.2', '3:22: "1.2" is not a supported Kubernetes version'],
    [
      `overrides:\n- files: ${'a'.repeat(300)}`,
      `2:10: The pattern "${'a'.repeat(47)}…" has more than 256 characters. Split it into several patterns.`,
    ],
    [
      "overrides:\n- files: [a, '!./staging/']",
      '2:14: The pattern "!./staging/" matches no file. Write it as in .gitignore, without "./" or "../" at its start.',
    ],
    ['exclude: [../generated]', '1:11: The pattern "../generated" matches no file.'],
  ];
  for (const [text, message] of refused) {
    it(`are refused where they say ${JSON.stringify(text.slice(0, 60))}`, () => {
      const { code, out, err } = within({ 'endpoints.config.yaml': `${text}\n` }, ({ run }) => run('check'));
      assert.deepEqual([code, out], [2, '']);
      assert.ok(err.startsWith(`endpoints: endpoints.config.yaml:${message}`), err);
    });
  }
});

describe('settings: exclude, maxWarnings and baseline', () => {
  it('leaves out of directories what exclude names, and reads what is named', () => {
    const files = { 'k8s/fixtures/b.yaml': broken, 'k8s/c.tmp.yaml': broken, 'k8s/d.yaml': broken };
    const all = { ...files, 'endpoints.config.yaml': "exclude: [fixtures/, '*.tmp.yaml', /a.yaml]\n" };
    assert.deepEqual(Object.keys(found(all)), ['k8s/d.yaml']);
    assert.deepEqual(Object.keys(found(all, 'k8s')), ['k8s/d.yaml']);
    assert.deepEqual(Object.keys(found(all, 'a.yaml', 'k8s/c.tmp.yaml')), ['a.yaml', 'k8s/c.tmp.yaml']);
    assert.deepEqual(Object.keys(found(all, 'k8s/fixtures')), ['k8s/fixtures/b.yaml']);
    within(all, ({ run }) => {
      const { out } = run('convert', '--to', 'endpointslice', '--report', 'k8s');
      assert.doesNotMatch(out, /fixtures|tmp/);
    });
  });

  it('lets a later pattern take back what an earlier one leaves out, also of an extended file', () => {
    const base = { 'base.yaml': "exclude: ['*.gen.yaml', gone.yaml]\n", 'x.gen.yaml': broken, 'gone.yaml': broken };
    const files = { ...base, 'endpoints.config.yaml': "extends: base.yaml\nexclude: ['!x.gen.yaml']\n" };
    assert.deepEqual(Object.keys(found(files)), ['a.yaml', 'x.gen.yaml']);
  });

  it('counts the patterns of an extended file from its own folder', () => {
    const files = { 'sub/base.yaml': 'exclude: [/b.yaml]\n', 'sub/b.yaml': broken, 'b.yaml': broken };
    const all = { ...files, 'endpoints.config.yaml': 'extends: sub/base.yaml\n' };
    assert.deepEqual(Object.keys(found(all)), ['a.yaml', 'b.yaml']);
    assert.deepEqual(Object.keys(found(all, 'sub')), []);
  });

  it('fails above maxWarnings, unless the option says otherwise', () => {
    const settings = 'severity: {loopback-ip: warning}\nmaxWarnings: 0\n';
    within({ 'endpoints.config.yaml': settings }, ({ run }) => {
      const { code, err } = run('check');
      assert.deepEqual([code, err], [1, 'endpoints: There is 1 warning; the limit is 0.\n']);
      assert.equal(run('check', '--max-warnings', '1').code, 0);
    });
  });

  it('takes the baseline from its own folder', () => {
    const files = { 'sub/b.yaml': broken, 'sub/base.yaml': 'baseline: known.json\n' };
    within({ ...files, 'endpoints.config.yaml': 'extends: sub/base.yaml\n' }, ({ run }) => {
      assert.equal(run('check', '--write-baseline', '--baseline', 'sub/known.json').code, 0);
      assert.equal(run('check').code, 0);
    });
  });

  const refused: readonly (readonly [text: string, message: string])[] = [
    ['maxWarnings: -1', '1:14: "maxWarnings" must be a whole number, such as 0.'],
    ['maxWarnings: "3"', '1:14: "maxWarnings" must be a whole number, such as 0.'],
    ['maxWarnings: 1.5', '1:14: "maxWarnings" must be a whole number, such as 0.'],
    ['baseline: [a]', '1:11: "baseline" must be the path of a file, relative to this file.'],
    ['baseline: ""', '1:11: "baseline" must be the path of a file, relative to this file.'],
    ['exclude: a', '1:10: "exclude" must be a list of patterns as in .gitignore.'],
    ['exclude: [1]', '1:10: "exclude" must be a list of patterns as in .gitignore.'],
    ['maxWarning: 1', '1:1: There is no setting "maxWarning". Did you mean "maxWarnings"?'],
    ['- a', '1:1: Settings must be a mapping. Write "name: value" lines.'],
  ];
  for (const [text, message] of refused) {
    it(`refuses ${text}`, () => {
      const { code, err } = within({ 'endpoints.config.yaml': `${text}\n` }, ({ run }) => run('check'));
      assert.equal(code, 2);
      assert.equal(err, `endpoints: endpoints.config.yaml:${message}\n`);
    });
  }
});
