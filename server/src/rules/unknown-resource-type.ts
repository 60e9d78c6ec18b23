/** Reports a type of Terraform resource that no version of the provider has. */
import { defineRule } from '../lint/rule.ts';
import { typeSpan } from '../lint/terraform-schema.ts';

const right = 'kubernetes_endpoint_slice_v1';

export const unknownResourceType = defineRule({
  code: 'unknown-resource-type',
  summary: 'The type of a Terraform resource must exist.',
  enforcedBy: 'terraform',
  on: 'resource',
  check(resource, { report, document }) {
    if (resource.terraform?.type !== 'kubernetes_endpoint_slice') return;
    const span = typeSpan(document, resource);
    const message = `No version of the provider has the type "kubernetes_endpoint_slice". Use "${right}", which it has since 2.22.`;
    const isWritten = document.text.slice(span.start, span.end) === '"kubernetes_endpoint_slice"';
    const title = `Replace with "${right}"`;
    const fix = isWritten
      ? ({ title, safety: 'suggested', edits: [{ kind: 'replace-text', span, by: `"${right}"` }] } as const)
      : undefined;
    report({ span }, message, { fix });
  },
});
