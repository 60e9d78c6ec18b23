/** Reads what delivers folders of a repository to a cluster: Applications of Argo CD, Kustomizations and HelmReleases of Flux. */
import type { Document, Resource } from '../../tree/document.ts';
import { emptyMapping, isNull, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { expressionText } from './naming.ts';

/** A folder that is delivered, as its Application, Kustomization or HelmRelease describes it. */
export interface Delivery {
  /** Names the Git repository. Equal for equal repositories. */
  readonly repository: string;
  /** From the root of the repository, as written; `.` for the root. */
  readonly path: string;
  /** False where a template decides on the rest of the path: any folder below may be meant. */
  readonly isExact: boolean;
  /** True where files without a kustomization are also read from the folders below. */
  readonly isRecursive: boolean;
  /** The namespace of objects without one; `?` where it is unknown. */
  readonly fallback: string;
  /** The namespace that replaces every other one; `?` where it is unknown, empty where there is none. */
  readonly namespace: string;
  /** They replace those of the kustomization; empty where they leave them alone. */
  readonly prefix: string;
  readonly suffix: string;
  readonly isPatching: boolean;
  readonly isLabeling: boolean;
}

export interface DeliveryFacts {
  readonly tool: 'argocd' | 'flux';
  readonly folders: readonly Delivery[];
  /** The known namespaces into which it delivers. */
  readonly into: readonly string[];
  /** True where it delivers objects that no text of the repository shows, such as those of a published chart. */
  readonly isBlind: boolean;
}

/** Undefined for an object that delivers nothing. */
export function deliveryOf({ type, apiVersion, properties }: Resource, document: Document): DeliveryFacts | undefined {
  const read = readers[`${type}.${apiVersion.slice(0, apiVersion.indexOf('/'))}`];
  const spec = mappingIn(properties, 'spec');
  return read && spec ? read(spec, { metadata: mappingIn(properties, 'metadata'), document }) : undefined;
}

interface Around {
  readonly metadata: Mapping | undefined;
  readonly document: Document;
}

const readers: { readonly [kind: string]: (spec: Mapping, around: Around) => DeliveryFacts } = {
  'Application.argoproj.io': (spec, { document }) => application(spec, document, []),
  'ApplicationSet.argoproj.io': applicationSet,
  'Kustomization.kustomize.toolkit.fluxcd.io': fluxKustomization,
  'HelmRelease.helm.toolkit.fluxcd.io': helmRelease,
};

function applicationSet(spec: Mapping, { document }: Around): DeliveryFacts {
  const template = mappingIn(spec, 'template');
  const own = template && mappingIn(template, 'spec');
  const generators = itemsIn(spec, 'generators');
  const folders = generators.flatMap((each) => {
    const git = mappingIn(each, 'git');
    const included = git ? itemsIn(git, 'directories').filter((item) => !isTrue(valueOf(item, 'exclude'))) : [];
    return included.flatMap((item) => textIn(item, 'path', document)?.text ?? []);
  });
  const areOnlyFolders = generators.length === 1 && folders.length > 0;
  const delivery = application(own ?? emptyMapping(spec.span, false), document, areOnlyFolders ? folders : []);
  if (!has(spec, 'templatePatch')) return delivery;
  const changed = delivery.folders.map((each) => ({ ...each, fallback: '?', isPatching: true }));
  return { ...delivery, folders: changed, into: [], isBlind: true };
}

/** `generated` are the patterns of the folders that a generator finds. */
function application(spec: Mapping, document: Document, generated: readonly string[]): DeliveryFacts {
  const destination = mappingIn(spec, 'destination');
  const fallback = nameIn(destination, 'namespace', document) || '?';
  const single = mappingIn(spec, 'source');
  const sources = single ? [single] : itemsIn(spec, 'sources');
  const folders = sources.flatMap((source) => folderOfSource(source, { fallback, document, generated }));
  const overrides = folders.map(({ namespace }) => namespace);
  return {
    tool: 'argocd',
    folders,
    into: [...new Set([fallback, ...overrides])].filter(isKnown),
    isBlind: sources.some((source) => valueOf(source, 'chart') !== undefined),
  };
}

interface SourceContext {
  readonly fallback: string;
  readonly document: Document;
  readonly generated: readonly string[];
}

function folderOfSource(source: Mapping, { fallback, document, generated }: SourceContext): readonly Delivery[] {
  const path = textIn(source, 'path', document);
  if (!path || valueOf(source, 'chart')) return [];
  const kustomize = mappingIn(source, 'kustomize');
  const directory = mappingIn(source, 'directory');
  const release = nameIn(mappingIn(source, 'helm'), 'namespace', document);
  // A plugin may set any namespace, and a pattern leaves files out.
  const isVague = has(source, 'plugin') || has(directory, 'include') || has(directory, 'exclude');
  const delivery = {
    repository: textIn(source, 'repoURL', document)?.text.replace(/(?:\.git)?\/?$/, '') ?? '',
    isRecursive: directory !== undefined && isTrue(valueOf(directory, 'recurse')),
    fallback: isVague || (release !== '' && release !== fallback) ? '?' : fallback,
    namespace: nameIn(kustomize, 'namespace', document),
    ...affixes(kustomize, document),
    isPatching: isVague || isPatching(kustomize, document),
    isLabeling: ['commonLabels', 'commonAnnotations'].some((name) => has(kustomize, name)),
  };
  const isGenerated = !path.isKnown && generated.length > 0 && /^\{\{-?\s*\.?path(?:\.path)?\s*-?\}\}$/.test(path.text);
  if (!isGenerated) return [{ ...delivery, ...pathUpTo(path) }];
  return generated.map((text) => ({ ...delivery, ...pathUpTo({ text, isKnown: !pattern.test(text) }, pattern) }));
}

function fluxKustomization(spec: Mapping, { document }: Around): DeliveryFacts {
  const namespace = nameIn(spec, 'targetNamespace', document);
  const folder: Delivery = {
    ...pathUpTo(textIn(spec, 'path', document) ?? { text: '.', isKnown: true }),
    repository: sourceName(spec, document),
    isRecursive: true,
    // Flux rejects an object without a namespace. A parent may still add it.
    fallback: '?',
    namespace,
    ...affixes(spec, document),
    isPatching: isPatching(spec, document),
    isLabeling: has(spec, 'commonMetadata'),
  };
  return { tool: 'flux', folders: [folder], into: [namespace].filter(isKnown), isBlind: false };
}

function helmRelease(spec: Mapping, { metadata, document }: Around): DeliveryFacts {
  const fallback = nameIn(spec, 'targetNamespace', document) || nameIn(metadata, 'namespace', document) || '?';
  const chart = mappingIn(spec, 'chart');
  const own = chart && mappingIn(chart, 'spec');
  const isInGit = own && stringOf(valueOf(mappingIn(own, 'sourceRef') ?? own, 'kind')) === 'GitRepository';
  const path = isInGit ? textIn(own, 'chart', document) : undefined;
  const folder = own &&
    path && {
      ...pathUpTo(path),
      repository: sourceName(own, document),
      isRecursive: false,
      fallback,
      namespace: '',
      prefix: '',
      suffix: '',
      isPatching: has(spec, 'postRenderers'),
      isLabeling: has(spec, 'commonMetadata'),
    };
  return { tool: 'flux', folders: folder ? [folder] : [], into: [fallback].filter(isKnown), isBlind: !folder };
}

const affixNames = ['namePrefix', 'nameSuffix'] as const;

function affixes(owner: Mapping | undefined, document: Document): Pick<Delivery, 'prefix' | 'suffix'> {
  const [prefix = '', suffix = ''] = affixNames.map((name) => nameIn(owner, name, document).replace('?', ''));
  return { prefix, suffix };
}

/** An unknown prefix is a change, too. */
function isPatching(owner: Mapping | undefined, document: Document): boolean {
  return (
    ['patches', 'components'].some((name) => has(owner, name)) ||
    affixNames.some((name) => nameIn(owner, name, document) === '?')
  );
}

/** Without the namespace, which defaults to that of the object, and a kustomization may set that one. */
function sourceName(spec: Mapping, document: Document): string {
  const reference = mappingIn(spec, 'sourceRef');
  if (!reference) return '';
  return ['kind', 'name'].map((name) => textIn(reference, name, document)?.text ?? '').join('/');
}

/** Flux, Helm and ApplicationSet replace these. */
const unknownText = /\{\{|\$\{/;
/** Of the folders that a generator finds. */
const pattern = /[*?[{]/;

/** The path up to the folder that is known. */
function pathUpTo({ text, isKnown }: KnownText, unknown = unknownText): Pick<Delivery, 'path' | 'isExact'> {
  if (isKnown) return { path: text, isExact: true };
  const end = Math.max(0, text.search(unknown));
  return { path: text.slice(0, text.lastIndexOf('/', end) + 1), isExact: false };
}

interface KnownText {
  readonly text: string;
  readonly isKnown: boolean;
}

/** A text, also of a template; undefined where there is none. */
function textIn(owner: Mapping, name: string, document: Document): KnownText | undefined {
  const value = valueOf(owner, name);
  if (value?.kind === 'opaque') return { text: expressionText(value, document.text), isKnown: false };
  const text = stringOf(value);
  return text === undefined || text === '' ? undefined : { text, isKnown: !unknownText.test(text) };
}

/** Empty where it is absent, `?` where it is unknown. */
function nameIn(owner: Mapping | undefined, name: string, document: Document): string {
  const value = owner && textIn(owner, name, document);
  if (!value) return '';
  return value.isKnown ? value.text : '?';
}

function isKnown(namespace: string): boolean {
  return namespace !== '' && namespace !== '?';
}

function has(owner: Mapping | undefined, name: string): boolean {
  const value = owner && valueOf(owner, name);
  return value !== undefined && !isNull(value);
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'scalar' && value.value === true;
}

function mappingIn(owner: Mapping, name: string): Mapping | undefined {
  const value = valueOf(owner, name);
  return value?.kind === 'mapping' ? value : undefined;
}

function itemsIn(owner: Mapping, name: string): readonly Mapping[] {
  const value = valueOf(owner, name);
  return value?.kind === 'sequence' ? value.items.filter((item) => item.kind === 'mapping') : [];
}
