/** What `endpoints slices` says of Endpoints whose name is no string, and of a manifest that cannot be read. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

describe('endpoints slices of a name', () => {
  const having = temporary(folderOf);

  it('says that the API server refuses a manifest without a valid name, and fails', () => {
    const named = (metadata: string): string =>
      `apiVersion: v1\nkind: Endpoints\n${metadata}subsets:\n  - addresses:\n      - ip: 10.0.0.1\n`;
    for (const metadata of [
      'metadata: {name: y}\n',
      'metadata: {name: 5}\n',
      'metadata:\n  name:\n',
      'metadata: x\n',
      '',
    ]) {
      const { out, err, code } = having({ 'a.yaml': named(metadata) }).run('slices', 'a.yaml');
      assert.match(out, /is not mirrored: the API server rejects it \(a\.yaml:\d+:\d+\)\.\n/, metadata);
      assert.match(err, /^endpoints: a\.yaml:\d+:\d+: The API server rejects this Endpoints: .*\n$/, metadata);
      assert.equal(code, 1, metadata);
    }
    const half = having({ 'a.yaml': named('metadata: {name: a}\n').replace('- ip', '- {ip') }).run('slices', 'a.yaml');
    assert.deepEqual([half.out, half.code], ['', 2]);
    for (const metadata of ['metadata: {name: "{{ .Values.name }}"}\n', 'metadata: {generateName: db-}\n']) {
      const { err, code } = having({ 'a.yaml': named(metadata) }).run('slices', 'a.yaml');
      assert.match(err, /may be mirrored: its name cannot be known statically\.\n$/);
      assert.equal(code, 2, metadata);
    }
  });
});
