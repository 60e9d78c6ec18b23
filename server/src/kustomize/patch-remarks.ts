/** What a merge patch does without an error and without the effect that its author expects. */
import type { BuildRemark, BuiltMapping, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { equals } from './json-patch.ts';
import type { MergeSchema } from './merge-schema.ts';
import { entryAt, originOf, builtScalarText } from './object.ts';

/** The ports of the patch that are in no port of the result, because one side alone writes `protocol`. */
export function lostPortPatches(
  base: BuiltSequence,
  patch: BuiltSequence,
  merged: BuiltSequence,
): readonly BuildRemark[] {
  const results = new Set(merged.items);
  return patch.items.flatMap((item): BuildRemark[] => {
    const port = entryAt(item, 'port')?.value;
    if (!port || results.has(item)) return [];
    const text = builtScalarText(port);
    const same = base.items.filter((each) => builtScalarText(entryAt(each, 'port')?.value) === text);
    const protocol = builtScalarText(entryAt(item, 'protocol')?.value);
    const isMet = same.some((each) => builtScalarText(entryAt(each, 'protocol')?.value) === protocol);
    const [before] = same;
    if (isMet || !before || isRepeating(item, before)) return [];
    const side = protocol === '' ? 'base' : 'patch';
    const basePort = entryAt(before, 'port')?.value ?? before;
    return [{ what: 'lost-port-patch', at: originOf(port), port: text, side, base: originOf(basePort) }];
  });
}

/** The ports of the Service that any patch drops: another port has the same number, and one of them writes no `protocol`. */
export function lostServicePorts(
  base: BuiltSequence,
  patch: BuiltSequence | undefined,
  merged: BuiltSequence,
  by: Origin,
): readonly BuildRemark[] {
  const texts = (item: BuiltValue, name: string): string => builtScalarText(entryAt(item, name)?.value);
  const keyOf = (item: BuiltValue): string => `${texts(item, 'port')}/${texts(item, 'protocol')}`;
  const left = new Set(merged.items.map(keyOf));
  const removed = new Set(
    (patch?.items ?? []).filter((item) => entryAt(item, '$patch')).map((item) => texts(item, 'port')),
  );
  return base.items.flatMap((item): BuildRemark[] => {
    const port = entryAt(item, 'port')?.value;
    if (!port || left.has(keyOf(item)) || removed.has(builtScalarText(port))) return [];
    return [{ what: 'lost-service-port', at: originOf(port), port: builtScalarText(port), by }];
  });
}

/** True for a port that asks for nothing but what is there. */
function isRepeating(item: BuiltValue, base: BuiltValue): boolean {
  if (item.kind !== 'mapping') return true;
  return item.entries.every(({ name, value }) => name === 'protocol' || equals(value, entryAt(base, name)?.value));
}

/** Subsets without ports in the place of subsets with ports. */
export function droppedSubsetPorts(base: BuiltMapping, patch: BuiltMapping): readonly BuildRemark[] {
  const [before, after] = [base, patch].map((root) => entryAt(root, 'subsets'));
  if (!before || !after || before.value.kind !== 'sequence' || after.value.kind !== 'sequence') return [];
  const ports = before.value.items.flatMap((subset) => filledList(subset, 'ports') ?? []);
  const { items } = after.value;
  const hasAddresses = items.some((item) => filledList(item, 'addresses') ?? filledList(item, 'notReadyAddresses'));
  const hasPorts = items.some((item) => filledList(item, 'ports'));
  const [first] = ports;
  if (!first || !hasAddresses || hasPorts) return [];
  return [{ what: 'dropped-ports', at: after.key, base: first.origin }];
}

function filledList(value: BuiltValue, name: string): BuiltSequence | undefined {
  const list = entryAt(value, name)?.value;
  return list?.kind === 'sequence' && list.items.length > 0 ? list : undefined;
}

/** Directives that stay in the object: in a list that does not merge, or ones that kustomize does not know. */
export function keptDirectives(
  value: BuiltValue,
  schema: MergeSchema | undefined,
  isData = false,
): readonly BuildRemark[] {
  if (value.kind === 'scalar') return [];
  if (value.kind === 'sequence') {
    const isKept = isData || !schema?.keys;
    return value.items.flatMap((item) => keptDirectives(item, schema?.items, isKept));
  }
  return value.entries.flatMap(({ name, key, value: child }) => {
    const isKept =
      name === '$patch' ? isData : /^\$(?:setElementOrder|deleteFromPrimitiveList)\/|^\$retainKeys$/.test(name);
    if (isKept)
      return [{ what: 'kept-directive', at: key, directive: directiveText(name, child) } satisfies BuildRemark];
    return keptDirectives(child, schema?.fields?.[name], isData);
  });
}

function directiveText(name: string, value: BuiltValue): string {
  return value.kind === 'scalar' ? `${name}: ${String(value.value)}` : name;
}
