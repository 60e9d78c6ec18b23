/** Reads the `fieldsV1` of a managedFields entry: the paths that its manager owns. */
import type { Value } from '../tree/value.ts';

/** The paths as the server prints them (`metadata.labels.app`, `metadata.ownerReferences[uid="1"]`), in their order. */
export function ownedPaths(fieldSet: Value): readonly string[] {
  const paths: string[] = [];
  collect(fieldSet, '', paths);
  return paths;
}

/** A container counts where nothing in it is named: `.` beside members says only that they have a parent. */
function collect(value: Value, path: string, paths: string[]): void {
  if (value.kind !== 'mapping') return;
  const members = value.entries.filter(({ name, isOpaqueKey }) => !isOpaqueKey && name !== '.');
  if (members.length === 0 && path !== '') paths.push(path);
  for (const { name, value: below } of members) {
    const next = stepInto(path, name);
    if (next !== undefined) collect(below, next, paths);
  }
}

/** The path one step further; undefined for a key that is none of a field set. */
function stepInto(path: string, key: string): string | undefined {
  const rest = key.slice(2);
  switch (key.slice(0, 2)) {
    case 'f:':
      if (!/^[A-Za-z_$][\w$-]*$/.test(rest)) return `${path}[${JSON.stringify(rest)}]`;
      return path === '' ? rest : `${path}.${rest}`;
    case 'k:':
      return `${path}[${itemKeys(rest)}]`;
    case 'v:':
    case 'i:':
      return `${path}[${rest}]`;
    default:
      return undefined;
  }
}

/** `{"uid":"1"}` as `uid="1"`; as it stands where it is no JSON. */
function itemKeys(json: string): string {
  try {
    const keys: unknown = JSON.parse(json);
    if (typeof keys !== 'object' || keys === null) return json;
    return Object.entries(keys)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(',');
  } catch {
    return json;
  }
}
