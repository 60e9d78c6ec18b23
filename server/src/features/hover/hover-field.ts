/** Hovers on a key of the contract: what the field is, what may stand there, who refuses what, how it is merged. */
import { isKey, isReplacedWhole, mayBeElsewhere } from '../../analysis/binding/bind.ts';
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import type { Field, Format, Type } from '../../contract/type.ts';
import { code, escaped } from '../../text/markdown.ts';
import { applyNote } from './hover-apply.ts';
import { endpointsTable } from './hover-endpoints.ts';
import { managerList, managerWords } from './hover-managers.ts';
import { ruleLines } from './hover-rules.ts';
import type { HoverTarget } from './hover.ts';

/** The field that is pointed at; undefined for a value that is none. */
export function describeField(target: HoverTarget): string | undefined {
  const { entry, field } = target.node;
  if (!entry || !field) return undefined;
  const choices = field.type.kind === 'string' ? (field.type.choices ?? field.type.suggestions ?? []) : [];
  const sections = [
    `${headOf(target, field)}\n\n${field.doc}`,
    extraOf(target),
    choices.length > 1 ? choices.map(({ value, doc }) => `- ${code(value)}: ${doc}`).join('\n') : undefined,
    notesOf(target, field).join('  \n'),
    ruleLines(target).join('  \n'),
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** `**ip**: string, required`. The properties of a program's resource are called by its own type. */
function headOf({ node, isEnvelope, resource }: HoverTarget, field: Field): string {
  const isProperties = isEnvelope && node.path.length === 1 && node.entry?.name === 'properties';
  const words = [
    isProperties ? resource.resource.type : typeWords(field.type),
    field.required ? 'required' : undefined,
    field.readOnly ? 'read-only' : undefined,
    field.output ? 'only as an output' : undefined,
    field.deprecated === undefined ? undefined : 'deprecated',
  ].filter((word) => word !== undefined);
  const name = `**${escaped(node.entry?.name ?? '')}**`;
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

/** What only one field has. */
function extraOf(target: HoverTarget): string | undefined {
  const { node, resource, minor } = target;
  const { path, entry, parent } = node;
  const isSlice = kindOfType(resource.resource.type) === 'EndpointSlice';
  if (path.length === 1 && entry?.name === (isSlice ? 'endpoints' : 'subsets')) return endpointsTable(resource);
  if (path[0] !== 'metadata') return undefined;
  switch (entry?.name) {
    case 'managedFields':
      return managerList(target);
    case 'fieldsV1':
      return parent && managerWords(parent, target);
    case 'generateName':
      return path.length === 2 ? takenNameNote(minor) : undefined;
    case 'blockOwnerDeletion':
      return 'The specification asks for permission to delete the owner, and promises 422 without it. A real server checks only where the admission plugin `OwnerReferencesPermissionEnforcement` runs: it asks for permission to update the `finalizers` of the owner, and answers 403.';
    default:
      return undefined;
  }
}

/** KEP-4420; between 1.20 and the newest version it is not known when the server's answer became a 409. */
function takenNameNote(minor: number): string {
  const promise = 'Where the generated name is taken, the specification promises 409.';
  if (minor >= 31) return `${promise} Since Kubernetes 1.31 the server first tries some other names, so that is rare.`;
  const subject = minor === 20 ? 'Kubernetes 1.20 answers' : 'Older versions of Kubernetes may answer';
  return `${promise} ${subject} with a server timeout instead, asking to try again.`;
}

function notesOf(target: HoverTarget, field: Field): readonly string[] {
  const { since, until, deprecated } = field;
  return [
    field.default === undefined ? undefined : `Default: ${code(field.default)}.`,
    formatNote(field.type),
    requiredNote(target, field),
    readOnlyNote(target, field),
    deprecated === undefined ? undefined : `Deprecated: ${deprecated}`,
    since === undefined ? undefined : `Since Kubernetes 1.${since}.`,
    until === undefined ? undefined : `Up to Kubernetes 1.${until - 1}.`,
    applyNote(target),
  ].filter((note) => note !== undefined);
}

function readOnlyNote({ resource: { resource } }: HoverTarget, { readOnly, deprecated }: Field): string | undefined {
  if (!readOnly || deprecated !== undefined) return undefined;
  return resource.form === 'pulumi'
    ? 'The server fills it in; Pulumi drops what is written here.'
    : 'The server fills it in; what is written here is discarded or refused.';
}

const formats: { readonly [name in Format]?: string } = {
  'dns-label':
    'a DNS label (RFC 1123), up to 63 lower-case letters, digits and `-`, with a letter or a digit at both ends',
  'dns-subdomain':
    'a DNS subdomain (RFC 1123), up to 253 lower-case letters, digits, `-` and `.`, with a letter or a digit at both ends of each part',
  'qualified-name':
    'up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends; before it, perhaps, a DNS subdomain and `/`',
  'label-value': 'empty, or up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends',
  timestamp: 'an RFC 3339 time, such as `2026-03-03T14:05:09Z`',
  'generate-name': 'the start of a DNS subdomain (RFC 1123); a `-` may be its end',
  'api-version': '`group/version`, or `v1` for the core group',
};

function formatNote(type: Type): string | undefined {
  const inner = type.kind === 'list' ? type.item : type.kind === 'map' ? type.value : type;
  const words = inner.kind === 'string' && inner.format ? formats[inner.format] : undefined;
  if (words === undefined) return undefined;
  const subject = type.kind === 'list' ? 'Each entry' : type.kind === 'map' ? 'Each value' : 'Format';
  return `${subject}: ${words}.`;
}

/** What a patch may leave out that the whole object must have. */
function requiredNote({ node, resource, isEnvelope, minor }: HoverTarget, field: Field): string | undefined {
  const { entry, parent, path } = node;
  const owner = parent?.type.kind === 'object' ? parent.type : undefined;
  if (isEnvelope || !resource.resource.isPartial || !entry || !owner?.required.includes(entry.name)) return undefined;
  const isPatch = isPatchType(resource.resource.type);
  if (path.length > 1 && isReplacedWhole(path[0])) {
    return isPatch
      ? 'Optional in a patch; but the server refuses the list without it, because a patch replaces the whole list.'
      : 'Required here too: a patch replaces the whole list.';
  }
  if (owner.base === 'ObjectMeta' && entry.name === 'name') {
    return isPatch ? 'The one thing that a patch must have: it says what to patch.' : undefined;
  }
  if (!isPatch) return field.required ? 'Optional in a patch.' : undefined;
  if (!parent || mayBeElsewhere(parent, entry.name, { isPartial: true, minor })) return 'Optional in a patch.';
  const why = isKey(parent.parent, entry.name) ? 'it finds the entry by it' : 'a patch replaces the whole entry';
  return `Optional in a patch; but the server refuses the entry without it, because ${why}.`;
}
