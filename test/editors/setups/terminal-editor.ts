/** Runs a terminal editor with a setup of docs/editors.md, and makes a test of each step of its script. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../support/root.ts';

export interface TerminalEditor {
  /** The user's setup, and its file in the home folder. */
  readonly setup: string;
  readonly setupFile: string;
  /** Additional steps of the script. */
  readonly more?: readonly string[];
  readonly command: string;
  readonly args: (home: string) => readonly string[];
}

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

/** A program with an Endpoints on a loopback address. */
const program = `import pulumi_kubernetes as k8s

k8s.core.v1.Endpoints("shop", subsets=[{"addresses": [{"ip": "127.0.0.1"}], "ports": [{"port": 80}]}])
`;

interface Outcome {
  readonly code: number | null;
  /** The editor's output, for the message of a failed test. */
  readonly output: string;
  /** The script's lines: "ok STEP", or "FAIL STEP: what was seen". */
  readonly lines: readonly string[];
  readonly savedText: string;
  readonly servers: readonly number[];
}

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

/** One test for each step; the editor runs once, before them. */
export function testEditor(editor: TerminalEditor): void {
  const expectedSteps = [...firstSteps, ...(editor.more ?? []), ...lastSteps];
  const home = mkdtempSync(join(tmpdir(), 'endpoints-editor-'));
  let outcome: Outcome;
  before(async () => {
    outcome = await runEditor(editor, home);
  });
  after(() => {
    for (const pid of outcome.servers) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  for (const step of expectedSteps) {
    it(step, () => assert.ok(outcome.lines.includes(`ok ${step}`), describeOutcome(outcome)));
  }
  it('saves the text as it was shown', () => assert.equal(outcome.savedText, textAfterwards, describeOutcome(outcome)));
  it('is told nothing but these steps, and ends well', () => {
    const steps = outcome.lines.map((line) => line.replace(/^(?:ok|FAIL) /, '').replace(/:.*/, ''));
    assert.deepEqual([outcome.code, steps], [0, expectedSteps], describeOutcome(outcome));
  });
  it('leaves no server behind', async () => {
    assert.equal(outcome.servers.length, 1, describeOutcome(outcome));
    const deadline = performance.now() + 5_000;
    while (outcome.servers.some(isAlive) && performance.now() < deadline) await moment();
    assert.deepEqual(outcome.servers.filter(isAlive), [], describeOutcome(outcome));
  });
}

/** Starts the editor in its own home, with the server on its path, and waits for its end. */
async function runEditor(editor: TerminalEditor, home: string): Promise<Outcome> {
  const places = {
    STEPS: join(home, 'steps.txt'),
    TEXT: join(home, 'work/external-db.yaml'),
    SERVERS: join(home, 'servers.txt'),
  };
  write(places.TEXT, text);
  write(join(home, 'work/other-db.yaml'), other);
  write(join(home, 'work/shop.py'), program);
  write(join(home, editor.setupFile), editor.setup);
  const server = join(home, 'bin/endpoints-language-server');
  const start = `exec "${process.execPath}" "${join(root, 'dist/server.js')}" "$@"`;
  write(server, `#!/bin/sh\necho $$ >> "$SERVERS"\n${start}\n`);
  chmodSync(server, 0o755);
  const { code, output } = await runToEnd(editor.command, editor.args(home), {
    cwd: join(home, 'work'),
    env: { PATH: `${join(home, 'bin')}:${process.env['PATH']}`, HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', ...places },
  });
  return {
    code,
    output,
    lines: linesIn(places.STEPS),
    savedText: readFileSync(places.TEXT, 'utf8'),
    servers: linesIn(places.SERVERS).map(Number),
  };
}

/** An editor that waits for an answer is ended, and its code is null. */
function runToEnd(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const editor = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 45_000 });
    let output = '';
    for (const stream of [editor.stdout, editor.stderr]) {
      stream.setEncoding('utf8').on('data', (written: string) => void (output += written));
    }
    editor.once('error', fail);
    editor.once('close', (code) => done({ code, output }));
  });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function linesIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function moment(): Promise<void> {
  return new Promise((done) => void setTimeout(done, 20));
}

function describeOutcome({ code, output, lines, savedText }: Outcome): string {
  return `The editor ended with ${code} after these steps:\n${lines.join('\n')}\nIts text:\n${savedText}\nIt wrote:\n${output}`;
}
