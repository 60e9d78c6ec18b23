/** Limits the owners that updated an object to ten, as the API server does: it merges the oldest ones. */
import { union } from './field-set.ts';
import type { Owner } from './apply-step.ts';
import { isSameOwner } from './updater.ts';

const mostUpdaters = 10;
const oldestName = 'ancient-changes';

export function limitUpdaters(owners: readonly Owner[]): readonly Owner[] {
  const updaters = owners.filter(({ operation }) => operation === 'Update');
  if (updaters.length <= mostUpdaters) return owners;
  const byAge = [...updaters].sort((a, b) => a.order - b.order || (a.manager < b.manager ? -1 : 1));
  let kept = owners;
  const firsts = new Map<string, Owner>();
  for (const owner of byAge) {
    const count = kept.filter(({ operation }) => operation === 'Update').length;
    if (count <= mostUpdaters) break;
    const first = firsts.get(owner.apiVersion);
    if (!first) {
      firsts.set(owner.apiVersion, owner);
      continue;
    }
    const bucket: Owner = { ...first, manager: oldestName, subresource: '' };
    const existing = kept.find((each) => isSameOwner(each, bucket));
    const base = existing ?? bucket;
    const gone = existing ? [owner, existing] : [owner, first];
    const merged = { ...base, order: owner.order, fields: union(base.fields, owner.fields) };
    kept = [...kept.filter((each) => !gone.includes(each)), merged];
  }
  return kept;
}
