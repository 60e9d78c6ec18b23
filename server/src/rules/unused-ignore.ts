/** Reports ignores that suppress no finding: they would hide the next one. */
import { defineRule, type IgnoreUse } from '../lint/rule.ts';
import { listed } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';

export const unusedIgnore = defineRule({
  code: 'unused-ignore',
  summary: 'An ignore should suppress a finding.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  on: 'ignore',
  check(use, { report }) {
    if (use.unused.length === 0) return;
    const fix = removal(use);
    const what = use.unused.length === 1 ? 'the code' : 'these codes';
    const wayOut = fix ? 'Remove the comment' : `Remove ${what} from the ignore`;
    report({ span: use.ignore.span }, `This ignore suppresses no finding of ${listed(use.unused, 'or')}. ${wayOut}.`, {
      fix,
    });
  },
});

/** Removes the comment if none of its codes is used. It is lost with its reason, so another correction must not make it necessary. */
function removal({ ignore, unused, unknown, isSettled }: IgnoreUse): Fix | undefined {
  if (!ignore.isComment || unused.length + unknown.size < ignore.codes.length) return undefined;
  return {
    title: 'Remove the ignore comment',
    safety: isSettled ? 'safe' : 'suggested',
    edits: [{ kind: 'replace-text', span: ignore.span, by: '' }],
  };
}
