/** Reports patches that replace subsets with ports by subsets without ports. */
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';

export const droppedPorts = defineRule({
  code: 'dropped-ports',
  summary: 'A patch of subsets must repeat their ports.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark } = event;
    if (remark?.what !== 'dropped-ports') return;
    const message = `In ${rootNames(event.roots)}, this patch replaces all subsets and writes no ports, so their ports are dropped and nothing routes to the addresses. Repeat the ports here.`;
    report(remark.at, message, { related: [{ at: remark.base, message: 'The patched subsets are here.' }] });
  },
});
