/** Detects objects that an API server printed, and those that a document shows. */
import type { Resource } from '../../tree/document.ts';
import { isNull } from '../../tree/value.ts';
import { member, nodeAt, textOf, type Binding } from './bind.ts';

/** The formats that an API server writes. A made-up value does not match. */
const printed: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['uid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['resourceVersion', /^[1-9]\d*$/],
  ['creationTimestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
];

/** True where the metadata has a valid uid, resourceVersion and creationTimestamp, which only an API server sets. */
export function isLive({ root }: Binding): boolean {
  return printed.every(([name, pattern]) => pattern.test(textOf(nodeAt(root, ['metadata', name])) ?? ''));
}

/** True for an object in Markdown, which is shown to readers. */
export function isShown({ embedding }: Resource): boolean {
  return embedding?.in === 'a Markdown block';
}

/** True for an object with a value that only a server writes, such as one that kubectl printed and a person shortened. */
export function isDump({ root }: Binding): boolean {
  return liveFields.some((name) => {
    const value = nodeAt(root, ['metadata', name])?.value;
    return value !== undefined && !isNull(value);
  });
}

const liveFields = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields'];

/** True for an object that a server printed, even where most of its live state was removed. */
export function isPrinted({ root }: Binding): boolean {
  const metadata = member(root, 'metadata');
  if (!metadata) return false;
  const owners = member(metadata, 'ownerReferences')?.children ?? [];
  return (
    liveFields.some((name) => member(metadata, name) !== undefined) ||
    owners.some((owner) => member(owner, 'controller')?.value.kind === 'scalar')
  );
}
