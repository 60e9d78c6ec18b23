/** An ignore without codes silences nothing, on purpose: it would hide what nobody has seen yet. */
import { defineRule } from '../lint/rule.ts';

export const blanketIgnore = defineRule({
  code: 'blanket-ignore',
  summary: 'An ignore must name the rules that it silences.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: 'ignore',
  check({ ignore }, { report }) {
    if (ignore.codes.length > 0) return;
    const form = ignore.isComment
      ? 'the codes in brackets: "endpoints: ignore[code]"'
      : 'codes and a reason: "code, code: reason"';
    report({ span: ignore.span }, `This ignore names no rule, so it silences nothing. Write ${form}.`);
  },
});
