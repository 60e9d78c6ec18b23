/** A setting that stands in a file twice: one of the two would be lost without a word. */
import assert from 'node:assert/strict';
import { folderOf, type Outcome } from './support/process.ts';

const manifest =
  'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';

describe('a setting that is written twice', () => {
  const checked = (file: string, text: string): Outcome => {
    const folder = folderOf({ [file]: text, 'a.yaml': manifest });
    const outcome = folder.run('check', 'a.yaml', '--quiet');
    folder.remove();
    return outcome;
  };
  const said = 'appears twice, and only one would apply. Merge them.\n';

  for (const [file, text, place, name = 'severity'] of [
    ['endpoints.config.yaml', 'severity:\n  loopback-ip: off\nseverity:\n  null-value: off\n', '3:1'],
    ['endpoints.config.json', '{"severity": {}, "severity": {}}', '1:18'],
    ['endpoints.config.yaml', "overrides:\n  - files: '*'\n    severity: {}\n    severity: {}\n", '4:5'],
    ['endpoints.config.yaml', 'severity:\n  loopback-ip: off\n  loopback-ip: error\n', '3:3', 'loopback-ip'],
    ['endpoints.config.json', '{"inlayHints": {"number": true, "number": false}}', '1:33', 'number'],
  ] as const)
    it(`is refused: ${JSON.stringify(text)}`, () => {
      const { err, code } = checked(file, text);
      assert.deepEqual([err, code], [`endpoints: ${file}:${place}: "${name}" ${said}`, 2]);
    });

  it('may take the place of one that a merge key brings', () => {
    const { out, err, code } = checked(
      'endpoints.config.yaml',
      '<<: {severity: {null-value: off}}\nseverity: {loopback-ip: off}\n',
    );
    assert.deepEqual([out, err, code], ['', '', 0]);
  });
});
