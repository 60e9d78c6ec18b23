/** Pulumi's provider takes over the fields of kubectl and client-side Pulumi before it updates a resource. */
import { isPatchType } from '../../contract/contract.ts';
import { union } from './field-set.ts';
import type { Participant } from './gathering.ts';
import { isApplier } from './owners.ts';
import type { Live, Owner } from './apply-step.ts';

export function withTakenOverFields(live: Live | undefined, self: Participant): Live | undefined {
  const given = ownersTakenOver(self, live);
  const [first] = given;
  if (!live || !first) return live;
  const { manager } = self;
  const isSelf = (owner: Owner): boolean => isApplier(owner, manager);
  const own = live.owners.find(isSelf) ?? { ...first, manager, operation: 'Apply' };
  const fields = given.reduce((set, owner) => union(set, owner.fields), own.fields);
  const rest = live.owners.filter((owner) => !isSelf(owner) && !given.includes(owner));
  return { ...live, owners: [{ ...own, fields }, ...rest] };
}

/** The owners whose fields the resource takes over; empty for a patch. */
export function ownersTakenOver({ entry, applied, manager }: Participant, live: Live | undefined): readonly Owner[] {
  if (!live || applied.means !== 'apply' || entry.facts.form !== 'pulumi' || isPatchType(entry.facts.kind)) return [];
  const others = live.owners.filter((owner) => owner.subresource === '' && owner.manager !== manager);
  return others.filter((owner) => givers[owner.operation].test(owner.manager));
}

/** Prefixes of manager names, such as that of `kubectl-client-side-apply`. */
const givers: Readonly<Record<Owner['operation'], RegExp>> = {
  Apply: /^kubectl/,
  Update: /^(kubectl|before-first-apply|pulumi-kubernetes|pulumi-resource-kubernetes)/,
};
