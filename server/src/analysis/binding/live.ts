/** Whether an object was printed by a server rather than written by hand. */
import type { Binding } from './bind.ts';
import { member, textOf } from './bind.ts';

/** What a server writes; a made-up value is somebody's mistake. */
const printed: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['uid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['resourceVersion', /^[1-9]\d*$/],
  ['creationTimestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
];

/** True where the metadata has what only a server gives: a uid, a resource version and a creation time. */
export function isLive({ root }: Binding): boolean {
  const metadata = member(root, 'metadata');
  if (!metadata) return false;
  return printed.every(([name, pattern]) => pattern.test(textOf(member(metadata, name)) ?? ''));
}
