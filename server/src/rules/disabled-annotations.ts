/** One value that is not a text makes the provider ignore all of its own annotations. Null never reaches it. */
import { isProviderAnnotation } from '../analysis/apply/provider-annotations.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const disabledAnnotations = defineRule({
  code: 'disabled-annotations',
  summary: 'An annotation that is not a string disables every pulumi.com annotation.',
  enforcedBy: 'advice',
  since: '0.1.0',
  on: [ObjectMeta, 'annotations'],
  check(annotations, { report, resource }) {
    if (resource.form !== 'pulumi') return;
    const own = annotations.children.flatMap(({ entry }) =>
      entry && isProviderAnnotation(entry.name) ? [entry.name] : [],
    );
    for (const { value, entry, path } of annotations.children) {
      const isText =
        value.kind === 'opaque' || isNull(value) || (value.kind === 'scalar' && typeof value.value === 'string');
      if (isText || !entry || own.every((name) => name === entry.name)) continue;
      const message = `${quote(entry.name)} is not a string, so the provider ignores all annotations of its own here: ${listed(own.map(quote))}. Put the value in quotes.`;
      report({ span: entry.key, path }, message);
    }
  },
});
