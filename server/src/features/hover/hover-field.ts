/** Explains a field of the contract: its type, values and format, the rules that check it, and how apply merges it. */
import { mayBeElsewhere } from '../../analysis/binding/bind.ts';
import { isKey, isReplacedWhole } from '../../analysis/binding/list-merging.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { Choice, Field, Format, Type } from '../../contract/type.ts';
import type { Markup } from '../../text/markup.ts';
import { applyNote } from './hover-apply.ts';
import { endpointsTable } from './hover-endpoints.ts';
import { managerList, managerWords } from './hover-managers.ts';
import { keyWords } from '../program/field-words.ts';
import { ruleLines } from './hover-rules.ts';
import type { HoverTarget } from './hover-target.ts';

/** Explains the field at the cursor; undefined for a value that is no field. */
export function describeField(target: HoverTarget): string | undefined {
  const { entry, field } = target.node;
  if (!entry || !field) return undefined;
  const { code, doc, lineBreak } = target.options.markup;
  const choices = field.type.kind === 'string' ? (field.type.choices ?? field.type.suggestions ?? []) : [];
  const sections = [
    `${headOf(target, field)}\n\n${doc(field.doc)}`,
    extraOf(target),
    choices.length > 1
      ? choices.map((each) => `- ${code(each.value)}: ${choiceWords(each, doc)}`).join('\n')
      : undefined,
    notesOf(target, field).join(lineBreak),
    ruleLines(target).join(lineBreak),
  ];
  return sections.filter(Boolean).join('\n\n');
}

export function choiceWords({ doc: text, since }: Choice, doc: Markup['doc']): string {
  return since === undefined ? doc(text) : `${doc(text)} Since Kubernetes 1.${since}.`;
}

/** `**ip**: string, required`. The type of a program's `properties` is the resource's. */
function headOf({ node, isEnvelope, resource, options }: HoverTarget, field: Field): string {
  const { entry } = node;
  const isProperties = isEnvelope && node.path.length === 1 && entry?.name === 'properties';
  const words = [
    isProperties ? resource.resource.type : typeWords(field.type),
    field.required ? 'required' : undefined,
    field.readOnly ? 'read-only' : undefined,
    field.output ? 'output only' : undefined,
    field.deprecated === undefined ? undefined : 'deprecated',
  ].filter((word) => word !== undefined);
  const name = entry ? keyWords(entry, resource.document, options.markup) : '';
  return words.length === 0 ? name : `${name}: ${words.join(', ')}`;
}

/** `list of EndpointAddress`, `map of strings`, `integer (32 bit)`. */
export function typeWords(type: Type): string {
  switch (type.kind) {
    case 'object':
      return type.name;
    case 'list':
      return type.item.kind === 'any' && type.item.words === undefined ? 'list' : `list of ${pluralWords(type.item)}`;
    case 'map':
      return `map of ${pluralWords(type.value)}`;
    case 'integer':
      return `integer (${type.bits} bit)`;
    case 'any':
      return type.words ?? 'any value';
    default:
      return type.kind;
  }
}

function pluralWords(type: Type): string {
  if (type.kind === 'any' && type.words !== undefined) return `${type.words}s`;
  return type.kind === 'string' ? 'strings' : typeWords(type);
}

function extraOf(target: HoverTarget): string | undefined {
  const { node, resource, minor, options } = target;
  const { path, entry, parent } = node;
  const isSlice = kindOfType(resource.resource.type) === 'EndpointSlice';
  if (path.length === 1 && entry?.name === (isSlice ? 'endpoints' : 'subsets')) return endpointsTable(target);
  if (path[0] !== 'metadata') return undefined;
  switch (entry?.name) {
    case 'managedFields':
      return managerList(target);
    case 'fieldsV1':
      return parent && managerWords(parent, target);
    case 'generateName':
      return path.length === 2 ? takenNameNote(minor) : undefined;
    case 'blockOwnerDeletion':
      return options.markup.doc(
        'The specification requires permission to delete the owner and promises 422 without it. The API server checks this only with the admission plugin `OwnerReferencesPermissionEnforcement`: it requires permission to update the `finalizers` of the owner and answers 403.',
      );
    default:
      return undefined;
  }
}

