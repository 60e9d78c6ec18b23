/** Runs `endpoints apply --steps` within the process of the tests, in a temporary folder. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../server/src/cli/main.ts';

interface Cause {
  readonly field: string;
  readonly reason: string;
}

/** The answer of an API server to one request. */
export type Answer = {
  readonly result?: {
    readonly finalizers: readonly string[];
    readonly managedFields: readonly { readonly manager: string; readonly fieldsV1: unknown }[];
    readonly [name: string]: unknown;
  };
  readonly conflicts?: readonly { readonly field: string; readonly with: string; readonly using?: string }[];
  readonly rejected?: { readonly causes: readonly Cause[]; readonly message: string };
};

/** For the suite that calls it. */
export function replaying() {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'steps-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = async (text: string, ...args: readonly string[]) => {
    writeFileSync(join(folder, 'steps.json'), text);
    const said = { out: '', err: '' };
    const code = await main(['apply', '--steps', 'steps.json', ...args], {
      cwd: folder,
      isColored: false,
      width: undefined,
      version: '0',
      out: (part) => void (said.out += part),
      err: (part) => void (said.err += part),
    });
    return { code, ...said };
  };

  const replayed = async (steps: readonly unknown[], ...args: readonly string[]): Promise<readonly Answer[]> => {
    const { code, out, err } = await run(JSON.stringify({ steps }), ...args);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
    return answersIn(out);
  };
  return { run, replayed, folder: () => folder };
}

export function answersIn(out: string): readonly Answer[] {
  const printed = JSON.parse(out) as { readonly steps: readonly Answer[] };
  assert.deepEqual(Object.keys(printed), ['steps']);
  return printed.steps;
}
