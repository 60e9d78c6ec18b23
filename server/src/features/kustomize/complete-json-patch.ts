/** Completes a JSON patch: its operations, their paths segment by segment, and values by their type. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { annotationKeys, labelKeys } from '../../contract/known-keys.ts';
import { fieldsAt } from '../../contract/known-field.ts';
import { operationType } from '../../contract/kustomize-patch.ts';
import { atomicList, type ObjectType } from '../../contract/type.ts';
import { uniqueBy } from '../../text/group.ts';
import { escapeSegment, pointerSteps } from '../../tree/json-patch.ts';
import type { Slot } from '../../tree/slot.ts';
import { stringOf, valueOf, type Value } from '../../tree/value.ts';
import { snippetText } from '../completion/draft.ts';
import type { Proposal } from '../completion/proposal.ts';
import { typeWords } from '../hover/hover-field.ts';
import type { Files } from '../view.ts';
import { shownLine } from '../written-values.ts';
import {
  jsonPatchTextAt,
  operationAt,
  patchedTypes,
  spotOfPointer,
  valuesAtPointer,
  type PatchedTypes,
} from './json-patch-targets.ts';
import { firstSentence, proposeInType, spellPath, type KustomizeSlotOptions } from './propose-in-type.ts';

const operations = atomicList(operationType);

/** The proposals for a slot of a JSON patch. */
export function proposeInPatch(slot: Slot, options: KustomizeSlotOptions): readonly Proposal[] {
  const [, field, ...rest] = slot.path;
  const isPointer = slot.kind === 'value' && rest.length === 0 && (field === 'path' || field === 'from');
  if (!isPointer && field !== 'value') return proposeInType(operations, slot, options.minor);
  const around = options.around();
  const patch = jsonPatchTextAt(around);
  if (!patch) return [];
  const patched = patchedTypes(patch.uses, around.files);
  if (isPointer) return segments(slot, patched, around.files, options.minor);
  const operation = operationAt(patch.root, around.offset);
  const pointer = (operation && stringOf(valueOf(operation, 'path'))) ?? '';
  return uniqueBy(
    patched.types.flatMap((type) => {
      const spot = spotOfPointer(type, pointerSteps(pointer), options.minor);
      return spot ? proposeInType(spot.type, slot, options.minor, rest) : [];
    }),
    ({ label }) => label,
  );
}

interface Segment {
  readonly step: string;
  readonly detail: string;
  readonly doc?: string;
  /** True for one that the objects have. */
  readonly isThere: boolean;
}

/** The paths that continue the typed one by a segment; those that the objects have come first. */
function segments(slot: Slot, patched: PatchedTypes, files: Files, minor: number): readonly Proposal[] {
  const parent = slot.prefix.slice(0, Math.max(0, slot.prefix.lastIndexOf('/')));
  const steps = pointerSteps(parent);
  const values = valuesAtPointer(patched.objects, steps, files).map(({ value }) => value);
  const found = [
    ...patched.types.flatMap((type) => fieldsBelow(type, steps, values, minor)),
    ...itemsIn(values, slot.names.get('op') ?? ''),
    ...keysIn(values),
  ];
  return uniqueBy(
    found.toSorted((a, b) => Number(b.isThere) - Number(a.isThere)),
    ({ step }) => step,
  ).map(({ step, detail, doc }): Proposal => {
    const path = `${parent}/${escapeSegment(step)}`;
    return {
      label: path,
      kind: CompletionItemKind.Field,
      detail,
      ...(doc === undefined ? {} : { doc }),
      ...(path === slot.word ? { filter: slot.word } : {}),
      spell: (spelling) => snippetText(spellPath(path, slot), spelling),
    };
  });
}

function fieldsBelow(
  root: ObjectType,
  steps: readonly string[],
  values: readonly Value[],
  minor: number,
): readonly Segment[] {
  const type = spotOfPointer(root, steps, minor)?.type;
  if (type?.kind === 'object') {
    return [...fieldsAt(type, minor)]
      .filter(([, field]) => !field.readOnly)
      .map(([step, field]) => ({
        step,
        detail: typeWords(field.type),
        doc: firstSentence(field.doc),
        isThere: values.some((value) => value.kind === 'mapping' && valueOf(value, step) !== undefined),
      }));
  }
  if (type?.kind === 'list' && values.length === 0)
    return [{ step: '0', detail: `the first ${typeWords(type.item)}`, isThere: false }];
  if (type?.kind !== 'map' || steps[0] !== 'metadata') return [];
  const known = steps[1] === 'labels' ? labelKeys : annotationKeys;
  return known
    .filter(
      ({ isOffered, forms, kinds }) =>
        isOffered && forms.includes('kubernetes') && kinds.some((kind) => kind === root.base),
    )
    .map(({ key, doc }) => ({ step: key, detail: '', doc: firstSentence(doc), isThere: false }));
}

/** The items that the lists have, and the place after the last one. */
function itemsIn(values: readonly Value[], operation: string): readonly Segment[] {
  const lists = values.flatMap((value) => (value.kind === 'sequence' ? [value.items] : []));
  const [longest = []] = lists.toSorted((a, b) => b.length - a.length);
  const items = longest.map((item, i): Segment => ({ step: String(i), detail: summaryOf(item), isThere: true }));
  const takesEnd = lists.length > 0 && ['', 'add', 'copy', 'move'].includes(operation);
  return takesEnd ? [...items, { step: '-', detail: 'after the last item', isThere: true }] : items;
}

/** The keys of labels, annotations and other maps. */
function keysIn(values: readonly Value[]): readonly Segment[] {
  return values.flatMap((value) =>
    value.kind === 'mapping'
      ? value.entries
          .filter(({ isOpaqueKey }) => !isOpaqueKey)
          .map(({ name, value: inner }) => ({ step: name, detail: summaryOf(inner), isThere: true }))
      : [],
  );
}

/** `ip: 10.20.0.15`, `addresses, ports`. */
function summaryOf(value: Value): string {
  if (value.kind === 'scalar') return shownLine(value.text);
  if (value.kind !== 'mapping') return '';
  const scalars = value.entries.filter((entry) => entry.value.kind === 'scalar');
  const parts = scalars.length > 0 ? scalars : value.entries;
  return shownLine(
    parts
      .slice(0, 2)
      .map(({ name, value: inner }) => (inner.kind === 'scalar' ? `${name}: ${inner.text}` : name))
      .join(', '),
  );
}
