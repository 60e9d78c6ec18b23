/** The action for GitHub, its steps run as a runner would: what goes in, what comes out, and that no input is ever code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from 'sarif';
import { parse } from 'yaml';
import { cliPath, folderOf, succeed, type Folder, type Ran } from './support/process.ts';
import { root } from './support/root.ts';
import { shellIn } from './support/shell.ts';
import { temporary } from './support/temporary.ts';

interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default: string; required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly { id: string; shell: string; env: Readonly<Record<string, string>>; run: string }[];
  };
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';

/** What a runner checks out with the action, as far as it is run: it is built, and then called. */
const ownCode = {
  '.own code/scripts/build.mjs': `
    import { cpSync } from 'node:fs';
    console.log('built');
    cpSync(import.meta.dirname + '/cli.js', import.meta.dirname + '/../dist/cli.js');
  `,
  '.own code/scripts/cli.js': `import(${JSON.stringify(pathToFileURL(cliPath).href)});\n`,
  '.gitignore': '.own code/\n',
};

describe('the action for GitHub', () => {
  const make = temporary(folderOf);
  let folder: Folder | undefined;

  /** Runs all steps with these inputs and the defaults of the others. */
  const run = (
    files: Readonly<Record<string, string>>,
    inputs: Readonly<Record<string, string>>,
    prepare: (path: string) => void = () => undefined,
  ): Ran & { outputs: Readonly<Record<string, string>>; summary: string; words: () => readonly string[] } => {
    const at = (folder = make({ ...files, ...ownCode }));
    prepare(at.path);
    const shell = shellIn(at.path);
    const output = join(at.path, '.bin/output');
    const summary = join(at.path, '.bin/summary');
    writeFileSync(output, '');
    writeFileSync(summary, '');
    let outcome: Ran = { code: 0, out: '', err: '' };
    for (const step of action.runs.steps) {
      const env = Object.entries(step.env).map(([name, text]) => [name, filled(text, inputs)] as const);
      outcome = shell.run(step.run, {
        ...Object.fromEntries(env),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_ACTION_PATH: join(at.path, '.own code'),
      });
    }
    const lines = readFileSync(output, 'utf8').split('\n').slice(0, -1);
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]));
    return { ...outcome, outputs, summary: readFileSync(summary, 'utf8'), words: shell.npxWords };
  };

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
      const read = Object.values(step.env).map((text) => /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1]);
      assert.deepEqual(read, Object.keys(action.inputs));
    }
    for (const { value } of Object.values(action.outputs))
      assert.match(value, /^\$\{\{ steps\.check\.outputs\.[a-z-]+ \}\}$/);
  });

  it('asks for nothing that the bash of macOS, 3.2, does not have', () => {
    const lines = action.runs.steps.flatMap((step) => step.run.split('\n')).filter((line) => !/^\s*#/.test(line));
    assert.doesNotMatch(lines.join('\n'), /\b(?:mapfile|readarray|declare -A)\b|\$\{\w+(?:,|\^|@)/);
  });

  it('annotates what it finds, and fails', () => {
    const { code, out, err, outputs, words } = run({ 'a.yaml': bad }, {});
    assert.match(out, /^::error .*file=a\.yaml/m);
    assert.deepEqual([code, outputs, err], [1, { 'exit-code': '1' }, 'built\n']);
    assert.throws(words, /ENOENT/, 'nothing is taken from npm');
  });

  it('passes where there is nothing to find', () => {
    const { code, outputs } = run({ 'a.yaml': 'a: 1\n' }, {});
    assert.deepEqual([code, outputs], [0, { 'exit-code': '0' }]);
  });

  it('runs a version of the package from npm', () => {
    const { code, words } = run({ 'a.yaml': bad }, { version: '0.1.0' });
    assert.equal(code, 1);
    const call = [
      '--yes',
      '--package=endpoints-language-server@0.1.0',
      'endpoints',
      'check',
      '--format=github',
      '--',
      '.',
    ];
    assert.deepEqual(words(), call);
  });

  it('writes a SARIF report, and says where', () => {
    const { code, outputs } = run({ 'a.yaml': bad }, { sarif: 'out put.sarif' });
    assert.deepEqual([code, outputs], [1, { 'exit-code': '1', sarif: 'out put.sarif' }]);
    const sarif = JSON.parse(readFileSync(join(folder?.path ?? '', 'out put.sarif'), 'utf8')) as { version: string };
    assert.equal(sarif.version, '2.1.0');
  });

  it('opens no alert for what is ignored or in the baseline', () => {
    const found = (inputs: Readonly<Record<string, string>>, text = bad): readonly unknown[] => {
      const { outputs } = run({ 'a.yaml': text, 'known.json': '{"version":1,"findings":{"a.yaml":[]}}' }, inputs);
      const log = readFileSync(join(folder?.path ?? '', outputs['sarif'] ?? ''), 'utf8');
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
    const { out, code, words } = run(files, {
      paths: '  a b.yaml\n\n k/*.yaml \r\n',
      args: '--severity=loopback-ip=warning\n--max-warnings=5\n',
      version: '0.1.0',
    });
    assert.equal(code, 0, out);
    assert.deepEqual(words().slice(-6), [
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
    assert.ok(
      run({ 'a.yaml': bad }, { since: 'origin/main', version: '0.1.0' }).words().includes('--since=origin/main'),
    );
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
    const { code, words } = run({ 'a.yaml': bad }, { command: 'endpoints' });
    assert.equal(code, 1);
    assert.throws(words, /ENOENT/, 'nothing is taken from npm');
  });

  it('takes no input for code, an option or a package from elsewhere', () => {
    const evil = '$(touch pwned) `touch pwned` "; touch pwned; \' & touch pwned';
    for (const name of Object.keys(action.inputs)) {
      const { code } = run({ 'a.yaml': bad }, { [name]: evil });
      assert.ok(code !== 0, name);
      assert.equal(existsSync(join(folder?.path ?? '', 'pwned')), false, name);
    }
    for (const version of ['file:../evil', 'https://example.com/x.tgz', ' ', '1 --evil', '1\nevil'])
      assert.equal(run({ 'a.yaml': bad }, { version }).code, 2, version);
    assert.equal(run({ 'a.yaml': bad }, { sarif: 'a\nexit-code=0' }).code, 2);
    const fix = run({ 'a.yaml': bad }, { paths: '--fix\n' });
    assert.match(fix.err, /--fix does not exist/);
  });
});

/** What GitHub makes of an expression. */
function filled(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{\{ inputs\.([a-z-]+) \}\}/g,
    (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
  );
}
