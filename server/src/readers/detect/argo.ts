/** Finds what Argo CD knows of Endpoints: ignored differences, lists of projects, and filters of the installation. */
import { quote } from '../../text/quote.ts';
import { matchesStars } from '../../text/star-pattern.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { everything, isWrittenName, namedReach, reachOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { addBlockItem, addItems } from '../tree-fixes.ts';
import { isShared, treesInside } from './api-objects.ts';
import { argoDeliveryOf, deliveredReach, installationReach } from './argo-delivery.ts';

export function argoReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\bendpoint(?:s|slices?)\b|_Endpoints\b/i.test(text.text)) return [];
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap((placed) => readersAt({ placed, tree, text, estate })),
  );
}

interface ArgoEntry {
  readonly placed: PlacedEntry;
  readonly tree: SearchedTree;
  readonly text: SearchedText;
  readonly estate: Estate;
}

function readersAt(found: ArgoEntry): readonly FoundReader[] {
  const { name } = found.placed.entry;
  if (name === 'ignoreDifferences' || name === 'resourceIdentifiers') return ignoredIn(found);
  if (name === 'namespaceResourceWhitelist') return projectReaders(found);
  if (/^resource\.customizations(?:\.|$)/.test(name)) return customizedIn(found);
  return /^resource\.?(?:exclusions|inclusions)$/i.test(name) ? filterReaders(found) : [];
}

function withTemplate(reach: Reach, { isTemplate }: SearchedText): Reach {
  return isTemplate ? { ...reach, certainty: 'likely' } : reach;
}

/** Differences that an Application ignores, or those of an ArgoCD object. */
function ignoredIn({ placed, tree, text, estate }: ArgoEntry): readonly FoundReader[] {
  const { entry, around, path, owner } = placed;
  if (entry.name === 'resourceIdentifiers' && path.at(-1) !== 'resourceIgnoreDifferences') return [];
  const items = mappingsAt(owner, entry.name);
  if (items.some((item) => textAt(item, 'kind') === 'EndpointSlice')) return [];
  const application = around.find((each) => /^Application(?:Set)?$/.test(textAt(each, 'kind') ?? ''));
  return items.flatMap((item): readonly FoundReader[] => {
    const kind = valueOf(item, 'kind');
    const group = valueOf(item, 'group');
    const isCore = !group || ['', '*', null].includes(group.kind === 'scalar' ? (group.value as string | null) : '-');
    if (!kind || stringOf(kind) !== 'Endpoints' || !isCore) return [];
    const name = textAt(item, 'name');
    const namespace = textAt(item, 'namespace');
    const delivered = (): Reach =>
      application
        ? deliveredReach(estate, text.uri, [argoDeliveryOf(application, text.path)])
        : everything(estate, text.uri);
    const reach =
      name === undefined || !isWrittenName(name)
        ? inNamespaceOf(delivered(), namespace)
        : namedReach(estate, text.uri, { name, namespace });
    const title = application
      ? `${textAt(application, 'kind') ?? 'Application'} ${quote(textAt(application, 'metadata', 'name') ?? '')}`.replace(
          / ""$/,
          '',
        )
      : 'Argo CD';
    return [
      {
        ...withTemplate(reach, text),
        span: tree.place(kind.span),
        kind: 'argo-ignore',
        change: 'person',
        message: `${title} ignores differences of Endpoints, but not of the EndpointSlices that replace them, so a sync reverts changes there. Write an entry for discovery.k8s.io EndpointSlice: its fields are endpoints and ports, not subsets.`,
      },
    ];
  });
}

function inNamespaceOf(reach: Reach, namespace: string | undefined): Reach {
  if (namespace === undefined || !isWrittenName(namespace)) return reach;
  const inside = reach.objects.filter((object) => object.namespace === namespace);
  return inside.length > 0 ? reachOf(inside) : reach;
}

const customizedKey = /^resource\.customizations\.[A-Za-z]+\._?Endpoints$/;

/** `resource.customizations.ignoreDifferences._Endpoints`, or the older text that has all kinds. */
function customizedIn({ placed: { entry, owner }, tree, text, estate }: ArgoEntry): readonly FoundReader[] {
  const spans =
    entry.name === 'resource.customizations'
      ? keysIn(entry.value, { tree, text })
      : customizedKey.test(entry.name) && !hasSliceTwin(owner, entry.name)
        ? [tree.place(entry.key)]
        : [];
  return spans.map((span): FoundReader => ({
    ...withTemplate(installationReach(estate, text.uri), text),
    span,
    kind: 'argo-ignore',
    change: 'person',
    message:
      'Argo CD customizes Endpoints here, but not the EndpointSlices that replace them. Write the same for discovery.k8s.io_EndpointSlice: its fields are endpoints and ports, not subsets.',
  }));
}

function hasSliceTwin(owner: Mapping, name: string): boolean {
  const twin = name.replace(/\._?Endpoints$/, '.discovery.k8s.io_EndpointSlice');
  return valueOf(owner, twin) !== undefined;
}

function keysIn(value: Value, { tree, text }: Pick<ArgoEntry, 'tree' | 'text'>): readonly FoundReader['span'][] {
  return rootsIn(value, tree, text).flatMap(({ root, place }) => {
    if (root.kind !== 'mapping' || valueOf(root, 'discovery.k8s.io/EndpointSlice')) return [];
    return root.entries.flatMap(({ name, key }) => (/^[/_]?Endpoints$/.test(name) ? [place(key)] : []));
  });
}

