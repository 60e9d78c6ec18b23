/** Copies values from fields to fields: `replacements` of a kustomization. */
import { resolvePlain } from '../frontends/yaml/scalar.ts';
import { quote } from '../text/quote.ts';
import type { BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue, Origin } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import { lookUp, splitFieldPath } from './field-lookup.ts';
import { isBuiltNull } from './field-path.ts';
import type { TransformContext } from './field-specs.ts';
import { allIds, effectiveNamespace } from './identity.ts';
import { checkSize } from './limits.ts';
import {
  type BuildObject,
  builtScalar,
  entryAt,
  idOf,
  type ObjectId,
  originOf,
  builtScalarText,
  builtText,
  builtAt,
} from './object.ts';
import { patternOf } from './pattern.ts';
import { writeAt } from './replacement-target.ts';
import { selectorOf } from './select.ts';
import { withSharedChanges } from './shared-labels.ts';

/** The documents of a file that an entry names by `path`; undefined where its content is not known. Throws where there is none. */
export type ReadDocuments = (path: BuiltScalar) => readonly BuiltValue[] | undefined;

export function replaceFields(
  objects: readonly BuildObject[],
  replacements: BuiltSequence,
  context: TransformContext,
  readFile: ReadDocuments,
): readonly BuildObject[] {
  return replacements.items
    .flatMap((item) => replacementsOf(item, readFile))
    .reduce((replaced, item) => replaceOne(replaced, item, context), objects);
}

/** The entry itself, or those of the file that it names. */
function replacementsOf(item: BuiltValue, readFile: ReadDocuments): readonly BuiltValue[] {
  const path = builtAt(item, ['path']);
  if (path?.kind !== 'scalar' || builtScalarText(path) === '') return [item];
  if (entryAt(item, 'source') !== undefined || entryAt(item, 'targets') !== undefined) {
    throw failure(
      'An entry with path has no source and no targets. Remove path, or remove the others.',
      originOf(path),
    );
  }
  return (readFile(path) ?? []).flatMap((document) => {
    if (document.kind === 'scalar') {
      throw failure('A file of replacements holds one replacement or a list of them.', originOf(document));
    }
    return document.kind === 'sequence' ? document.items : [document];
  });
}

function replaceOne(
  objects: readonly BuildObject[],
  item: BuiltValue,
  context: TransformContext,
): readonly BuildObject[] {
  const targets = entryAt(item, 'targets')?.value;
  const source = entryAt(item, 'source')?.value ?? entryAt(item, 'sourceValue')?.value;
  if (source === undefined || targets === undefined || isBuiltNull(targets) || isEmpty(targets)) {
    throw failure('A replacement needs a source and at least one target. Add what is missing.', originOf(item));
  }
  const value = sourceOf(objects, item, context);
  if (value === undefined || targets.kind !== 'sequence') return objects;
  return targets.items.reduce((replaced, target) => writeTarget(replaced, target, value, context), objects);
}

/** The value to copy; undefined where it may come from outside. */
function sourceOf(
  objects: readonly BuildObject[],
  item: BuiltValue,
  { isOpen }: TransformContext,
): BuiltValue | undefined {
  const text = entryAt(item, 'sourceValue')?.value;
  const source = entryAt(item, 'source')?.value;
  if (text !== undefined && source !== undefined) {
    throw failure('A replacement has either source or sourceValue. Remove one of them.', originOf(text));
  }
  if (text !== undefined) return text;
  if (source?.kind !== 'mapping') return undefined;
  const found = objects.filter((object) => allIds(object).some((id) => isMeant(id, source)));
  const [object] = found;
  if (found.length > 1) {
    throw failure(`${found.length} objects match this source. Add the name or the namespace of one.`, originOf(source));
  }
  if (object === undefined) {
    if (isOpen) return undefined;
    throw failure('No object matches this source. Correct its kind or its name.', originOf(source));
  }
  const path = builtText(source, ['fieldPath']) || 'metadata.name';
  const value = lookUp(object.root, splitFieldPath(path));
  if (value === undefined || isEmpty(value)) {
    if (isOpen) return undefined;
    throw failure(
      `The source has no field ${path}, or it is empty. Correct fieldPath.`,
      originOf(entryAt(source, 'fieldPath')?.value ?? source),
    );
  }
  return cut(value, source);
}

function isEmpty(value: BuiltValue): boolean {
  if (value.kind === 'scalar') return value.value === null;
  return (value.kind === 'mapping' ? value.entries : value.items).length === 0;
}

/** The part of the text that `options` of the source choose. */
function cut(value: BuiltValue, source: BuiltMapping): BuiltValue {
  const { delimiter, index, at } = optionsOf(source);
  if (delimiter === '') return value;
  if (value.kind !== 'scalar') throw failure('A delimiter needs a source that is text. Remove it.', at);
  const piece = builtScalarText(value).split(delimiter)[index];
  if (piece === undefined || index < 0) {
    throw failure(
      `options.index ${index} is outside of the parts of ${builtScalarText(value)}. Correct the index.`,
      at,
    );
  }
  return builtScalar(typeof value.value === 'string' ? piece : resolvePlain(piece, 'pulumi'), ...value.origins);
}

