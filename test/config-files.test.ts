/** Where the settings of the command line come from: files of four names, the nearest folder, and what a file extends. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran } from './support/process.ts';
import { broken, quiet, runIn, within } from './support/settings.ts';

const member = '"endpoints": {"severity": {"loopback-ip": "off", "deprecated-endpoints": "off"}}';

function check(files: Readonly<Record<string, string>>, ...more: readonly string[]): Ran {
  return within(files, ({ run }) => run('check', 'a.yaml', ...more));
}

describe('settings files: which one counts', () => {
  for (const [name, text] of [
    ['endpoints.config.yaml', quiet],
    ['endpoints.config.yml', `\uFEFF${quiet}`],
    ['endpoints.config.json', '{"$schema": "x", "severity": {"loopback-ip": "off", "deprecated-endpoints": "off"}}'],
    ['package.json', `{"name": "shop", "version": 3, ${member}}`],
    ['package.json', `\uFEFF{\n\t"name": "shop",\n\t${member}\n}`],
  ] as const) {
    it(`reads ${name}: ${JSON.stringify(text.slice(0, 20))}`, () => {
      const { code, out, err } = check({ [name]: text });
      assert.deepEqual([code, err], [0, ''], out);
    });
  }

  it('lets endpoints.config.* win over package.json in one folder', () => {
    assert.equal(check({ 'endpoints.config.yml': 'severity: {}\n', 'package.json': `{${member}}` }).code, 1);
  });

  it('lets the nearest folder win', () => {
    const files = {
      'sub/b.yaml': broken,
      'sub/package.json': `{${member}}`,
      'endpoints.config.yaml': 'severity: {}\n',
    };
    const { code, out } = within(files, (folder) => runIn(folder, 'sub', 'check', 'b.yaml'));
    assert.equal(code, 0, out);
  });

  for (const text of [
    '{"name": "endpoints"}',
    '{"endpoints": "https://example.com"}',
    '["endpoints"]',
    '',
    '{"name": ',
  ]) {
    it(`passes over ${JSON.stringify(text)} in package.json, and goes on above`, () => {
      const files = { 'sub/b.yaml': broken, 'sub/package.json': text, 'endpoints.config.yaml': quiet };
      const { code, out, err } = within(files, (folder) => runIn(folder, 'sub', 'check', 'b.yaml'));
      assert.deepEqual([code, err], [0, ''], out);
    });
  }

  it('says all that is wrong, each with its place, in the file and in those that it extends', () => {
    const { code, out, err } = check({
      'endpoints.config.yaml': 'extends: base.yaml\nhovr: true\nseverity:\n  loopback-ip: of\n',
      'base.yaml': 'format: maybe\n',
    });
    assert.deepEqual([code, out], [2, '']);
    assert.deepEqual(err.split('\n'), [
      'endpoints: endpoints.config.yaml:2:1: There is no setting "hovr". Did you mean "hover"?',
      'endpoints: endpoints.config.yaml:4:16: "of" is not a valid severity for loopback-ip. Use off, hint, info, warning or error.',
      'endpoints: base.yaml:1:9: "format" must be true or false, not "maybe".',
      '',
    ]);
  });

  it('says what is wrong in the member of a package.json, and nothing of what is around it', () => {
    const text = '{\n  "name": 3, "name": 4,\n  "endpoints": {\n    "severity": { "lopback-ip": "off" }\n  }\n}\n';
    const { code, err } = check({ 'package.json': text });
    assert.equal(code, 2);
    assert.equal(err, 'endpoints: package.json:4:19: There is no rule "lopback-ip". Did you mean "loopback-ip"?\n');
    assert.match(check({ 'package.json': '{"endpoints": {"severity": {]}}' }).err, /^endpoints: package\.json:1:29: /);
  });

  for (const [text, line] of [
    [`${quiet}---\nkubernetesVersion: 1.20\n`, 2],
    [`# Ours\n---\n${quiet}...\n# theirs\n--- {kubernetesVersion: 1.20}\n`, 5],
    [`---\n---\n${quiet}---\n- lopback-ip\n`, 4],
  ] as const)
    it(`says that a second document would not count: ${JSON.stringify(text)}`, () => {
      const { code, err } = check({ 'endpoints.config.yaml': text });
      const said = 'A second document starts here, and only the first one would count. Make them one.';
      assert.deepEqual([err, code], [`endpoints: endpoints.config.yaml:${line}:1: ${said}\n`, 2]);
    });

  it('reads JSON as JSON, and takes an empty file for none', () => {
    const { code, err } = check({ 'endpoints.config.json': '{\n  // ours\n  "severity": {}\n}\n' });
    assert.deepEqual([err, code], ['endpoints: endpoints.config.json:2:3: JSON has no comments. Remove it.\n', 2]);
    assert.equal(check({ 'endpoints.config.json': '\n' }).err, '');
    assert.equal(check({ 'endpoints.config.yaml': '---\n# severity:\n' }).err, '');
  });

  it('takes the markers of a document that is alone', () => {
    for (const text of [`%YAML 1.1\n---\n${quiet}...\n`, `# Ours\n---\n${quiet}---\n# nothing\n`]) {
      const { code, err } = check({ 'endpoints.config.yaml': text });
      assert.deepEqual([err, code], ['', 0], text);
    }
  });

  it('takes a package.json that is named, and says what it lacks', () => {
    assert.equal(check({ 'x/package.json': `{${member}}` }, '--config', 'x/package.json').code, 0);
    const { code, err } = check({ 'x/package.json': '{}' }, '--config', 'x/package.json');
    assert.equal(code, 2);
    assert.match(err, /^endpoints: The settings file x\/package\.json has no object "endpoints"\./);
  });
});

describe('settings files: extends', () => {
  it('reads the others first, in their order, and the file itself last', () => {
    const files = {
      'base/one.yaml': 'severity: {loopback-ip: off, deprecated-endpoints: error}\n',
      'base/two.json': '{"extends": ["./three.yml"], "severity": {"deprecated-endpoints": "off"}}',
      'base/three.yml': 'severity: {loopback-ip: warning}\n',
    };
    const extended = 'extends: [base/one.yaml, ./base/two.json]\n';
    assert.match(check({ ...files, 'endpoints.config.yaml': extended }).out, /1 warning in/);
    const own = `${extended}severity: {loopback-ip: off}\n`;
    assert.equal(check({ ...files, 'endpoints.config.yaml': own }).out, 'No problems in 1 resource in 1 file.\n');
  });

  it('takes a package.json, a path above, and one through node_modules', () => {
    const files = {
      'package.json': '{"endpoints": {"severity": {"loopback-ip": "off"}}}',
      'node_modules/@acme/preset/endpoints.config.yaml': 'severity: {deprecated-endpoints: off}\n',
      'sub/b.yaml': broken,
      'sub/endpoints.config.yaml':
        'extends:\n- ../package.json\n- ../node_modules/@acme/preset/endpoints.config.yaml\n',
    };
    const { code, out, err } = within(files, (folder) => runIn(folder, 'sub', 'check', 'b.yaml'));
    assert.deepEqual([code, err], [0, ''], out);
  });

  it('lets two files extend the same one', () => {
    const files = {
      'endpoints.config.yaml': 'extends: [b.yaml, c.yaml]\n',
      'b.yaml': 'extends: base.yaml\n',
      'c.yaml': 'extends: base.yaml\n',
      'base.yaml': quiet,
    };
    assert.equal(check(files).code, 0);
  });

  const refused: readonly (readonly [files: Readonly<Record<string, string>>, message: string])[] = [
    [
      {
        'endpoints.config.yaml': 'extends: x.yaml\n',
        'x.yaml': 'severity: {}\nextends: [y/z.yaml]\n',
        'y/z.yaml': 'extends: ../x.yaml\n',
      },
      'y/z.yaml:1:10: "../x.yaml" creates a circle: x.yaml extends z.yaml extends x.yaml. Remove one of these lines.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: ./endpoints.config.yaml\n' },
      'endpoints.config.yaml:1:10: "./endpoints.config.yaml" creates a circle: endpoints.config.yaml extends endpoints.config.yaml. Remove one of these lines.',
    ],
    [
      { 'endpoints.config.yaml': 'severity: {}\nextends:\n- none.yaml\n' },
      'endpoints.config.yaml:3:3: "none.yaml" does not exist. Check the path, which is relative to this file.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: acme-preset\n' },
      'endpoints.config.yaml:1:10: "acme-preset" is a package name, and packages are not looked up. Write a path relative to this file, such as ./node_modules/acme-preset/endpoints.config.yaml.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: "@acme/preset/endpoints.config.yaml"\n' },
      'endpoints.config.yaml:1:10: "@acme/preset/endpoints.config.yaml" does not exist. Write a path relative to this file, such as ./node_modules/@acme/preset/endpoints.config.yaml.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: ./preset.js\n', 'preset.js': 'process.exit(9)' },
      'endpoints.config.yaml:1:10: "./preset.js" is a script, and settings are never executed. Write the settings as YAML or JSON.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: https://example.com/endpoints.config.yaml\n' },
      'endpoints.config.yaml:1:10: "https://example.com/endpoints.config.yaml" is a URL, and settings are never downloaded. Save the file, and write its path.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: ../endpoints-shared\n' },
      'endpoints.config.yaml:1:10: "../endpoints-shared" is not a YAML or JSON file. Write the path of the file itself.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: shared/\n' },
      'endpoints.config.yaml:1:10: "shared/" is not a YAML or JSON file. Write the path of the file itself.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: ""\n' },
      'endpoints.config.yaml:1:10: The path is empty. Write the path of a settings file.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: [base.yaml, {a: b}]\n', 'base.yaml': quiet },
      'endpoints.config.yaml:1:22: "extends" must be the path of a settings file, or a list of paths.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: x/package.json\n', 'x/package.json': '{"name": "endpoints"}' },
      'endpoints.config.yaml:1:10: "x/package.json" has no object "endpoints". Add one, or name another file.',
    ],
    [
      { 'endpoints.config.yaml': 'extends: shared/x.yaml\n', 'shared/x.yaml': '\nkubernetesVersion: 2.0\n' },
      'shared/x.yaml:2:20: "2.0" is not a supported Kubernetes version. Use 1.20 or later, such as "1.36".',
    ],
    [
      { 'endpoints.config.yaml': 'extends: shared/x.yaml\n', 'shared/x.yaml': 'exclude: [\n' },
      'shared/x.yaml:2:1: A bracket above is not closed',
    ],
  ];
  for (const [files, message] of refused) {
    it(`refuses: ${message.slice(0, 90)}`, () => {
      const { code, out, err } = check(files);
      assert.deepEqual([code, out], [2, '']);
      assert.ok(err.startsWith(`endpoints: ${message}`), err);
      assert.equal(err.split('\n').length, 2, err);
    });
  }

  it('refuses what is no text, is too large, or is no file', () => {
    const long = check({ 'endpoints.config.yaml': `#${' '.repeat(5_000_000)}\n` });
    assert.deepEqual(
      [long.code, long.err],
      [2, 'endpoints: The settings file endpoints.config.yaml exceeds the limit of 4 MiB. Check the path.\n'],
    );
    within({ 'endpoints.config.yaml': 'extends: b.yaml\n' }, ({ path, run }) => {
      writeFileSync(join(path, 'b.yaml'), Buffer.from('severity: {} # \xe4', 'latin1'));
      assert.match(
        run('check').err,
        /^endpoints: endpoints\.config\.yaml:1:10: "b\.yaml" is not UTF-8 text\. Save it as UTF-8\.\n$/,
      );
      assert.match(run('check', '--config', '/dev/zero').err, /zero is not a file\. Name a file\.\n$/);
    });
  });

  it('refuses a directory, and more files than anybody means', () => {
    const { err } = within({ 'endpoints.config.yaml': 'extends: d.yaml\n' }, ({ path, run }) => {
      mkdirSync(join(path, 'd.yaml'));
      return run('check', 'a.yaml');
    });
    assert.match(err, /^endpoints: endpoints\.config\.yaml:1:10: "d\.yaml" is a directory\. Name a file in it\.\n$/);
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`x${i}.yaml`, `extends: [x${i + 1}.yaml, x${i + 1}.yaml]\n`]),
    );
    const many = check({ ...doubling, 'x40.yaml': quiet, 'endpoints.config.yaml': 'extends: x0.yaml\n' });
    assert.equal(many.code, 2);
    assert.match(many.err, /is one file too many: settings can extend at most 64 files\. Merge some\.\n$/);
  });
});
