/** Says in the words of Terraform what type a value must have, and which values Terraform converts by itself. */
import type { Bound } from '../analysis/binding/bind.ts';
import { quote } from '../text/quote.ts';
import type { TerraformFacts } from '../tree/document.ts';
import { wayOutOfText } from './program-types.ts';

/** What to write instead, in HCL. */
export function wayOutInHcl(bound: Bound, { isManifest }: TerraformFacts): string {
  const { value, type } = bound;
  switch (type.kind) {
    case 'boolean':
      return 'Write true or false without quotes.';
    case 'list':
      if (value.kind === 'scalar' && type.item.kind === 'string') return `Write [${quote(String(value.value))}].`;
      return type.item.kind === 'object' ? 'Write [{ name = value }].' : 'Write a list in [ ].';
    default:
      return wayOutOfText(bound) ?? (isManifest ? 'Write { name = value }.' : 'Write a block.');
  }
}

/** True in a `kubernetes_manifest`, whose provider converts texts, numbers and booleans by the schema of the cluster (read in provider 3.2). */
export function isConvertedByTerraform({ value, type }: Bound, { type: resource }: TerraformFacts): boolean {
  if (resource !== 'kubernetes_manifest' || value.kind !== 'scalar' || value.value === null) return false;
  const text = String(value.value);
  switch (type.kind) {
    case 'string':
      return true;
    case 'integer':
      return /^-?\d{1,18}$/.test(text);
    case 'boolean':
      return /^(?:true|false)$/.test(text);
    default:
      return false;
  }
}
