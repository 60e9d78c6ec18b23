/**
 * Long strings: whatever stands in a million characters, and wherever, a check ends as it would with a short one. A pattern
 * that goes back and forth would take hours; the process is ended long before.
 */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { longest, shapes, textsWith } from './support/long-strings.ts';

describe('strings of a million characters', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    it(`are checked in every place: ${name}`, () => {
      assert.ok(shape.length > longest * 0.9);
      const texts = textsWith(shape);
      const files = texts.map(
        (text, i) => [text.startsWith('name:') ? `${i}/Pulumi.yaml` : `${i}.yaml`, text] as const,
      );
      const folder = folderOf(Object.fromEntries(files));
      try {
        const { code, err } = folder.run('check', '--quiet', '--format', 'github');
        assert.equal(err, '');
        assert.equal(code, 1);
      } finally {
        folder.remove();
      }
    });
  }
});
