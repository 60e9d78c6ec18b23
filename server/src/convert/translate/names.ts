/** Gives each object its logical name, and its variable where another object refers to it. */
import { carriedText, type CarriedObject, type TargetLanguage } from './carried.ts';

/**
 * A program gives each resource a name that no other resource of its type has. In Pulumi YAML, the name is the key of the
 * resource, so that all names differ. `existing` are resources that the program has already.
 */
export function newNames(
  objects: readonly CarriedObject[],
  to: TargetLanguage,
  existing: readonly { readonly type: string; readonly name: string }[] = [],
): ReadonlyMap<CarriedObject, string> {
  const takenBy = new Map<string, Set<string>>();
  const names = new Map<CarriedObject, string>();
  for (const { type, name } of existing) takenBy.set(type, (takenBy.get(type) ?? new Set()).add(name));
  for (const object of objects) {
    const { type } = object;
    const owner = to === 'pulumi-yaml' ? '' : type;
    const taken = takenBy.get(owner) ?? new Set();
    takenBy.set(owner, taken);
    const name = ownName(object);
    const namespace = carriedText(object.properties, 'metadata', 'namespace');
    const kind = type.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
    const isByKind = to === 'pulumi-yaml';
    const inNamespace = namespace === undefined ? [] : [`${namespace}-${name}`];
    const proposals = [name, ...(isByKind ? [`${name}-${kind}`] : []), ...inNamespace];
    const free = proposals.find((each) => !taken.has(each)) ?? freeName(name, taken);
    taken.add(free);
    names.set(object, free);
  }
  return names;
}

/** The logical name, the name, or else the kind. */
export function ownName({ type, logicalName, properties }: CarriedObject): string {
  if (logicalName !== undefined && logicalName !== '') return logicalName;
  const name =
    carriedText(properties, 'metadata', 'name') ??
    carriedText(properties, 'metadata', 'generateName')?.replace(/-+$/, '');
  return name === undefined || name === '' ? type.replace(/Patch$/, '').toLowerCase() : name;
}

/** The name with the first number from 2 that makes it a new one. */
export function freeName(name: string, taken: ReadonlySet<string>, between = '-'): string {
  for (let i = 2; ; i++) if (!taken.has(`${name}${between}${i}`)) return `${name}${between}${i}`;
}
