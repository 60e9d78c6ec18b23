/**
 * Long strings: whatever stands in them, and wherever they stand, a check ends as it would with a short one. Eight times the
 * characters take about eight times as long; a pattern that goes back and forth takes 64 times, or hours.
 */
import assert from 'node:assert/strict';
import { check } from '../server/src/api.ts';
import { folderOf } from './support/process.ts';
import { shapesAt, textsWith } from './support/long-strings.ts';
import { times } from './support/runs.ts';

/** More than the arguments that a call may have, and than the stack has frames. */
const long = 200_000;
const short = long / 8;
const million = 1_000_000;

/** In microseconds of the processor, which does not count what else the machine does. */
function costOf(run: () => void): number {
  const before = process.cpuUsage().user;
  run();
  return process.cpuUsage().user - before;
}

/** What a check of all the texts costs that have a string of the shape. */
function costAt(name: string, length: number): number {
  const shape = shapesAt(length)[name] ?? '';
  assert.ok(shape.length > length * 0.9);
  const texts = textsWith(shape);
  const files = texts.map((text, i) => [text.startsWith('name:') ? `${i}/Pulumi.yaml` : `${i}.yaml`, text] as const);
  const folder = folderOf(Object.fromEntries(files));
  try {
    return costOf(() => {
      const { code, err } = folder.run('check', '--quiet', '--format', 'github');
      assert.equal(err, '');
      assert.equal(code, 1);
    });
  } finally {
    folder.remove();
  }
}

describe('long strings', () => {
  before(() => void costAt('letters', short));

  for (const name of Object.keys(shapesAt(1))) {
    it(`are checked in every place, in time that grows as they do: ${name}`, () => {
      const ratios: number[] = [];
      // A pause of the garbage collector may fall into one measurement; it does not into three.
      while (ratios.every((ratio) => ratio > 12) && ratios.length < 3)
        ratios.push(costAt(name, long) / costAt(name, short));
      assert.ok(
        ratios.some((ratio) => ratio <= 12),
        `${ratios.join(', ')} times as long`,
      );
    });
  }

  for (const name of Object.keys(shapesAt(1)).slice(0, times(1)))
    it(`are checked in every place where they have a million characters: ${name}`, () => void costAt(name, million));
});

describe('a list of thousands of objects', () => {
  const costOfText = (text: string): number =>
    costOf(() => assert.ok(check(text, { name: 'list.json' }).length > 10_000));

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
    const many = costOfText(JSON.stringify(list, null, 2));
    const one = costOfText(JSON.stringify(list));
    assert.ok(one < 2 * many, `${one} and ${many}`);
  });
});
