/** Reports blocks that are alike in a set of Terraform, which sends them once. */
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const mergedBlock = defineRule({
  code: 'merged-block',
  summary: 'The blocks of a set should differ, because Terraform sends like blocks once.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  on: 'resource',
  check({ terraform }, { report }) {
    for (const { name, span, first, isShared } of terraform?.likeBlocks ?? []) {
      // The collection of a dynamic block may have other items elsewhere.
      if (isShared) continue;
      const message = `This block ${quote(name)} is like an earlier one of the same set, and Terraform sends the two once. Remove it, or change it.`;
      report({ span }, message, { related: [{ span: first, message: 'The earlier block is here.' }] });
    }
  },
});
