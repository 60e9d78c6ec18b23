/** Wrong usage of the command line: one sentence that names the place, the value and the way out, and exit code 2. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const good = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n';

describe('endpoints, used wrongly', () => {
  const having = temporary(folderOf);

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['chek'], /There is no command "chek"\. Did you mean "check"\?/],
    [['check', '--fxi'], /There is no option --fxi\. Did you mean --fix\?/],
    [['check', '--format'], /--format needs a value|--format/],
    [['check', '--format', 'xml'], /--format xml is not a valid format\. Use text, json, sarif, .* or tap\./],
    [['check', '--format', 'x'.repeat(300)], /--format x{200}… is not a valid format\./],
    [['check', '--format', 'sarf'], /--format sarf is not a valid format\. Did you mean sarif\?/],
    [
      ['check', '--output', '-'],
      /--output - is not a file\. Remove it: without --output, the report goes to standard output\./,
    ],
    [
      ['check', '--output', 'a.sarif', '--format', 'sarif'],
      /--output a\.sarif comes before its --format\. Write each --output after its --format\./,
    ],
    [
      ['check', '--max-warnings', '-1'],
      /--max-warnings needs a value\. Write a value that starts with - as --max-warnings=VALUE\./,
    ],
    [['check', '--max-warnings='], /--max-warnings "" is not a number\. Use a whole number such as 0\./],
    [['check', '--max-warnings', 'many'], /--max-warnings many is not a number/],
    [['check', '--kubernetes-version', '1.19'], /"1\.19" is not a supported Kubernetes version/],
    [['check', '--severity', 'loopback-ip'], /has no level\. Use CODE=LEVEL/],
    [['check', '--severity', 'loopback-pi=off'], /There is no rule "loopback-pi"\. Did you mean "loopback-ip"\?/],
    [
      ['check', '--severity', 'loopback-ip=loud'],
      /"loud" is not a valid severity for loopback-ip\. Use off, hint, info, warning or error\./,
    ],
    [['check', '--config='], /--config must not be empty\. Use a file\./],
    [['check', '--severity='], /--severity "" has no level\. Use CODE=LEVEL/],
    [['check', '--config', 'none.yaml'], /The settings file none\.yaml does not exist\. Check the path\./],
    [['check', 'missing.yaml'], /missing\.yaml does not exist\. Check the path\./],
    [['check', '--fix', '-'], /--fix cannot write to standard input\./],
    [['explain'], /needs the code of a rule/],
    [['explain', 'loopback'], /There is no rule "loopback"\. Did you mean "loopback-ip"\?/],
    [['rules', 'x'], /takes no arguments/],
  ];
  for (const [args, message] of wrong) {
    it(`answers "${args.join(' ').slice(0, 80)}" with one sentence and exit code 2`, () => {
      const { err, code } = having({ 'a.yaml': good }).run(...args);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.equal(err.trimEnd().split('\n').length, 1);
    });
  }

  const brokenConfigs: readonly (readonly [text: string, message: string])[] = [
    ['severity: [\n', 'endpoints.config.yaml:2:1: A bracket above is not closed'],
    ['kubernetesVersion: latest\n', 'endpoints.config.yaml:1:20: "latest" is not a supported Kubernetes version'],
    ['severity:\n  loopback-ip: loud\n', 'endpoints.config.yaml:2:16: "loud" is not a valid severity'],
    [
      'loopback-ip: off\n',
      'endpoints.config.yaml:1:1: There is no setting "loopback-ip". It is a rule: set it under "severity".',
    ],
    ['severty: {}\n', 'endpoints.config.yaml:1:1: There is no setting "severty". Did you mean "severity"?'],
    ['- a\n', 'endpoints.config.yaml:1:1: Settings must be a mapping'],
  ];
  for (const [text, message] of brokenConfigs) {
    it(`names the place in a broken settings file: ${message.slice(22, 60)}`, () => {
      const { err, code } = having({ 'endpoints.config.yaml': text, 'a.yaml': good }).run('check');
      assert.equal(code, 2);
      assert.ok(err.startsWith(`endpoints: ${message}`), err);
    });
  }
});
