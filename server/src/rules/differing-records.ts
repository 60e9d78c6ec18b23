/** Reports a field of an address that differs from the first entry of the same address in another subset: mirroring keeps only the first entry. */
import { member, textOf, type Bound } from '../analysis/binding/bind.ts';
import { lostRecords, recordNouns, type LossOf, type RecordField } from '../analysis/slices/losses.ts';
import { isRepacked } from '../analysis/slices/repack.ts';
import { Endpoints } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import { isOpen } from '../tree/value.ts';

export const differingRecords = defineRule({
  code: 'differing-records',
  summary: 'An address should have the same host name, node name and target in all subsets.',
  enforcedBy: 'advice',
  on: [Endpoints, 'subsets'],
  check(subsets, { report, binding, minor }) {
    if (!isRepacked(subsets, binding.root, minor) || isOpen(subsets.value)) return;
    for (const loss of lostRecords(subsets)) {
      if (subsetOf(loss.at) === subsetOf(loss.by)) continue;
      for (const name of loss.fields) {
        const node = member(loss.at, name);
        const first = member(loss.by, name) ?? member(loss.by, 'ip') ?? loss.by;
        const related = [{ span: first.value.span, message: 'The first entry of this address is here.' }];
        if (node) report(node, messageOf(loss, node, name), { related });
      }
    }
  },
});

function subsetOf(address: Bound): Bound | undefined {
  return address.parent?.parent;
}

function messageOf({ at }: LossOf<'record'>, node: Bound, name: RecordField): string {
  const text = textOf(node);
  const what = text === undefined ? recordNouns[name] : `${recordNouns[name]} ${quote(text)}`;
  const ip = textOf(member(at, 'ip')) ?? '';
  return `The ${what} of ${ip} is lost in EndpointSlices: the mirroring controller keeps only the first entry of an address. Write the same in both entries, or write the EndpointSlices yourself.`;
}
