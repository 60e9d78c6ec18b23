/** How server-side apply and kustomize merge lists. */
import type { Type } from '../../contract/type.ts';
import type { Path } from '../../tree/path.ts';

/** True for the lists of Endpoints and EndpointSlices that server-side apply and kustomize replace as a whole. */
export function isReplacedWhole(name: Path[number] | undefined): boolean {
  return name === 'subsets' || name === 'endpoints' || name === 'ports';
}

/** True for a field by which server-side apply finds the items of the list. */
export function isKey(list: { readonly type: Type } | undefined, name: string): boolean {
  return list?.type.kind === 'list' && list.type.keys.includes(name);
}
