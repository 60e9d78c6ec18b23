/** Converts the patches of converted Endpoints: the edits of kustomizations and patch files, or why there are none. */
import { applyEdits } from '../../edits/apply-edits.ts';
import { allIds, effectiveNamespace, idKey } from '../../kustomize/identity.ts';
import { builtText, entryAt, idOf, originOf } from '../../kustomize/object.ts';
import type { PatchUse } from '../../kustomize/patch-use.ts';
import { shift } from '../../text/span.ts';
import type { TextEdit } from '../../text/edit.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import type { BuiltMapping, BuiltSequence, Origin } from '../../tree/built.ts';
import { replacementEdit, type ConversionStep } from '../conversion-step.ts';
import type { ObjectReading } from '../reading.ts';
import { plainOf } from './built-groups.ts';
import { operationGroups } from './json-patches.ts';
import { readMergePatch, slicePatches, type NamedSlice, type PatchSource } from './merge-patches.ts';
import { inlineJson } from './plain-text.ts';
import { StepIndex, type BuiltBefore, type RootBuilds } from './roots.ts';
import { nameOfSlice, PatchFault, targetEdits, type PatchedSlice } from './targets.ts';

export interface PatchEdits {
  /** By plain path. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** Why an object cannot be converted. */
  readonly faults: ReadonlyMap<ObjectReading, string>;
  /** The converted patches, by plain path and start of the object in its file. */
  readonly patches: ReadonlyMap<string, readonly string[]>;
}

/** The key of a converted patch. */
export function patchKey(path: string, start: number): string {
  return `${path} ${start}`;
}

interface OwnUse {
  readonly use: PatchUse;
  readonly step: ConversionStep;
}

/** Uses of one text by one entry of a kustomization. */
interface Patch {
  readonly entry: PatchUse['entry'];
  readonly change: PatchUse['change'];
  readonly own: readonly OwnUse[];
  /** The kinds of other objects that it changes. */
  readonly otherKinds: ReadonlySet<string>;
  /** True where roots have slices that are not converted. */
  readonly hasOtherSlices: boolean;
}

export function patchEdits(
  steps: readonly ConversionStep[],
  before: readonly BuiltBefore[],
  builds: RootBuilds,
): PatchEdits {
  const reads = new Set(before.flatMap(({ build }) => [...build.reads]));
  const edits = new Map<string, readonly TextEdit[]>();
  const faults = new Map<ObjectReading, string>();
  const patches = new Map<string, readonly string[]>();
  const hasOtherSlices = before.some(({ build }) => build.objects.some(({ kind }) => kind === 'EndpointSlice'));
  for (const uses of patchesOf(steps, builds.uses)) {
    const patch = { ...uses, hasOtherSlices };
    const at = originOf(patch.entry);
    const { path, span } = originOf(patch.change);
    const slices = patch.own.flatMap(({ step }) => step.slices.map(({ name }) => name));
    if (patch.change.kind === 'mapping') patches.set(patchKey(path, span.start), [...new Set(slices)]);
    try {
      if (!reads.has(at.path)) throw new PatchFault('is not in a kustomization');
      for (const { path, edit } of editsOf(patch, builds)) {
        if (builds.roots.changeableUri(path) === undefined)
          throw new PatchFault(`is in ${builds.roots.nameOf(path)}, which this conversion does not change`);
        edits.set(path, withEdit(edits.get(path) ?? [], edit));
      }
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      const message = `Its patch at ${builds.placeText(at)} ${error.message.replace(/\.$/, '')}. Convert both by hand.`;
      for (const { step } of patch.own) faults.set(step.reading, message);
    }
  }
  return { edits, faults, patches };
}

/** The same edit may come from several entries. */
function withEdit(edits: readonly TextEdit[], edit: TextEdit): readonly TextEdit[] {
  const { start, end } = edit.span;
  if (edits.some(({ span, text }) => span.start === start && span.end === end && text === edit.text)) return edits;
  if (edits.some(({ span }) => span.start < end && start < span.end))
    throw new PatchFault('is for several objects that need different changes');
  return [...edits, edit];
}