/** The values below an entry: itself, or the trees of its text. */
function rootsIn(
  value: Value,
  tree: SearchedTree,
  text: SearchedText,
): readonly Pick<SearchedTree, 'root' | 'place'>[] {
  if (value.kind === 'mapping' || value.kind === 'sequence') return [{ root: value, place: tree.place }];
  return treesInside(text, tree, value);
}

/** `resource.exclusions` and `resource.inclusions` that name one kind only. */
function filterReaders({ placed: { entry }, tree, text, estate }: ArgoEntry): readonly FoundReader[] {
  const isExclusion = /exclusions$/i.test(entry.name);
  return rootsIn(entry.value, tree, text).flatMap(({ root, place }): readonly FoundReader[] => {
    const filters = root.kind === 'sequence' ? root.items.filter((each) => each.kind === 'mapping') : [];
    const named = [
      { kind: 'Endpoints', other: 'EndpointSlice', items: namesIn(filters, 'Endpoints', '') },
      { kind: 'EndpointSlice', other: 'Endpoints', items: namesIn(filters, 'EndpointSlice', 'discovery.k8s.io') },
    ].filter(({ items }) => items.length > 0);
    const [only, ...others] = named;
    const item = only?.items.find((each) => each !== undefined);
    if (!only || !item || others.length > 0) return [];
    const isOld = only.kind === 'Endpoints';
    const effect = isExclusion
      ? isOld
        ? 'so it starts to manage the objects when EndpointSlices replace them'
        : 'so the EndpointSlices that replace Endpoints are not delivered'
      : isOld
        ? 'so the EndpointSlices that replace them are not delivered'
        : 'so hand-written Endpoints are not delivered';
    return [
      {
        ...withTemplate(installationReach(estate, text.uri), text),
        span: place(item.span),
        kind: 'argo-filter',
        change: 'person',
        message: `${entry.name} of Argo CD ${isExclusion ? 'excludes' : 'includes'} ${only.kind} but not ${only.other}, ${effect}. Decide who delivers the slices, and name both kinds or none.`,
      },
    ];
  });
}

/** The words that name the kind in its group; undefined stands for a wildcard. */
function namesIn(filters: readonly Mapping[], kind: string, group: string): readonly (Value | undefined)[] {
  return filters.flatMap((filter) => {
    const groups = textsAt(filter, 'apiGroups');
    const isGroup = !groups || groups.length === 0 || groups.some((each) => matchesStars(each, group));
    const kinds = valueOf(filter, 'kinds');
    if (!isGroup) return [];
    if (kinds?.kind !== 'sequence' || kinds.items.length === 0) return groups && groups.length > 0 ? [undefined] : [];
    const item = kinds.items.find((each) => stringOf(each) === kind);
    return item ? [item] : kinds.items.some((each) => stringOf(each) === '*') ? [undefined] : [];
  });
}

/** A project that allows Endpoints and not slices. */
function projectReaders({ placed, tree, text, estate }: ArgoEntry): readonly FoundReader[] {
  const { entry, owner, around } = placed;
  const { value } = entry;
  if (value.kind !== 'sequence' || value.isAlias) return [];
  const items = value.items.filter((item) => item.kind === 'mapping');
  const has = (item: Mapping, group: string, kind: string): boolean =>
    matchesStars(textAt(item, 'group') ?? '', group) && ['*', kind].includes(textAt(item, 'kind') ?? '');
  if (items.some((item) => has(item, 'discovery.k8s.io', 'EndpointSlice'))) return [];
  const item = items.find((each) => has(each, '', 'Endpoints') && textAt(each, 'kind') === 'Endpoints');
  const kind = item && valueOf(item, 'kind');
  const reach = projectReach(owner, text, estate);
  if (!item || !kind || !reach) return [];
  const isPlain = !text.isTemplate && !inValuesFile(text) && !isShared(tree, value);
  const edits = isPlain
    ? (addBlockItem(tree, value, ['group: discovery.k8s.io', 'kind: EndpointSlice'], item) ??
      addItems(tree, value, [{ group: 'discovery.k8s.io', kind: 'EndpointSlice' }], item))
    : undefined;
  const project = around.find((each) => textAt(each, 'kind') === 'AppProject');
  const title = `AppProject ${quote((project && textAt(project, 'metadata', 'name')) ?? '')}`.replace(/ ""$/, '');
  return [
    {
      ...withTemplate(reach, text),
      span: tree.place(kind.span),
      kind: 'argo-project',
      change: edits ? 'rewrite' : 'person',
      message: `${title} allows Endpoints but not EndpointSlices, so Argo CD refuses to sync the slices. Add kind EndpointSlice of group discovery.k8s.io to namespaceResourceWhitelist.`,
      fix: edits && { title: 'Allow EndpointSlice too', edits },
    },
  ];
}

/** The objects in the namespaces of the destinations; undefined where none of those in sight is there. */
function projectReach(spec: Mapping, { uri }: SearchedText, estate: Estate): Reach | undefined {
  const globs = mappingsAt(spec, 'destinations').map((each) => textAt(each, 'namespace') ?? '');
  const isKnown = globs.length > 0 && globs.every((glob) => isWrittenName(glob) && !glob.startsWith('!'));
  const all = everything(estate, uri);
  if (!isKnown || globs.includes('*') || all.objects.length === 0) return all;
  const inside = all.objects.filter(
    ({ namespace }) => !isWrittenName(namespace) || globs.some((glob) => matchesStars(glob, namespace)),
  );
  const isSure = inside.every(({ namespace }) => isWrittenName(namespace));
  return inside.length > 0 ? reachOf(inside, isSure ? 'certain' : 'likely') : undefined;
}
