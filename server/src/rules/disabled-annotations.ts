/** Reports an annotation that is not a string: the Pulumi provider then ignores all of its own annotations. Null never reaches the provider. */
import { isProviderAnnotation } from '../analysis/apply/provider-annotations.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { defineRule } from '../lint/rule.ts';
import { listed, quote } from '../text/quote.ts';
import { isNull } from '../tree/value.ts';

export const disabledAnnotations = defineRule({
  code: 'disabled-annotations',
  summary: 'Every annotation should be a string, because one other value disables every pulumi.com annotation.',
  enforcedBy: 'advice',
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
      const message = `${quote(entry.name)} is not a string, so the Pulumi provider ignores all of its own annotations here: ${listed(own.map(quote))}. Put the value in quotes.`;
      report({ span: entry.key, path }, message);
    }
  },
});
