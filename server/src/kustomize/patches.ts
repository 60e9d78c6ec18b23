/** Applies the patches of one kustomization: finds the objects that they mean, and merges or edits them. */
import { quote } from '../text/quote.ts';
import type { BuildRemark, BuiltMapping, BuiltScalar, BuiltSequence, BuiltValue } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import type { Folder } from './folder.ts';
import { allIds, idKey } from './identity.ts';
import { applyJsonPatch } from './json-patch.ts';
import { directiveOf, mergeValues } from './merge.ts';
import { withAnnotations, withTextMetadata } from './metadata-texts.ts';
import { mergeSchemaOf } from './merge-schema.ts';
import {
  entryAt,
  idOf,
  joinOrigins,
  builtScalarText,
  builtAt,
  withBuiltEntry,
  withoutEntry,
  type BuildObject,
  type ObjectId,
  originOf,
} from './object.ts';
import { ambiguousPatchError, namePlace, ownNamespace, unmatchedPatchError } from './patch-errors.ts';
import { lostServicePorts, droppedSubsetPorts, keptDirectives, lostPortPatches } from './patch-remarks.ts';
import type { OnPatch, PatchUse } from './patch-use.ts';
import { readPatch, type ReadPatch } from './read-patch.ts';
import { objectsOf, readInnerDocuments } from './read-objects.ts';
import { scalarAt } from './read-kustomization.ts';
import { withOwnLabels, withSharedChanges } from './shared-labels.ts';
import { selectorOf } from './select.ts';

export interface PatchScope {
  readonly folder: Folder;
  /** The patches append to it. */
  readonly remarks: BuildRemark[];
  /** True if objects come from outside: then a patch may be for one of them. */
  readonly isOpen: boolean;
  /** The namespace that the same kustomization sets. */
  readonly namespace: string;
  readonly onPatch: OnPatch | undefined;
}

/** What a patch may change of an object's identity. */
interface PatchOptions {
  readonly isNameFree: boolean;
  readonly isKindFree: boolean;
}

const noOptions: PatchOptions = { isNameFree: false, isKindFree: false };

/** The objects while patches run on them, with an index of their ids. */
export class Patcher {
  private objects: (BuildObject | undefined)[];
  private index: Map<string, number[]> | undefined;

  private readonly scope: PatchScope;
  private entry: PatchUse['entry'] | undefined;

  constructor(objects: readonly BuildObject[], scope: PatchScope) {
    this.scope = scope;
    this.objects = [...objects];
  }

  get result(): readonly BuildObject[] {
    return this.objects.filter((object) => object !== undefined);
  }

  /** An entry of `patches`, or of `patchesJson6902`. */
  applyEntry(entry: BuiltMapping, isOld = false): void {
    this.entry = entry;
    const patch = readPatch(entry, this.scope.folder);
    const target = entryAt(entry, 'target')?.value;
    if (!patch || (target && target.kind !== 'mapping')) return;
    if (patch.operations) this.applyOperations(patch.operations, target, entry, isOld);
    else this.applyMerges(patch, target, optionsOf(entry));
  }

