/** Hovers in kustomizations and JSON patches: explains fields, paths of files, targets, and places in an object. */
import type { Hover } from 'vscode-languageserver-types';
import { spotAt, type Spot } from '../../analysis/binding/spot.ts';
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { kustomizationType, transformerOrder } from '../../contract/kustomization.ts';
import { operationType } from '../../contract/kustomize-patch.ts';
import { atomicList, type Type } from '../../contract/type.ts';
import type { Markup } from '../../text/markup.ts';
import { counted, listed } from '../../text/quote.ts';
import { pointerSteps } from '../../tree/json-patch.ts';
import { isRemotePath } from '../../tree/kustomization.ts';
import type { Path } from '../../tree/path.ts';
import { stringOf, type Mapping, type Value } from '../../tree/value.ts';
import type { HoverAnswer } from '../hover/hover-target.ts';
import { typeWords } from '../hover/hover-field.ts';
import { rangeOf } from '../lsp.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownFile, shownName } from '../navigation/object-words.ts';
import type { Files } from '../view.ts';
import { shownLine } from '../written-values.ts';
import {
  isAtPointer,
  operationTrail,
  patchedTypes,
  spotOfPointer,
  valuesAtPointer,
  type JsonPatchUse,
} from './json-patch-targets.ts';
import { withNote } from './hover-built.ts';
import { contentWords, namedFile } from './kustomization-paths.ts';
import { writtenKustomization, pathPattern, pathFields, trailAt, type Trail } from './kustomization-text.ts';
import { includedObjects, isValidTarget, selectedObjects } from './kustomized-objects.ts';
import { targetAt } from './target-at.ts';

interface Asked extends CursorPlace {
  readonly markup: Markup;
}

/** Explains what no other hover explains, and adds the present values to the hover of a path in a JSON patch. */
export function hoverKustomize(found: Hover | null, asked: Asked): Hover | null {
  const { view, markup } = asked;
  if (found) {
    const note = pointerNote(asked);
    return note === undefined ? found : withNote(found, note, markup);
  }
  const answer = describePatch(asked) ?? describeKustomization(asked);
  if (!answer) return null;
  return { contents: { kind: markup.kind, value: answer.text }, range: rangeOf(view.located, answer.span) };
}

function describeKustomization(asked: Asked): HoverAnswer | undefined {
  const { view, offset, files, markup } = asked;
  const root = writtenKustomization(view);
  if (!root) return undefined;
  const trail = trailAt(root, offset);
  const { value, path } = trail.last;
  const text = stringOf(value);
  if (!trail.isKey && text !== undefined && pathFields.has(pathPattern(path))) {
    const words = pathWords(text, folderOf(plainPath(view.uri)), files, markup);
    return { text: words, span: trail.span };
  }
  const field = describeFieldAt(kustomizationType, trail, view.minor, markup);
  const target = targetAt(root, offset);
  if (!field || !target) return field;
  const words = targetWords(target, folderOf(plainPath(view.uri)), files, markup);
  return { ...field, text: `${field.text}\n\n${words}` };
}

/** The key, or the scalar, at the end of the trail. */
export function describeFieldAt(root: Type, trail: Trail, minor: number, markup: Markup): HoverAnswer | undefined {
  const { last, isKey, span } = trail;
  const isScalar = last.value.kind === 'scalar' && last.value.span.end > last.value.span.start;
  if (!isKey && !isScalar) return undefined;
  // The item of a list of texts is explained by the list.
  const path = typeof last.path.at(-1) === 'number' ? last.path.slice(0, -1) : last.path;
  const spot = spotAt(root, path, minor);
  const text = spot && fieldWords(spot, path, stringOf(last.value), isKey, markup);
  if (text === undefined) return undefined;
  return { text, span };
}

