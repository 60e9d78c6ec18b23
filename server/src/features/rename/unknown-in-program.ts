/** Names in programs that a renaming cannot change, because they are not known or put together, and where these are. */
import { fileNameOf, plainPath } from '../../analysis/workspace/placement.ts';
import { objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import { isFamilyKind, isSlice } from '../../analysis/workspace/family.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { writtenLiteral } from '../../edits/code/replace-literals.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Value } from '../../tree/value.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import { positionOf } from '../lsp.ts';
import { isPortName, serviceNameNode } from '../navigation/named-places.ts';
import type { View } from '../view.ts';
import { qualifiedFieldName } from '../written-values.ts';

/** Such as `index.ts:12:5`. */
export function writtenPlace({ uri, located }: View, start: number, span: Span): string {
  const { line, character } = positionOf(located, start + span.start);
  return `${fileNameOf(plainPath(uri))}:${line + 1}:${character + 1}`;
}

/** A sentence for the user on a value without a literal. */
export function unknownReason(view: View, start: number, value: Value): string {
  const place = writtenPlace(view, start, value.span);
  const language = isTerraformPath(plainPath(view.uri)) ? 'Terraform' : 'The program';
  if (value.kind === 'scalar') return `${language} puts the name at ${place} together. Change it by hand.`;
  return `The name at ${place} is not known, because ${whyUnknown(value)} gives it. Change it by hand.`;
}

function whyUnknown(value: Value): string {
  return value.kind === 'opaque' ? value.why : 'another value';
}

/** Why a port cannot be renamed in members of programs that have none of its name; undefined where all their ports are known. */
export function unknownPort(
  members: readonly { readonly view: View; readonly object: PlacedObject }[],
): string | undefined {
  for (const { view, object } of members) {
    if (object.document.syntax !== 'code') continue;
    const unknown = object.binding.nodes.find(isUnknownPort);
    if (unknown)
      return `The ports at ${writtenPlace(view, object.start, unknown.value.span)} are not known, and one of them may have this name. Change them by hand.`;
  }
  return undefined;
}

const portLists = new Set(['ServiceSpec.ports', 'EndpointSubset.ports', 'EndpointSlice.ports']);

/** True for a name that is not known, and for a list that is not or may have more ports. */
function isUnknownPort(node: Bound): boolean {
  const { value } = node;
  if (isPortName(node)) return value.kind === 'opaque';
  if (!portLists.has(qualifiedFieldName(node))) return false;
  return value.kind === 'opaque' || (value.kind === 'sequence' && value.isOpen && value.isExposed !== true);
}

/** Why the name at the offset of the file cannot be renamed; undefined where there is none, and on a variable. */
export function unknownNameAt(view: View, offset: number): string | undefined {
  for (const object of objectsIn(view.file)) {
    const { start, document, binding, resource } = object;
    const at = { start: offset - start, end: offset - start };
    if (!contains(resource.span, at)) continue;
    const serviceName = serviceNameNode(object);
    const named = binding.nodes.filter((node) => isPortName(node) || (node === serviceName && isRenamed(object, node)));
    const node = named.find(({ value }) => contains(value.span, at) && !writtenLiteral(value));
    if (node && isInText(document.text.slice(node.value.span.start, at.start)))
      return unknownReason(view, start, node.value);
  }
  return undefined;
}

/** True for the name of a Service or Endpoints, and for the label of a slice. */
function isRenamed({ resource: { type } }: PlacedObject, { path }: Bound): boolean {
  return isSlice({ kind: type }) ? path[1] === 'labels' : isFamilyKind({ kind: type, group: '' });
}

/** True where the text before a place ends within quotes, and not in an interpolation. */
function isInText(before: string): boolean {
  let quotes = '';
  let depth = 0;
  for (const each of before.replaceAll(/\\[^]/g, '  ')) {
    if (quotes === '' && /["'`]/.test(each)) quotes = each;
    else if (each === quotes && depth === 0) quotes = '';
    else if (quotes !== '' && each === '{') depth++;
    else if (quotes !== '' && each === '}') depth = Math.max(0, depth - 1);
  }
  return quotes !== '' && depth === 0;
}
