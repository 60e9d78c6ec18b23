/** Corrects a name of a Terraform resource that its schema does not have, where only the name is wrong. */
import { quote } from '../text/quote.ts';
import type { RefusedName } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { schemaAt } from './terraform-schema.ts';

/** `type` is that of the resource. Undefined where no name of the schema fits, or as another form. */
export function refusedNameFix({ meant, name, form, path, span }: RefusedName, type: string): Fix | undefined {
  const part = meant === undefined ? undefined : schemaAt({ type }, path).parts[meant];
  if (meant === undefined || meant === name || part?.kind !== form) return undefined;
  return { title: `Rename to ${quote(meant)}`, safety: 'safe', edits: [{ kind: 'replace-text', span, by: meant }] };
}