  /** An entry of `patchesStrategicMerge`: a file, or the text of a patch. */
  applyText(written: BuiltScalar): void {
    this.entry = written;
    const text = String(written.value);
    const isText = text.includes('\n') || /^\s*\{/.test(text);
    const { folder } = this.scope;
    const patches = isText
      ? objectsOf(readInnerDocuments(written, folder.textOf(originOf(written).path), 'pulumi'), 'patch')
      : readPatch(
          {
            kind: 'mapping',
            origin: originOf(written),
            entries: [{ name: 'path', key: originOf(written), value: written }],
          },
          folder,
        )?.merges;
    for (const patch of patches ?? []) this.mergeById(patch, noOptions);
  }

  private applyOperations(
    operations: BuiltSequence,
    target: BuiltMapping | undefined,
    entry: BuiltMapping,
    isOld: boolean,
  ): void {
    if (!target) {
      const written = scalarAt(entry, 'patch') ?? scalarAt(entry, 'path');
      throw new BuildError(
        'json-patch',
        'A JSON patch needs a target. Write target with kind and name.',
        written ? originOf(written) : entry.origin,
      );
    }
    for (const [i, object] of this.selected(target)) {
      this.note(operations, object);
      const root = withFormerName(
        applyJsonPatch(withOwnLabels(withAnnotations(object, isOld)), operations),
        object.root,
      );
      requireIdentity(root, operations);
      this.replace(i, { ...object, root, previous: withPrevious(object, root) });
    }
  }

  private applyMerges({ merges }: ReadPatch, target: BuiltMapping | undefined, options: PatchOptions): void {
    const [patch] = merges;
    if (!target || !patch) {
      for (const each of merges) this.mergeById(each, options);
      return;
    }
    if (merges.length > 1) {
      const message =
        'A file with several patches cannot have a target, so kustomize rejects it. Split the file, or remove the target.';
      throw new BuildError('other', message, target.origin);
    }
    const textual = withTextMetadata(patch);
    for (const [i, object] of this.selected(target)) this.merge(i, object, textual, options);
    if (options.isNameFree || options.isKindFree) this.checkIds(patch);
  }

  private selected(target: BuiltMapping): readonly (readonly [number, BuildObject])[] {
    const isMeant = selectorOf(target);
    const found: (readonly [number, BuildObject])[] = [];
    for (const [i, object] of this.objects.entries()) if (object && isMeant(object)) found.push([i, object]);
    if (found.length === 0 && !this.scope.isOpen) {
      const named = scalarAt(target, 'name') ?? scalarAt(target, 'kind') ?? target;
      this.scope.remarks.push({ what: 'unmatched-target', at: originOf(named), field: 'target' });
    }
    return found;
  }

  private mergeById(patch: BuildObject, options: PatchOptions): void {
    const id = idOf(patch);
    const found = this.withId(id);
    const [i] = found;
    const object = i === undefined ? undefined : this.objects[i];
    if (found.length === 1 && i !== undefined && object) this.merge(i, object, patch, options);
    else if (found.length > 1) throw ambiguousPatchError(patch, this.objectsAt(found));
    else if (!this.scope.isOpen) {
      const { namespace } = this.scope;
      const isOwn = namespace !== '' && id.namespace === namespace && this.withId({ ...id, namespace: '' }).length > 0;
      throw isOwn ? ownNamespace(patch) : unmatchedPatchError(patch, this.result);
    }
  }

  private objectsAt(places: readonly number[]): readonly BuildObject[] {
    return places.flatMap((i) => this.objects[i] ?? []);
  }

  private withId(id: ObjectId): readonly number[] {
    this.index ??= indexById(this.objects);
    return this.index.get(idKey(id)) ?? [];
  }

  private merge(i: number, object: BuildObject, patch: BuildObject, options: PatchOptions): void {
    const { remarks } = this.scope;
    this.note(patch.root, object);
    const directive = directiveOf(patch.root);
    if (directive === 'delete') {
      this.replace(i, undefined);
      return;
    }
    if (directive === 'replace') {
      const at = entryAt(patch.root, '$patch')?.key ?? patch.root.origin;
      remarks.push({ what: 'ignored-directive', at, directive: '$patch: replace' });
      return;
    }
    const id = idOf(object);
    const schema = mergeSchemaOf(id);
    const isService = id.kind === 'Service' && id.group === '';
    const merged = mergeValues(object.root, withoutEntry(patch.root, 'apiVersion'), schema, {
      onList: (path, base, change, result) => {
        if (!isService || path.join('.') !== 'spec.ports') return;
        if (change) remarks.push(...lostPortPatches(base, change, result));
        remarks.push(...lostServicePorts(base, change, result, namePlace(patch)));
      },
    });
    if (id.kind === 'Endpoints' && id.group === '') remarks.push(...droppedSubsetPorts(object.root, patch.root));
    remarks.push(...keptDirectives(patch.root, schema));
    if (merged?.kind !== 'mapping') return;
    const root = withSharedChanges(object.root, withIdentity(merged, object.root, options));
    const isFree = options.isNameFree || options.isKindFree;
    const repeated = object.repeated ?? (patch.repeated?.isNoText ? patch.repeated : undefined);
    const previous = isFree ? withPrevious(object, root) : object.previous;
    this.replace(i, { ...object, root, previous, ...(repeated && { repeated }) });
  }

  private note(change: PatchUse['change'], object: BuildObject): void {
    if (this.entry) this.scope.onPatch?.({ entry: this.entry, change, object });
  }

  private replace(i: number, object: BuildObject | undefined): void {
    const before = this.objects[i];
    this.objects[i] = object;
    if (!object || (before && idKey(idOf(before)) !== idKey(idOf(object)))) this.index = undefined;
  }

  private checkIds(patch: BuildObject): void {
    const seen = new Set<string>();
    for (const object of this.result) {
      const key = idKey(idOf(object));
      if (seen.has(key)) {
        const message = `This patch gives two objects the name ${quote(idOf(object).name)}. Patch one of them.`;
        throw new BuildError('duplicate-object', message, namePlace(patch));
      }
      seen.add(key);
    }
  }
}

function indexById(objects: readonly (BuildObject | undefined)[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [i, object] of objects.entries()) {
    if (!object) continue;
    for (const key of new Set(allIds(object).map(idKey))) {
      const found = index.get(key);
      if (found) found.push(i);
      else index.set(key, [i]);
    }
  }
  return index;
}

function optionsOf(entry: BuiltMapping): PatchOptions {
  const isOn = (name: string): boolean => {
    const value = builtAt(entry, ['options', name]);
    return value?.kind === 'scalar' && value.value === true;
  };
  return { isNameFree: isOn('allowNameChange'), isKindFree: isOn('allowKindChange') };
}

function requireIdentity(root: BuiltMapping, { origin }: BuiltSequence): void {
  for (const names of [['kind'], ['metadata', 'name']])
    if (builtScalarText(builtAt(root, names)) === '')
      throw new BuildError('json-patch', `This patch leaves the object without ${names.join('.')}. Keep it.`, origin);
}

function withPrevious(object: BuildObject, root: BuiltMapping): readonly ObjectId[] {
  const before = idOf(object);
  return idKey(before) === idKey(idOf({ ...object, root })) ? object.previous : [...object.previous, before];
}

/** A name that extends the former one still depends on its text: the target finds the object by it. */
function withFormerName(root: BuiltMapping, base: BuiltMapping): BuiltMapping {
  const [before, after] = [base, root].map((each) => builtAt(each, ['metadata', 'name']));
  if (before?.kind !== 'scalar' || after?.kind !== 'scalar' || before === after) return root;
  if (!builtScalarText(after).includes(builtScalarText(before))) return root;
  const name = { ...after, origins: joinOrigins(after.origins, before.origins) };
  const metadata = entryAt(root, 'metadata');
  if (metadata?.value.kind !== 'mapping') return root;
  return withBuiltEntry(root, {
    ...metadata,
    value: withBuiltEntry(metadata.value, { name: 'name', key: originOf(after), value: name }),
  });
}

/** The merged object under its own identity, whatever the patch writes there. */
function withIdentity(
  merged: BuiltMapping,
  base: BuiltMapping,
  { isNameFree, isKindFree }: PatchOptions,
): BuiltMapping {
  let root = restored(merged, base, 'apiVersion');
  if (!isKindFree) root = restored(root, base, 'kind');
  const [before, after] = [base, root].map((each) => entryAt(each, 'metadata'));
  if (before?.value.kind !== 'mapping') return root;
  let metadata: BuiltValue = after?.value.kind === 'mapping' ? after.value : { ...before.value, entries: [] };
  if (!isNameFree) metadata = restored(metadata, before.value, 'name');
  metadata = restored(metadata, before.value, 'namespace');
  return metadata === after?.value ? root : withBuiltEntry(root, { ...(after ?? before), value: metadata });
}

function restored(mapping: BuiltMapping, base: BuiltMapping, name: string): BuiltMapping {
  const [before, after] = [entryAt(base, name), entryAt(mapping, name)];
  if (before?.value === after?.value) return mapping;
  return before ? withBuiltEntry(mapping, before) : withoutEntry(mapping, name);
}
