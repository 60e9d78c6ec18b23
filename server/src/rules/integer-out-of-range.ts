/** Reports an integer that does not fit the width of its field, so that the API server cannot decode the object. */
import { isRemovedByPulumi } from '../analysis/apply/field-config.ts';
import { defineRule } from '../lint/rule.ts';

export const integerOutOfRange = defineRule({
  code: 'integer-out-of-range',
  summary: 'An integer must fit its field: 32 bits for a port, 64 bits elsewhere.',
  enforcedBy: 'server',
  on: 'mismatch',
  check(mismatch, { report, resource }) {
    if (mismatch.kind !== 'range' || mismatch.node.type.kind !== 'integer') return;
    if (resource.form === 'pulumi' && isRemovedByPulumi(mismatch.node)) return;
    const { type, value } = mismatch.node;
    const limit = 2n ** BigInt(type.bits - 1);
    const isNegative = typeof value.value === 'bigint' && value.value < 0n;
    const edge = isNegative ? `the minimum is ${-limit}` : `the maximum is ${limit - 1n}`;
    const wayOut =
      type.bits === 32 ? 'Write a port number from 1 to 65535' : `Write a ${isNegative ? 'larger' : 'smaller'} number`;
    report(mismatch.node, `${value.text} does not fit into ${type.bits} bits; ${edge}. ${wayOut}.`);
  },
});