function fieldWords(
  { type, field }: Spot,
  path: Path,
  written: string | undefined,
  isKey: boolean,
  markup: Markup,
): string | undefined {
  if (!field) return undefined;
  const { code, doc, strong, lineBreak } = markup;
  const name = String(path.at(-1));
  const allowed = type.kind === 'list' && type.item.kind === 'string' ? type.item : type;
  const choices = allowed.kind === 'string' ? (allowed.choices ?? []) : [];
  const chosen = isKey ? undefined : choices.find(({ value }) => value === written);
  if (chosen) return `${code(chosen.value)}: ${doc(chosen.doc)}`;
  const words = [typeWords(type), field.required ? 'required' : '', field.deprecated === undefined ? '' : 'deprecated'];
  const notes = [
    field.default === undefined ? '' : `Default: ${code(field.default)}.`,
    field.deprecated === undefined ? '' : `Deprecated: ${doc(field.deprecated)}`,
    path.length === 1 ? orderWords(name, markup) : '',
  ];
  return [
    `${strong(name)}: ${words.filter(Boolean).join(', ')}`,
    doc(field.doc),
    choices.map((each) => `- ${code(each.value)}: ${doc(each.doc)}`).join('\n'),
    notes.filter(Boolean).join(lineBreak),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The order of all changes, whatever the order in the file. */
function orderWords(name: string, { code, strong }: Markup): string {
  if (!transformerOrder.includes(name)) return '';
  return `Order: ${transformerOrder.map((each) => (each === name ? strong(each) : code(each))).join(', ')}.`;
}

function pathWords(path: string, folder: string, files: Files, { code, text }: Markup): string {
  if (isRemotePath(path)) return `${code(path)} is remote. Its objects are not read, so no object is called missing.`;
  const uri = namedFile(folder, path, files);
  if (uri === undefined) return `${code(path)} does not exist, or it is not read.`;
  const words = contentWords(resolvePath(folder, path), files);
  return `${code(shownFile(uri, files))}${words ? `: ${text(words)}` : ''}`;
}

const mostObjects = 8;

function targetWords(target: Mapping, folder: string, files: Files, { code }: Markup): string {
  const included = includedObjects(folder, files);
  const found = selectedObjects(target, included, files);
  if (!isValidTarget(target)) return 'It matches no object: one of its patterns is not valid, so kustomize rejects it.';
  if (found.length === 0)
    return included.isWhole ? 'It matches no object.' : 'It matches no object in sight; some objects are not in sight.';
  const names = found.slice(0, mostObjects).map(({ entry }) => {
    const name = `${patchedKind(entry.facts)} ${shownName(entry)}`;
    return `${code(name)} in ${code(shownFile(entry.uri, files))}`;
  });
  const rest = found.length - names.length;
  return `It matches ${listed(rest > 0 ? [...names, counted(rest, 'other object')] : names)}.`;
}

/** An operation of a JSON patch: its fields, and the place in the object that its path names. */
function describePatch(asked: Asked): HoverAnswer | undefined {
  const found = operationTrail(asked);
  if (!found) return undefined;
  const { trail, uses } = found;
  const words = isAtPointer(trail) ? pointerWords(trail.last.value, uses, asked) : undefined;
  if (words !== undefined) return { text: words, span: trail.span };
  return describeFieldAt(atomicList(operationType), trail, asked.view.minor, asked.markup);
}

/** What the objects have at the path, for the last name in it. */
function pointerNote(asked: Asked): string | undefined {
  const { trail, uses } = operationTrail(asked) ?? {};
  const value = trail && isAtPointer(trail) ? trail.last.value : undefined;
  if (!uses || value?.kind !== 'scalar') return undefined;
  const isLast = asked.offset > value.span.start + value.text.lastIndexOf('/');
  return isLast ? writtenWords(value, uses, asked) : undefined;
}

/** The field of the contract at the path, and what the objects have there. */
function pointerWords(value: Value, uses: readonly JsonPatchUse[], asked: Asked): string | undefined {
  const { files, view, markup } = asked;
  const steps = pointerSteps(stringOf(value) ?? '');
  const [described] = patchedTypes(uses, files).types.flatMap((type) => {
    const spot = spotOfPointer(type, steps, view.minor);
    const words = spot && fieldWords(spot, steps.slice(-1), undefined, true, markup);
    return words === undefined ? [] : [words];
  });
  const words = [described, writtenWords(value, uses, asked)].filter(Boolean);
  return words.length > 0 ? words.join('\n\n') : undefined;
}

function writtenWords(value: Value, uses: readonly JsonPatchUse[], { files, markup }: Asked): string | undefined {
  const steps = pointerSteps(stringOf(value) ?? '');
  const values = valuesAtPointer(patchedTypes(uses, files).objects, steps, files).slice(0, mostObjects);
  const written = values.map(({ entry, value: found }) => {
    const where = markup.code(shownFile(entry.uri, files));
    return found.kind === 'scalar' ? `${markup.code(shownLine(found.text))} in ${where}` : where;
  });
  return written.length > 0 ? `Written: ${listed(written)}.` : undefined;
}
