/** textDocument/completion and completionItem/resolve: proposes what the contract allows in the slots at the cursor. */
import { InsertTextFormat, type CompletionItem, type CompletionList } from 'vscode-languageserver-types';
import { spotAt } from '../../analysis/binding/spot.ts';
import { typeNamed } from '../../contract/contract.ts';
import { typeIn } from '../../contract/known-field.ts';
import { keyKindOf, knownAnnotation, knownLabel } from '../../contract/known-keys.ts';
import type { Services } from '../../contract/service-table.ts';
import type { Markup } from '../../text/markup.ts';
import type { Document } from '../../tree/document.ts';
import type { Slot, Subject } from '../../tree/slot.ts';
import { proposeInDocument } from './complete-document.ts';
import { proposeFilled } from './complete-filled.ts';
import { knownKeysAt, proposeFields, proposeItem, proposeKnownKeys, proposeShape, usualType } from './complete-keys.ts';
import { proposeExpressions, proposeFunctions, proposeInBlock, proposeInProgram } from './complete-program.ts';
import { proposeValues, type ProposalList } from './complete-values.ts';
import { proposeNames } from './complete-workspace.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { documentationOf, itemOf, type ItemOptions, type Proposal, type ProposalData } from './proposal.ts';
import { proposeResources } from './skeletons.ts';
import type { UnservedService } from './unserved-services.ts';
import { ownValue } from '../../text/own-value.ts';

export interface CompletionOptions extends ItemOptions {
  readonly minor: number;
  readonly services: Services | undefined;
  /** Reads the document of the slot. Called only where names of a program are needed. */
  readonly document: () => Document | undefined;
  /** The cursor in the workspace. Called only where names of other objects are needed. */
  readonly around: () => CursorPlace;
  /** The Services without endpoints. Called only where whole objects are proposed. */
  readonly unserved: () => readonly UnservedService[];
  /** Loaded only for a kustomization, a JSON patch or a settings file. */
  readonly kustomize?: ((slot: Slot, options: CompletionOptions) => ProposalList) | undefined;
  /** Loaded only for a program. */
  readonly code?: ((slot: Slot, options: CompletionOptions) => ProposalList) | undefined;
  /** Adds references of Terraform to names of other objects. */
  readonly withReferences?: ((slot: Slot, names: readonly Proposal[]) => readonly Proposal[]) | undefined;
  /** True where the client asks because of a typed character: a complete value then has no proposals. */
  readonly isTyping: boolean;
}

/**
 * The completions of the slots, the likeliest slot first. A slot with another indentation counts only where no earlier
 * slot has a proposal that starts with the typed text, or where the line above opens it. Empty where nothing fits, and
 * after a complete value: Enter then ends the line instead of accepting another value.
 */
export function complete(slots: readonly Slot[], options: CompletionOptions): CompletionList {
  const chosen: (ProposalList & { readonly slot: Slot })[] = [];
  const hasPlace = slots.some(({ isShifted }) => !isShifted);
  const next = nextFieldSlot(slots, options.minor);
  let isFound = false;
  for (const slot of next ? [next, ...slots.filter((each) => each !== next)] : slots) {
    const isGuess = slot.isShifted && slot.kind !== 'node' && slot !== next;
    if (isGuess && slot.kind === 'item' && slot.prefix !== '') continue;
    if (isGuess && (isFound || (hasPlace && slot.prefix === '') || isInCall(slots[0]))) continue;
    const filled = { slot, ...fill(slot, options) };
    const fitting = filled.proposals.filter((proposal) => fits(proposal, slot.prefix));
    // A proposal with its own span is the same at every indentation.
    const isAgain = slot.isShifted && slot !== next && chosen.length > 0;
    const starting = fitting.filter((proposal) => starts(proposal, slot.prefix) && !(isAgain && proposal.span));
    // Some clients show the items in this order.
    const proposals = slot.kind === 'item' || isAgain ? starting : [...new Set([...starting, ...fitting])];
    if (proposals.length > 0) chosen.push({ ...filled, proposals });
    // A word in the column of a list can start an item or be a key of the item above.
    isFound ||= starting.length > 0 && slot.kind !== 'item' && slot !== next;
  }
  const all = chosen.flatMap(({ slot, proposals }): SlotItem[] => {
    const place = slot === next ? 0 : (slot.isShifted ? 1 : 0) + (next ? 1 : 0);
    return proposals.flatMap((proposal, rank) => {
      const item = itemOf(proposal, slot, { place, rank }, options);
      return item ? [{ slot, item }] : [];
    });
  });
  const others = all.filter((each) => !isWritten(each, options) || each.item.additionalTextEdits);
  const isAtEnd = options.isTyping && slots[0]?.prefix === slots[0]?.word;
  if (isAtEnd && all.some((each) => isWritten(each, options))) return { isIncomplete: true, items: [] };
  // A value in other letters, such as `endpoints`, could mean nothing else.
  const meant = isAtEnd ? others.filter((each) => isWord(each) && isInOtherLetters(each)) : [];
  const items = (meant.length > 0 ? meant : others).map(({ item }) => item);
  const isIncomplete =
    chosen.some((each) => each.isIncomplete) ||
    (slots.length > 1 && slots[0]?.prefix !== '') ||
    // The client asks again after the next letter, which can complete the value.
    others.some(isWord);
  return { isIncomplete, items };
}

