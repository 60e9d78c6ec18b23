/** Patterns of rule codes, such as `malformed-*`: on the command line, in settings and in the library. */
import assert from 'node:assert/strict';
import { check } from '../server/src/api.ts';
import { matchesStars } from '../server/src/text/star-pattern.ts';
import { codesIn, within } from './support/settings.ts';

const config = 'endpoints.config.yaml';

describe('patterns of codes', () => {
  it('match like a file pattern with stars only, in linear time', () => {
    for (const [pattern, code, isMatch] of [
      ['*', 'loopback-ip', true],
      ['loopback-*', 'loopback-ip', true],
      ['*-ip', 'loopback-ip', true],
      ['l*b*p', 'loopback-ip', true],
      ['loopback-ip*', 'loopback-ip', true],
      ['**', 'loopback-ip', true],
      ['loopback-ip', 'loopback-ip', true],
      ['loopback', 'loopback-ip', false],
      ['l*b*x', 'loopback-ip', false],
      ['loopback-i*ip', 'loopback-ip', false],
      ['.*', 'loopback-ip', false],
      ['', 'loopback-ip', false],
      [`${'*a'.repeat(5_000)}b`, 'a'.repeat(5_000), false],
    ] as const)
      assert.equal(matchesStars(pattern, code), isMatch, pattern);
  });

  it('set levels on the command line, where a code counts before a pattern in any order', () => {
    within({}, ({ run }) => {
      const levels = (...severities: readonly string[]): string => {
        const { out, err } = run('check', ...severities.flatMap((each) => ['--severity', each]));
        return /^.* in 1 resource/m.exec(out)?.[0].replace(' in 1 resource', '') ?? err;
      };
      assert.equal(levels(), '1 error and 1 hint');
      assert.equal(levels('*=off'), 'No problems');
      assert.equal(levels('loopback-*=warning'), '1 warning and 1 hint');
      assert.equal(levels('loopback-ip=info', '*=off'), '1 info');
      assert.equal(levels('*=off', 'loopback-ip=info'), '1 info');
      assert.equal(levels('*-ip=warning', '*=info'), '2 info');
      assert.equal(levels('*=info', '*-ip=warning'), '1 warning and 1 info');
      assert.equal(
        levels('lopback-*=off'),
        'endpoints: --severity lopback-*=off: No rule matches "lopback-*". Run "endpoints rules" to list all rules.\n',
      );
      assert.match(
        levels('*=fatal'),
        /"fatal" is not a valid severity for \*\. Use off, hint, info, warning or error\./,
      );
    });
  });

  it('set levels in settings, in each layer anew', () => {
    const severity = (text: string, ...args: readonly string[]): string =>
      within({ [config]: text }, ({ run }) => {
        const { out, err } = run('check', ...args);
        return /^.* in 1 resource/m.exec(out)?.[0].replace(' in 1 resource', '') ?? err;
      });
    assert.equal(severity("severity:\n  loopback-ip: warning\n  '*': off\n"), '1 warning');
    assert.equal(
      severity('severity: {"*": off}\noverrides:\n- files: a.yaml\n  severity: {"loop*": info}\n'),
      '1 info',
    );
    assert.equal(severity('severity: {loopback-ip: warning}\n', '--severity', '*=off'), 'No problems');
    assert.equal(
      severity('severity:\n  lop-*: off\n'),
      `endpoints: ${config}:2:3: No rule matches "lop-*". Run "endpoints rules" to list all rules.\n`,
    );
  });

  it('are shown with their line by endpoints config', () => {
    within({ [config]: 'severity:\n  malformed-h*: info\n  malformed-hint: error\n' }, ({ run }) => {
      const lines = run('config')
        .out.split('\n')
        .filter((line) => line.includes('malformed'));
      assert.deepEqual(
        lines.map((line) => line.trim().replace(/\s+#/, ' #')),
        [`malformed-hint: error # ${config}:3`, `malformed-hostname: info # ${config}:2`],
      );
    });
  });

  it('turn on a rule that is off', () => {
    const slice =
      'apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: a\n  labels: {kubernetes.io/service-name: a}\naddressType: IPv4\nendpoints:\n- addresses: [10.0.0.1]\nports:\n- port: 80\n';
    within({ 'a.yaml': slice }, ({ run }) => {
      const codes = (...args: readonly string[]) =>
        codesIn(run('check', '-f', 'json', '--severity', 'missing-service=off', ...args).out);
      assert.deepEqual(codes(), {});
      assert.deepEqual(codes('--severity', 'slice-without-*=hint'), { 'a.yaml': ['slice-without-manager'] });
    });
  });

  it('work in the library', () => {
    const text = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: a}\nsubsets:\n- addresses: [{ip: 127.0.0.1}]\n';
    const found = check(text, { severity: { '*': 'off', 'loopback-*': 'warning' } });
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [['loopback-ip', 'warning']],
    );
    assert.throws(() => check(text, { severity: { 'x-*': 'off' } }), /No rule matches "x-\*"\./);
  });
});
