/** Reports addresses that a list of a subset repeats: only the first entry counts, so a second hostname is lost. */
import { addressesOf, mayRepeat } from '../analysis/binding/addresses.ts';
import { EndpointSubset } from '../contract/endpoints.ts';
import { removeItem } from '../lint/fix.ts';
import { repeatedAddresses, type RepeatedAddresses } from '../lint/repeated-addresses.ts';
import { defineRule } from '../lint/rule.ts';
import { grouped, quote } from '../text/quote.ts';
import type { DraftPart, Fix } from '../tree/tree-edit.ts';

export const duplicateAddress = defineRule({
  code: 'duplicate-address',
  summary: 'An address should be listed only once.',
  enforcedBy: 'advice',
  explains: ['unmirrored-address:same-endpoint', 'replaced'],
  on: [EndpointSubset],
  check(subset, { report }) {
    if (!mayRepeat(subset)) return;
    for (const list of ['addresses', 'notReadyAddresses'] as const) {
      const found = repeatedAddresses(addressesOf(subset, list), ({ key, uid }) => `${key} ${uid}`);
      if (found) report(found.at.ip, messageOf(found, list), { related: found.related, fix: removal(found) });
    }
  },
});

function messageOf({ repeats, what, which, spellings }: RepeatedAddresses, list: string): string {
  if (repeats.length > 1)
    return `${what} in ${quote(list)}${which}. Only the first entry of an address counts. Remove the others.`;
  return spellings === ''
    ? `${what} in ${quote(list)}, and only the first entry counts. Remove one of them.`
    : `${spellings} are two spellings of the same address in ${quote(list)}. Remove one of them.`;
}

/** Removes the repeated entries; undefined where an alias repeats the list. */
function removal({ at, repeats }: RepeatedAddresses): Fix | undefined {
  const sequence = at.node.parent?.value;
  if (repeats.length === 1) return removeItem(at.node, `Remove the second ${at.key}`, 'suggested');
  if (sequence?.kind !== 'sequence' || sequence.isAlias) return undefined;
  const removed = new Set(repeats.map(({ node }) => node.path.at(-1)));
  const title = `Remove ${grouped(repeats.length)} repeated entries`;
  const { items } = sequence;
  const kept = items.flatMap((value, i): DraftPart[] => (removed.has(i) ? [] : [{ kind: 'keep', value }]));
  // The removals of neighbours would overlap in flow style.
  const edits: Fix['edits'] =
    sequence.style === 'flow'
      ? [{ kind: 'compose', by: { kind: 'list', base: sequence, items: kept } }]
      : items.flatMap((item, i) => (removed.has(i) ? [{ kind: 'remove-item', sequence, item }] : []));
  return { title, safety: 'suggested', edits };
}
