/** An ignore that silences nothing hides the next real finding. */
import { defineRule } from '../lint/rule.ts';
import { listed } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { IgnoreUse } from '../lint/rule.ts';

export const unusedIgnore = defineRule({
  code: 'unused-ignore',
  summary: 'An ignore should silence something.',
  enforcedBy: 'advice',
  tag: 'unnecessary',
  since: '0.1.0',
  on: 'ignore',
  check(use, { report }) {
    if (use.unused.length === 0) return;
    const fix = removal(use);
    const what = use.unused.length === 1 ? 'the code' : 'these codes';
    const wayOut = fix ? 'Remove the comment' : `Remove ${what} from the ignore`;
    report({ span: use.ignore.span }, `Nothing here is reported as ${listed(use.unused, 'or')}. ${wayOut}.`, { fix });
  },
});

/** Takes the comment out, where none of its codes is of use. */
function removal({ ignore, unused, unknown }: IgnoreUse): Fix | undefined {
  if (!ignore.isComment || unused.length + unknown.size < ignore.codes.length) return undefined;
  return {
    title: 'Remove the ignore comment',
    safety: 'safe',
    edits: [{ kind: 'replace-text', span: ignore.span, by: '' }],
  };
}
