/** Opens the example programs in a terminal editor beside the servers of their languages, and makes a test of each. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleFiles, examplePrograms } from '../support/example-programs.ts';
import { installed } from '../support/installed.ts';
import { describeOutcome, discardHome, runEditor, type Outcome, type TerminalEditor } from './run-editor.ts';

/** `isAlone` says that the setup starts no server of a language. The editor runs once, before the tests. */
export function testPrograms(editor: TerminalEditor, isAlone = false): void {
  const programs = examplePrograms.map(({ file, message, server, other }) => ({
    file,
    message,
    other: isAlone ? undefined : other,
    step: `reports in ${file.split('/')[0]}${isAlone || server === undefined ? '' : ` beside ${server}`}`,
  }));
  const home = mkdtempSync(join(tmpdir(), 'endpoints-programs-'));
  let outcome: Outcome;
  before(async () => {
    // The language server of TypeScript takes the package of the project.
    mkdirSync(join(home, 'work/node_modules'), { recursive: true });
    symlinkSync(installed().typescript, join(home, 'work/node_modules/typescript'));
    const files = { ...exampleFiles(), 'go/go.mod': 'module metrics\n\ngo 1.19\n' };
    const environment = {
      PROGRAMS: JSON.stringify(programs),
      GOPROXY: 'off',
      GOFLAGS: '-mod=mod',
      GOTOOLCHAIN: 'local',
    };
    outcome = await runEditor({ ...editor, commands: languageServers() }, home, files, environment);
  });
  after(() => discardHome(home, outcome));

  for (const { step } of programs) {
    it(step, () => assert.ok(outcome.lines.includes(`ok ${step}`), describeOutcome(outcome)));
  }
  it('shows no error, and ends well', () => {
    assert.ok(outcome.lines.includes('ok shows no error'), describeOutcome(outcome));
    assert.equal(outcome.code, 0, describeOutcome(outcome));
  });
}

function languageServers(): Readonly<Record<string, string>> {
  const { pyright, typescriptServer } = installed();
  const start = (script: string): string => `exec "${process.execPath}" "${script}"`;
  return { 'pyright-langserver': start(pyright), 'typescript-language-server': start(typescriptServer) };
}
