/** Reports directives at the top of a patch with which kustomize skips the whole patch. */
import { removeKeyAt } from '../lint/build-edits.ts';
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';

export const ignoredDirective = defineRule({
  code: 'ignored-directive',
  summary: 'A patch must not have $patch: replace at the top.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark, textOf } = event;
    if (remark?.what !== 'ignored-directive') return;
    const { at } = remark;
    const text = textOf(at.path);
    const edit = text === undefined ? undefined : removeKeyAt(text, at);
    const title = 'Remove "$patch"';
    const message = `In ${rootNames(event.roots)}, this patch changes nothing: kustomize skips a patch with "${remark.directive}" at the top. Remove it to merge the patch, or replace single fields.`;
    report(at, message, { fix: edit ? { title, safety: 'suggested', edits: [edit] } : undefined });
  },
});