/** See KEP-4420. It is unknown which version between 1.20 and the newest one first answered 409. */
function takenNameNote(minor: number): string {
  const promise = 'If the generated name is taken, the specification promises 409.';
  if (minor >= 31) return `${promise} Since Kubernetes 1.31 the API server tries other names first, so this is rare.`;
  const subject = minor === 20 ? 'Kubernetes 1.20 answers' : 'Older versions of Kubernetes may answer';
  return `${promise} ${subject} with a retryable server timeout instead.`;
}

function notesOf(target: HoverTarget, field: Field): readonly string[] {
  const { since, until, deprecated } = field;
  const { code, doc } = target.options.markup;
  const format = isServiceName(target) ? serviceNameNote : formatNote(field.type);
  return [
    field.default === undefined ? undefined : `Default: ${code(field.default)}.`,
    format && doc(format),
    requiredNote(target, field),
    readOnlyNote(target, field),
    deprecated === undefined ? undefined : `Deprecated: ${doc(deprecated)}`,
    since === undefined ? undefined : `Since Kubernetes 1.${since}.`,
    until === undefined ? undefined : `Until Kubernetes 1.${until - 1}.`,
    applyNote(target),
  ].filter((note) => note !== undefined);
}

function readOnlyNote({ resource: { resource } }: HoverTarget, { readOnly, deprecated }: Field): string | undefined {
  if (!readOnly || deprecated !== undefined) return undefined;
  return resource.form === 'pulumi'
    ? 'The API server sets it. Pulumi drops a value that is written here.'
    : 'The API server sets it. It drops or rejects a value that is written here.';
}

const formats: { readonly [name in Format]?: string } = {
  'dns-label':
    'a DNS label (RFC 1123), up to 63 lower-case letters, digits and `-`, with a letter or a digit at both ends',
  'dns-subdomain':
    'a DNS subdomain (RFC 1123), up to 253 lower-case letters, digits, `-` and `.`, with a letter or a digit at both ends of each part',
  'qualified-name':
    'up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends; an optional prefix is a DNS subdomain and `/`',
  'label-value': 'empty, or up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends',
  timestamp: 'an RFC 3339 time, such as `2026-03-03T14:05:09Z`',
  'generate-name': 'the start of a DNS subdomain (RFC 1123); it may end with `-`',
  'api-version': '`group/version`, or `v1` for the core group',
};

function formatNote(type: Type): string | undefined {
  const inner = type.kind === 'list' ? type.item : type.kind === 'map' ? type.value : type;
  const words = inner.kind === 'string' && inner.format ? formats[inner.format] : undefined;
  if (words === undefined) return undefined;
  const subject = type.kind === 'list' ? 'Each entry' : type.kind === 'map' ? 'Each value' : 'Format';
  return `${subject}: ${words}.`;
}

const serviceNameNote =
  'Format: a DNS label (RFC 1035), up to 63 lower-case letters, digits and `-`, with a letter at the start and a letter or a digit at the end.';

function isServiceName({ node: { path }, resource: { resource } }: HoverTarget): boolean {
  return resource.type === 'Service' && path.length === 2 && path[0] === 'metadata' && path[1] === 'name';
}

/** Explains whether a patch may omit a field that the whole object requires. */
function requiredNote({ node, resource, isEnvelope, minor }: HoverTarget, field: Field): string | undefined {
  const { entry, parent, path } = node;
  const owner = parent?.type.kind === 'object' ? parent.type : undefined;
  const { isPartial, isJsonPatch } = resource.resource;
  if (isEnvelope || !isPartial || isJsonPatch || !entry || !owner?.required.includes(entry.name)) return undefined;
  const isPatch = isPatchType(resource.resource.type);
  if (path.length > 1 && isReplacedWhole(path[0])) {
    return isPatch
      ? 'Optional in a patch, but the API server rejects the list without it, because a patch replaces the whole list.'
      : 'Also required here, because a patch replaces the whole list.';
  }
  if (owner.base === 'ObjectMeta' && entry.name === 'name') {
    return isPatch ? 'The only field that a patch requires: it names the object to patch.' : undefined;
  }
  if (!isPatch) return field.required ? 'Optional in a patch.' : undefined;
  if (!parent || mayBeElsewhere(parent, entry.name, { isPartial: true, minor })) return 'Optional in a patch.';
  const why = isKey(parent.parent, entry.name) ? 'it is the key of the entry' : 'a patch replaces the whole entry';
  return `Optional in a patch, but the API server rejects the entry without it, because ${why}.`;
}
