/** Completes keys: missing fields of an object, and annotation and label keys with a known meaning. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { knownField, typeIn } from '../../contract/known-field.ts';
import { isPatchType } from '../../contract/contract.ts';
import {
  annotationKeys,
  isForForm,
  keyKindOf,
  labelKeys,
  valuesOn,
  type KeyKind,
  type KnownKey,
} from '../../contract/known-keys.ts';
import type { Field, ObjectType, Type } from '../../contract/type.ts';
import { hclKey } from '../../edits/hcl/print-fields.ts';
import type { Form } from '../../tree/document.ts';
import type { Path } from '../../tree/path.ts';
import type { Slot } from '../../tree/slot.ts';
import {
  draftOf,
  spellAfterColon,
  spellBlock,
  spellInline,
  spellText,
  type SnippetDraft,
  type Spelling,
} from './draft.ts';
import { typeWords } from '../hover/hover-field.ts';
import type { Proposal } from './proposal.ts';

/** The missing fields: required ones first, then usual ones, then the others in the contract's order, deprecated ones last. */
export function proposeFields(type: ObjectType, slot: Slot, minor: number, form: Form): readonly KeyProposal[] {
  const fields = Object.keys(type.fields).flatMap((name) => {
    const field = knownField(type, name, minor);
    const isOffered = field && !field.readOnly && !slot.names.has(name) && takes(field.type, slot);
    return isOffered && !hasNoEffect(name, type, slot, form) ? [{ name, field }] : [];
  });
  // The type token of a program implies `apiVersion` and `kind`.
  const isImplied = form === 'pulumi' && ['Endpoints', 'EndpointSlice', 'Service'].includes(type.base);
  const rank = ({ name, field }: { name: string; field: Field }): number => {
    if (field.deprecated !== undefined) return 4;
    // A selector replaces hand-written endpoints.
    if (
      name === 'generateName' ||
      (name === 'selector' && type.base === 'ServiceSpec') ||
      (isImplied && (name === 'apiVersion' || name === 'kind'))
    )
      return 3;
    return type.required.includes(name) ? 0 : type.shape.includes(name) ? 1 : 2;
  };
  return fields
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, field }) => ({
      ...keyProposal(name, draftOf(usualType(typeIn(field.type, minor), form)), slot),
      detail: typeWords(field.type),
      data: { type: type.base, field: name },
      isDeprecated: field.deprecated !== undefined,
    }));
}

/** Terraform's provider rejects a manifest without a namespace. */
export function usualType(type: Type, form: Form): Type {
  const isIncomplete = form === 'terraform' && type.kind === 'object' && type.base === 'ObjectMeta';
  return isIncomplete ? { ...type, shape: [...type.shape, 'namespace'] } : type;
}

/** `generateName` has no effect next to `name`, and Pulumi rejects it. */
function hasNoEffect(name: string, type: ObjectType, { names }: Slot, form: Form): boolean {
  return name === 'generateName' && type.base === 'ObjectMeta' && (names.has('name') || form === 'pulumi');
}

function takes(type: Type, { adopted }: Slot): boolean {
  if (!adopted || type.kind === 'any') return true;
  const inner = type.kind === 'list' ? type.item : type;
  if (adopted.isList !== (type.kind === 'list')) return false;
  return (
    inner.kind === 'map' || (inner.kind === 'object' && (inner.isOpen || Object.hasOwn(inner.fields, adopted.name)))
  );
}

/** Replaces ignore comments in JSON, which has no comments. */
const ignoreAnnotation = 'endpoints/ignore';

/** Annotations or labels that have an effect on the type of resource in that form. */
export function proposeKnownKeys(path: Path, slot: Slot, form: Form, resource: string): readonly KeyProposal[] {
  const [kind, isPatch] = [keyKindOf(resource), isPatchType(resource)];
  return knownKeysAt(path)
    .filter((each) => each.isOffered && each.kinds.includes(kind))
    .filter((each) => isForForm(each, form) && (isPatch || !each.isForPatch))
    .filter((each) => !slot.names.has(each.key) && (each.key !== ignoreAnnotation || slot.style === 'json'))
    .map((each) => ({
      ...keyProposal(each.key, draftOfKnown(each, kind), slot),
      kind: CompletionItemKind.Property,
      detail: each.doc.replace(/(?<=\.) .*$/, ''),
      data: { key: each.key },
    }));
}

