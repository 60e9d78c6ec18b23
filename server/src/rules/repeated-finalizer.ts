/** Reports finalizers that are listed twice in an object sent by server-side apply, which merges the list as a set. */
import { isServerSide } from '../analysis/facts/apply-settings.ts';
import { textOf } from '../analysis/binding/bind.ts';
import { ObjectMeta } from '../contract/meta.ts';
import { removeItem } from '../lint/fix.ts';
import { repeated } from '../lint/repeated.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const repeatedFinalizer = defineRule({
  code: 'repeated-finalizer',
  summary: 'In server-side apply, a finalizer must be listed only once.',
  enforcedBy: 'server',
  on: [ObjectMeta, 'finalizers'],
  check(finalizers, { report, resource, document }) {
    if (finalizers.value.isOpen) return;
    // The rule malformed-finalizer reports empty finalizers.
    const found = repeated(finalizers.children, (node) => textOf(node) || undefined);
    if (found.length === 0 || !isServerSide(resource, document)) return;
    for (const { item, first } of found) {
      const name = quote(textOf(item) ?? '');
      const message = `The finalizer ${name} is listed twice. Server-side apply, which Pulumi uses here, rejects that. Remove one.`;
      report(item, message, {
        fix: removeItem(item, `Remove the second ${name}`, 'safe'),
        related: [{ span: first.value.span, message: 'The first one is here.' }],
      });
    }
  },
});
