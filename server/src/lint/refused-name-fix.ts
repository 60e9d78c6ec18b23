/** Corrects a name of a Terraform resource that its schema does not have, where it is clear which one is meant. */
import { terraformPartsAt } from '../contract/terraform.ts';
import { quote } from '../text/quote.ts';
import type { RefusedName } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';

/** `type` is that of the resource. Undefined where no name of the schema fits. */
export function refusedNameFix(refused: RefusedName, type: string): Fix | undefined {
  const { meant, name, form, path } = refused;
  const parts = meant === undefined ? undefined : terraformPartsAt(type, path);
  const part = parts && meant !== undefined && Object.hasOwn(parts, meant) ? parts[meant] : undefined;
  if (!part || meant === undefined) return undefined;
  // A block is only read as an argument where its names are free.
  if (part.kind === 'argument' && form === 'block' && part.type !== 'map') return undefined;
  const written = `Write ${quote(meant)} as ${part.kind === 'block' ? 'a block' : 'an argument'}`;
  const title = meant !== name && part.kind === form ? `Rename to ${quote(meant)}` : written;
  return { title, safety: 'safe', edits: [{ kind: 'correct-name', refused }] };
}
