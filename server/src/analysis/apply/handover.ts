/**
 * What the provider does before it updates a resource of its own: what kubectl, or an earlier Pulumi without server-side apply,
 * owns in the live object becomes the program's. A patch gets nothing this way.
 */
import { isPatchType } from '../../contract/contract.ts';
import { union } from './field-set.ts';
import type { Participant } from './gathering.ts';
import { isApplier } from './owners.ts';
import type { Live, Owner } from './apply-step.ts';

/** The live object as the update finds it. */
export function handedOver(live: Live | undefined, self: Participant): Live | undefined {
  const given = givenTo(self, live);
  const [first] = given;
  if (!live || !first) return live;
  const { manager } = self;
  const isSelf = (owner: Owner): boolean => isApplier(owner, manager);
  const own = live.owners.find(isSelf) ?? { ...first, manager, operation: 'Apply' };
  const fields = given.reduce((set, owner) => union(set, owner.fields), own.fields);
  const rest = live.owners.filter((owner) => !isSelf(owner) && !given.includes(owner));
  return { ...live, owners: [{ ...own, fields }, ...rest] };
}

/** Whose fields the resource takes over. */
export function givenTo({ entry, applied, manager }: Participant, live: Live | undefined): readonly Owner[] {
  if (!live || applied.means !== 'apply' || entry.facts.form !== 'pulumi' || isPatchType(entry.facts.kind)) return [];
  return live.owners.filter((owner) => isGiven(owner) && owner.manager !== manager);
}

/** Names that start so count as well, such as `kubectl-client-side-apply`. */
const givers: Readonly<Record<Owner['operation'], RegExp>> = {
  Apply: /^kubectl/,
  Update: /^(kubectl|before-first-apply|pulumi-kubernetes|pulumi-resource-kubernetes)/,
};

function isGiven({ manager, operation, subresource }: Owner): boolean {
  return subresource === '' && givers[operation].test(manager);
}
