/** An integer that does not fit the field's width: the server cannot decode the object at all. */
import { defineRule } from '../lint/rule.ts';

export const integerOutOfRange = defineRule({
  code: 'integer-out-of-range',
  summary: 'An integer must fit its field: 32 bits for a port, 64 bits elsewhere.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report }) {
    if (mismatch.kind !== 'range' || mismatch.node.type.kind !== 'integer') return;
    const { type, value } = mismatch.node;
    const limit = type.bits === 32 ? '2147483647' : '9223372036854775807';
    report(mismatch.node, `${value.text} does not fit into ${type.bits} bits; the largest such integer is ${limit}. Write a smaller number.`);
  },
});
