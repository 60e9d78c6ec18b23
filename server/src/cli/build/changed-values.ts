/** Finds the parts of printed objects that their own documents do not have at the same path, and where they come from. */
import { builtSize } from '../../kustomize/print.ts';
import type { PrintedNode } from '../../kustomize/printed.ts';
import { contains, isSameSpan } from '../../text/span.ts';
import type { BuiltEntry, BuiltMapping, BuiltObject, BuiltValue, Origin } from '../../tree/built.ts';

/** The object as its file has it; undefined where the file is not known. */
export type WrittenRoot = (object: BuiltObject) => BuiltMapping | undefined;

/** The nodes that need a comment, with the texts that their values come from. In the order of the text. */
export function* changedNodes(
  nodes: readonly PrintedNode[],
  writtenRoot: WrittenRoot,
): Generator<{ readonly node: PrintedNode; readonly origins: readonly Origin[] }> {
  const written = new Map<PrintedNode, BuiltValue | undefined>();
  for (const node of nodes) {
    const { parent, step, value } = node;
    const around = parent && written.get(parent);
    const entry = entryAtStep(around, step);
    const below = entry?.value ?? itemAtStep(around, step);
    const before = parent ? (isWrittenIn(below, around) ? below : undefined) : writtenRoot(node.object);
    if (!node.isKey) written.set(node, before);
    const origins = node.isKey ? originsOfKey(node, entry) : builtSize(value) === 0 ? originsOfLeaf(value, before) : [];
    if (origins.length > 0) yield { node, origins };
  }
}

/** A key names the origin of what is below it; a scalar beside it names its own. */
function originsOfKey({ value, origins: [key] }: PrintedNode, before: BuiltEntry | undefined): readonly Origin[] {
  if (value.kind === 'scalar' || builtSize(value) === 0 || !key) return [];
  if (!before || !isSame(before.key, key)) return [key];
  return originsOfCollection(value.origin, before.value);
}

function originsOfLeaf(value: BuiltValue, before: BuiltValue | undefined): readonly Origin[] {
  if (value.kind !== 'scalar') return originsOfCollection(value.origin, before);
  const [origin, ...others] = value.origins;
  const own = before?.kind === 'scalar' && others.length === 0 ? before.origins[0] : undefined;
  return own && origin && isSame(own, origin) ? [] : value.origins;
}

function originsOfCollection(origin: Origin, before: BuiltValue | undefined): readonly Origin[] {
  return before && before.kind !== 'scalar' && isSame(before.origin, origin) ? [] : [origin];
}

function entryAtStep(around: BuiltValue | undefined, step: PrintedNode['step']): BuiltEntry | undefined {
  return around?.kind === 'mapping' ? around.entries.find(({ name }) => name === step) : undefined;
}

function itemAtStep(around: BuiltValue | undefined, step: PrintedNode['step']): BuiltValue | undefined {
  return around?.kind === 'sequence' && typeof step === 'number' ? around.items[step] : undefined;
}

/** False for what an alias or a merge key repeats from elsewhere. */
function isWrittenIn(value: BuiltValue | undefined, around: BuiltValue | undefined): boolean {
  if (!value || !around || around.kind === 'scalar') return false;
  const origin = value.kind === 'scalar' ? value.origins[0] : value.origin;
  return origin !== undefined && contains(around.origin.span, origin.span);
}

function isSame(a: Origin, b: Origin): boolean {
  return a.path === b.path && isSameSpan(a.span, b.span);
}
