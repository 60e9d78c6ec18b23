/** Messages and fixes for unknown fields and keys, with the name that was probably meant. */
import { knownField } from '../contract/known-field.ts';
import type { Bound } from '../analysis/binding/bind.ts';
import type { ObjectType } from '../contract/type.ts';
import { memo } from '../text/memo.ts';
import { isSameWord, nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { stringOf, type Entry, type Mapping } from '../tree/value.ts';
import { removeEntry, renameTo, replaceBy } from './fix.ts';
import type { Context } from './rule.ts';
import { ownValue } from '../text/own-value.ts';

/** The names in a mapping, cached for large mappings with many unknown fields. */
const namesOf = memo((mapping: Mapping) => new Set(mapping.entries.map((entry) => entry.name)));

interface UnknownEntry {
  readonly message: string;
  readonly fix: Fix | undefined;
  /** True if neither a field of another version nor a similar one explains the entry. */
  readonly isGuess?: boolean;
}

/** The message, and a rename where the right name is likely and not used yet. `problem` replaces the start of the message. */
export function unknownEntry(
  owner: Bound<Mapping>,
  entry: Entry,
  { minor, document }: Pick<Context, 'minor' | 'document'>,
  problem?: string,
): UnknownEntry {
  const type = owner.type as ObjectType;
  const blank = /^[^\S \t\r\n]/.exec(entry.keyText)?.[0];
  if (blank !== undefined) {
    const name = quote(entry.name.trim());
    const code = blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const message = `The key ${name} begins with the character U+${code}, which YAML does not read as indentation. Use spaces.`;
    return { message, fix: undefined };
  }
  const field = ownValue(type.fields, entry.name);
  const isReadDifferently = !document.language && !/["'*]/.test(entry.keyText) && entry.keyText !== entry.name;
  const shown = isReadDifferently
    ? `${quote(entry.keyText)}, which YAML reads as ${quote(entry.name)}`
    : quote(entry.name);
  const start = problem ?? `${type.base} has no field ${shown}`;
  if (field?.output)
    return { message: `${start}: it is an output of the Pulumi provider, not an input. Remove it.`, fix: undefined };
  const removal = removeEntry(owner.value, entry, 'safe');
  if (field?.since && minor < field.since)
    return { message: `${start} before Kubernetes 1.${field.since}. Remove it.`, fix: removal };
  if (field?.until) return { message: `${start} since Kubernetes 1.${field.until}. Remove it.`, fix: removal };
  const names = Object.keys(type.fields).filter((name) => knownField(type, name, minor));
  // Each path of a JSON patch is an entry of its own.
  const used: ReadonlySet<string> = entry.inPath ? new Set() : namesOf(owner.value);
  const same = names.find((name) => isSameWord(name, entry.name));
  const meant =
    same ??
    nearest(
      entry.name,
      names.filter((name) => !used.has(name)),
    );
  if (meant === undefined)
    return { message: `${start}. ${whereElse(type, entry.name)}`, fix: listFix(owner, entry), isGuess: true };
  const isFree = !used.has(meant);
  return {
    message: `${start}. Did you mean ${quote(meant)}?`,
    fix: isFree ? renameTo(owner.value, entry, meant, same ? 'safe' : 'suggested') : undefined,
  };
}

/** True for a field that other Kubernetes versions have. The schema of the Pulumi provider has the fields of all versions. */
export function isOfOtherVersion({ type }: Bound<Mapping>, { name }: Entry): boolean {
  return type.kind === 'object' && Object.hasOwn(type.fields, name) && type.fields[name]?.output === false;
}

/** True where an unknown field of the mapping is probably a misspelling of that name. */
export function isMisspelt(owner: Bound<Mapping>, name: string): boolean {
  return owner.value.entries.some((entry) => isMisspelling(owner, entry.name, name));
}

/** True for a key that is no field of the mapping, but probably means that one. */
export function isMisspelling({ type }: Bound<Mapping>, key: string, name: string): boolean {
  return !Object.hasOwn((type as ObjectType).fields, key) && isNameFor(key, name);
}

/** An endpoint of a slice has the list `addresses` where an address of an Endpoints has the string `ip`. */
export function isNameFor(key: string, name: string): boolean {
  return nearest(key, [name]) !== undefined || (key === 'ip' && name === 'addresses');
}

/** The fix that turns `ip` into a list of one address, where the address is known. */
function listFix({ type, value: owner }: Bound<Mapping>, entry: Entry): Fix | undefined {
  const ip = stringOf(entry.value);
  const isOther = (type as ObjectType).base !== 'Endpoint' || entry.name !== 'ip' || namesOf(owner).has('addresses');
  if (isOther || !ip || owner.isAlias || entry.isMerged) return undefined;
  const rename = renameTo(owner, entry, 'addresses', 'suggested');
  const list = replaceBy(entry.value, [ip], 'suggested');
  if (!rename || !list) return undefined;
  return { ...rename, title: 'Write a list under "addresses"', edits: [...rename.edits, ...list.edits] };
}

/** By type: fields of the other kind of object, and what to write instead. */
const fieldsOfOther: { readonly [type: string]: { readonly [name: string]: string } } = {
  Endpoint: { ip: 'That field belongs to Endpoints. Write a list under "addresses" instead.' },
  EndpointSlice: { subsets: 'That field belongs to Endpoints. Use addressType, endpoints and ports instead.' },
  Endpoints: {
    addressType: 'That field belongs to EndpointSlice. Use subsets instead.',
    endpoints: 'That field belongs to EndpointSlice. Use subsets instead.',
  },
};

/** A longer list of fields helps nobody. */
const mostNames = 12;

/** Names the right place of the field: the other kind of object, or one level down. Otherwise lists the known fields. */
function whereElse(type: ObjectType, name: string): string {
  const other = fieldsOfOther[type.base];
  if (other && Object.hasOwn(other, name)) return other[name] ?? '';
  for (const [key, { type: below }] of Object.entries(type.fields)) {
    const inner = below.kind === 'list' ? below.item : below;
    if (inner?.kind !== 'object' || !Object.hasOwn(inner.fields, name)) continue;
    return `Move it one level down, under ${quote(key)}.`;
  }
  const names = Object.entries(type.fields).filter(
    ([, field]) => !field.readOnly && !field.output && !field.deprecated,
  );
  return names.length > mostNames ? 'Remove it.' : `Remove it. The fields are ${names.map(([key]) => key).join(', ')}.`;
}

/** The message for an unknown key of Pulumi; `isCase` where only the capitals differ, which Pulumi accepts. */
export function unknownKey(
  owner: Bound<Mapping>,
  entry: Entry,
  subject: string,
): { entry: Entry; message: string; meant: string | undefined; isCase: boolean; fix: Fix | undefined } {
  const fields = Object.keys((owner.type as ObjectType).fields);
  // Pulumi accepts `condition` and `metadata` beside the type, but they have no effect.
  const names = fields.filter((name) => name !== 'condition' && name !== 'metadata');
  const isCaseOf = fields.find((name) => name.toLowerCase() === entry.name.toLowerCase());
  const meant = isCaseOf ?? nearest(entry.name, names);
  const isFree = meant !== undefined && !namesOf(owner.value).has(meant);
  const noun = owner.path[0] === 'options' ? 'option' : 'key';
  const wayOut = meant
    ? `Did you mean ${quote(meant)}?`
    : names.length < 9
      ? `Remove it. The ${noun}s are ${names.join(', ')}.`
      : 'Remove it.';
  const fix = isFree ? renameTo(owner.value, entry, meant, isCaseOf ? 'safe' : 'suggested') : undefined;
  return {
    entry,
    message: `${subject} has no ${noun} ${quote(entry.name)}. ${wayOut}`,
    meant,
    isCase: isCaseOf !== undefined,
    fix,
  };
}
