/** Tests the scripts of `endpoints completion` in zsh and fish, and the man pages with mandoc. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../server/src/cli/commands/commands.ts';
import { targetLanguages } from '../../server/src/convert/translate/carried.ts';
import { reporterNames } from '../../server/src/reports/reporters.ts';
import { rules } from '../../server/src/rules/rules.ts';
import { root } from '../support/root.ts';

const levels = ['off', 'hint', 'info', 'warning', 'error'];

describe('the completion of shells', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'endpoints-shells-'));
    writeFileSync(join(folder, 'notes.yaml'), '');
    for (const shell of ['zsh', 'fish']) {
      const script = printed(process.execPath, [join(root, 'dist/cli.js'), 'completion', shell], folder);
      writeFileSync(join(folder, `endpoints.${shell}`), script);
    }
  });
  after(() => rmSync(folder, { recursive: true }));

  const inZsh = (line: string): readonly string[] =>
    linesOf(printed('zsh', ['-f', join(root, 'test/editors/setups/ask.zsh'), 'endpoints.zsh', line], folder));
  // Fish prints a description after a tab, and sorts the items.
  const inFish = (line: string): readonly string[] => {
    const ask = `source endpoints.fish; complete -C ${JSON.stringify(line)}`;
    return linesOf(printed('fish', ['--no-config', '-c', ask], folder)).map((each) => each.replace(/\t.*/, ''));
  };

  const cases: readonly (readonly [line: string, expected: readonly string[]])[] = [
    ['endpoints ', commands.map(({ name }) => name)],
    ['endpoints com', ['completion']],
    ['endpoints check --kub', ['--kubernetes-version']],
    ['endpoints check --format ', reporterNames],
    ['endpoints convert --write --to ', ['endpointslice', 'endpoints', ...targetLanguages]],
    ['endpoints explain ', rules.map(({ code }) => code)],
    ['endpoints completion z', ['zsh']],
    ['endpoints check note', ['notes.yaml']],
    ['endpoints check --config note', ['notes.yaml']],
    ['endpoints merge note', ['notes.yaml']],
    ['endpoints rules --', ['--help', '--format']],
  ];
  for (const [line, expected] of cases) {
    it(`proposes for "${line}" what can be written, in zsh`, () => assert.deepEqual(inZsh(line), expected));
    it(`proposes for "${line}" what can be written, in fish`, () =>
      assert.deepEqual(inFish(line).toSorted(), expected.toSorted()));
  }

  it('proposes rules and then levels', () => {
    assert.deepEqual(inZsh('endpoints check --severity loopback'), ['loopback-ip']);
    assert.deepEqual(inZsh('endpoints check --severity loopback-ip='), levels);
    assert.deepEqual(
      inFish('endpoints check --severity loopback'),
      levels.map((level) => `loopback-ip=${level}`).toSorted(),
    );
  });
});

describe('the man pages', () => {
  for (const page of ['endpoints.1', 'endpoints-language-server.1']) {
    it(`${page} has nothing that mandoc warns of, but that it has no date`, () => {
      const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', join(root, 'dist', page)], {
        encoding: 'utf8',
      });
      const warnings = linesOf(stdout).map((line) => line.replace(/^.*?(WARNING|ERROR|UNSUPP)/, '$1'));
      assert.deepEqual(warnings, ['WARNING: missing date, using "": TH']);
    });
  }
});

/** The output of a program, which must not print errors. */
function printed(command: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 30_000 });
  if (error) throw error;
  assert.equal(stderr, '');
  return stdout;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
