/** `endpoints check --list-files`: what is read as what, and what carries the objects. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

describe('--list-files', () => {
  const having = temporary(folderOf);
  const object = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: nas}\nsubsets: []\n';
  const ytt = '#@ load("@ytt:data", "data")\napiVersion: v1\nkind: Endpoints\nmetadata:\n  name: #@ data.values.name\n';
  const files = {
    'Pulumi.yaml': 'name: p\nruntime: yaml\nresources:\n  a:\n    type: kubernetes:core/v1:Endpoints\n',
    'README.md': `\`\`\`yaml\n${object}\`\`\`\n`,
    'broken.yaml': `${object}x: [\n`,
    'chart/Chart.yaml': 'name: c\n',
    'chart/templates/a.yaml': object,
    'endpoints.config.yaml': 'severity: {}\n',
    'k/kustomization.yaml': 'resources: [a.yaml]\npatches: [{path: patch.yaml}]\n',
    'k/a.yaml': `${object}---\n${object}`,
    'k/patch.yaml': object,
    'nas.yaml.j2': object.replace('nas', '#{ nas }#'),
    'other.yaml': 'apiVersion: v1\nkind: Endpoint\nsubsets: []\n',
    'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: nas}\n',
    'two.yaml': `${object}---\n${ytt}`,
    'ytt.yaml': ytt,
  };

  it('says what is read as what, sorted and without findings', () => {
    const { out, err, code } = having(files).run('check', '--list-files', '--markdown');
    assert.deepEqual(
      [out.split('\n').map((line) => line.replace(/ {2,}/, ' | ')), err, code],
      [
        [
          'Pulumi.yaml | Pulumi program (1 object)',
          'README.md | Markdown (1 object)',
          'broken.yaml | manifest (1 object)',
          'chart/Chart.yaml | Helm chart',
          'chart/templates/a.yaml | Helm template (1 object)',
          'endpoints.config.yaml | settings',
          'k/a.yaml | manifest (2 objects)',
          'k/kustomization.yaml | kustomization',
          'k/patch.yaml | kustomize patch (1 object)',
          'nas.yaml.j2 | Jinja (1 object)',
          'other.yaml | manifest (1 object)',
          'service.yaml | manifest (1 object)',
          'two.yaml | manifest (1 object), skipped: ytt',
          'ytt.yaml | skipped: ytt',
          '',
        ],
        '',
        0,
      ],
    );
  });

  it('names what carries the objects', () => {
    const inTask = `- k8s:\n    definition:\n${object.replaceAll(/^(?=.)/gm, '      ')}`;
    const inMap = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n${object.replaceAll(/^(?=.)/gm, '    ')}`;
    const applied = `kubectl apply -f - <<EOF\n${object}EOF\n`;
    const { out } = having({
      'map.yaml': `${inMap}---\n${object}`,
      'run.sh': applied + applied,
      'tasks.yml': inTask,
    }).run('check', '--list-files');
    assert.deepEqual(
      out.split('\n').map((line) => line.replace(/ {2,}/, ' | ')),
      [
        'map.yaml | ConfigMap, manifest (2 objects)',
        'run.sh | shell script (2 objects)',
        'tasks.yml | Ansible task (1 object)',
        '',
      ],
    );
  });

  it('prints JSON', () => {
    const { out } = having({ 'a.yaml': object, 'ytt.yaml': ytt }).run('check', '--list-files', '--format', 'json');
    assert.deepEqual(JSON.parse(out), [
      { file: 'a.yaml', readAs: 'manifest', objects: 1, skipped: null },
      { file: 'ytt.yaml', readAs: null, objects: 0, skipped: 'ytt' },
    ]);
  });

  it('names what cannot be read as a check does', () => {
    const { out, err, code } = having({ 'a.yaml': object }).run('check', '--list-files', 'a.yaml', 'gone.yaml');
    assert.deepEqual(
      [out, err, code],
      ['a.yaml  manifest (1 object)\n', 'endpoints: gone.yaml does not exist. Check the path.\n', 2],
    );
  });

  it('reads standard input', () => {
    const { out } = having({}).runWith(object, 'check', '--list-files', '-');
    assert.equal(out, '<stdin>  manifest (1 object)\n');
  });

  it('refuses what it has no answer for', () => {
    const { run } = having({ 'a.yaml': object });
    const formats = '--list-files cannot print sarif. Use text or json.';
    assert.match(run('check', '--list-files', '--format', 'sarif').err, new RegExp(formats));
    for (const other of ['--fix', '--watch', '--stats'])
      assert.match(run('check', '--list-files', other).err, /cannot be combined/);
  });
});
