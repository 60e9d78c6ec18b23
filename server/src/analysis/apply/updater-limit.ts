/** Limits the owners that updated an object to ten, as the API server does: it merges the oldest ones. */
import { union } from './field-set.ts';
import type { Owner } from './apply-step.ts';

const mostUpdaters = 10;
const oldestName = 'ancient-changes';

export function limitUpdaters(owners: readonly Owner[]): readonly Owner[] {
  const updaters = owners.filter(({ operation }) => operation === 'Update');
  if (updaters.length <= mostUpdaters) return owners;
  const byAge = [...updaters].sort((a, b) => a.order - b.order || (a.manager < b.manager ? -1 : 1));
  const kept = new Set(owners);
  let excess = updaters.length - mostUpdaters;
  const firsts = new Map<string, Owner>();
  const buckets = new Map(updaters.filter(isBucket).map((owner) => [owner.apiVersion, owner]));
  for (const owner of byAge) {
    if (excess <= 0) break;
    const first = firsts.get(owner.apiVersion);
    if (!first) {
      firsts.set(owner.apiVersion, owner);
      continue;
    }
    const base = buckets.get(owner.apiVersion) ?? first;
    const fields = union(base.fields, owner.fields);
    const bucket: Owner = { ...base, manager: oldestName, subresource: '', order: owner.order, fields };
    const before = kept.size;
    for (const each of [owner, base]) kept.delete(each);
    kept.add(bucket);
    excess += kept.size - before;
    buckets.set(owner.apiVersion, bucket);
  }
  return [...kept];
}

function isBucket({ manager, subresource }: Owner): boolean {
  return manager === oldestName && subresource === '';
}
