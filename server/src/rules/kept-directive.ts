/** Reports directives of merge patches that kustomize does not know at their place, and keeps as data. */
import { rootNames } from '../lint/build-words.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const keptDirective = defineRule({
  code: 'kept-directive',
  summary: 'A directive of a merge patch must be at a place where kustomize applies it.',
  enforcedBy: 'advice',
  severity: 'error',
  on: 'build',
  check(event, { report }) {
    const { remark } = event;
    if (remark?.what !== 'kept-directive') return;
    const { at, directive } = remark;
    const name = /^\$[\w/]+/.exec(directive)?.[0] ?? directive;
    const [reason, wayOut] = name.startsWith('$patch')
      ? [
          'this list has no merge key, so the patch replaces it, and the directive stays in it as a field',
          'Write the whole list without the directive.',
        ]
      : ['kustomize does not know this directive, so it stays in the object as a field', 'Remove it.'];
    report(at, `${quote(name)} has no effect in ${rootNames(event.roots)}: ${reason}. ${wayOut}`);
  },
});