function patchesOf(
  steps: readonly ConversionStep[],
  uses: readonly PatchUse[],
): readonly Omit<Patch, 'hasOtherSlices'>[] {
  const index = new StepIndex(steps);
  const patches = new Map<string, { readonly first: PatchUse; own: Map<string, OwnUse>; otherKinds: Set<string> }>();
  for (const use of uses) {
    const key = JSON.stringify([originOf(use.entry), originOf(use.change)]);
    const patch = patches.get(key) ?? { first: use, own: new Map<string, OwnUse>(), otherKinds: new Set<string>() };
    patches.set(key, patch);
    const step = index.ofPatched(use);
    // Several roots and components patch the same object in the same state.
    if (step) patch.own.set(stateOf(use, step), { use, step });
    else patch.otherKinds.add(idOf(use.object).kind);
  }
  return [...patches.values()].flatMap(({ first: { entry, change }, own, otherKinds }) =>
    own.size > 0 ? [{ entry, change, own: [...own.values()], otherKinds }] : [],
  );
}

function stateOf({ object }: PatchUse, { reading }: ConversionStep): string {
  return JSON.stringify([reading.uri, reading.name, ...allIds(object).map(idKey), inlineJson(plainOf(object.root))]);
}

interface PathEdit {
  readonly path: string;
  readonly edit: TextEdit;
}

function editsOf(patch: Patch, builds: RootBuilds): readonly PathEdit[] {
  const { entry, change } = patch;
  const at = originOf(entry);
  const text = builds.roots.files.read(at.path);
  const target = entry.kind === 'mapping' ? entryAt(entry, 'target') : undefined;
  if (text === undefined) throw new PatchFault('is in a file that is not known');
  const around = { text, otherKinds: patch.otherKinds, hasOtherSlices: patch.hasOtherSlices };
  const inEntry = (edit: TextEdit): PathEdit => ({ path: at.path, edit });
  if (change.kind === 'sequence') return operationEdits(change, patch, builds);
  const own = textOf(originOf(change), at, builds);
  if (target?.value.kind !== 'mapping') {
    const [first] = patch.own;
    return first ? [mergeEdit(own, originOf(change), [named(first, builtText(change, ['metadata', 'name']))])] : [];
  }
  const slices = patch.own.flatMap(slicesOf);
  const isOnly = slices.length === 1;
  const [first] = patch.own;
  const inPlace = targetEdits(target.value, slices, around).map(inEntry);
  // Only the target decides which objects such a patch changes.
  if (builtText(change, ['kind']) !== 'Endpoints' || !first) return inPlace;
  if (isOnly || !entryAt(change, 'subsets')) {
    const written = [{ name: builtText(change, ['metadata', 'name']), family: 'IPv4' } as const];
    const content = isOnly ? named(first, first.step.reading.name) : written;
    return patch.otherKinds.size > 0 ? inPlace : [...inPlace, mergeEdit(own, originOf(change), [content])];
  }
  // A patch of several objects with their names cannot have a target.
  if (patch.otherKinds.size > 0) throw new PatchFault('also changes other objects');
  return [
    inEntry(withoutTarget(entry as BuiltMapping, text)),
    mergeEdit(
      own,
      originOf(change),
      patch.own.map((each) => named(each, currentName(each, change))),
    ),
  ];
}

/** The name under which a patch without a target finds the object. */
function currentName({ use }: OwnUse, change: BuiltMapping): string {
  const written = { ...idOf(use.object), namespace: builtText(change, ['metadata', 'namespace']) };
  const ids = allIds(use.object);
  const found = ids.findLast((id) => effectiveNamespace(id) === effectiveNamespace(written));
  if (!found) throw new PatchFault('has another namespace than the Endpoints');
  return found.name;
}

function named({ step: { reading, slices } }: OwnUse, name: string): readonly NamedSlice[] {
  return slices.map(({ name: slice, family }) => ({
    name: nameOfSlice(name, { endpoints: reading.name, slice }),
    family,
  }));
}

function slicesOf({ use, step }: OwnUse): readonly PatchedSlice[] {
  return step.slices.map(({ name }) => ({ use, endpoints: step.reading.name, slice: name }));
}

