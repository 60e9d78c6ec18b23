/** A manifest gets the same findings from standard input as from a file. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { randomManifest } from './support/random-manifests.ts';
import { times } from './support/runs.ts';

describe('a random manifest', () => {
  for (let seed = 0; seed < times(6); seed++) {
    it(`gets the same findings from standard input as from a file: ${seed}`, () => {
      const { text } = randomManifest(seed);
      const name = /^\s*\{/.test(text) ? 'a.json' : 'a.yaml';
      const folder = folderOf({ [name]: text });
      const [ofFile, ofInput] = [
        folder.run('check', name, '--format', 'json'),
        folder.runWith(text, 'check', '-', '--format', 'json'),
      ];
      folder.remove();
      const findingsOf = (out: string): string => out.replaceAll(name, '<stdin>');
      assert.equal(ofInput.code, ofFile.code, ofInput.err);
      assert.equal(findingsOf(ofInput.out), findingsOf(ofFile.out));
    });
  }
});
