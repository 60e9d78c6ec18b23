/** The setting that says who looks after the slices of a conversion: how it may be written, what is wrong, and what wins. */
import assert from 'node:assert/strict';
import { mergeLayers } from '../server/src/config/config.ts';
import { treeOf } from '../server/src/config/plain-tree.ts';
import { readConfig } from '../server/src/config/read-config.ts';
import { readSettingsFile } from '../server/src/frontends/settings-file.ts';
import { endpoints } from './support/conversions.ts';
import { folderOf } from './support/process.ts';

describe('the setting convert.managedBy', () => {
  const wrong: readonly (readonly [text: string, message: string])[] = [
    [
      'convert: { managedBy: our team }',
      '"convert.managedBy": "our team" is not a valid label value: it contains a space; only letters, digits, "-", "_" and "." are allowed. Write a name such as platform-team.',
    ],
    [
      'convert: { managedBy: endpointslice-controller.k8s.io }',
      '"convert.managedBy": "endpointslice-controller.k8s.io" is a Kubernetes controller, which would change or delete the slices. Write your own name.',
    ],
    [
      'convert: { managedBy: "" }',
      '"convert.managedBy": "" is not a name. Write the manager of the slices, such as platform-team.',
    ],
    [
      'convert: { managedBy: [a] }',
      '"convert.managedBy" must be a string: the manager of the slices, such as "platform-team".',
    ],
    ['convert: { managdBy: a }', 'There is no setting "convert.managdBy". Did you mean "managedBy"?'],
    ['convert: a', '"convert" must be a mapping of managedBy to a string.'],
  ];
  for (const [text, message] of wrong) {
    it(`is refused in ${text}`, () => {
      const { config, problems } = readConfig(readSettingsFile('endpoints.config.yaml', text).root);
      assert.deepEqual(
        problems.map((problem) => problem.message),
        [message],
      );
      assert.equal(mergeLayers([{ config }]).managedBy, 'hand-written');
    });
  }

  it('is read from a file, and with a dot from a client, which wins', () => {
    const file = readConfig(readSettingsFile('endpoints.config.yaml', 'convert:\n  managedBy: team-a\n').root).config;
    const client = readConfig(treeOf({ 'convert.managedBy': 'team-b' }), 'client').config;
    assert.equal(mergeLayers([{ config: file }]).managedBy, 'team-a');
    assert.equal(mergeLayers([{ config: file }, { config: client }]).managedBy, 'team-b');
    assert.equal(
      mergeLayers([{ config: file }, readConfig(treeOf({ convert: { managedBy: 'team-c' } }), 'client')]).managedBy,
      'team-c',
    );
  });

  it('holds for the command line, whose option wins', () => {
    const folder = folderOf({ 'a.yaml': endpoints('db'), 'endpoints.config.yaml': 'convert: { managedBy: team-a }\n' });
    try {
      assert.match(folder.run('convert', '--stdout', 'a.yaml').out, /managed-by: team-a\n/);
      assert.match(folder.run('convert', '--stdout', '--managed-by', 'me', 'a.yaml').out, /managed-by: me\n/);
    } finally {
      folder.remove();
    }
  });
});
