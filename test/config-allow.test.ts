/** The setting "allow": which addresses and ports a run reports, for which files, and what is wrong with a list. */
import assert from 'node:assert/strict';
import { readConfig } from '../server/src/config/read-config.ts';
import { readSettingsFile } from '../server/src/frontends/settings-file.ts';
import { codesIn, within } from './support/settings.ts';

const endpoints = (ip: string, port: number): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets:\n  - addresses: [{ ip: ${ip} }]\n    ports: [{ port: ${port} }]\n`;
const quiet = 'severity: { deprecated-endpoints: off, missing-service: off, loopback-ip: off }\n';

function problems(text: string, where: 'file' | 'client' = 'file'): readonly string[] {
  return readConfig(readSettingsFile('endpoints.config.yaml', text).root, where).problems.map(({ message }) => message);
}

describe('the setting "allow"', () => {
  it('reports the addresses and ports outside of its ranges, with overrides', () => {
    const settings = `${quiet}allow: { cidrs: [10.0.0.0/8, 'fd00::/8'], ports: [443, 5000-6000] }\noverrides:\n  - files: lab/\n    allow: { cidrs: [192.168.0.0/16] }\n  - files: open/\n    severity: { outside-allowed-range: off }\n`;
    const files = {
      'endpoints.config.yaml': settings,
      'a.yaml': endpoints('10.1.2.3', 5432),
      'v6.yaml': endpoints('"fd12::1"', 443),
      'other.yaml': endpoints('172.16.0.1', 443),
      'port.yaml': endpoints('10.1.2.3', 80),
      'lab/a.yaml': endpoints('192.168.3.4', 443),
      'lab/other.yaml': endpoints('10.1.2.3', 80),
      'open/a.yaml': endpoints('172.16.0.1', 80),
    };
    const { out, code } = within(files, ({ run }) => run('check', '--format', 'json', '.'));
    assert.equal(code, 1);
    assert.deepEqual(codesIn(out), {
      'lab/other.yaml': ['outside-allowed-range', 'outside-allowed-range'],
      'other.yaml': ['outside-allowed-range'],
      'port.yaml': ['outside-allowed-range'],
    });
  });

  it('allows nothing if a list is empty', () => {
    const files = { 'endpoints.config.yaml': `${quiet}allow: { cidrs: [] }\n`, 'a.yaml': endpoints('10.1.2.3', 5432) };
    const { out } = within(files, ({ run }) => run('check', '.'));
    assert.match(
      out,
      /10\.1\.2\.3 is not an allowed address\. Remove it, or add it to "allow\.cidrs" in the settings, which is empty\./,
    );
    assert.match(out, /\b1 error\b/);
  });

  it('checks with the ranges of the settings that are named', () => {
    const files = {
      'endpoints.config.yaml': `${quiet}allow: { ports: [80] }\n`,
      'other.yaml': `${quiet}allow: { ports: [81] }\n`,
      'a.yaml': endpoints('10.1.2.3', 80),
    };
    within(files, ({ run }) => {
      const codes = ['endpoints.config.yaml', 'other.yaml'].map(
        (name) => run('check', '--config', name, 'a.yaml').code,
      );
      assert.deepEqual(codes, [0, 1]);
    });
  });

  it('is shown with its origin', () => {
    const files = { 'endpoints.config.yaml': 'allow:\n  cidrs: [10.0.0.0/8]\n  ports: [443, 5000-6000]\n' };
    assert.equal(
      within(files, ({ run }) => run('config')).out.replace(/ {2,}#/g, '  #'),
      '# .\nkubernetesVersion: "1.36"  # default\nallow:\n  cidrs: ["10.0.0.0/8"]  # endpoints.config.yaml:2\n  ports: ["443", "5000-6000"]  # endpoints.config.yaml:3\nconvert:\n  managedBy: hand-written  # default\n',
    );
  });

  it('stops the command line with the place of a mistake', () => {
    const { code, err } = within(
      { 'endpoints.config.yaml': 'allow:\n  cidrs: [10.0.0.0/8, 10.1.2.3/8]\n' },
      ({ run }) => run('check', '.'),
    );
    assert.deepEqual(
      [code, err],
      [
        2,
        'endpoints: endpoints.config.yaml:2:23: "allow.cidrs": "10.1.2.3/8" has bits after its prefix. Write "10.0.0.0/8", or a longer prefix.\n',
      ],
    );
  });

  for (const [written, problem] of [
    ['cidrs: 10.0.0.0/8', '"allow.cidrs" must be a list of CIDR blocks such as "10.0.0.0/8".'],
    ['cidrs: [10.0.0.1]', '"allow.cidrs": "10.0.0.1" has no prefix length. Write "10.0.0.1/32".'],
    ['cidrs: ["fd00::1"]', '"allow.cidrs": "fd00::1" has no prefix length. Write "fd00::1/128".'],
    [
      'cidrs: [10.0.0.0/33]',
      '"allow.cidrs": "10.0.0.0/33" has no valid prefix length. Write a number from 0 to 32 after the slash.',
    ],
    [
      'cidrs: [10.0.0.0/08]',
      '"allow.cidrs": "10.0.0.0/08" has no valid prefix length. Write a number from 0 to 32 after the slash.',
    ],
    [
      'cidrs: ["::ffff:10.0.0.0/104"]',
      '"allow.cidrs": "::ffff:10.0.0.0/104" is an IPv4 block in IPv6 notation. Write it in IPv4 notation, such as "10.0.0.0/8".',
    ],
    [
      'cidrs: [intranet]',
      '"allow.cidrs": "intranet" is not a CIDR block. Write an address and a prefix length, such as "10.0.0.0/8".',
    ],
    ['ports: 443', '"allow.ports" must be a list of ports such as 443 and "5000-6000".'],
    ['ports: [0]', '"allow.ports": "0" is not a port. Write a number from 1 to 65535, or a range such as "5000-6000".'],
    [
      'ports: [6000-5000]',
      '"allow.ports": "6000-5000" is not a port. Write a number from 1 to 65535, or a range such as "5000-6000".',
    ],
    ['port: [1]', 'There is no setting "allow.port". Did you mean "ports"?'],
  ] as const) {
    it(`says what is wrong with ${written}`, () => assert.deepEqual(problems(`allow:\n  ${written}\n`), [problem]));
  }

  it('must be a mapping in a file', () => {
    assert.deepEqual(problems('allow: [443]\n'), ['"allow" must be a mapping of cidrs and ports to lists.']);
    assert.deepEqual(problems('allow: { ports: [443] }\n', 'client'), [
      '"allow.ports" is only valid in a settings file. Move it there.',
    ]);
    assert.deepEqual(problems('allow: { cidrs: [0.0.0.0/0, "::/0"], ports: ["443", 1-65535] }\n'), []);
  });
});
