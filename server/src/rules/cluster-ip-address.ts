/** Reports an address that is the cluster IP of a Service: kube-proxy redirects a connection only once. */
import { addressesAmong, networksIn, type Address } from '../analysis/binding/addresses.ts';
import { keys } from '../analysis/workspace/index-keys.ts';
import { nearestPartner } from '../analysis/workspace/relations.ts';
import type { IndexedObject } from '../analysis/workspace/indexed-object.ts';
import { typeNames } from '../contract/contract.ts';
import { blockOf, isInBlock } from '../contract/ip.ts';
import { titleOf } from '../lint/partner.ts';
import { defineRule } from '../lint/rule.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';

export const clusterIpAddress = defineRule({
  code: 'cluster-ip-address',
  summary: 'An address should not be the cluster IP of a Service.',
  enforcedBy: 'advice',
  on: { relationsOf: typeNames },
  check(_resource, { report, binding: { root }, document, around }) {
    const { entry, at } = around;
    if (document.issues.length > 0 || entry.facts.carrier || !entry.identities.every(({ isCertain }) => isCertain))
      return;
    const frontsBy = (block: string): ReadonlyMap<string, readonly IndexedObject[]> =>
      frontsOf(at(keys.clusterIpsIn(block)));
    let block: string | undefined;
    let fronts: ReadonlyMap<string, readonly IndexedObject[]> = new Map();
    for (const address of addressesAmong(root, (items) => networksIn(items).some((each) => frontsBy(each).size > 0))) {
      if (block === undefined || !isInBlock(address.key, block)) {
        block = blockOf(address.key);
        fronts = frontsBy(block);
      }
      const owner = nearestPartner(around, fronts.get(address.key) ?? []);
      if (!owner) continue;
      const index = owner.facts.service?.clusterIps.indexOf(address.key) ?? 0;
      const path = index > 0 ? ['spec', 'clusterIPs', index] : ['spec', 'clusterIP'];
      report(address.ip, messageOn(address, owner, entry), {
        related: [{ entry: owner, path, message: 'The cluster IP is here.' }],
      });
    }
  },
});

/** By cluster IP, the Services that have it. */
const frontsOf = memo((services: readonly IndexedObject[]): ReadonlyMap<string, readonly IndexedObject[]> => {
  const fronts = new Map<string, IndexedObject[]>();
  for (const entry of services.filter(isFront))
    for (const ip of entry.facts.service?.clusterIps ?? []) {
      const known = fronts.get(ip);
      if (known) known.push(entry);
      else fronts.set(ip, [entry]);
    }
  return fronts;
});

function isFront({ facts, identities }: IndexedObject): boolean {
  return facts.service?.type !== 'ExternalName' && identities.some(({ isCertain }) => isCertain);
}

function messageOn({ key }: Address, owner: IndexedObject, entry: IndexedObject): string {
  const [own, theirs] = [entry.identities[0], owner.identities[0]];
  const isSameNamespace = own?.namespace === theirs?.namespace;
  if (isSameNamespace && (entry.facts.slice?.service ?? own?.name) === theirs?.name) {
    return `${key} is the cluster IP of the ${titleOf(owner)} itself, so its traffic would come back to it. Write the addresses of its backends.`;
  }
  const isNamed = !isSameNamespace && theirs && !theirs.namespace.startsWith('?');
  const where = isNamed ? ` in the namespace ${quote(theirs.namespace)}` : '';
  return `${key} is the cluster IP of the ${titleOf(owner)}${where}, and kube-proxy does not forward from one Service to another. Write the addresses of its backends.`;
}
