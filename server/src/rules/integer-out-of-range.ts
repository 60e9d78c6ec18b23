/** Reports an integer that does not fit the width of its field, so that the API server cannot decode the object. */
import { isRemovedByPulumi } from '../analysis/apply/field-config.ts';
import { defineRule } from '../lint/rule.ts';

export const integerOutOfRange = defineRule({
  code: 'integer-out-of-range',
  summary: 'An integer must fit its field: 32 or 64 bits.',
  enforcedBy: 'server',
  on: 'mismatch',
  check(mismatch, { report, resource }) {
    if (mismatch.kind !== 'range') return;
    if (resource.form === 'pulumi' && isRemovedByPulumi(mismatch.node)) return;
    const { type, value, entry } = mismatch.node;
    const bits = type.kind === 'integer' ? type.bits : 32;
    const limit = 2n ** BigInt(bits - 1);
    const isNegative = typeof value.value === 'bigint' && value.value < 0n;
    const edge = isNegative ? `the minimum is ${-limit}` : `the maximum is ${limit - 1n}`;
    const wayOut =
      bits === 32 && /port$/i.test(entry?.name ?? '')
        ? 'Write a port number from 1 to 65535'
        : `Write a ${isNegative ? 'larger' : 'smaller'} number`;
    report(mismatch.node, `${value.text} does not fit into ${bits} bits; ${edge}. ${wayOut}.`);
  },
});
