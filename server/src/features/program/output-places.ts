/** Finds where a program writes what an expression such as `db.metadata.name` reads of a resource. */
import { bindObjects } from '../../analysis/binding/bind-document.ts';
import { member, type Bound } from '../../analysis/binding/bind.ts';
import { newestMinor } from '../../contract/version.ts';
import { shift, type Span } from '../../text/span.ts';
import type { Document, ResourceVariable } from '../../tree/document.ts';
import type { ViewPlace } from '../navigation/related-places.ts';
import { partAt, type View } from '../view.ts';

/** True for a text in a programming language, beside which the server of the language answers. */
export function isInCode({ file }: View): boolean {
  return file.parts[0]?.document.syntax === 'code';
}

/**
 * From `metadata` or `name` in `db.metadata.name` to the value that the call sets, or the nearest one around it; undefined
 * elsewhere, where the program does not call the constructor of a known class, and on the variable alone.
 */
export function outputDefinition(
  view: View,
  offset: number,
): { readonly origin: Span; readonly places: readonly ViewPlace[] } | undefined {
  const part = partAt(view, offset);
  if (!part) return undefined;
  const { document, start } = part;
  const at = offset - start;
  for (const variable of document.variables ?? []) {
    const last = variable.steps.findIndex(({ span }) => span.start <= at && at <= span.end);
    const step = variable.steps[last];
    if (!step) continue;
    const found = placeIn(document, variable, last + 1);
    if (!found) return undefined;
    const place = { view, span: shift(found.span, start), whole: shift(found.whole, start) };
    return { origin: shift(step.span, start), places: [place] };
  }
  return undefined;
}

function placeIn(
  document: Document,
  { root, steps }: ResourceVariable,
  count: number,
): { readonly span: Span; readonly whole: Span } | undefined {
  const object = bindObjects(document, newestMinor).find(({ resource }) => (resource.key ?? resource.name) === root);
  if (!object) return undefined;
  let node: Bound = object.binding.root;
  for (const { step } of steps.slice(0, count)) {
    const next: Bound | undefined = typeof step === 'number' ? node.children[step] : member(node, step);
    if (!next) break;
    node = next;
  }
  const { value, entry } = node;
  const origin = value.kind === 'scalar' && entry?.isMerged ? value.origin : undefined;
  if (origin) return { span: origin, whole: origin };
  const { span: whole, head } = object.resource;
  return { span: node.parent ? value.span : head, whole };
}
