/** Reports types of Terraform resources that the provider has deprecated for those with `_v1`. */
import { defineRule } from '../lint/rule.ts';
import { typeSpan } from '../lint/terraform-schema.ts';

const deprecated: ReadonlySet<string> = new Set(['kubernetes_endpoints', 'kubernetes_service']);

export const deprecatedResourceType = defineRule({
  code: 'deprecated-resource-type',
  summary: 'A new Terraform resource should have a type with _v1, which the provider keeps.',
  enforcedBy: 'advice',
  severity: 'hint',
  tag: 'deprecated',
  isOncePerFile: true,
  on: { relationsOf: ['Endpoints', 'Service'] },
  check(resource, { report, document }) {
    const type = resource.terraform?.type ?? '';
    if (!deprecated.has(type)) return;
    const message = `The type "${type}" is deprecated since provider 3.0. Use "${type}_v1" for new resources.`;
    report({ span: typeSpan(document, resource) }, message);
  },
});
