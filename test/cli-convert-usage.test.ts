/** `endpoints convert`, used wrongly, or with nothing to do: one sentence, and the right exit code. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const db = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n';

describe('endpoints convert, used wrongly', () => {
  const having = temporary(folderOf);

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], '"endpoints convert" needs files to convert. Name files, a directory, a glob or -.'],
    [
      ['--to=', '.'],
      '--to "" is not a valid value. Use endpointslice, endpoints, typescript, python, go, csharp, java, pulumi-yaml, terraform or manifest.',
    ],
    [['--mode=', '.'], '--mode "" is not a valid value. Use replace or add.'],
    [['--report', '--format=', '.'], '--format "" is not a valid value. Use text, json or markdown.'],
    [
      ['--to', 'slices', '.'],
      '--to slices is not a valid value. Use endpointslice, endpoints, typescript, python, go, csharp, java, pulumi-yaml, terraform or manifest.',
    ],
    [['--mode', 'both', '.'], '--mode both is not a valid value. Use replace or add.'],
    [
      ['--to', 'endpoints', '--mode', 'add', '.'],
      '--mode add needs --to endpointslice. Remove --mode, or change --to.',
    ],
    [
      ['--to', 'endpoints', '--managed-by', 'me', '.'],
      '--managed-by needs --to endpointslice. Remove --managed-by, or change --to.',
    ],
    [['--write', '--stdout', '.'], '--stdout and --write cannot be used together. Use one of them.'],
    [['--diff', '--report', '.'], '--diff and --report cannot be used together. Use one of them.'],
    [['--write', '-'], '--write cannot write to standard input. Name a file, or use --stdout.'],
    [['--yes', '.'], '--yes needs --write. Remove --yes, or add --write.'],
    [['--format', 'json', '.'], '--format json needs --report. Remove --format, or add --report.'],
    [['--report', '--format', 'html', '.'], '--format html is not a valid value. Use text, json or markdown.'],
    [['--reprot', '.'], 'There is no option --reprot. Did you mean --report?'],
    [
      ['--managed-by', '', '.'],
      '--managed-by "" is not a name. Write the manager of the slices, such as platform-team.',
    ],
    [
      ['--managed-by', 'our team', '.'],
      '--managed-by "our team" is not a valid label value: it contains a space; only letters, digits, "-", "_" and "." are allowed. Write a name such as platform-team.',
    ],
    [
      ['--managed-by', 'x'.repeat(64), '.'],
      `--managed-by "${'x'.repeat(47)}…" is not a valid label value: it is 64 bytes long; the limit is 63. Write a name such as platform-team.`,
    ],
    ...['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'].map(
      (name): readonly [readonly string[], string] => [
        ['--managed-by', name, '.'],
        `--managed-by "${name}" is a Kubernetes controller, which would change or delete the slices. Write your own name.`,
      ],
    ),
    [['missing.yaml'], 'missing.yaml does not exist. Check the path.'],
    [['*.none'], 'No file matches *.none. Check the pattern.'],
    [['--config', 'none.yaml', '.'], 'The settings file none.yaml does not exist. Check the path.'],
  ];
  for (const [args, message] of wrong) {
    it(`answers "${args.join(' ').slice(0, 60)}" with one sentence and exit code 2`, () => {
      const { out, err, code } = having({ 'a.yaml': db }).run('convert', ...args);
      assert.deepEqual([out, err, code], ['', `endpoints: ${message}\n`, 2]);
    });
  }

  it('says so where there is nothing to convert', () => {
    const { run } = having({ 'a.yaml': 'kind: Deployment\n', 'b.yaml': '' });
    const nothing = 'No Endpoints found in 2 files; nothing to convert.\n';
    assert.deepEqual(outcomeOf(run('convert', '.')), ['', nothing, 0]);
    assert.deepEqual(outcomeOf(run('convert', '--report', '.')), [nothing, '', 0]);
    assert.deepEqual(outcomeOf(run('convert', '--write', '.')), ['', nothing, 0]);
    const slices = 'No EndpointSlice found in 2 files; nothing to convert.\n';
    assert.deepEqual(outcomeOf(run('convert', '--to', 'endpoints', '.')), ['', slices, 0]);
  });

  it('hands through a single text in which there is nothing to convert', () => {
    const text = '# mine\r\nkind: Deployment\r\n';
    const { run, runWith } = having({ 'a.yaml': text });
    assert.deepEqual(
      [run('convert', '--stdout', 'a.yaml').out, runWith(text, 'convert', '--stdout', '-').out],
      [text, text],
    );
  });

  it('keeps the byte-order mark of a single text', () => {
    for (const text of [`\uFEFF${db}`, `\uFEFF${db}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n`]) {
      const { run, runWith } = having({ 'a.yaml': text });
      assert.match(run('convert', '--stdout', 'a.yaml').out, /^\uFEFFapiVersion/);
      assert.match(runWith(text, 'convert', '--stdout', '-').out, /^\uFEFFapiVersion/);
    }
  });
});

function outcomeOf({ out, err, code }: { out: string; err: string; code: number | null }): readonly unknown[] {
  return [out, err, code];
}