interface SlotItem {
  readonly slot: Slot;
  readonly item: CompletionItem;
}

/**
 * The slot in the item above, for a cursor in the column of its dash: editors put it there after the item's first line.
 * Undefined where the item has more lines or lacks no usual field.
 */
function nextFieldSlot(slots: readonly Slot[], minor: number): Slot | undefined {
  const [item] = slots;
  if (item?.kind !== 'item' || item.subject.area !== 'resource') return undefined;
  const inItem = slots.find(({ kind, path }) => kind === 'key' && path.length === item.path.length + 1);
  const root = typeNamed(item.subject.type);
  const type = inItem?.names.size === 1 && root ? spotAt(root, inItem.path, minor)?.type : undefined;
  if (type?.kind !== 'object') return undefined;
  return [...type.required, ...type.shape].every((name) => inItem?.names.has(name)) ? undefined : inItem;
}

/** True for a proposal that would change nothing on its line. */
function isWritten({ item, slot: { typed, edits } }: SlotItem, { located: { text } }: ItemOptions): boolean {
  return edits.length === 0 && item.textEdit?.newText === text.slice(typed.start, typed.end);
}

/** True for a proposal that inserts one word and is not a key. */
function isWord({ slot, item: { textEdit, insertTextFormat } }: SlotItem): boolean {
  const isValue = slot.kind === 'value' || slot.kind === 'node';
  return isValue && insertTextFormat === InsertTextFormat.PlainText && !/[\n ]/.test(textEdit?.newText.trim() ?? '');
}

function isInOtherLetters({ slot, item }: SlotItem): boolean {
  return item.label.toLowerCase() === slot.word.toLowerCase();
}

/** True among the arguments of a function, which have no contract. */
function isInCall(slot: Slot | undefined): boolean {
  return slot?.path.some((step) => typeof step === 'string' && step.startsWith('fn::')) ?? false;
}

function starts({ label, filter = label, span }: Proposal, prefix: string): boolean {
  return span !== undefined || filter.toLowerCase().startsWith(prefix.toLowerCase());
}

