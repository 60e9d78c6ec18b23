/** Writes one value at a path of a replacement's target. */
import { readYaml } from '../frontends/yaml/read-yaml.ts';
import { resolvePlain } from '../frontends/yaml/scalar.ts';
import { quote } from '../text/quote.ts';
import type { BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { itemCondition, itemIndex } from './field-lookup.ts';
import { isBuiltNull } from './field-path.ts';
import { checkLength } from './limits.ts';
import { builtScalar, entryAt, joinOrigins, builtScalarText, withBuiltEntry } from './object.ts';
import { patternOf } from './pattern.ts';

export interface TargetEdit {
  readonly source: BuiltValue;
  /** Empty for none. */
  readonly delimiter: string;
  readonly index: number;
  /** True if missing fields are added. */
  readonly create: boolean;
  /** The path as the kustomization writes it. */
  readonly at: Origin;
}

/** The value after the edit, and in how many places the source is written. */
export interface Written {
  readonly value: BuiltValue;
  readonly count: number;
}

/** Writes the source at the path; `count` is 0 where the path does not exist and is not created. */
export function writeAt(value: BuiltValue, path: readonly string[], edit: TargetEdit): Written {
  const [part, ...rest] = path;
  if (part === undefined) return { value: withSource(value, edit), count: 1 };
  const condition = itemCondition(part);
  const index = itemIndex(part);
  if (value.kind === 'scalar' && holdsStructure(value)) return { value, count: 1 };
  if (condition !== undefined || index !== undefined || part === '*') {
    if (value.kind !== 'sequence') return failed(value);
    if (condition !== undefined) return writeMatching(value, condition, rest, edit);
    return index === undefined ? writeItems(value, () => true, rest, edit) : writeIndex(value, index, rest, edit);
  }
  return writeField(value, part, rest, edit);
}

/** kustomize edits the YAML or JSON in a text, such as a file in a ConfigMap. Here, the text stays. */
function holdsStructure({ value }: BuiltScalar): boolean {
  if (typeof value !== 'string') return false;
  const kind = readYaml(value, 'pulumi', []).root?.kind;
  return kind === 'mapping' || kind === 'sequence';
}

function failed(value: BuiltValue): Written {
  return { value, count: 0 };
}

function writeField(value: BuiltValue, name: string, rest: readonly string[], edit: TargetEdit): Written {
  if (value.kind !== 'mapping') return failed(value);
  const entry = entryAt(value, name);
  const isMissing = entry === undefined || (isBuiltNull(entry.value) && rest.length > 0);
  if (isMissing && !edit.create) return failed(value);
  const before = isMissing ? newValue(rest[0], edit) : entry.value;
  const { value: after, count } =
    isMissing && rest.length === 0 ? { value: plainSource(edit), count: 1 } : writeAt(before, rest, edit);
  if (after === entry?.value) return { value, count };
  return { value: withBuiltEntry(value, { name, key: entry?.key ?? edit.at, value: after }), count };
}

/** What is added for a part of the path, by the part behind it. */
function newValue(next: string | undefined, { at }: TargetEdit): BuiltMapping | BuiltSequence {
  const isList = next !== undefined && (itemCondition(next) !== undefined || itemIndex(next) !== undefined);
  return isList ? { kind: 'sequence', items: [], origin: at } : { kind: 'mapping', entries: [], origin: at };
}

function writeItems(
  list: BuiltSequence,
  isMeant: (item: BuiltValue) => boolean,
  rest: readonly string[],
  edit: TargetEdit,
): Written {
  let count = 0;
  const items = list.items.map((item) => {
    if (!isMeant(item)) return item;
    const written = writeAt(item, rest, edit);
    count += written.count;
    return written.value;
  });
  return { value: items.every((item, at) => item === list.items[at]) ? list : { ...list, items }, count };
}

function writeIndex(list: BuiltSequence, index: number, rest: readonly string[], edit: TargetEdit): Written {
  const item = list.items[index] ?? (edit.create && index === list.items.length ? newValue(rest[0], edit) : undefined);
  if (item === undefined) return failed(list);
  const { value, count } =
    rest.length === 0 && index === list.items.length
      ? { value: plainSource(edit), count: 1 }
      : writeAt(item, rest, edit);
  const items = index === list.items.length ? [...list.items, value] : list.items.with(index, value);
  return { value: { ...list, items }, count };
}

/** kustomize searches the value of the condition as a regular expression in the item's text. */
function writeMatching(
  list: BuiltSequence,
  { field, value }: { readonly field: string; readonly value: string },
  rest: readonly string[],
  edit: TargetEdit,
): Written {
  const matches = patternOf(`.*(?:${value}).*`);
  if (matches === undefined) {
    throw new BuildError(
      'replacement',
      `The condition [${field}=${value}] is not a valid regular expression. Correct it.`,
      edit.at,
    );
  }
  const isMeant = (item: BuiltValue) => {
    const tested = field === '' ? item : entryAt(item, field)?.value;
    return tested?.kind === 'scalar' && matches(builtScalarText(tested));
  };
  const written = writeItems(list, isMeant, field === '' ? [] : rest, edit);
  if (written.count > 0 || !edit.create) return written;
  const text = builtScalar(resolvePlain(value, 'pulumi'), edit.at);
  const item: BuiltValue =
    field === '' ? text : { kind: 'mapping', entries: [{ name: field, key: edit.at, value: text }], origin: edit.at };
  const { value: added, count } = writeAt(item, field === '' ? [] : rest, edit);
  return { value: { ...list, items: [...list.items, added] }, count };
}

/** What a field becomes that the replacement adds: kustomize reads the text again, without quotes. */
function plainSource({ source }: TargetEdit): BuiltValue {
  if (source.kind !== 'scalar') return source;
  return { ...source, value: resolvePlain(builtScalarText(source), 'pulumi') };
}

/** The field keeps its type: of a scalar, only the text changes. */
function withSource(target: BuiltValue, edit: TargetEdit): BuiltValue {
  const { source, delimiter, index, at } = edit;
  if (target.kind !== 'scalar') {
    if (delimiter === '') return source;
    throw new BuildError('replacement', 'A delimiter needs a target that is text. Remove it, or correct the path.', at);
  }
  const text = builtScalarText(source);
  if (delimiter === '') return typed(target, text, source.kind === 'scalar' ? source.origins : [source.origin], at);
  const pieces = builtScalarText(target).split(delimiter);
  if (index < 0) pieces.unshift(text);
  else if (index >= pieces.length) pieces.push(text);
  else pieces[index] = text;
  const own = source.kind === 'scalar' ? source.origins : [source.origin];
  checkLength(builtScalarText(target).length + text.length, 'replacement', at);
  return typed(target, pieces.join(delimiter), joinOrigins(target.origins, own), at);
}

function typed(target: BuiltScalar, text: string, origins: readonly Origin[], at: Origin): BuiltScalar {
  if (typeof target.value === 'string') return builtScalar(text, ...origins);
  const value = resolvePlain(text, 'pulumi');
  if (typeof value === typeof target.value || target.value === null) return builtScalar(value, ...origins);
  if (typeof target.value === 'number' && typeof value === 'bigint') return builtScalar(Number(value), ...origins);
  throw new BuildError(
    'replacement',
    `The target is the ${typeof target.value === 'boolean' ? 'boolean' : 'number'} ${builtScalarText(target)}, and cannot become ${quote(text)}. Correct the source or the path.`,
    at,
  );
}
