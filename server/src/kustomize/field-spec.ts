/** What a table of fields holds: a path in objects of some kinds. */
import type { ObjectId } from './object.ts';

/** An empty group, version or kind means any. */
export interface KindSelector {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface FieldSpec extends KindSelector {
  readonly path: readonly string[];
  /** True if the field is added where it is missing. */
  readonly create: boolean;
}

/** The fields that refer to objects of a kind by name. */
export interface NameReferences extends KindSelector {
  readonly fields: readonly FieldSpec[];
}

/** True for an object with the group, version and kind, where these are not empty. */
export function isSelected(id: Pick<ObjectId, 'group' | 'version' | 'kind'>, by: KindSelector): boolean {
  return (
    (by.group === '' || by.group === id.group) &&
    (by.version === '' || by.version === id.version) &&
    (by.kind === '' || by.kind === id.kind)
  );
}
