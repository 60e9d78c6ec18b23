/** Reports patches without metadata.name: Pulumi does not use the logical name of the resource for it. */
import { isPatchType } from '../contract/contract.ts';
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { entryOf } from '../tree/value.ts';

export const patchWithoutName = defineRule({
  code: 'patch-without-name',
  summary: 'A patch must name the object that it changes.',
  enforcedBy: 'pulumi',
  on: 'resource',
  check(resource, { report, binding }) {
    if (!isPatchType(resource.type) || binding.root.value.isOpen) return;
    if (resource.envelope && entryOf(resource.envelope, 'get')) return;
    const metadata = member(binding.root, 'metadata');
    if (metadata && (metadata.value.kind !== 'mapping' || metadata.value.isOpen)) return;
    const name = metadata && member(metadata, 'name');
    if (!isEmpty(name)) return;
    const span = name?.entry?.key ?? metadata?.entry?.key ?? resource.head;
    const message =
      'This patch does not name the object to change, and Pulumi does not use the resource name for it. Add metadata.name.';
    report({ span, path: ['metadata', 'name'] }, message);
  },
});
