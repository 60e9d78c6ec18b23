/** Finds Endpoints as a resource or a kind that a Go program names for a dynamic client. */
import { argumentsIn, codeText, placedText } from './code-arguments.ts';
import { plainCodeText } from './code-constants.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, isCode, textsLike, type CodeSource } from './code-source.ts';
import type { GoImports } from './go-imports.ts';

export function goResourceUses(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  if (!imports.isOfKubernetes) return [];
  const found = textsLike(source, /^(?:endpoints|Endpoints)$/).flatMap((at) => {
    const shown = literalAround(source, imports, at) ?? callAround(source, imports, at);
    return shown === undefined ? [] : [sighting(at, shown, 'read')];
  });
  if (found.length > 0) return found;
  return textsLike(source, /^Endpoints$/).flatMap((at) =>
    isObject(source, at) ? [sighting(at, '"kind": "Endpoints"', 'read')] : [],
  );
}

const sighting = sightings('go-client');

/** `GroupVersionResource{Version: "v1", Resource: "endpoints"}`, and kinds, also with the type left out in a list. */
function literalAround(source: CodeSource, imports: GoImports, at: number): string | undefined {
  const open = source.parents[at] ?? -1;
  const type = typeOf(source, open);
  const [whole, wanted] = /^(?:GroupVersion(Resource|Kind)|TypeMeta)$/.exec(type) ?? [];
  if (codeAt(source, open) !== '{' || whole === undefined) return undefined;
  const fields = argumentsIn(source, open);
  const isNamed = fields.some(({ name }) => name !== undefined);
  const fieldAt = (name: string, index: number): (typeof fields)[number] | undefined =>
    isNamed ? fields.find((each) => each.name === name) : fields[index];
  const own = fieldAt(wanted ?? 'Kind', 2);
  if (own?.from !== at || codeText(source, own) !== (wanted === 'Resource' ? 'endpoints' : 'Endpoints'))
    return undefined;
  const group = wanted === undefined ? fieldAt('APIVersion', 1) : fieldAt('Group', 0);
  const isCore =
    wanted === undefined
      ? group !== undefined && (codeText(source, group) === 'v1' || isOfCore(source, imports, group.from))
      : group === undefined || codeText(source, group) === '' || isOfCore(source, imports, group.from);
  return isCore ? `${type} of "${codeText(source, own)}"` : undefined;
}

/** The type of a literal; of an element, that of the list around it. */
function typeOf(source: CodeSource, open: number): string {
  for (let at = open, depth = 0; at >= 0 && depth < 3; depth++) {
    const before = codeAt(source, at - 1);
    if (/^\w+$/.test(before)) {
      const isMap =
        codeAt(source, at - 2) === ']' && /^(?:GroupVersionResource|GroupVersionKind)$/.test(codeAt(source, at - 3));
      return isMap ? codeAt(source, at - 3) : before;
    }
    at = source.parents[at] ?? -1;
  }
  return '';
}

/** `corev1.GroupName` and `corev1.SchemeGroupVersion.Group`. */
function isOfCore(source: CodeSource, imports: GoImports, at: number): boolean {
  return imports.isCore(codeAt(source, at)) && isCode(source, at + 1, '.');
}

/** `corev1.SchemeGroupVersion.WithResource("endpoints")` and `u.SetKind("Endpoints")`. */
function callAround(source: CodeSource, imports: GoImports, at: number): string | undefined {
  const open = source.parents[at] ?? -1;
  const called = codeAt(source, open - 1);
  const text = source.tokens[at]?.value ?? '';
  const isFitting = called === 'WithResource' ? text === 'endpoints' : text === 'Endpoints';
  if (codeAt(source, open) !== '(' || !isFitting) return undefined;
  if (called === 'WithResource' || called === 'WithKind') {
    const before = open - 3;
    const close = codeAt(source, before) === '}' ? source.partners[before] : undefined;
    const isVersion = close === undefined ? isOfCore(source, imports, before - 2) : isCoreVersion(source, close);
    return isVersion ? `${called}("${text}")` : undefined;
  }
  if (called === 'FromAPIVersionAndKind') {
    return placedText(source, open) === 'v1' ? `${called}("v1", "Endpoints")` : undefined;
  }
  return called === 'SetKind' && hasVersion(source, open) ? 'SetKind("Endpoints")' : undefined;
}

/** `schema.GroupVersion{Group: "", Version: "v1"}`. */
function isCoreVersion(source: CodeSource, open: number): boolean {
  if (codeAt(source, open - 1) !== 'GroupVersion') return false;
  const [first] = argumentsIn(source, open);
  const group = argumentsIn(source, open).find(({ name }) => name === 'Group');
  return group
    ? codeText(source, group) === ''
    : first?.name !== undefined || (first && codeText(source, first) === '') === true;
}

/** In tokens: how far from the kind of an object its version may be set. */
const nearby = 40;

/** Whether `SetAPIVersion("v1")` of the same object is near. */
function hasVersion(source: CodeSource, open: number): boolean {
  const owner = codeAt(source, open - 3);
  for (let at = Math.max(0, open - nearby); at < Math.min(source.tokens.length, open + nearby); at++) {
    if (!isCode(source, at, owner, '.', 'SetAPIVersion', '(')) continue;
    const token = source.tokens[at + 4];
    if (token && plainCodeText(token) === 'v1') return true;
  }
  return false;
}

/** `"kind": "Endpoints"` beside `"apiVersion": "v1"` in a map. */
function isObject(source: CodeSource, at: number): boolean {
  const open = source.parents[at] ?? -1;
  if (codeAt(source, open) !== '{' || source.tokens[at - 2]?.value !== 'kind') return false;
  const version = argumentsIn(source, open).find(({ name }) => name === 'apiVersion');
  return version !== undefined && codeText(source, version) === 'v1';
}
