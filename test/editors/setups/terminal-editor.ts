/** Runs a terminal editor with a setup of docs/editors.md, and makes a test of each step of its script. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/root.ts';
import { isRunning } from '../support/process-tree.ts';
import { until } from '../support/until.ts';
import { describeOutcome, discardHome, runEditor, type Outcome, type TerminalEditor } from './run-editor.ts';

/** The required steps of each script in order; additional steps come between. */
const firstSteps = [
  'starts the server for the text',
  'shows the finding at its place',
  'keeps to the settings',
  'explains the key under the cursor',
  'completes a key',
  'applies a fix',
  'takes the finding away',
];
const lastSteps = ['shows no error', 'ends'];

const text = `apiVersion: v1
kind: Endpoints
metadata:
  name: external-db
subsets:
  - addresses:
      - ip: 10.20.0.15
    ports:
      - port: 5432
        protocol: tcp
`;
const textAfterwards = text.replace('        protocol: tcp', '        name: sql\n        protocol: TCP');

/** Another file with the address. */
const other = `apiVersion: v1
kind: Endpoints
metadata:
  name: other-db
  namespace: other
subsets:
  - addresses: [{ ip: "::ffff:10.20.0.15" }]
`;

/** The first fence of the language in the section with the heading. */
export function fenceBelow(heading: string, language: string): string {
  const page = readFileSync(join(root, 'docs/editors.md'), 'utf8');
  const [, rest = ''] = page.split(`\n${heading}\n`);
  const [section = ''] = rest.split(/^#{2,3} /m);
  const fence = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(section);
  assert.ok(fence?.[1], `docs/editors.md has no fence of ${language} below "${heading}"`);
  return fence[1];
}

/** A script in the folder of this file. */
export function scriptOf(name: string): string {
  return join(root, 'test/editors/setups', name);
}

/** One test for each step; `more` are additional ones. The editor runs once, before them. */
export function testEditor(editor: TerminalEditor, more: readonly string[] = []): void {
  const expectedSteps = [...firstSteps, ...more, ...lastSteps];
  const home = mkdtempSync(join(tmpdir(), 'endpoints-editor-'));
  let outcome: Outcome;
  let savedText: string;
  before(async () => {
    const file = join(home, 'work/external-db.yaml');
    outcome = await runEditor(editor, home, { 'external-db.yaml': text, 'other-db.yaml': other }, { TEXT: file });
    savedText = readFileSync(file, 'utf8');
  });
  after(() => discardHome(home, outcome));
  for (const step of expectedSteps) {
    it(step, () => assert.ok(outcome.lines.includes(`ok ${step}`), describeOutcome(outcome)));
  }
  it('saves the text as it was shown', () => assert.equal(savedText, textAfterwards, describeOutcome(outcome)));
  it('is told nothing but these steps, and ends well', () => {
    const steps = outcome.lines.map((line) => line.replace(/^(?:ok|FAIL) /, '').replace(/:.*/, ''));
    assert.deepEqual([outcome.code, steps], [0, expectedSteps], describeOutcome(outcome));
  });
  it('leaves no server behind', async () => {
    assert.equal(outcome.servers.length, 1, describeOutcome(outcome));
    await until('the end of the server', () => !outcome.servers.some(isRunning), { within: 5000 });
  });
}