export function knownKeysAt(path: Path): readonly KnownKey[] {
  if (path.length !== 2 || path[0] !== 'metadata') return [];
  if (path[1] === 'annotations') return annotationKeys;
  return path[1] === 'labels' ? labelKeys : [];
}

function draftOfKnown(known: KnownKey, kind: KeyKind): SnippetDraft {
  const { values, sample } = valuesOn(known, kind);
  const [only] = values;
  if (values.length === 1 && only) return { kind: 'scalar', value: only.value, isString: true };
  return { kind: 'stop', sample: sample ?? '', choices: values.map(({ value }) => value), type: 'string' };
}

/** A key, with the draft of its value. */
export interface KeyProposal extends Proposal {
  readonly draft: SnippetDraft;
}

export function keyProposal(name: string, draft: SnippetDraft, slot: Slot): KeyProposal {
  return {
    label: name,
    draft,
    kind: CompletionItemKind.Field,
    spell: (spelling) => spellKey(name, draft, slot, spelling),
  };
}

export function spellKey(name: string, draft: SnippetDraft, slot: Slot, spelling: Spelling): string {
  const isHcl = slot.style === 'hcl';
  const isBare = slot.quote === '' && slot.style !== 'json';
  const spelled = isBare ? (isHcl ? hclKey(name) : name) : spellText(name, slot.style, slot.quote || '"');
  if (slot.follows === 'colon') return spelled;
  if (slot.follows === 'lines') return `${spelled}:`;
  return `${spelled}${isHcl ? ' =' : ':'}${spellAfterColon(draft, slot.column, spelling)}`;
}

/** An item of a block list with its dash: as a whole, or by the field at the cursor. */
export function proposeItem(type: Type, slot: Slot, minor: number): readonly Proposal[] {
  const isDashed = slot.kind === 'item';
  const dash = isDashed ? '' : '- ';
  if (slot.prefix === '' || type.kind !== 'object') {
    const list: Type = { kind: 'list', item: type, listType: 'atomic', keys: [] };
    return proposeShape(isDashed ? type : list, slot);
  }
  const inner: Slot = { ...slot, names: new Map(), column: slot.column + 2 };
  return proposeFields(type, inner, minor, 'kubernetes').map((proposal) => ({
    ...proposal,
    label: `- ${proposal.label}`,
    filter: proposal.label,
    spell: (spelling) => dash + proposal.spell(spelling),
  }));
}

/** A whole value for an empty place: a list's item, an object or a list, labelled by its first line. Empty for scalars. */
export function proposeShape(type: Type, slot: Slot): readonly Proposal[] {
  const draft = draftOf(type);
  if (draft.kind !== 'list' && draft.kind !== 'mapping') return [];
  if (slot.prefix !== '' || slot.quote !== '' || slot.follows === 'lines') return [];
  if (draft.kind === 'mapping' && draft.entries.length === 0 && slot.style === 'block') return [];
  const inner = type.kind === 'list' ? type.item : type;
  const isBelow = slot.kind === 'value' && slot.style === 'block';
  return [
    {
      label: labelOf(draft, slot),
      kind: CompletionItemKind.Struct,
      detail: `new ${typeWords(type)}`,
      ...(inner.kind === 'object' ? { doc: inner.doc } : {}),
      spell: (spelling) => spellShape(draft, slot, spelling),
      isWhole: isBelow,
      isBelow,
    },
  ];
}

/** `- addresses, ports`, `[{ ip }]`. */
function labelOf(draft: SnippetDraft, slot: Slot): string {
  const item = draft.kind === 'list' ? draft.items[0] : draft;
  const names = item?.kind === 'mapping' ? item.entries.map(([name]) => name).join(', ') : '…';
  const isBlock = slot.style === 'block';
  const inner = item?.kind === 'mapping' && !isBlock ? `{ ${names} }` : names;
  if (slot.kind === 'item' || (draft.kind === 'list' && isBlock)) return `- ${inner}`;
  return draft.kind === 'list' ? `[${inner}]` : inner;
}

function spellShape(draft: SnippetDraft, slot: Slot, spelling: Spelling): string {
  if (slot.style !== 'block') return spellInline(draft, slot.column, spelling);
  if (slot.kind === 'value') return spellAfterColon(draft, slot.column, spelling);
  return spellBlock(draft, slot.kind === 'item' ? slot.column + 2 : slot.column, spelling);
}
