/** What to say of a field that a type does not have, and what was probably meant. */
import { knownField } from '../contract/known-field.ts';
import type { Bound } from '../analysis/binding/bind.ts';
import type { ObjectType, Type } from '../contract/type.ts';
import { memo } from '../text/memo.ts';
import { isSameWord, nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import { stringOf } from '../tree/value.ts';
import type { Entry, Mapping } from '../tree/value.ts';
import { removeEntry, renameTo, replaceBy } from './fix.ts';

/** The names that a mapping has, for the many unknown fields of a large one. */
const namesOf = memo((mapping: Mapping) => new Set(mapping.entries.map((entry) => entry.name)));

/** The message and, where the right name is clear or likely and not taken yet, the rename. */
export function unknownEntry(
  owner: Bound<Mapping>,
  entry: Entry,
  minor: number,
): { message: string; fix: Fix | undefined } {
  const type = owner.type as ObjectType;
  const field = Object.hasOwn(type.fields, entry.name) ? type.fields[entry.name] : undefined;
  const isReadOtherwise = !/["'*]/.test(entry.keyText) && entry.keyText !== entry.name;
  const shown = isReadOtherwise ? `${quote(entry.keyText)}, which reads as ${quote(entry.name)}` : quote(entry.name);
  const start = `${type.base} has no field ${shown}`;
  if (field?.output)
    return { message: `${start}: it is a result of the Pulumi provider, never an input. Remove it.`, fix: undefined };
  const removal = removeEntry(owner.value, entry, 'safe');
  if (field?.since && minor < field.since)
    return { message: `${start} before Kubernetes 1.${field.since}. Remove it.`, fix: removal };
  if (field?.until) return { message: `${start} since Kubernetes 1.${field.until}. Remove it.`, fix: removal };
  const names = Object.keys(type.fields).filter((name) => knownField(type, name, minor));
  const same = names.find((name) => isSameWord(name, entry.name));
  const meant =
    same ??
    nearest(
      entry.name,
      names.filter((name) => !namesOf(owner.value).has(name)),
    );
  if (meant === undefined) return { message: `${start}. ${whereElse(type, entry.name)}`, fix: listFix(owner, entry) };
  const isFree = !namesOf(owner.value).has(meant);
  return {
    message: `${start}. Did you mean ${quote(meant)}?`,
    fix: isFree ? renameTo(owner.value, entry, meant, same ? 'safe' : 'suggested') : undefined,
  };
}

/** True for a field that other versions of Kubernetes have: the schema of Pulumi's provider has those of all versions. */
export function isOfOtherVersion({ type }: Bound<Mapping>, { name }: Entry): boolean {
  return type.kind === 'object' && Object.hasOwn(type.fields, name) && type.fields[name]?.output === false;
}

/** True where a field that the mapping has, and its type has not, was probably meant to be the one of that name. */
export function isMisspelt(owner: Bound<Mapping>, name: string): boolean {
  const { fields } = owner.type as ObjectType;
  return owner.value.entries.some(
    (entry) => !Object.hasOwn(fields, entry.name) && (nearest(entry.name, [name]) !== undefined || isIp(entry, name)),
  );
}

/** An endpoint of a slice has a list where an address of Endpoints has one text. */
function isIp(entry: Entry, name: string): boolean {
  return entry.name === 'ip' && name === 'addresses';
}

/** The list with the one address, where it is known. */
function listFix({ type, value: owner }: Bound<Mapping>, entry: Entry): Fix | undefined {
  const ip = stringOf(entry.value);
  const isOther = (type as ObjectType).base !== 'Endpoint' || entry.name !== 'ip' || namesOf(owner).has('addresses');
  if (isOther || !ip || owner.isAlias || entry.isMerged) return undefined;
  const rename = renameTo(owner, entry, 'addresses', 'suggested');
  const list = replaceBy(entry.value, [ip], 'suggested');
  if (!rename || !list) return undefined;
  return { ...rename, title: 'Write a list below "addresses"', edits: [...rename.edits, ...list.edits] };
}

/** By type: what stands at another place in the other of the two objects, or has another shape there. */
const fieldsOfOther: { readonly [type: string]: { readonly [name: string]: string } } = {
  Endpoint: { ip: 'That is a field of Endpoints; here, write a list below "addresses".' },
  EndpointSlice: { subsets: 'That is a field of Endpoints; a slice has addressType, endpoints and ports.' },
  Endpoints: {
    addressType: 'That is a field of EndpointSlice; Endpoints have subsets.',
    endpoints: 'That is a field of EndpointSlice; Endpoints have subsets.',
  },
};

/** Points to where a field of that name lives: in the other object, or one level down; or lists what there is. */
function whereElse(type: ObjectType, name: string): string {
  const other = fieldsOfOther[type.base];
  if (other && Object.hasOwn(other, name)) return other[name] ?? '';
  for (const [key, { type: below }] of Object.entries(type.fields)) {
    const inner = itemOf(below);
    if (inner?.kind !== 'object' || !Object.hasOwn(inner.fields, name)) continue;
    return `It belongs one level deeper, under ${quote(key)}.`;
  }
  const names = Object.entries(type.fields).filter(
    ([, field]) => !field.readOnly && !field.output && !field.deprecated,
  );
  return `Remove it; the fields are ${names.map(([key]) => key).join(', ')}.`;
}

function itemOf(type: Type): Type {
  return type.kind === 'list' ? type.item : type;
}

/** What to say of a key of Pulumi's own; `isCase` where only the capitals differ, which Pulumi tolerates. */
export function unknownKey(
  owner: Bound<Mapping>,
  entry: Entry,
  subject: string,
): { entry: Entry; message: string; meant: string | undefined; isCase: boolean; fix: Fix | undefined } {
  const fields = Object.keys((owner.type as ObjectType).fields);
  // Pulumi tolerates `condition` and `metadata` beside the type, where they do nothing.
  const names = fields.filter((name) => name !== 'condition' && name !== 'metadata');
  const isCaseOf = fields.find((name) => name.toLowerCase() === entry.name.toLowerCase());
  const meant = isCaseOf ?? nearest(entry.name, names);
  const isFree = meant !== undefined && !namesOf(owner.value).has(meant);
  const wayOut = meant
    ? `Did you mean ${quote(meant)}?`
    : names.length < 9
      ? `Remove it; there are ${names.join(', ')}.`
      : 'Remove it.';
  const noun = owner.path[0] === 'options' ? 'option' : 'key';
  const fix = isFree ? renameTo(owner.value, entry, meant, isCaseOf ? 'safe' : 'suggested') : undefined;
  return {
    entry,
    message: `${subject} has no ${noun} ${quote(entry.name)}. ${wayOut}`,
    meant,
    isCase: isCaseOf !== undefined,
    fix,
  };
}