/** True where the name contains the typed letters in their order, which is how clients filter. */
function fits({ label, filter = label, span }: Proposal, prefix: string): boolean {
  if (span) return true;
  const name = filter.toLowerCase();
  let at = 0;
  for (const letter of prefix.trim().toLowerCase()) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function fill(slot: Slot, options: CompletionOptions): ProposalList {
  const { subject } = slot;
  const isProgram =
    !['document', 'kustomization', 'json-patch', 'settings', 'code'].includes(subject.area) &&
    !(subject.area === 'resource' && subject.form !== 'pulumi');
  if (isProgram && slot.kind !== 'key') {
    const expressions = proposeExpressions(slot, options.located.text, options.document);
    if (expressions) return allOf(expressions);
  }
  const functions = isProgram ? proposeFunctions(slot) : [];
  if (functions.length > 0) return allOf(functions);
  switch (subject.area) {
    case 'resource':
      return fillResource(slot, subject, options);
    case 'block':
      return allOf(proposeInBlock(slot, options.document, options.minor));
    case 'resources': {
      // A slot with another indentation must not end the current resource.
      const isCertain = slot.kind === 'node' || (slot.kind === 'key' && !slot.isShifted);
      return allOf(isCertain ? proposeResources(slot) : []);
    }
    case 'kustomization':
    case 'json-patch':
    case 'settings':
      return options.kustomize?.(slot, options) ?? allOf([]);
    case 'code':
      return options.code?.(slot, options) ?? allOf([]);
    case 'document':
      return allOf(proposeInDocument(slot, subject, options.minor, options.located.text, options.unserved));
    case 'program':
      return allOf(proposeInProgram(slot, isBlank(slot, options)));
  }
}

function allOf(proposals: readonly Proposal[]): ProposalList {
  return { proposals, isIncomplete: false };
}

function fillResource(
  slot: Slot,
  { type, form }: Extract<Subject, { area: 'resource' }>,
  { minor, services, around, withReferences }: CompletionOptions,
): ProposalList {
  const { kind, path } = slot;
  const root = typeNamed(type);
  const found = root && spotAt(root, path, minor);
  if (!found) return allOf([]);
  const spot = { ...found, type: usualType(typeIn(found.type, minor), form) };
  const ofKind = keyKindOf(type);
  const filled = proposeFilled(slot, type, around);
  if (kind === 'item') {
    if (spot.type.kind !== 'list') return allOf([]);
    const item = { ...spot, type: spot.type.item };
    const values = proposeValues({ ...item, owner: undefined, field: undefined }, slot, services, ofKind);
    return { ...values, proposals: [...filled, ...proposeItem(item.type, slot, minor), ...values.proposals] };
  }
  const isBracketed = kind === 'node' && slot.style !== 'block';
  if (kind !== 'value' && spot.type.kind === 'object') {
    const own = isBracketed ? proposeShape(spot.type, slot) : proposeFields(spot.type, slot, minor, form);
    return allOf([...(isBracketed ? [] : filled), ...own]);
  }
  if (kind !== 'value' && spot.type.kind === 'map' && knownKeysAt(path).length > 0) {
    return allOf(isBracketed ? [] : proposeKnownKeys(path, slot, form, type));
  }
  if (kind === 'node' && spot.type.kind === 'list' && slot.style === 'block') {
    return allOf([...filled, ...proposeItem(spot.type.item, slot, minor)]);
  }
  if (kind === 'key') return allOf([]);
  const names = proposeNames(slot, type, around);
  // Names of the workspace are better than the sample of a known label.
  const isSample = names.proposals.length > 0 && knownKeysAt(path.slice(0, -1)).length > 0;
  const values = isSample ? allOf([]) : proposeValues(spot, slot, services, ofKind);
  const named = withReferences?.(slot, names.proposals) ?? names.proposals;
  const proposals = [...filled, ...proposeShape(spot.type, slot), ...named, ...values.proposals];
  return { proposals, isIncomplete: values.isIncomplete || names.isIncomplete };
}

function isBlank({ typed }: Slot, { located: { text } }: CompletionOptions): boolean {
  return text.slice(0, typed.start).trim() === '' && text.slice(typed.end).trim() === '';
}

/** The item with its documentation. An item of another server, or with documentation, is returned unchanged. */
export function resolveCompletion(
  item: CompletionItem,
  options: Pick<ItemOptions, 'markup'> & { readonly services: Services | undefined },
): CompletionItem {
  const { services, markup } = options;
  const text =
    item.documentation === undefined ? docOf(item.data as ProposalData | undefined, services, markup) : undefined;
  return text === undefined ? item : { ...item, documentation: documentationOf(text, options) };
}

function docOf(
  data: ProposalData | undefined,
  services: Services | undefined,
  { code, doc, text, link }: Markup,
): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('key' in data) {
    const known = knownAnnotation(data.key) ?? knownLabel(data.key);
    return known && doc(known.doc);
  }
  if ('service' in data) {
    const detail = services?.detail(data.service);
    if (!detail) return undefined;
    const ports = detail.ports.length === 0 ? 'without a port' : `for ${detail.ports.join(', ')}`;
    const rfc = link('RFC 6335', 'https://www.rfc-editor.org/rfc/rfc6335');
    return `${code(detail.name)}: ${text(detail.description)}\n\nRegistered with IANA ${ports}, by ${rfc}.`;
  }
  const type = typeNamed(data.type);
  const field = type && ownValue(type.fields, data.field);
  if (!field) return undefined;
  const choices = field.type.kind === 'string' ? (field.type.choices ?? []) : [];
  const notes = [
    doc(field.doc),
    choices.length > 1 ? choices.map((each) => `- ${code(each.value)}: ${doc(each.doc)}`).join('\n') : undefined,
    field.default === undefined ? undefined : `Default: ${code(field.default)}.`,
    field.deprecated === undefined ? undefined : `Deprecated: ${doc(field.deprecated)}`,
  ];
  return notes.filter((note) => note !== undefined).join('\n\n');
}
