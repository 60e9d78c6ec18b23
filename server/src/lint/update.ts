/** What rules on updates ask: whether the object is still the same one, and what a field of its metadata was and is. */
import type { Bound } from '../analysis/binding/bind.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { metaField } from '../analysis/facts/committed.ts';
import type { ObjectName } from '../analysis/facts/naming.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import type { Update } from './rule.ts';

/** What a name was, and what it is. */
export type NameChange = readonly [before: string, now: string];

export interface IdentityChange {
  readonly name: NameChange | undefined;
  readonly namespace: NameChange | undefined;
}

/** How the object is called otherwise, and so is another one; undefined where it is the same, or nobody can tell. */
export function identityChange({ now, before, hasOwnNamespace }: Update): IdentityChange | undefined {
  const name = renaming(before.facts.name, now.facts.name);
  const namespace = hasOwnNamespace ? renaming(before.facts.namespace, now.facts.namespace) : undefined;
  return name || namespace ? { name, namespace } : undefined;
}

function renaming(before: ObjectName | undefined, now: ObjectName | undefined): NameChange | undefined {
  if (!before?.isKnown || !now?.isKnown || before.text === '' || now.text === '') return undefined;
  return before.text === now.text ? undefined : [before.text, now.text];
}

/** True for an object of a manifest that is still the same one. Pulumi sends nothing of what the server sets. */
function keepsMetadata(update: Update): boolean {
  return update.now.resource.form === 'kubernetes' && !identityChange(update);
}

/** The field of the metadata in both texts; undefined where one of them does not have it, or it is not the same object. */
export function metaFields(update: Update, name: string): readonly [before: Bound, now: Bound] | undefined {
  const [before, now] = [metaField(update.before, name), metaField(update.now, name)];
  return before && now && keepsMetadata(update) ? [before, now] : undefined;
}

/** When the deletion is due that was requested when the object was committed; undefined where none was, or it is not the same object. */
export function committedDeletion(update: Update, minor: number): string | undefined {
  const text = textOf(metaField(update.before, 'deletionTimestamp')) ?? '';
  return millisecondsOf(text, minor) === undefined || !keepsMetadata(update) ? undefined : text;
}
