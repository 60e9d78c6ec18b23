/** Says in the words of Terraform what type a value must have, and which values Terraform converts by itself. */
import type { Bound } from '../analysis/binding/bind.ts';
import { quote } from '../text/quote.ts';
import type { TerraformFacts } from '../tree/document.ts';

/** What to write instead, in HCL. */
export function wayOutInHcl({ value, type }: Bound, { isManifest }: TerraformFacts): string {
  const written = value.kind === 'scalar' ? value.value : undefined;
  switch (type.kind) {
    case 'string':
      return written === undefined ? 'Write a string instead.' : `Write ${quote(String(written))}.`;
    case 'integer':
      if (/^\d+$/.test(String(written))) return `Write ${String(written)} without quotes.`;
      return typeof written === 'number' ? 'Write it without a fraction.' : 'Write the number.';
    case 'integer or string':
      return 'Write a port number, or the name of a port.';
    case 'boolean':
      return 'Write true or false without quotes.';
    case 'list':
      if (value.kind === 'scalar' && type.item.kind === 'string') return `Write [${quote(String(value.value))}].`;
      return type.item.kind === 'object' ? 'Write [{ name = value }].' : 'Write a list in [ ].';
    default:
      return isManifest ? 'Write { name = value }.' : 'Write a block.';
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
