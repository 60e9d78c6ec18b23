/** The recorded repositories: the search finds what their authors expect, and nothing else. */
import assert from 'node:assert/strict';
import { agreementOf, sumOf, type Agreement } from './support/reader-agreement.ts';
import { readersInFolder, recordedRepositories, type FoundOnDisk } from './support/recorded-readers.ts';

describe('readers in recorded repositories', () => {
  const repositories = recordedRepositories();
  const agreements = new Map<string, Agreement>();

  for (const repository of repositories) {
    it(`finds those of ${repository.name}`, async () => {
      const agreement = agreementOf(repository, await readersInFolder(repository.folder));
      agreements.set(repository.name, agreement);
      assert.deepEqual(
        agreement.problems,
        [],
        `${repository.name}: ${repository.story}\n${agreement.problems.join('\n')}`,
      );
    });
  }

  it('finds all in total, without false alarms', () => {
    const { certain, likely, later, falseAlarms, agreed } = sumOf([...agreements.values()]);
    assert.equal(agreements.size, repositories.length);
    // The rules want 95 % of the certain ones, 70 % of the likely ones, and a precision of 98 %.
    assert.deepEqual(
      { certain: certain.found, likely: likely.found, later: later.found, falseAlarms },
      {
        certain: certain.expected,
        likely: likely.expected,
        later: later.expected,
        falseAlarms: 0,
      },
    );
    assert.ok(agreed >= 55, `only ${agreed} readers are compared`);
  });
});

describe('the agreement of found and expected readers', () => {
  const expected = [
    {
      file: 'a.yaml',
      line: 10,
      kind: 'rbac-rule',
      certainty: 'certain',
      change: 'person',
      when: 'replaced',
      for: ['shop/db'],
    },
    {
      file: 'a.yaml',
      line: 12,
      kind: 'rbac-rule',
      certainty: 'likely',
      change: 'rewrite',
      when: 'replaced',
      for: ['*'],
    },
    {
      file: 'b.yaml',
      line: 1,
      kind: 'leader-lock',
      certainty: 'certain',
      change: 'person',
      when: 'later',
      for: ['generated'],
    },
    {
      file: 'b.yaml',
      line: 9,
      kind: 'go-client',
      certainty: 'certain',
      change: 'person',
      when: 'replaced',
      for: ['*'],
      optional: true,
    },
  ] as const;
  const repository = { name: 'x', folder: 'x', story: 'x', expected, silent: ['c.yaml'] };
  const exact: readonly FoundOnDisk[] = expected.map(({ ...each }) => ({
    ...each,
    message: 'M.',
    fix: each.change === 'rewrite' ? { title: 'T' } : null,
  }));
  const compare = (found: readonly FoundOnDisk[]): Agreement => agreementOf(repository, found);
  const changed = (index: number, change: Partial<FoundOnDisk>): readonly FoundOnDisk[] =>
    exact.map((each, i) => (i === index ? { ...each, ...change } : each));

  it('counts what agrees', () => {
    const { problems, ...counts } = compare(exact);
    assert.deepEqual(problems, []);
    const one = { found: 1, expected: 1 };
    assert.deepEqual(counts, { certain: one, likely: one, later: one, agreed: 3, falseAlarms: 0 });
    assert.deepEqual(compare(exact.slice(0, 3)).problems, []);
    assert.deepEqual(compare(changed(0, { line: 9 })).problems, []);
  });

  it('counts what is missing and what is too much', () => {
    const far = compare(changed(0, { line: 7 }));
    assert.deepEqual([far.certain.found, far.falseAlarms, far.problems.length], [0, 1, 2]);
    const loud = compare([...exact, { ...exact[0], file: 'c.yaml' } as FoundOnDisk]);
    assert.deepEqual([loud.falseAlarms, loud.problems.length], [2, 1]);
    assert.equal(compare(changed(2, { when: 'replaced' })).falseAlarms, 1);
  });

  it('rejects rewrites and objects that are wrong', () => {
    assert.match(
      compare(changed(0, { change: 'rewrite', fix: { title: 'T' } })).problems.join(),
      /a person must change it/,
    );
    assert.match(compare(changed(0, { for: ['*'] })).problems.join(), /is for \* instead of shop\/db/);
    assert.deepEqual(compare(changed(1, { for: ['shop/db'] })).problems, []);
    assert.deepEqual(compare(changed(1, { change: 'person', fix: null })).problems, []);
  });
});
