/** Runs the action for GitHub as a runner does: its steps, in a folder, with inputs and the variables of the runner. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { cliPath, type Folder, type Ran } from './process.ts';
import { root } from './root.ts';
import { shellIn } from './shell.ts';

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

export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** What a runner checks out with the action. It is no part of the checked repository. */
const checkout = {
  '.own code/package.json': readFileSync(join(root, 'package.json'), 'utf8'),
  '.own code/scripts/action-command.mjs': readFileSync(join(root, 'scripts/action-command.mjs'), 'utf8'),
  '.gitignore': '.own code/\n.temp/\n',
};

/** The checkout of an action that was built in it. */
const build = { '.own code/dist/cli.js': `import(${JSON.stringify(pathToFileURL(cliPath).href)});\n` };

/** Where the action comes from, in the contexts of GitHub. */
export interface Origin {
  readonly repository: string;
  readonly ref: string;
  readonly server: string;
}

export interface ActionRun extends Ran {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs all steps with these inputs and the defaults of the others: with the build in the checkout, or from its origin. */
export function runAction(
  folderOf: (files: Readonly<Record<string, string>>) => Folder,
  files: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>>,
  {
    origin,
    prepare,
    path,
  }: { readonly origin?: Origin; readonly prepare?: (path: string) => void; readonly path?: string } = {},
): ActionRun & { readonly folder: string } {
  const { path: folder } = folderOf({ ...files, ...checkout, ...(origin ? {} : build) });
  prepare?.(folder);
  return { ...runSteps(folder, inputs, origin, path), folder };
}

/** Runs the steps in the folder of a run before, as the second use in one job. */
export function runSteps(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  { repository = '', ref = '', server = 'https://github.com' }: Partial<Origin> = {},
  path?: string,
): ActionRun {
  const shell = shellIn(folder);
  const [output, summary, temporary] = ['.bin/output', '.bin/summary', '.temp'].map((name) => join(folder, name));
  if (output === undefined || summary === undefined || temporary === undefined) throw new Error('Three paths.');
  writeFileSync(output, '');
  writeFileSync(summary, '');
  mkdirSync(temporary, { recursive: true });
  const contexts = { 'github.action_repository': repository, 'github.action_ref': ref };
  let outcome: Ran = { code: 0, out: '', err: '' };
  for (const step of action.runs.steps) {
    const env = Object.entries(step.env).map(([name, text]) => [name, filled(text, inputs, contexts)] as const);
    outcome = shell.run(step.run, {
      ...Object.fromEntries(env),
      ...(path === undefined ? {} : { PATH: path }),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTION_PATH: join(folder, '.own code'),
      GITHUB_SERVER_URL: server,
      RUNNER_TEMP: temporary,
    });
  }
  const lines = readFileSync(output, 'utf8').split('\n').slice(0, -1);
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]));
  return { ...outcome, outputs, summary: readFileSync(summary, 'utf8') };
}

/** What GitHub makes of an expression. */
function filled(
  text: string,
  inputs: Readonly<Record<string, string>>,
  contexts: Readonly<Record<string, string>>,
): string {
  return text.replace(/\$\{\{ ([a-z_.-]+) \}\}/g, (_, name: string) => {
    const input = name.startsWith('inputs.') ? name.slice('inputs.'.length) : undefined;
    return (input === undefined ? contexts[name] : (inputs[input] ?? action.inputs[input]?.default)) ?? '';
  });
}
