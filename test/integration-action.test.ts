/** The action for GitHub, its steps run as a runner would: what goes in, what comes out, and that no input is ever code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { action, runAction } from './support/action.ts';
import { folderOf, succeed } from './support/process.ts';
import { shellIn } from './support/shell.ts';
import { temporary } from './support/temporary.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';

describe('the action for GitHub', () => {
  const make = temporary(folderOf);

  /** Runs the action from a checkout that was built. */
  const run = (
    files: Readonly<Record<string, string>>,
    inputs: Readonly<Record<string, string>>,
    prepare: (path: string) => void = () => undefined,
  ): ReturnType<typeof runAction> => runAction(make, files, inputs, { prepare });

  it('has the shape that GitHub reads', () => {
    assert.equal(action.runs.using, 'composite');
    assert.ok(action.name !== '' && action.description !== '');
    for (const [name, input] of Object.entries(action.inputs)) {
      assert.match(name, /^[a-z-]+$/);
      assert.ok(input.description !== '' && typeof input.default === 'string', name);
    }
    for (const step of action.runs.steps) {
      assert.equal(step.shell, 'bash');
      assert.equal(step.run.includes('${{'), false, 'an input in a script is code');
      const read = Object.values(step.env).map((text) => /^\$\{\{ (?:inputs\.)?([a-z._-]+) \}\}$/.exec(text)?.[1]);
      assert.deepEqual(read, [...Object.keys(action.inputs), 'github.action_repository', 'github.action_ref']);
    }
    for (const { value } of Object.values(action.outputs))
      assert.match(value, /^\$\{\{ steps\.check\.outputs\.[a-z-]+ \}\}$/);
  });

  it('asks for nothing that the bash of macOS, 3.2, does not have', () => {
    const lines = action.runs.steps.flatMap((step) => step.run.split('\n')).filter((line) => !/^\s*#/.test(line));
    assert.doesNotMatch(lines.join('\n'), /\b(?:mapfile|readarray|declare -A)\b|\$\{\w+(?:,|\^|@)/);
  });

  it('annotates what it finds, and fails', () => {
    const { code, out, err, outputs } = run({ 'a.yaml': bad }, {});
    assert.match(out, /^::error .*file=a\.yaml/m);
    assert.deepEqual([code, outputs, err], [1, { 'exit-code': '1' }, '']);
  });

  it('passes where there is nothing to find', () => {
    const { code, outputs } = run({ 'a.yaml': 'a: 1\n' }, {});
    assert.deepEqual([code, outputs], [0, { 'exit-code': '0' }]);
  });

  it('writes a SARIF report, and says where', () => {
    const { code, outputs, folder } = run({ 'a.yaml': bad }, { sarif: 'out put.sarif' });
    assert.deepEqual([code, outputs], [1, { 'exit-code': '1', sarif: 'out put.sarif' }]);
    const sarif = JSON.parse(readFileSync(join(folder, 'out put.sarif'), 'utf8')) as { version: string };
    assert.equal(sarif.version, '2.1.0');
  });

  it('opens no alert for what is ignored or in the baseline', () => {
    const found = (inputs: Readonly<Record<string, string>>, text = bad): readonly unknown[] => {
      const { outputs, folder } = run(
        { 'a.yaml': text, 'known.json': '{"version":1,"findings":{"a.yaml":[]}}' },
        inputs,
      );
      const log = readFileSync(join(folder, outputs['sarif'] ?? ''), 'utf8');
      return (JSON.parse(log) as Log).runs[0]?.results?.map(({ ruleId, suppressions }) => [ruleId, suppressions]) ?? [];
    };
    const args = '--severity=deprecated-endpoints=off';
    assert.deepEqual(found({ sarif: 'a.sarif', args }), [['loopback-ip', undefined]]);
    const ignored = `# endpoints: ignore-file[loopback-ip] a test\n${bad}`;
    assert.deepEqual(found({ sarif: 'a.sarif', args }, ignored), []);
    const accepting = `${args}\n--baseline=known.json\n--write-baseline`;
    assert.deepEqual(found({ sarif: 'a.sarif', args: accepting }), []);
  });

  it('takes paths and options one a line', () => {
    const files = { 'a b.yaml': bad, 'k/c.yaml': bad, 'd.yaml': bad };
    const { out, code, folder } = run(files, {
      paths: '  a b.yaml\n\n k/*.yaml \r\n',
      args: '--severity=loopback-ip=warning\n--max-warnings=5\n',
      command: 'endpoints',
    });
    assert.equal(code, 0, out);
    assert.deepEqual(shellIn(folder).words(), [
      'check',
      '--severity=loopback-ip=warning',
      '--max-warnings=5',
      '--format=github',
      '--',
      'a b.yaml',
      'k/*.yaml',
    ]);
    assert.deepEqual(
      [...out.matchAll(/^::warning .*file=([^,]*)/gm)].map((match) => match[1]),
      ['a b.yaml', 'k/c.yaml'],
    );
  });

  it('asks for what changed since a commit', () => {
    const { folder } = run({ 'a.yaml': bad }, { since: 'origin/main', command: 'endpoints' });
    assert.ok(shellIn(folder).words().includes('--since=origin/main'));
  });

  it('adds the changes of traffic to the summary of the job, and fails where a port loses its last endpoint', () => {
    const text = (ip: string): string => `apiVersion: v1
kind: Service
metadata: { name: db }
spec: { ports: [{ port: 80 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: db }
subsets: [{ ${ip}, ports: [{ port: 80 }] }]
`;
    const args = '--severity=*=off';
    const files = { 'a.yaml': text('addresses: [{ ip: 10.0.0.1 }]') };
    const { code, outputs, summary } = run(files, { traffic: 'true', since: 'HEAD', args }, (at) => {
      for (const line of ['init -q', 'add a.yaml', '-c user.name=A -c user.email=a@example.com commit -q -m a'])
        succeed('git', line.split(' '), at);
      writeFileSync(join(at, 'a.yaml'), text('notReadyAddresses: [{ ip: 10.0.0.1 }]'));
    });
    assert.deepEqual([code, outputs], [1, { 'exit-code': '1' }]);
    assert.match(summary, /^## Traffic\n[^]*\*\*loses its last address\*\*/);
    const refused = run(files, { traffic: 'true' });
    assert.match(refused.err, /The input "traffic" compares with the input "since"/);
    assert.equal(refused.code, 2);
  });

  it('prints a text that the runner takes for nothing else', () => {
    const { out, code } = run({ '::error::x.yaml': bad }, { annotations: 'false' });
    assert.equal(code, 1);
    const [first = '', ...rest] = out.trimEnd().split('\n');
    const token = /^::stop-commands::(endpoints-\d+)$/.exec(first)?.[1];
    assert.ok(token !== undefined && rest.at(-1) === `::${token}::`, out);
    assert.match(rest[0] ?? '', /^::error::x\.yaml:/);
  });

  it('runs an installed command', () => {
    const { code, folder } = run({ 'a.yaml': bad }, { command: 'endpoints' });
    assert.deepEqual([code, shellIn(folder).words()], [1, ['check', '--format=github', '--', '.']]);
  });

  it('takes no input for code or an option', () => {
    const evil = '$(touch pwned) `touch pwned` "; touch pwned; \' & touch pwned';
    for (const name of Object.keys(action.inputs)) {
      const { code, folder } = run({ 'a.yaml': bad }, { [name]: evil });
      assert.ok(code !== 0, name);
      assert.equal(existsSync(join(folder, 'pwned')), false, name);
    }
    assert.equal(run({ 'a.yaml': bad }, { sarif: 'a\nexit-code=0' }).code, 2);
    const fix = run({ 'a.yaml': bad }, { paths: '--fix\n' });
    assert.match(fix.err, /--fix does not exist/);
  });
});
