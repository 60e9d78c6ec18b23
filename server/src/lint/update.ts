/** Helpers for rules on updates: whether the object is still the same one, and the old and new value of a metadata field. */
import { textOf, type Bound } from '../analysis/binding/bind.ts';
import { isLive } from '../analysis/binding/live.ts';
import { metaField, type ObjectVersion } from '../analysis/facts/committed.ts';
import type { ObjectName } from '../analysis/facts/naming.ts';
import { millisecondsOf } from '../contract/timestamp.ts';
import type { Update } from './rule.ts';

export type NameChange = readonly [before: string, now: string];

export interface IdentityChange {
  readonly name: NameChange | undefined;
  readonly namespace: NameChange | undefined;
}

/** The changed name or namespace of the object; undefined where neither changed, or where it is not known. */
export function identityChange({ now, before, hasOwnNamespace }: Update): IdentityChange | undefined {
  const name = renaming(before.facts.name, now.facts.name);
  const namespace = hasOwnNamespace ? renaming(before.facts.namespace, now.facts.namespace) : undefined;
  return name || namespace ? { name, namespace } : undefined;
}

function renaming(before: ObjectName | undefined, now: ObjectName | undefined): NameChange | undefined {
  if (!before?.isKnown || !now?.isKnown || before.text === '' || now.text === '') return undefined;
  return before.text === now.text ? undefined : [before.text, now.text];
}

/** True for a manifest of the same object. Pulumi does not send fields that the API server sets. */
export function keepsMetadata(update: Update): boolean {
  return update.now.resource.form === 'kubernetes' && !identityChange(update);
}

/** A metadata field in both versions; undefined where one of them lacks it, or the object is a different one. */
export function metaFields(update: Update, name: string): readonly [before: Bound, now: Bound] | undefined {
  const [before, now] = [metaField(update.before, name), metaField(update.now, name)];
  return before && now && keepsMetadata(update) ? [before, now] : undefined;
}

/** The deletionTimestamp of the committed object; undefined where it has none, or the object is a different one. */
export function committedDeletion(update: Update, minor: number): string | undefined {
  const text = textOf(metaField(update.before, 'deletionTimestamp')) ?? '';
  return millisecondsOf(text, minor) === undefined || !keepsMetadata(update) ? undefined : text;
}

/** A resourceVersion as Go parses it; undefined where that fails. */
export function resourceVersionOf(version: ObjectVersion): bigint | undefined {
  const text = textOf(metaField(version, 'resourceVersion')) ?? '';
  const digits = /^0*(\d{1,20})$/.exec(text)?.[1];
  const value = digits === undefined ? undefined : BigInt(digits);
  return value !== undefined && value < 1n << 64n ? value : undefined;
}

/** True where a server printed both, the current one later: then the server made the changes, not an edit. */
export function isNewerPrint({ now, before }: Update): boolean {
  const isPrinted = isLive(now.binding) && isLive(before.binding);
  return isPrinted && (resourceVersionOf(now) ?? 0n) > (resourceVersionOf(before) ?? 0n);
}
