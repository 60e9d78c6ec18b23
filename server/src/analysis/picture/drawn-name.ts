/** The name with which a picture shows an object. */
import { isUnknown, memberOf } from '../apply/json-value.ts';
import type { TrafficObject } from '../traffic/model.ts';

/**
 * The source text of a name that a placeholder such as `<name>` stands for: two of them may mean different names, so the object
 * itself has none. Empty where no name is written.
 */
export function drawnName({ name, entry }: Pick<TrafficObject, 'name' | 'entry'>): string {
  if (name !== '') return name;
  const { sent, applied } = entry.facts;
  const written = memberOf(memberOf((sent ?? applied)?.config, 'metadata'), 'name');
  return isUnknown(written) ? written.text : '';
}
