/** Reports what the provider refuses in a `kubernetes_manifest` of Terraform. */
import { member } from '../analysis/binding/bind.ts';
import { defineRule } from '../lint/rule.ts';
import { keyPlace } from '../lint/subject.ts';
import { entryOf } from '../tree/value.ts';

export const refusedManifest = defineRule({
  code: 'refused-manifest',
  summary: 'A kubernetes_manifest must have a namespace and no status.',
  enforcedBy: 'terraform',
  on: 'resource',
  check({ terraform, properties }, { report, binding }) {
    if (terraform?.type !== 'kubernetes_manifest') return;
    const status = entryOf(properties, 'status');
    if (status)
      report({ span: status.key, path: ['status'] }, 'The provider refuses a manifest with "status". Remove it.');
    const metadata = member(binding.root, 'metadata');
    if (metadata?.value.kind !== 'mapping' || metadata.value.isOpen || member(metadata, 'namespace')) return;
    const place = keyPlace(metadata) ?? metadata;
    const message =
      'This manifest has no namespace, and the provider refuses the plan without one. Add metadata.namespace, such as "default".';
    report({ ...place, path: ['metadata', 'namespace'] }, message);
  },
});
