/** Public incidents with hand-written endpoints: the cause is named by a finding, `endpoints why` or `endpoints resolve`. */
import assert from 'node:assert/strict';
import { answer, codesOf, fieldsOf, incidents, isNamed, type Ask, type Incident } from './support/incidents.ts';
import { folderOf, type Folder } from './support/process.ts';
import { temporary } from './support/temporary.ts';

const all = incidents();

describe('public incidents', () => {
  const having = temporary((text: string) => folderOf({ 'objects.yaml': text }));

  it('are at least 36, each with its source, a cause and a question', () => {
    assert.ok(all.length >= 36, `There are ${all.length}.`);
    assert.equal(new Set(all.map(({ source }) => source)).size, all.length);
    for (const { name, source, asks } of all) {
      assert.match(source, /^[\w.-]+\/[\w.-]+#\d+$/, name);
      assert.ok(asks.length > 0, name);
    }
  });

  it('have causes that are named in at least nine of ten', () => {
    const unnamed = all.filter(({ asks, text }) => {
      const folder = having(text);
      return !asks.some((ask) => isNamed(ask, answer(ask, folder)));
    });
    const list = unnamed.map(({ name, cause }) => `${name}: ${cause}`).join('\n');
    assert.ok(unnamed.length * 10 <= all.length, `${unnamed.length} of ${all.length} are not named:\n${list}`);
  });

  it('are over after the repair', () => {
    const repaired = all.filter((each) => each.repaired !== undefined);
    assert.ok(repaired.length >= 12);
    const remaining = repaired.flatMap((incident) => incident.asks.flatMap((ask) => remains(incident, ask, having)));
    assert.deepEqual(remaining, []);
  });
});

/** What is still wrong with the repaired objects: the finding, or no answer that says that traffic arrives. */
function remains({ name, repaired = '' }: Incident, ask: Ask, having: (text: string) => Folder): readonly string[] {
  assert.deepEqual(
    fieldsOf(repaired).map(({ key }) => key),
    ['incident', 'fixed'],
    name,
  );
  const { out, err, code } = answer(ask, having(repaired));
  const isOver = ask.args[0] === 'check' ? !codesOf(out).some((each) => ask.names.includes(each)) : code === 0;
  return isOver ? [] : [`${name}: ${ask.args.join(' ')}\n${out}${err}`];
}
