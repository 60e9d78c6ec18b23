/** Reports `ignore_changes` of Terraform that name what this file writes: later edits have no effect. */
import { terraformSchemas } from '../contract/terraform.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { TerraformFacts } from '../tree/document.ts';
import { entryOf, nestedValue, stringOf, type Mapping, type Value } from '../tree/value.ts';

export const ignoredChange = defineRule({
  code: 'ignored-change',
  summary: 'ignore_changes should not name the endpoints, because later edits of them have no effect.',
  enforcedBy: 'advice',
  severity: 'info',
  on: 'resource',
  check({ terraform, properties }, { report }) {
    const ignored = nestedValue(terraform?.options, ['lifecycle', 'ignore_changes']);
    if (!terraform || !ignored) return;
    for (const each of ignored.kind === 'sequence' ? ignored.items : [ignored]) {
      const what = whatIsIgnored(each, terraform, properties);
      if (what === undefined) continue;
      const message = `Terraform sends ${what} only when it creates the object, because ignore_changes names it: later edits here have no effect. Remove it, if this file decides.`;
      report({ span: each.span }, message);
    }
  },
});

/** Undefined for labels, annotations and other metadata, and for what is not written here. */
function whatIsIgnored(value: Value, { type }: TerraformFacts, properties: Mapping): string | undefined {
  const text = stringOf(value) ?? '';
  if (text === 'all') return 'everything';
  const name = /^\w+/.exec(text)?.[0] ?? '';
  const parts = terraformSchemas.get(type)?.parts ?? {};
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  return part && name !== 'metadata' && entryOf(properties, part.field) ? quote(name) : undefined;
}