/** The text around a patch: its file, or the block scalar in the entry. */
function textOf({ path, span }: Origin, entry: Origin, builds: RootBuilds): PatchSource {
  const text = builds.roots.files.read(path);
  if (text === undefined) throw new PatchFault('is in a file that is not known');
  if (path !== entry.path) return { path, text, start: 0 };
  const header = text.lastIndexOf('\n', span.start - 1);
  const block = blockStart(text, header);
  if (block === undefined) throw new PatchFault('is not written as a block of lines with |');
  const end = Math.max(entry.span.end, span.end);
  const lines = text.slice(header + 1, end);
  return { path, text: lines, start: header + 1 };
}

/** The line break of the header of the block scalar around a line; undefined for another style. */
function blockStart(text: string, lineBreak: number): number | undefined {
  const rows = text.slice(0, Math.max(0, lineBreak)).split('\n');
  const header = rows.findLast((row) => row.trim() !== '' && !/^\s*#/.test(row));
  return header !== undefined && /[:-]\s+\|[-+\d]*\s*(?:#.*)?$/.test(header) ? lineBreak : undefined;
}

function mergeEdit(own: PatchSource, at: Origin, slices: readonly (readonly NamedSlice[])[]): PathEdit {
  const reading = readMergePatch(own, at);
  const objects = slices.flatMap((each) => slicePatches(reading, each));
  const edit = replacementEdit({ reading, objects });
  if (!edit) throw new PatchFault('is written in a way that cannot be converted');
  return { path: own.path, edit: { ...edit, span: shift(edit.span, own.start) } };
}

function operationEdits(operations: BuiltSequence, patch: Patch, builds: RootBuilds): readonly PathEdit[] {
  const { entry } = patch;
  const [inner, at] = [originOf(operations), originOf(entry)];
  const [text = '', outer = ''] = [inner, at].map(({ path }) => builds.roots.files.read(path));
  const target = entryAt(entry, 'target')?.value;
  if (target?.kind !== 'mapping') return [];
  const uses = patch.own.map(({ use, step }) => ({ use, endpoints: step.reading.name, slices: step.slices }));
  const [first, ...others] = operationGroups(operations, uses, text);
  const count = uses.reduce((sum, { slices }) => sum + slices.length, 0);
  const targetOf = (slices: readonly PatchedSlice[]): readonly TextEdit[] =>
    targetEdits(target, slices, {
      text: outer,
      otherKinds: patch.otherKinds,
      hasOtherSlices: patch.hasOtherSlices || slices.length < count,
    });
  if (!first) return [];
  const inPlace = [
    ...targetOf(first.slices).map((edit) => ({ path: at.path, edit })),
    { path: inner.path, edit: first.edit },
  ];
  if (others.length === 0) return inPlace;
  const { start, end } = itemSpan(at, outer);
  if (inner.path !== at.path || start === undefined)
    throw new PatchFault('needs different operations for several EndpointSlices');
  const copies = others.map(({ slices, edit }) => {
    const edits = [...targetOf(slices), edit];
    const moved = edits.map((each) => ({ ...each, span: shift(each.span, -start) }));
    return `\n${applyEdits(outer.slice(start, end), moved)}`;
  });
  return [...inPlace, { path: at.path, edit: { span: { start: end, end }, text: copies.join('') } }];
}

/** The lines of an item of a block list. `start` is undefined for another style. */
function itemSpan({ span }: Origin, text: string): { readonly start: number | undefined; readonly end: number } {
  const start = lineStartAt(text, span.start);
  const end = lineEndAt(text, span.start + text.slice(span.start, span.end).trimEnd().length);
  return { start: /^[ \t]*-[ \t]+$/.test(text.slice(start, span.start)) ? start : undefined, end };
}

function withoutTarget(entry: BuiltMapping, text: string): TextEdit {
  const at = entry.entries.findIndex(({ name }) => name === 'target');
  const [target, next] = [entry.entries[at], entry.entries[at + 1]];
  if (!target || text[entry.origin.span.start] === '{') throw new PatchFault('has a target on one line with its patch');
  const { start } = target.key.span;
  if (next) return { span: { start, end: next.key.span.start }, text: '' };
  const value = originOf(target.value).span;
  return { span: { start: lineStartAt(text, start), end: lineEndAt(text, value.end) + 1 }, text: '' };
}
