/** `--stdin-filename`: standard input is checked as the text of a file, as editors send it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf } from './support/process.ts';
import { codesIn } from './support/settings.ts';
import { temporary } from './support/temporary.ts';

const endpoints = (ip: string, protocol = 'TCP'): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata: { name: db }\nsubsets:\n  - addresses: [{ ip: ${ip} }]\n    ports: [{ port: 80, protocol: ${protocol} }]\n`;
const quiet = 'severity: { deprecated-endpoints: off, missing-service: off }\n';

describe('endpoints check --stdin-filename', () => {
  const having = temporary(folderOf);

  it('names the file and reads nothing from it', () => {
    const { runWith } = having({ 'k8s/db.yaml': endpoints('10.0.0.1') });
    for (const paths of [[], ['-']]) {
      const { out, code } = runWith(endpoints('127.0.0.1'), 'check', '--stdin-filename', 'k8s/db.yaml', ...paths);
      assert.equal(code, 1);
      assert.match(out, /^k8s\/db\.yaml:5:23 {2}error/m);
      assert.match(out, /loopback-ip/);
    }
    const json = runWith(endpoints('127.0.0.1'), 'check', '--stdin-filename', 'new/db.yaml', '--format', 'json').out;
    assert.deepEqual(Object.keys(codesIn(json)), ['new/db.yaml']);
  });

  it('applies the overrides of the file', () => {
    const settings = `${quiet}overrides:\n  - files: lab/\n    severity: { loopback-ip: off }\n`;
    const { runWith } = having({ 'endpoints.config.yaml': settings });
    const codeOf = (name: string): number | null =>
      runWith(endpoints('127.0.0.1'), 'check', '--stdin-filename', name, '-').code;
    assert.deepEqual([codeOf('lab/db.yaml'), codeOf('k8s/db.yaml')], [0, 1]);
  });

  it('reads the text as the file would be read', () => {
    const { runWith } = having({ 'Chart.yaml': 'name: c\nversion: 1.0.0\n' });
    const check = (name: string, text: string): number | null => runWith(text, 'check', '--stdin-filename', name).code;
    const fence = `# Runbook\n\n\`\`\`yaml\n${endpoints('127.0.0.1')}\`\`\`\n`;
    assert.equal(check('docs/a.md', fence), 1);
    assert.equal(check('docs/a.md', fence.replace('127.0.0.1', '10.0.0.1')), 0);
    const program = `name: p\nruntime: yaml\nresources:\n  db:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      subsets: [{ addresses: [{ ip: 127.0.0.1 }] }]\n`;
    assert.equal(check('Pulumi.yaml', program), 1);
    // A stream of Helm is not split: it is one file.
    const stream = `# Source: a.yaml\n${endpoints('127.0.0.1')}`;
    assert.match(runWith(stream, 'check', '--stdin-filename', 'b.yaml').out, /^b\.yaml:6:23 {2}error/m);
  });

  it('takes the place of the file among others', () => {
    const { runWith } = having({
      'k8s/db.yaml': endpoints('127.0.0.1'),
      'k8s/b.yaml': endpoints('10.0.0.2').replace('name: db', 'name: b'),
    });
    const { out } = runWith(endpoints('10.0.0.1'), 'check', '--stdin-filename', 'k8s/db.yaml', 'k8s', '-');
    assert.doesNotMatch(out, /loopback-ip/);
    assert.match(out, /2 resources in 2 files/);
  });

  it('prints the fixed text, and the report to standard error', () => {
    const { runWith, path } = having({ 'db.yaml': 'old\n', 'endpoints.config.yaml': quiet });
    const text = `\uFEFF${endpoints('10.0.0.1', 'tcp')}`;
    const fixed = runWith(text, 'check', '--fix', '--stdin-filename', 'db.yaml', '-');
    assert.equal(fixed.out, text.replace('tcp', 'TCP'));
    assert.deepEqual([fixed.err, fixed.code], ['Fixed 1 problem. No problems in 1 resource in 1 file.\n', 0]);
    assert.equal(readFileSync(join(path, 'db.yaml'), 'utf8'), 'old\n');
    const wrong = runWith(endpoints('127.0.0.1'), 'check', '--fix', '--stdin-filename', 'db.yaml');
    assert.deepEqual([wrong.out, wrong.code], [endpoints('127.0.0.1'), 1]);
    const none = runWith('kind: Pod\n', 'check', '--fix', '--stdin-filename', 'pod.yaml');
    assert.equal(none.out, 'kind: Pod\n');
    const diff = runWith(endpoints('10.0.0.1', 'tcp'), 'check', '--fix', '--diff', '--stdin-filename', 'db.yaml');
    assert.match(diff.out, /^--- a\/db\.yaml\n/);
    assert.equal(diff.code, 1);
  });

  it('prints no report in place of a text that it cannot read', () => {
    const { runWith } = having({});
    const { out, err, code } = runWith(Buffer.from([0xff, 0xfe, 0x41]), 'check', '--fix', '--stdin-filename', 'a.yaml');
    assert.deepEqual([out, code], ['', 2]);
    assert.match(err, /a\.yaml is UTF-16\. Save it as UTF-8\./);
  });

  it('refuses what cannot be combined', () => {
    const { runWith } = having({ 'a.yaml': endpoints('10.0.0.1') });
    for (const args of [['a.yaml'], ['--fix', '-', 'a.yaml'], ['--watch'], ['--stdin-files'], ['--shard', '1/2']]) {
      const { err, code } = runWith('', 'check', '--stdin-filename', 'a.yaml', ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, /--stdin-filename/);
    }
    assert.match(
      runWith('', 'check', '--stdin-filename', '', '-').err,
      /--stdin-filename "" names nothing\. Name a file\./,
    );
  });
});