function optionsOf(value: BuiltValue): {
  readonly delimiter: string;
  readonly index: number;
  readonly create: boolean;
  readonly at: Origin;
} {
  const options = entryAt(value, 'options')?.value;
  const create = builtAt(options, ['create']);
  return {
    delimiter: builtText(options, ['delimiter']),
    index: Number(builtScalarText(builtAt(options, ['index']))),
    create: create?.kind === 'scalar' && create.value === true,
    at: originOf(options ?? value),
  };
}

/** A source names its object by exact texts. */
function isMeant(id: ObjectId, source: BuiltMapping): boolean {
  const namespace = builtText(source, ['namespace']);
  const isSame = (name: 'group' | 'version' | 'kind' | 'name') =>
    builtText(source, [name]) === '' || builtText(source, [name]) === id[name];
  return (
    isSame('group') &&
    isSame('version') &&
    isSame('kind') &&
    isSame('name') &&
    (namespace === '' || namespace === id.namespace || namespace === effectiveNamespace(id))
  );
}

function writeTarget(
  objects: readonly BuildObject[],
  target: BuiltValue,
  source: BuiltValue,
  { isOpen, remarks }: TransformContext,
): readonly BuildObject[] {
  const select = entryAt(target, 'select')?.value;
  if (select?.kind !== 'mapping') {
    throw failure('A target needs select: the objects to change. Add it.', originOf(select ?? target));
  }
  const reject = entryAt(target, 'reject')?.value;
  const isSelected = targetMatcher(select, reject?.kind === 'sequence' ? reject.items : []);
  const paths = entryAt(target, 'fieldPaths')?.value;
  const fieldPaths = paths?.kind === 'sequence' ? paths.items : [];
  let isMet = false;
  const replaced = objects.map((object) => {
    if (!isSelected(object)) return object;
    isMet = true;
    return withSource(object, fieldPaths.length > 0 ? fieldPaths : [target], target, source, isOpen);
  });
  if (!isMet && !isOpen) remarks.push({ what: 'unmatched-target', at: originOf(select), field: 'replacements' });
  return replaced;
}

function withSource(
  object: BuildObject,
  paths: readonly BuiltValue[],
  target: BuiltValue,
  source: BuiltValue,
  isOpen: boolean,
): BuildObject {
  const options = optionsOf(target);
  return paths.reduce<BuildObject>((changed, path) => {
    // Without paths, the target itself is here.
    const text = path === target ? 'metadata.name' : builtScalarText(path);
    const parts = splitFieldPath(text);
    const at = originOf(path);
    const { value, count } = writeAt(changed.root, parts, { ...options, source, at });
    if (count === 0 && !isOpen) {
      throw failure(`The target has no field ${text}. Correct the path, or set options.create.`, at);
    }
    if (value === changed.root || value.kind !== 'mapping') return changed;
    if (source.kind !== 'scalar') checkSize(value, 'replacement', at);
    return { ...changed, root: withSharedChanges(changed.root, value) };
  }, object);
}

/** The texts of a target's selectors are regular expressions; they match any id that the object has or had. */
function targetMatcher(select: BuiltMapping, reject: readonly BuiltValue[]): (object: BuildObject) => boolean {
  const selects = idMatcher(select);
  const hasLabels = labelMatcher(select);
  const rejects = reject.flatMap((one) =>
    one.kind === 'mapping' ? [{ id: idMatcher(one), labels: labelMatcher(one) }] : [],
  );
  return (object) => {
    // As kustomize keeps them: earlier ids with `default` for no namespace.
    const earlier = object.previous.map((id) => ({ ...id, namespace: effectiveNamespace(id) }));
    const ids = [...earlier, idOf(object)];
    if (!ids.some((id) => selects?.(id) ?? true) || hasLabels?.(object) === false) return false;
    return !rejects.some(({ id, labels }) => (id && ids.some((each) => id(each))) || labels?.(object) === true);
  };
}

/** Undefined where the selector asks for no labels. */
function labelMatcher(selector: BuiltMapping): ((object: BuildObject) => boolean) | undefined {
  const entries = selector.entries.filter(({ name }) => name === 'labelSelector' || name === 'annotationSelector');
  return entries.length === 0 ? undefined : selectorOf({ ...selector, entries });
}

const idFields = ['group', 'version', 'kind', 'name', 'namespace'] as const;

/** Undefined where the selector asks for no id. */
function idMatcher(selector: BuiltMapping): ((id: ObjectId) => boolean) | undefined {
  const tests = idFields.flatMap((name) => {
    const text = builtText(selector, [name]);
    if (text === '') return [];
    const matches = patternOf(text);
    if (matches !== undefined) return [(id: ObjectId) => matches(id[name])];
    throw failure(
      `${quote(text)} is not a valid regular expression. Correct it.`,
      originOf(entryAt(selector, name)?.value ?? selector),
    );
  });
  return tests.length === 0 ? undefined : (id) => tests.every((test) => test(id));
}

function failure(message: string, at: Origin): BuildError {
  return new BuildError('replacement', message, at);
}
