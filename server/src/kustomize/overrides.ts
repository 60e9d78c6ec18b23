/** Reads what Argo CD and Flux write into a kustomization before they build it. */
import { BuildError } from './build-error.ts';
import { isBuiltNull } from './field-path.ts';
import { entryAt, builtText, builtAt } from './object.ts';
import { readDocuments } from './read-objects.ts';
import type { BuildOverrides, BuiltMapping, BuiltScalar, BuiltValue } from '../tree/built.ts';

/** The object that delivers a folder. */
export interface DeliveringObject {
  readonly tool: 'argocd' | 'flux';
  readonly name: string;
  /** The delivered path as the object writes it. */
  readonly path: string;
}

/** The overrides in a file of such objects; undefined where a part of them is not known, as in a template. */
export function overridesIn(file: string, text: string, delivering: DeliveringObject): BuildOverrides | undefined {
  const roots = rootsIn(file, text);
  const own = roots.filter(
    (root) =>
      kinds[delivering.tool].has(builtText(root, ['kind'])) &&
      builtText(root, ['metadata', 'name']) === delivering.name,
  );
  const [object] = own;
  if (!object || own.length > 1) return undefined;
  const written = delivering.tool === 'flux' ? builtAt(object, ['spec']) : kustomizeOf(object, delivering.path);
  if (written && hasTemplate(written)) return undefined;
  return delivering.tool === 'flux' ? fluxOverrides(written) : argoOverrides(written);
}

/** None where a document of the file cannot be read. */
function rootsIn(file: string, text: string): readonly BuiltMapping[] {
  try {
    return readDocuments(file, text, 'kubernetes').flatMap(({ root }) => (root.kind === 'mapping' ? root : []));
  } catch (error) {
    if (error instanceof BuildError) return [];
    throw error;
  }
}

const kinds = { argocd: new Set(['Application', 'ApplicationSet']), flux: new Set(['Kustomization']) };

/** `kustomize` of the source with the path. */
function kustomizeOf(object: BuiltMapping, path: string): BuiltValue | undefined {
  const isSet = builtText(object, ['kind']) === 'ApplicationSet';
  const spec = builtAt(object, isSet ? ['spec', 'template', 'spec'] : ['spec']);
  const all = builtAt(spec, ['sources']);
  const sources = [builtAt(spec, ['source']), ...(all?.kind === 'sequence' ? all.items : [])];
  const source = sources.find((each) => builtText(each, ['path']) === path);
  return builtAt(source ?? sources[0], ['kustomize']);
}

function argoOverrides(kustomize: BuiltValue | undefined): BuildOverrides {
  const withoutSelectors = builtAt(kustomize, ['labelWithoutSelector']);
  return {
    ...namesIn(kustomize, 'namespace'),
    ...mappingIn(kustomize, 'commonLabels', 'commonLabels'),
    ...mappingIn(kustomize, 'commonAnnotations', 'commonAnnotations'),
    labelsOnly: withoutSelectors?.kind === 'scalar' && withoutSelectors.value === true,
  };
}

function fluxOverrides(spec: BuiltValue | undefined): BuildOverrides {
  const metadata = builtAt(spec, ['commonMetadata']);
  return {
    ...namesIn(spec, 'targetNamespace'),
    ...mappingIn(metadata, 'labels', 'commonLabels'),
    ...mappingIn(metadata, 'annotations', 'commonAnnotations'),
    labelsOnly: true,
    isUnrestricted: true,
  };
}

function namesIn(owner: BuiltValue | undefined, namespace: string): BuildOverrides {
  const components = itemsIn(owner, 'components').filter((each) => each.kind === 'scalar');
  return {
    ...scalarIn(owner, namespace, 'namespace'),
    ...scalarIn(owner, 'namePrefix', 'namePrefix'),
    ...scalarIn(owner, 'nameSuffix', 'nameSuffix'),
    patches: itemsIn(owner, 'patches'),
    components,
  };
}

function scalarIn<K extends string>(owner: BuiltValue | undefined, name: string, as: K): { [key in K]?: BuiltScalar } {
  const value = entryAt(owner, name)?.value;
  const found: { [key in K]?: BuiltScalar } = {};
  if (value?.kind === 'scalar' && !isBuiltNull(value) && value.value !== '') found[as] = value;
  return found;
}

function mappingIn<K extends string>(
  owner: BuiltValue | undefined,
  name: string,
  as: K,
): { [key in K]?: BuiltMapping } {
  const value = entryAt(owner, name)?.value;
  const found: { [key in K]?: BuiltMapping } = {};
  if (value?.kind === 'mapping') found[as] = value;
  return found;
}

function itemsIn(owner: BuiltValue | undefined, name: string): readonly BuiltValue[] {
  const value = entryAt(owner, name)?.value;
  return value?.kind === 'sequence' ? value.items : [];
}

/** True where the tool replaces a part of a text that decides what is built. */
function hasTemplate(value: BuiltValue): boolean {
  if (value.kind === 'scalar') return typeof value.value === 'string' && /\{\{|\$\{/.test(value.value);
  if (value.kind === 'sequence') return value.items.some(hasTemplate);
  return value.entries.some((entry) => decisive.has(entry.name) && hasTemplate(entry.value));
}

const decisive = new Set([
  'namespace',
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'components',
  'commonLabels',
  'patches',
  'target',
  'path',
  'name',
]);
