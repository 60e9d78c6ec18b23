/** Reports objects that have neither a name nor a generateName. */
import { isEmpty, member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';

export const missingName = defineRule({
  code: 'missing-name',
  summary: 'An object must have a metadata.name or a metadata.generateName.',
  enforcedBy: 'server',
  on: 'resource',
  check(resource, { report, binding }) {
    if (resource.form === 'pulumi' || resource.isPartial || binding.root.value.isOpen) return;
    const metadata = member(binding.root, 'metadata');
    // The rule missing-argument reports blocks without metadata.
    if (!metadata && resource.terraform?.isManifest === false) return;
    if (metadata && (metadata.value.kind !== 'mapping' || metadata.value.isOpen)) return;
    const name = metadata && member(metadata, 'name');
    if (!isEmpty(name) || !isEmpty(metadata && member(metadata, 'generateName'))) return;
    const span = name?.entry?.key ?? metadata?.entry?.key ?? resource.head;
    report(
      { span, path: ['metadata', 'name'] },
      resource.type.startsWith('Endpoints')
        ? 'These Endpoints have no name. Add metadata.name with the name of their Service.'
        : `This ${resource.type} has no name. Add metadata.name or metadata.generateName.`,
    );
  },
});
