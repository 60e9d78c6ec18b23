/**
 * Adds replacements to kustomizations with a name prefix or suffix: they copy the new name of the Service into the label
 * of its slices.
 */
import { fileNameOf, folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { readKustomization } from '../../frontends/read-kustomization.ts';
import { readYaml } from '../../frontends/yaml/read-yaml.ts';
import { spelledText } from '../../kustomize/spell-built.ts';
import { columnAt, lineEndAt } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import { entryOf, valueOf } from '../../tree/value.ts';
import type { ConversionStep } from '../conversion-step.ts';
import { includingFolders } from '../../readers/kustomized-metadata.ts';
import { isIncludedIn } from '../references/kustomize-renaming.ts';
import type { BuiltBefore, RootBuilds } from './roots.ts';

export interface LabelReplacements {
  /** By plain path. */
  readonly edits: ReadonlyMap<string, TextEdit>;
  /** Why the labels of a slice cannot follow, by step. */
  readonly faults: ReadonlyMap<ConversionStep, string>;
}

/** `textOf` returns the text of a kustomization with the edits of patches. */
export function labelReplacements(
  steps: readonly ConversionStep[],
  before: readonly BuiltBefore[],
  builds: RootBuilds,
  textOf: (path: string) => string | undefined,
): LabelReplacements {
  const edits = new Map<string, TextEdit>();
  const faults = new Map<ConversionStep, string>();
  for (const [path, own] of renamingKustomizations(steps, before, builds)) {
    const text = textOf(path) ?? '';
    const fault = own.find((step) => faultAt(path, step, builds) !== undefined);
    const edit = fault ? undefined : replacementsEdit(text, own);
    const isChangeable = builds.roots.changeableUri(path) !== undefined;
    if (edit && isChangeable) edits.set(path, edit);
    else
      for (const step of own)
        faults.set(
          step,
          faultAt(path, step, builds) ??
            `${builds.roots.nameOf(path)} changes the name of its Service, and a replacement for the label of the slices cannot be added there. Convert it by hand.`,
        );
  }
  return { edits, faults };
}

/** The kustomizations with a prefix or a suffix that take in objects, by path. */
function renamingKustomizations(
  steps: readonly ConversionStep[],
  before: readonly BuiltBefore[],
  { roots }: RootBuilds,
): ReadonlyMap<string, readonly ConversionStep[]> {
  const paths = new Set(before.flatMap(({ build }) => [...build.reads]));
  const texts = [...paths].flatMap((path) => {
    const text = kustomizationNames.includes(fileNameOf(path)) ? roots.files.read(path) : undefined;
    return text === undefined ? [] : [{ uri: path, text }];
  });
  const includers = includingFolders(texts);
  const delivered = new Set(
    before.flatMap(({ root: { folder, overrides } }) => (overrides?.namePrefix || overrides?.nameSuffix ? folder : [])),
  );
  const found = new Map<string, readonly ConversionStep[]>();
  for (const { uri: path, text } of texts) {
    const { namePrefix, nameSuffix } = readKustomization(text);
    const folder = folderOf(path);
    if (namePrefix + nameSuffix === '' && !delivered.has(folder)) continue;
    const own = steps.filter(({ reading }) => isIncludedIn(plainPath(reading.uri), folder, includers, new Set()));
    if (own.length > 0) found.set(path, own);
  }
  return found;
}

function faultAt(path: string, { reading }: ConversionStep, builds: RootBuilds): string | undefined {
  const services = builds
    .build(folderOf(path))
    .objects.filter(
      ({ kind, apiVersion, written }) => kind === 'Service' && apiVersion === 'v1' && written.name === reading.name,
    );
  if (services.length === 1) return undefined;
  const found = services.length === 0 ? 'no Service' : `${services.length} Services`;
  return `${builds.roots.nameOf(path)} changes its name, and has ${found} of that name to copy the new name from. Convert it by hand.`;
}

/** Undefined for a kustomization that is not in block style. */
function replacementsEdit(text: string, steps: readonly ConversionStep[]): TextEdit | undefined {
  const { root } = readYaml(text, 'kubernetes', []);
  if (root?.kind !== 'mapping' || root.style === 'flow') return undefined;
  const list = valueOf(root, 'replacements');
  const lines = steps.flatMap(replacementLines);
  if (entryOf(root, 'replacements') && list) {
    if (list.kind !== 'sequence' || list.style === 'flow' || list.isAlias || list.items.length === 0) return undefined;
    const column = columnAt(text, list.span.start);
    const at = lineEndAt(text, list.span.start + text.slice(list.span.start, list.span.end).trimEnd().length);
    return { span: { start: at, end: at }, text: lines.map((line) => `\n${' '.repeat(column)}${line}`).join('') };
  }
  const end = text.trimEnd().length;
  const at = lineEndAt(text, end);
  const added = ['replacements:', ...lines.map((line) => `  ${line}`)];
  return { span: { start: at, end: at }, text: added.map((line) => `\n${line}`).join('') };
}

function replacementLines({ reading, slices }: ConversionStep): readonly string[] {
  const targets = slices.flatMap(({ name }) => [
    '    - select:',
    '        kind: EndpointSlice',
    `        name: ${spelledText(name)}`,
    '      fieldPaths:',
    String.raw`        - metadata.labels.kubernetes\.io/service-name`,
  ]);
  return ['- source:', '    kind: Service', `    name: ${spelledText(reading.name)}`, '  targets:', ...targets];
}
