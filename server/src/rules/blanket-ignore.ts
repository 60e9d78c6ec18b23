/** Reports an ignore without rule codes. It silences nothing, because it would also hide future findings. */
import { defineRule } from '../lint/rule.ts';

export const blanketIgnore = defineRule({
  code: 'blanket-ignore',
  summary: 'An ignore comment must name the rules that it silences.',
  enforcedBy: 'advice',
  on: 'ignore',
  check({ ignore }, { report }) {
    if (ignore.codes.length > 0) return;
    const form = ignore.isComment
      ? 'the codes in brackets: "endpoints: ignore[code]"'
      : 'the codes and a reason: "code, code: reason"';
    const what = ignore.isComment ? 'comment' : 'annotation';
    report({ span: ignore.span }, `This ignore ${what} names no rule, so it silences nothing. Write ${form}.`);
  },
});
