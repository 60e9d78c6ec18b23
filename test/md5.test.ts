/** MD5 against that of Node, over lengths around every edge of a block, and characters of one to four bytes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { md5 } from '../server/src/text/md5.ts';

describe('md5', () => {
  it('is that of Node', () => {
    const characters = ['a', 'é', '€', '😀', '\0'];
    for (const character of characters) {
      for (let length = 0; length < 140; length++) {
        const text = `x${character.repeat(length)}`;
        assert.equal(md5(text), createHash('md5').update(text).digest('hex'), `${length} × ${character}`);
      }
    }
    const long = 'endpoints '.repeat(10_000);
    assert.equal(md5(long), createHash('md5').update(long).digest('hex'));
  });
});
