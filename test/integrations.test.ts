/** What docs/ci.md offers beside the action for GitHub: each is read, and run as far as that needs no server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { shellIn } from './support/shell.ts';
import { temporary } from './support/temporary.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 127.0.0.1}]\n';
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly language: string;
  readonly types_or: readonly string[];
  readonly require_serial: boolean;
}

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: { readonly when: string; readonly reports: { readonly codequality: string } };
}

/** The member of that name in a block of YAML on the page. */
function fenced(name: string): unknown {
  const fences = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => parse(text) as object);
  const found = fences.find((each) => Object.hasOwn(each, name)) ?? assert.fail(`the page has no ${name}`);
  return (found as Readonly<Record<string, unknown>>)[name];
}

interface Change {
  readonly rules: readonly { readonly variables?: Readonly<Record<string, string>> }[];
}

describe('integrations', () => {
  const having = temporary(folderOf);

  describe('the hooks of pre-commit', () => {
    const programs = ['ts', 'tsx', 'javascript', 'jsx', 'python', 'go', 'c#', 'java'];
    const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly Hook[];

    it('name a command of the package, and get manifests and programs', () => {
      const { bin } = JSON.parse(read('package.json')) as { bin: Readonly<Record<string, string>> };
      for (const { entry, language, types_or, require_serial } of hooks) {
        assert.ok(Object.hasOwn(bin, entry.split(' ')[0] ?? ''), entry);
        assert.deepEqual([language, types_or, require_serial], ['node', ['yaml', 'json', ...programs], true]);
      }
      assert.deepEqual(
        hooks.map(({ id }) => id),
        ['endpoints-check', 'endpoints-fix'],
      );
      for (const { id } of hooks) assert.ok(page.includes(id), id);
    });

    it('run with names of files behind their entry', () => {
      const { path } = having({ 'a b.yaml': bad, 'good.json': '{}', 'c.yaml': bad.replace('127.0.0.1', '10.0.0.1') });
      const shell = shellIn(path);
      for (const { entry } of hooks) {
        const failed = shell.run(`${entry} --kubernetes-version=1.30 'a b.yaml' good.json`);
        assert.equal(failed.code, 1, failed.err);
        assert.match(failed.out, /^a b\.yaml:5:/m);
        assert.equal(shell.run(`${entry} c.yaml good.json`).code, 0);
      }
    });

    it('can be one line of git', () => {
      const { path } = having({ 'a.yaml': bad, 'gone.yaml': bad });
      const line = /^git diff --cached .*$/m.exec(page)?.[0] ?? assert.fail('the page has no such line');
      const lines = [
        'git init -q',
        'git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m a',
        'git add a.yaml',
        line,
      ];
      const { code, out } = shellIn(path).run(lines.join('\n'));
      assert.match(out, /^a\.yaml:5:/m);
      assert.deepEqual([code, out.includes('gone.yaml')], [1, false]);
    });
  });

  describe('the template for GitLab', () => {
    const { endpoints: job, ...others } = parse(read('integrations/gitlab.yml')) as { endpoints: Job };

    it('is one job that keeps its report also where it fails', () => {
      assert.deepEqual(others, {});
      assert.equal(job.artifacts.when, 'always');
      for (const name of Object.keys(job.variables))
        assert.match([...job.script, ...job.before_script].join('\n'), new RegExp(`\\$${name}\\b`));
    });

    it('takes the variables that the page sets', () => {
      const change = fenced('endpoints') as Change;
      const set = change.rules.flatMap(({ variables = {} }) => Object.keys(variables));
      assert.deepEqual(set, ['ENDPOINTS_OPTIONS']);
      for (const name of set) assert.ok(Object.hasOwn(job.variables, name), name);
    });

    it('has an example of parts that come together', () => {
      const { path } = having({ 'k8s/a.yaml': bad, 'k8s/b.yaml': 'a: 1\n', 'k8s/c.yaml': bad });
      const [part, merge] = [fenced('endpoints-part') as Job, fenced('endpoints-merge') as Job];
      const shell = shellIn(path);
      for (const index of ['1', '2', '3', '4']) {
        const { code, err } = shell.run(part.script.join('\n'), { CI_NODE_INDEX: index, CI_NODE_TOTAL: '4' });
        assert.deepEqual([code, err], [0, '']);
      }
      const broken = shell.run(part.script.join('\n'), { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' });
      assert.notEqual(broken.code, 0);
      const merged = shell.run(merge.script.join('\n'));
      assert.equal(merged.code, 1, merged.err);
      assert.equal(merged.out, shell.run('endpoints check k8s').out);
      const issues = JSON.parse(readFileSync(join(path, merge.artifacts.reports.codequality), 'utf8')) as unknown[];
      assert.equal(issues.length, 4);
    });

    for (const [what, text, code] of [
      ['findings', bad, 1],
      ['none', 'a: 1\n', 0],
    ] as const)
      it(`writes the report of code quality: ${what}`, () => {
        const { path } = having({ 'k/a.yaml': text, 'b/c.yaml': text });
        const variables = { ...job.variables, ENDPOINTS_PATHS: 'k b', ENDPOINTS_OPTIONS: '--quiet --max-warnings=0' };
        const done = shellIn(path).run(job.script.join('\n'), variables);
        assert.equal(done.code, code, done.err);
        const report = JSON.parse(readFileSync(join(path, job.artifacts.reports.codequality), 'utf8')) as readonly {
          description: string;
          check_name: string;
          fingerprint: string;
          severity: string;
          location: { path: string; lines: { begin: number } };
        }[];
        assert.deepEqual(
          report.map(({ check_name, location }) => [check_name, location.path, location.lines.begin]),
          code === 0 ? [] : ['k/a.yaml', 'b/c.yaml'].map((file) => ['loopback-ip', file, 5]),
        );
        for (const { severity, fingerprint, description } of report) {
          assert.ok(['info', 'minor', 'major', 'critical', 'blocker'].includes(severity));
          assert.ok(fingerprint !== '' && description !== '');
        }
        assert.equal(new Set(report.map(({ fingerprint }) => fingerprint)).size, report.length);
      });
  });

  describe('the examples for Argo CD', () => {
    const files = readdirSync(join(root, 'integrations/argocd')).map((file) => `integrations/argocd/${file}`);

    it('are manifests of which nothing is to be said', () => {
      for (const file of files) {
        const documents = parseAllDocuments(read(file));
        assert.deepEqual(
          documents.flatMap((document) => ('errors' in document ? document.errors : [])),
          [],
        );
        assert.ok(page.includes(`../${file}`), file);
      }
      const { out, code } = having({}).run('check', '--format', 'json', ...files.map((file) => join(root, file)));
      assert.deepEqual([code, (JSON.parse(out) as { diagnostics: unknown[] }).diagnostics], [0, []]);
    });

    it('run before a sync, once', () => {
      const job = parse(read('integrations/argocd/presync-job.yaml')) as {
        metadata: { annotations: Readonly<Record<string, string>> };
        spec: {
          backoffLimit: number;
          template: { spec: { restartPolicy: string; containers: readonly { command: readonly string[] }[] } };
        };
      };
      assert.equal(job.metadata.annotations['argocd.argoproj.io/hook'], 'PreSync');
      assert.deepEqual([job.spec.backoffLimit, job.spec.template.spec.restartPolicy], [0, 'Never']);
      const shell = shellIn(having({ 'k8s/a.yaml': bad }).path);
      const command = job.spec.template.spec.containers[0]?.command ?? [];
      assert.equal(shell.run(command.join(' ')).code, 1);
    });

    it('hand on what was rendered, and nothing where a finding stands in the way', () => {
      const map = parse(read('integrations/argocd/plugin.yaml')) as { data: Readonly<Record<string, string>> };
      const plugin = parse(map.data['plugin.yaml'] ?? '') as {
        spec: { generate: { command: string[]; args: [string] } };
      };
      const { command, args } = plugin.spec.generate;
      assert.deepEqual(command, ['sh', '-ec']);
      const good = bad.replace('127.0.0.1', '10.0.0.1');
      for (const [text, out, code] of [
        [good, good, 0],
        [bad, '', 1],
      ] as const) {
        const { path } = having({ 'rendered.yaml': text });
        const kustomize = `kustomize() { cat rendered.yaml; }\n`;
        const done = shellIn(path).run(`${command.join(' ')} ${quoted(kustomize + args[0])}`);
        assert.deepEqual([done.out, done.code, done.err.includes('loopback-ip')], [out, code, code === 1]);
      }
    });
  });

  it('is a line for make', () => {
    const text = /```make\n([^]*?)```/.exec(page)?.[1] ?? assert.fail('the page has no lines for make');
    const { path } = having({ Makefile: text, 'k8s/a.yaml': bad });
    const { code, out } = shellIn(path).run('make endpoints');
    assert.equal(code, 2);
    assert.match(out, /^k8s\/a\.yaml:5:/m);
  });

  it('is documented with YAML that can be read', () => {
    const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map((match) => match[1] ?? '');
    assert.ok(blocks.length >= 3);
    for (const block of blocks) assert.equal(typeof parse(block), 'object');
    const inputs = Object.keys((parse(read('action.yml')) as { inputs: object }).inputs);
    const documented = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map((match) => match[1]);
    assert.deepEqual(documented, inputs);
  });
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
