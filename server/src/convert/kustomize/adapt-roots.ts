/** Completes a conversion in the kustomizations that take in the objects, and proves it by building each root. */
import { plainPath } from '../../analysis/workspace/placement.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import { lineBreakOf } from '../../text/line.ts';
import { quote } from '../../text/quote.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { ConversionStep } from '../conversion-step.ts';
import type { ConvertedFile, ConvertSettings } from '../outcome.ts';
import type { ObjectReading } from '../reading.ts';
import { missingIn } from '../parts/rewrite-pairs.ts';
import { labelReplacements } from './label-replacements.ts';
import { patchEdits, type PatchEdits } from './patch-edits.ts';
import { referenceEdits } from './reference-edits.ts';
import { rootFaults } from './root-proof.ts';
import { rootObstacle, type BuiltBefore, type RootBuilds } from './roots.ts';

export interface AdaptedRoots {
  /** The converted files with the changed kustomizations and patches. */
  readonly files: readonly ConvertedFile[];
  /** Why objects cannot be converted. If there are any, the files prove nothing. */
  readonly faults: ReadonlyMap<ObjectReading, string>;
  /** The names of the slices that a patch is for, by `patchKey`. */
  readonly patches: PatchEdits['patches'];
  /** The plain paths of the files of roots that were proven. */
  readonly proven: ReadonlySet<string>;
}

export interface AdaptContext {
  readonly builds: RootBuilds;
  readonly checks: CheckSettings;
  readonly settings: ConvertSettings;
}

/** `files` are the results of the steps alone. */
export function adaptRoots(
  steps: readonly ConversionStep[],
  files: readonly ConvertedFile[],
  { builds, checks, settings }: AdaptContext,
): AdaptedRoots {
  const before = builds.reaching(steps.map(({ reading }) => reading.uri));
  const refusal = (faults: AdaptedRoots['faults']): AdaptedRoots => ({
    files,
    faults,
    patches: new Map(),
    proven: new Set(),
  });
  if (before.length === 0) return refusal(new Map());
  const closed = obstaclesIn(before, steps, builds);
  if (closed.size > 0) return refusal(closed);
  const patches = patchEdits(steps, before, builds);
  if (patches.faults.size > 0) return refusal(patches.faults);
  const references = referenceEdits(steps, before, builds);
  if (references.faults.size > 0) return refusal(references.faults);
  if (settings.mode !== 'replace' && patches.edits.size + references.edits.size > 0) {
    const message =
      'Kustomizations patch it, and these patches would not change the slices. Convert it without keeping the Endpoints.';
    return refusal(new Map(steps.map(({ reading }) => [reading, message])));
  }
  const texts = new Map(files.map(({ uri, after }) => [plainPath(uri), after]));
  const known = new Set(texts.keys());
  const { read } = builds.roots.files;
  for (const path of new Set([...patches.edits.keys(), ...references.edits.keys()])) {
    const edits = [patches, references].flatMap((each) => each.edits.get(path) ?? []);
    texts.set(path, withLineBreaks(applyEdits(read(path) ?? '', edits), read(path)));
  }
  for (const [path, text] of texts) {
    const [lost] = known.has(path) ? [] : missingIn(commentsIn(text), commentsIn(read(path) ?? ''));
    const message = `The comment ${quote(lost ?? '')} in ${builds.roots.nameOf(path)} would be lost. Convert it by hand.`;
    if (lost !== undefined) return refusal(new Map(steps.map(({ reading }) => [reading, message])));
  }
  const textOf = (path: string): string | undefined => texts.get(path) ?? read(path);
  const proof = { before, builds, steps, checks, texts };
  let faults = rootFaults(proof);
  if (faults.some(({ isRenaming }) => isRenaming)) {
    const renamed = new Set(faults.flatMap(({ isRenaming, readings }) => (isRenaming ? readings : [])));
    const own = steps.filter(({ reading }) => renamed.has(reading));
    const labels = labelReplacements(own, before, builds, textOf);
    if (labels.faults.size > 0)
      return refusal(new Map([...labels.faults].map(([{ reading }, message]) => [reading, message])));
    for (const [path, edit] of labels.edits)
      texts.set(path, withLineBreaks(applyEdits(textOf(path) ?? '', [edit]), read(path)));
    faults = rootFaults(proof);
  }
  return {
    files: changedFiles(texts, files, builds),
    faults: new Map(faults.flatMap(({ readings, message }) => readings.map((reading) => [reading, message] as const))),
    patches: patches.patches,
    proven: new Set(before.flatMap(({ build }) => [...build.reads])),
  };
}

/** The line breaks of the text before. */
function withLineBreaks(text: string, before = ''): string {
  return lineBreakOf(before) === '\r\n' ? text.replace(/\r?\n/g, '\r\n') : text;
}

/** Also those inside of patches in block scalars. */
function commentsIn(text: string): readonly string[] {
  return (text.match(/(?<=^|\s)#.*/gm) ?? []).map((comment) => comment.trim());
}

function obstaclesIn(
  before: readonly BuiltBefore[],
  steps: readonly ConversionStep[],
  builds: RootBuilds,
): ReadonlyMap<ObjectReading, string> {
  const found = new Map<ObjectReading, string>();
  for (const each of before) {
    const message = rootObstacle(each, builds);
    if (message === undefined) continue;
    for (const { reading } of steps) if (each.root.reach.has(plainPath(reading.uri))) found.set(reading, message);
  }
  return found;
}

function changedFiles(
  texts: ReadonlyMap<string, string>,
  files: readonly ConvertedFile[],
  { roots }: RootBuilds,
): readonly ConvertedFile[] {
  const known = new Set(files.map(({ uri }) => plainPath(uri)));
  const more = [...texts].flatMap(([path, after]) => {
    const uri = known.has(path) ? undefined : roots.changeableUri(path);
    return uri === undefined ? [] : [{ uri, before: roots.files.read(path) ?? '', after }];
  });
  const all = [...files, ...more];
  if (more.length === 0) return all;
  const together = all.map(({ uri }) => uri);
  return all.map((file) => ({ ...file, together }));
}
