/** Templates and programs that hold manifests: read where that works, otherwise counted and named. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: nas}\n';
const bad = `${head}subsets:\n  - addresses:\n      - ip: "#{ nas_ip }#"\n    ports:\n      - port: 99999\n`;
const inParts = `${head}subsets: [{% for ip in ips %}{addresses: [{ip: "{{ ip }}"}]},{% endfor %}]\n`;
const ytt = '#@ load("@ytt:data", "data")\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: #@ data.values.name\n';
const erb = `${head}subsets:\n  <% @ips.each do |ip| %>\n  - addresses: [{ip: <%= ip %>}]\n  <% end %>\n`;
const jsonnet = "{ apiVersion: 'v1', kind: 'EndpointSlice', metadata: { name: $.name } }\n";
const cue = 'slice: {\n\tapiVersion: "discovery.k8s.io/v1"\n\tkind: "EndpointSlice"\n}\n';
const quiet = ['--severity', 'deprecated-endpoints=off'];

interface JsonReport {
  readonly files: number;
  readonly placeholders: number;
  readonly diagnostics: readonly { readonly file: string; readonly code: string }[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
}

describe('files in other languages', () => {
  const having = temporary(folderOf);

  const check = (files: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    having(files).run('check', ...quiet, ...args);
  const reportOf = ({ run }: Folder, ...args: readonly string[]): JsonReport =>
    JSON.parse(run('check', ...quiet, '--format', 'json', ...args).out) as JsonReport;

  const terraform = `${head}subsets:\n%{ for ip in ips ~}\n  - addresses: [{ip: x}]\n%{ endfor ~}\n`;
  const skippedFiles = { 'a.yaml.j2': inParts, 'b.jsonnet': jsonnet, 'c.cue': cue, 'd.yaml.erb': erb, 'e.yaml': ytt };

  it('are named instead of being taken for nothing', () => {
    const { out, err, code } = check(skippedFiles);
    const named = 'CUE (c.cue), ERB (d.yaml.erb), Jinja (a.yaml.j2), Jsonnet (b.jsonnet), ytt (e.yaml)';
    assert.deepEqual([out, err, code], [`No Endpoints read in 5 files. 5 skipped: ${named}.\n`, '', 0]);
  });

  it('are counted beyond three of one language', () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.j2`, inParts]));
    const { out } = check(files);
    assert.equal(out, 'No Endpoints read in 5 files. 5 skipped: Jinja (a.j2, b.j2, c.j2, 2 more).\n');
  });

  it('are named behind what was read', () => {
    const { out, code } = check({ ...skippedFiles, 'f.yaml': `${head}subsets: []\n`, 'b.jsonnet': '{}', 'c.cue': '' });
    const named = 'ERB (d.yaml.erb), Jinja (a.yaml.j2), ytt (e.yaml)';
    assert.deepEqual([out, code], [`No problems in 1 resource in 4 files. 3 skipped: ${named}.\n`, 0]);
  });

  it('are named where the command line names them', () => {
    const more = { 'f.tftpl': terraform, 'g.yaml.in': `${head}x: {{ y }}{{ z }}: 1: [\n` };
    const folder = having({ ...skippedFiles, ...more });
    for (const [name, language] of [
      ['a.yaml.j2', 'Jinja'],
      ['b.jsonnet', 'Jsonnet'],
      ['c.cue', 'CUE'],
      ['d.yaml.erb', 'ERB'],
      ['e.yaml', 'ytt'],
      ['f.tftpl', 'Terraform template'],
      ['g.yaml.in', 'template'],
    ] as const)
      assert.equal(folder.run('check', name).out, `No Endpoints read in 1 file. 1 skipped: ${language} (${name}).\n`);
  });

  it('are in JSON and SARIF reports', () => {
    const folder = having({ 'a.yaml.j2': inParts, 'e.yaml': ytt });
    assert.deepEqual(reportOf(folder).skipped, [
      { file: 'a.yaml.j2', reason: 'Jinja' },
      { file: 'e.yaml', reason: 'ytt' },
    ]);
    const { runs } = JSON.parse(folder.run('check', '--format', 'sarif').out) as {
      runs: [{ invocations: [{ toolExecutionNotifications: { level: string; message: { text: string } }[] }] }];
    };
    assert.deepEqual(
      runs[0].invocations[0].toolExecutionNotifications.map(({ level, message }) => [level, message.text]),
      [
        ['note', 'a.yaml.j2 is skipped: Jinja.'],
        ['note', 'e.yaml is skipped: ytt.'],
      ],
    );
  });

  it('are in the statistics', () => {
    assert.match(check({ 'e.yaml': ytt }, '--stats').err, /^1 skipped: ytt \(e\.yaml\)\.$/m);
  });

  it('are the same in shards', () => {
    const folder = having({ ...skippedFiles, 'f.yaml': bad, 'g.tpl': bad });
    const whole = folder.run('check', ...quiet, '.', '--format', 'json').out;
    assert.equal((JSON.parse(whole) as JsonReport).placeholders, 2);
    for (const part of [1, 2, 3])
      folder.run('check', ...quiet, '.', '--shard', `${part}/3`, '--format', 'json', '--output', `part-${part}.json`);
    const merged = folder.run('merge', 'part-1.json', 'part-2.json', 'part-3.json', '--format', 'json').out;
    assert.equal(merged, whole);
  });

  it('are not missed where they hold no checked object', () => {
    const { out } = check({
      'a.j2': 'kind: Deployment\nmetadata: {name: {{ x }}}\n',
      'b.jsonnet': '// Endpoints of the API\n{ kind: "Role", rules: [{ resources: ["endpoints"] }] }\n',
      'c.tpl': '{{ define "endpoints" }}{{ end }}',
      'd.hbs': 'Endpoints',
      'e.yaml': '#@ load("@ytt:data", "data")\napiVersion: v1\nkind: Service\n',
      'f.yaml': '# no manifest\nkind: <%= kind %>\n',
      'g.yaml':
        'apiVersion: v1\nkind: ConfigMap\ndata:\n  log: |\n    %{format}x\n    %{ if x }\n    kind: Endpoints\n',
    });
    assert.equal(out, 'No Endpoints found in 3 files; nothing to check.\n');
  });

  it('are not taken for ytt because of a comment', () => {
    const files = { 'a.yaml': `#@ the storage of the office\n${head}subsets: []\n` };
    assert.equal(check(files).out, 'No problems in 1 resource in 1 file.\n');
  });

  it('are Jinja in JSON too: a statement between values is not read, one in a string is an unknown value', () => {
    const json = (metadata: string, ip: string): string =>
      `{"apiVersion":"v1","kind":"Endpoints",${metadata},"subsets":[{"addresses":[{"ip":"${ip}"}],"ports":[{"port":99999}]}]}`;
    const named = json('"metadata":{"name":"a"}', '{% if x %}10.0.0.1{% else %}10.0.0.2{% endif %}');
    const between = json('{% if x %}"metadata":{"name":"a"}{% endif %}', '10.0.0.1');
    const { diagnostics, skipped } = reportOf(having({ 'a.json': named, 'b.json.j2': between }));
    assert.deepEqual(
      diagnostics.map(({ file, code }) => `${file} ${code}`),
      ['a.json port-out-of-range'],
    );
    assert.deepEqual(skipped, [{ file: 'b.json.j2', reason: 'Jinja' }]);
  });

  it('are named where an object carries them, and what is around them is checked', () => {
    const map = (name: string, text: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  a: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`;
    const folder = having({
      'a.yaml': map('a', erb),
      'b.yaml': map('b', inParts),
      'c.yaml': `${map('c', bad)}  b: |\n    <% other %>\n`,
    });
    const { diagnostics, skipped } = reportOf(folder);
    assert.deepEqual(
      diagnostics.map(({ file, code }) => `${file} ${code}`),
      ['c.yaml port-out-of-range'],
    );
    assert.deepEqual(skipped, [
      { file: 'a.yaml', reason: 'ERB' },
      { file: 'b.yaml', reason: 'Jinja' },
    ]);
  });

  it('with another encoding are passed over', () => {
    const folder = having({ 'a.yaml': `${head}subsets: []\n`, 'b.tpl': '\uFEFFkind: Role' });
    const { out, err } = folder.run('check', ...quiet);
    assert.deepEqual([out, err], ['No problems in 1 resource in 1 file.\n', '']);
  });

  describe('that can be read around their actions', () => {
    it('are checked in directories and where they are named', () => {
      const plain = bad.replace('"#{ nas_ip }#"', '@NAS_IP@');
      const files = { 'nas.yaml.j2': bad, 'go.yaml.tmpl': bad, 'm.mustache': bad, 'a.tftpl': bad, 'b.yml.in': plain };
      const folder = having(files);
      for (const paths of [['.'], Object.keys(files)]) {
        const { diagnostics, skipped, placeholders } = reportOf(folder, ...paths);
        assert.deepEqual(
          diagnostics.map(({ file, code }) => `${file} ${code}`).sort(),
          Object.keys(files)
            .map((file) => `${file} port-out-of-range`)
            .sort(),
        );
        assert.deepEqual([skipped, placeholders], [[], 5]);
      }
    });

    it('are checked alone in directories: what they render may be there too', () => {
      const { out, code } = check({ 'nas.yaml.j2': `${head}subsets: []\n`, 'nas.yaml': `${head}subsets: []\n` });
      assert.deepEqual([out, code], ['No problems in 2 resources in 2 files.\n', 0]);
    });

    for (const [what, text, codes] of [
      ['a loop', `${head}subsets:\n- addresses:\n  {% for ip in ips %}\n  - ip: {{ ip }}\n  {% endfor %}\n`, []],
      [
        'alternatives',
        `${head}subsets:\n- addresses:\n  {%- if a %}\n  - ip: 10.0.0.1\n  {%- else %}\n  - ip: 10.0.0.1\n  {%- endif %}\n  ports: [{port: 0}]\n`,
        ['port-out-of-range'],
      ],
      [
        'a start that is an action',
        `{% set ip = "10.0.0.1" %}\n${head}subsets: [{addresses: [{ip: 127.0.0.1}]}]\n`,
        ['loopback-ip'],
      ],
      ['a comment', `{# the kind: Endpoints\n#}\n${head}subsets: [{addresses: [{ip: 127.0.0.1}]}]\n`, ['loopback-ip']],
      [
        'the delimiters of makejinja',
        `#% if nas %#\n${head}subsets:\n- addresses:\n  #% for ip in ips %#\n  - ip: #{ ip }#\n  #% endfor %#\n  ports: [{port: 0}]\n#% endif %#\n`,
        ['port-out-of-range'],
      ],
      [
        'a choice inside of a value',
        `${head}subsets:\n- addresses:\n  - ip: {% if a %}10.0.0.1{% else %}x{% endif %}\n`,
        [],
      ],
      ['a raw text', `${head}subsets:\n- addresses:\n  - ip: {% raw %}{{ .Values.ip }}{% endraw %}\n`, []],
      ['a key', `${head}{% if a %}subsets: {{ subsets }}{% endif %}\n`, []],
    ] as const)
      it(`are read around ${what}`, () => {
        for (const name of ['a.yaml.j2', 'a.yaml']) {
          const { diagnostics, skipped } = reportOf(having({ [name]: text }));
          assert.deepEqual([diagnostics.map(({ code }) => code), skipped], [codes, []], text);
        }
      });

    it('are not changed by --fix unless they are named', () => {
      const text = `${head}subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{port: 80, protocol: tcp}]}]\n`;
      const folder = having({ 'a.j2': text });
      folder.run('check', '--fix', '.');
      assert.equal(readFileSync(join(folder.path, 'a.j2'), 'utf8'), text);
      folder.run('check', '--fix', 'a.j2');
      assert.equal(readFileSync(join(folder.path, 'a.j2'), 'utf8'), text.replace('tcp', 'TCP'));
    });
  });

  it('are named by the commands that compute something from all files', () => {
    const { run } = having(skippedFiles);
    const problem = 'e.yaml:1:1: This is written in another language (ytt), which is not read. Use its output.';
    for (const command of ['slices', 'apply']) {
      const { err, code } = run(command, '.');
      assert.ok(err.includes(problem), err);
      assert.equal(code, 2);
    }
  });

  it('are converted by hand, and only where they are manifests by their name', () => {
    const { err } = having(skippedFiles).run('convert', '.');
    assert.match(
      err,
      /e\.yaml:3:7 .*\n +This is written in another language \(ytt\), which is not read\. Convert it by hand\./,
    );
    assert.match(err, /^1 resource in 1 file: 1 needs a manual change\.$/m);
  });
});
