/**
 * Long strings: whatever stands in a million characters, and wherever, a check ends as it would with a short one. A pattern
 * that goes back and forth would take hours; the process is ended long before.
 */
import assert from 'node:assert/strict';
import { check } from '../server/src/api.ts';
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

describe('a list of thousands of objects', () => {
  /** In microseconds of the processor, which does not count what else the machine does. */
  const costOf = (text: string): number => {
    const before = process.cpuUsage().user;
    assert.ok(check(text, { name: 'list.json' }).length > 10_000);
    return process.cpuUsage().user - before;
  };

  it('takes no longer in one line, as the API prints it, than in many', () => {
    const creationTimestamp = '2026-01-02T03:04:05Z';
    const subsets = [{ addresses: [{ ip: '10.20.0.15' }], ports: [{ port: '80', nodePort: 1 }] }];
    const items = Array.from({ length: 4000 }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: `db-${i}`, uid: 'a', resourceVersion: '1', generation: 1, selfLink: '/a', creationTimestamp },
      subsets,
    }));
    const list = { apiVersion: 'v1', kind: 'List', items };
    const many = costOf(JSON.stringify(list, null, 2));
    const one = costOf(JSON.stringify(list));
    assert.ok(one < 2 * many, `${one} and ${many}`);
  });
});
