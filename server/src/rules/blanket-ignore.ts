/** Reports an ignore without rule codes. It silences nothing, because it would also hide future findings. */
import { defineRule } from '../lint/rule.ts';

export const blanketIgnore = defineRule({
  code: 'blanket-ignore',
  summary: 'An ignore comment must name the rules that it silences.',
  enforcedBy: 'advice',
  on: 'ignore',
  check({ ignore }, { report }) {
    const isOfAll = ignore.codes.some(({ code }) => /^\*+$/.test(code));
    if (ignore.codes.length > 0 && !isOfAll) return;
    const form = ignore.isComment
      ? 'the codes in brackets: "endpoints: ignore[code]"'
      : 'the codes and a reason: "code, code: reason"';
    const what = ignore.isComment ? 'comment' : 'annotation';
    const effect = isOfAll
      ? 'names all rules, so it also hides later mistakes'
      : 'names no rule, so it silences nothing';
    report({ span: ignore.span }, `This ignore ${what} ${effect}. Write ${form}.`);
  },
});
