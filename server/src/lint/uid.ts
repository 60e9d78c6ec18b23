/** Compares the UID in a reference with that of the object that the reference names. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { memo } from '../text/memo.ts';
import { replaceBy } from './fix.ts';
import type { RelationContext } from './rule.ts';

/** Reports a UID that none of the objects has. Silent where one of them does not write its UID. */
export function checkUid(
  reference: Bound,
  entries: readonly IndexedObject[],
  report: RelationContext['report'],
  messageFor: (found: IndexedObject) => string,
): void {
  const uid = member(reference, 'uid');
  const written = textOf(uid) ?? '';
  const [found] = entries;
  if (!uid || !found || written === '' || ['', written].some((each) => uidsOf(entries).has(each))) return;
  report(uid, messageFor(found), {
    related: [{ entry: found, path: ['metadata', 'uid'], message: 'Its UID is here.' }],
    fix: replaceBy(uid.value, found.facts.uid, 'suggested'),
  });
}

const uidsOf = memo(
  (entries: readonly IndexedObject[]): ReadonlySet<string> => new Set(entries.map(({ facts }) => facts.uid)),
);
