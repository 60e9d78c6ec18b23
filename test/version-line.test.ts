/** The Kubernetes version in a line of a settings file. */
import assert from 'node:assert/strict';
import { withVersion } from '../client/src/version-line.ts';

const lines: readonly (readonly [line: string, changed: string | undefined])[] = [
  ['kubernetesVersion: 1.30', 'kubernetesVersion: "1.36"'],
  ["kubernetesVersion: '1.30' # our clusters", 'kubernetesVersion: "1.36" # our clusters'],
  ['kubernetesVersion: "1.30"#x', 'kubernetesVersion: "1.36"#x'],
  ['kubernetesVersion: 1.30, 1.32', 'kubernetesVersion: "1.36"'],
  ['kubernetesVersion: v1.30.4', 'kubernetesVersion: "1.36"'],
  ['kubernetesVersion: ["1.30", 1.32]', 'kubernetesVersion: "1.36"'],
  ['  "kubernetesVersion": "1.30",', '  "kubernetesVersion": "1.36",'],
  ['{kubernetesVersion: 1.30}', '{kubernetesVersion: "1.36"}'],
  ['{ "kubernetesVersion": ["1.30"], "exclude": [] }', '{ "kubernetesVersion": "1.36", "exclude": [] }'],
  ['    - kubernetesVersion: 1.30', '    - kubernetesVersion: "1.36"'],
  ['kubernetesVersion:', undefined],
  ['kubernetesVersion: [1.30,', undefined],
  ['kubernetesVersion: &v 1.30', undefined],
  ['# kubernetesVersion: 1.30', undefined],
  ['severity:', undefined],
];

describe('the Kubernetes version in a line', () => {
  for (const [line, changed] of lines)
    it(`${line} becomes ${changed ?? 'nothing else'}`, () => assert.equal(withVersion(line, '1.36'), changed));
});
