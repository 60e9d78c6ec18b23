/** Public incidents with hand-written endpoints: the cause is named by a finding, `endpoints why` or `endpoints resolve`. */
import assert from 'node:assert/strict';
import { answer, codesOf, fieldsOf, incidents, isNamed, type Incident } from './support/incidents.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const all = incidents();

describe('public incidents', () => {
  const having = temporary((text: string) => folderOf({ 'objects.yaml': text }));

  it('are at least 36, each with its source and a question', () => {
    assert.ok(all.length >= 36, `There are ${all.length}.`);
    assert.equal(new Set(all.map(({ source }) => source)).size, all.length);
    for (const { name, source, asks } of all) {
      assert.match(source, /^[\w.-]+\/[\w.-]+#\d+$/, name);
      assert.ok(asks.length > 0, name);
    }
  });

  it('have causes that each answer names, except a few that say why not', () => {
    const wrong = all.flatMap(({ name, asks, text, unnamed }) => {
      const folder = having(text);
      const silent = asks.filter((ask) => !isNamed(ask, answer(ask, folder)));
      if (unnamed !== undefined)
        return silent.length === asks.length ? [] : [`${name} is named, and says "${unnamed}"`];
      return silent.map((ask) => `${name}: ${ask.args.join(' ')} does not say "${ask.names.join('", "')}"`);
    });
    assert.deepEqual(wrong, []);
  });

  it('have causes that are named in at least nine of ten', () => {
    const unnamed = all.filter((each) => each.unnamed !== undefined);
    const list = unnamed.map(({ name, cause }) => `${name}: ${cause}`).join('\n');
    assert.ok(unnamed.length * 10 <= all.length, `${unnamed.length} of ${all.length} are not named:\n${list}`);
  });

  it('are over after the repair: no finding beside hints, and traffic arrives', () => {
    const repaired = all.filter((each) => each.repaired !== undefined);
    assert.ok(repaired.length >= 12);
    assert.deepEqual(repaired.flatMap(remains), []);
  });

  /** What is still wrong with the repaired objects. */
  function remains({ name, asks, repaired = '' }: Incident): readonly string[] {
    const keys = fieldsOf(repaired).map(({ key }) => key);
    assert.deepEqual(keys, ['incident', 'fixed'], name);
    const folder = having(repaired);
    const others = asks.filter(({ args }) => args[0] !== 'check');
    return [
      ...codesOf(answer({ args: ['check'] }, folder).out).filter((code) => code !== 'deprecated-endpoints'),
      ...others.flatMap((ask) => {
        const { out, err, code } = answer(ask, folder);
        return code === 0 ? [] : [`${ask.args.join(' ')}\n${out}${err}`];
      }),
    ].map((each) => `${name}: ${each}`);
  }
});
