/** Finds the checked resources in a Kubernetes manifest: the document itself, and the items of a list. */
import { apiVersions, kinds, listedKind, resourceType, type Kind } from '../../contract/contract.ts';
import { isMergeDirective } from '../../contract/directive.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import { memo } from '../../text/memo.ts';
import { nearest } from '../../text/nearest.ts';
import { itemBlocks, type ItemBlock } from '../../tree/item-blocks.ts';
import { mergeRepeats } from '../../tree/merge-repeats.ts';
import type { Misnamed, Resource } from '../../tree/document.ts';
import { entryOf, isNull, stringOf, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';

export interface FoundResources {
  readonly resources: Resource[];
  readonly misnamed: Misnamed[];
}

export interface ManifestReading {
  /** True for a kustomize patch. */
  readonly isPartial: boolean;
  /** True for JSON in which an object repeats a member. */
  readonly hasRepeats: boolean;
}

/** In one root, or the items of a List; empty for other kinds. */
export function findInManifest(roots: readonly (Value | undefined)[], reading: ManifestReading): FoundResources {
  const found: FoundResources = { resources: [], misnamed: [] };
  for (const root of roots) {
    if (root?.kind === 'mapping') visit(root, reading, undefined, found);
    if (root?.kind === 'sequence') found.misnamed.push(...root.items.flatMap(bareItem));
  }
  return found;
}

/**
 * Finds the object above the lines that go-yaml ignores, which may have its kind or its apiVersion. The API server takes
 * both from the URL.
 */
export function findAboveIgnored(
  root: Value | undefined,
  ignored: readonly string[],
  reading: ManifestReading,
): FoundResources {
  const found = findInManifest([root], reading);
  const misnamed = found.misnamed.filter(({ what }) => !what.startsWith('missing'));
  const kind = kinds.find((each) => ignored.includes(each));
  if (found.resources.length > 0 || root?.kind !== 'mapping' || !kind) return { ...found, misnamed };
  return { resources: [manifestResource(root, { type: kind, apiVersion: apiVersions[kind] }, reading)], misnamed: [] };
}

/** An object of a checked kind in a list without a kind. */
function bareItem(item: Value): Misnamed[] {
  if (item.kind !== 'mapping') return [];
  const kind = entryOf(item, 'kind');
  const version = stringOf(valueOf(item, 'apiVersion'));
  if (!kinds.some((each) => stringOf(kind?.value) === each && version === apiVersions[each])) return [];
  const span = kind?.value.span ?? item.span;
  return [{ what: 'bare-list', entry: undefined, span, written: '', right: undefined, mapping: item }];
}

function visit(written: Mapping, reading: ManifestReading, listed: Kind | undefined, found: FoundResources): void {
  const mapping = reading.hasRepeats ? mergeRepeats(written, neighbourType('')) : written;
  // The API server treats an empty kind as missing.
  const kind = stringOf(entryOf(mapping, 'kind')?.value) || undefined;
  const items = kind?.endsWith('List') ? valueOf(mapping, 'items') : undefined;
  const inner = listedKind(kind);
  if (kind === 'List' || inner) {
    if (items?.kind !== 'sequence') return;
    for (const item of items.items) if (item.kind === 'mapping') visit(item, reading, inner, found);
    return;
  }
  // A template may render several objects from one text; then nothing is known about any of them.
  if (mapping.isOpen && mapping.entries.filter((entry) => entry.name === 'kind').length > 1) return;
  const own = kind === undefined ? (listed ?? likelyKind(mapping)) : ownKind(kind, mapping);
  const version = versionEntry(mapping)?.value;
  if (!own || isForeign(version?.kind === 'scalar' && version.value !== null ? String(version.value) : '')) return;
  found.misnamed.push(...nameProblems(mapping, kind, own, listed === own));
  // The fields of this version differ from v1.
  if (stringOf(version) === earlierVersion) return;
  found.resources.push(manifestResource(written, { type: own, apiVersion: apiVersions[own] }, reading));
}

/** The EndpointSlice version that API servers before 1.25 have. */
const earlierVersion = 'discovery.k8s.io/v1beta1';

const shapes = {
  Endpoints: { fields: ['subsets'], misspelled: /^end-?points?(patch)?$/i },
  EndpointSlice: { fields: ['addressType', 'endpoints', 'ports'], misspelled: /^end-?points?[-_]?slices?(patch)?$/i },
} as const;

/** Of the versions in the branches of a template, the one that is checked. */
function versionEntry(mapping: Mapping): Entry | undefined {
  const last = entryOf(mapping, 'apiVersion');
  if (!mapping.isOpen) return last;
  const isChecked = ({ value }: Entry): boolean => Object.values(apiVersions).some((each) => each === stringOf(value));
  return mapping.entries.find((entry) => entry.name === 'apiVersion' && isChecked(entry)) ?? last;
}

/** Recognizes `endpoints`, `Endpoint`, `EndpointsPatch` or a typo, if the fields beside it fit the kind. */
function ownKind(written: string, mapping: Mapping): Kind | undefined {
  const version = versionEntry(mapping)?.value;
  const exact = kinds.find((kind) => kind === written);
  if (exact && (version?.kind === 'opaque' || isVersionOf(exact, stringOf(version)))) return exact;
  const meant = kinds.find((kind) => shapes[kind].misspelled.test(written) && hasShape(mapping, kind));
  const likely = meant ?? likelyKind(mapping);
  return meant || (likely && nearest(written, [likely]) !== undefined) ? likely : undefined;
}

/** The API server reads a version without a group as a version of the core group. */
function isVersionOf(kind: Kind, version: string | undefined): boolean {
  return version === apiVersions[kind] || (kind === 'Endpoints' && version === '/v1');
}

function hasShape(mapping: Mapping, kind: Kind): boolean {
  const { fields } = shapes[kind];
  const own: readonly string[] = ['apiVersion', 'kind', 'metadata', ...fields];
  return (
    mapping.entries.every(({ name }) => own.includes(name)) ||
    ['metadata', ...fields].some((name) => entryOf(mapping, name) !== undefined)
  );
}

/** Without a kind, the kind is guessed from the fields; no other kind of either group has these fields. */
function likelyKind(mapping: Mapping): Kind | undefined {
  const version = stringOf(versionEntry(mapping)?.value);
  const hasItems = (name: string, ...members: readonly string[]): boolean => {
    const list = valueOf(mapping, name);
    const isLike = (item: Value): boolean =>
      item.kind === 'mapping' && item.entries.some((entry) => members.includes(entry.name));
    return list?.kind === 'sequence' && list.items.length > 0 && list.items.every(isLike);
  };
  if (version === apiVersions.Endpoints && hasItems('subsets', 'addresses', 'notReadyAddresses')) return 'Endpoints';
  const isSlice = hasItems('endpoints', 'addresses') || entryOf(mapping, 'addressType') !== undefined;
  return version === apiVersions.EndpointSlice && isSlice ? 'EndpointSlice' : undefined;
}

function nameProblems(mapping: Mapping, kind: string | undefined, own: Kind, isInTypedList: boolean): Misnamed[] {
  const kindEntry = entryOf(mapping, 'kind');
  const problems: Misnamed[] = [];
  if (kind === undefined && kindEntry?.value.kind !== 'opaque' && !isInTypedList && !mapping.isOpen) {
    const span = kindEntry?.key ?? headOf(mapping);
    problems.push({ what: 'missing-kind', entry: kindEntry, span, written: '', right: own, mapping });
  } else if (kindEntry && kind !== undefined && kind !== own) {
    const { span } = kindEntry.value;
    problems.push({ what: 'kind', entry: kindEntry, span, written: kind, right: own, mapping });
  }
  return [...problems, ...versionProblem(mapping, own, isInTypedList)];
}

function versionProblem(mapping: Mapping, own: Kind, isInTypedList: boolean): Misnamed[] {
  const entry = versionEntry(mapping);
  const version = entry?.value;
  const right = apiVersions[own];
  if (version?.kind === 'opaque' || (isInTypedList && !entry)) return [];
  if (!entry || isNull(version)) {
    const span = entry?.key ?? entryOf(mapping, 'kind')?.value.span ?? headOf(mapping);
    return mapping.isOpen ? [] : [{ what: 'missing-api-version', entry, span, written: '', right, mapping }];
  }
  if (isVersionOf(own, stringOf(version))) return [];
  const written = version?.kind === 'scalar' ? version.text : '';
  return [{ what: 'api-version', entry, span: entry.value.span, written, right, mapping }];
}

/** Custom API groups may have a kind of the same name; the built-in groups do not. */
function isForeign(apiVersion: string): boolean {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return false;
  const group = apiVersion.slice(0, slash);
  return group.includes('.') && group.toLowerCase() !== 'discovery.k8s.io';
}

function headOf(mapping: Mapping): { start: number; end: number } {
  return (
    mapping.entries[0]?.key ?? { start: mapping.span.start, end: Math.min(mapping.span.end, mapping.span.start + 1) }
  );
}

export function manifestResource(
  written: Mapping,
  { type, apiVersion }: Pick<Resource, 'type' | 'apiVersion'>,
  { isPartial, hasRepeats }: ManifestReading,
): Resource {
  const mapping = hasRepeats ? mergeRepeats(written, resourceType(type) ?? neighbourType(type)) : written;
  const metadata = valueOf(mapping, 'metadata');
  const name = metadata?.kind === 'mapping' ? stringOf(valueOf(metadata, 'name')) : undefined;
  return {
    type,
    apiVersion,
    form: 'kubernetes',
    name,
    properties: mapping,
    ...(hasRepeats && { written }),
    span: mapping.span,
    head: entryOf(mapping, 'kind')?.value.span ?? headOf(mapping),
    isPartial: isPartial || hasDirective(mapping),
    envelope: undefined,
  };
}

/** True if a `$patch` directive marks the text as a strategic merge patch. */
function hasDirective(value: Value): boolean {
  if (value.kind === 'sequence') {
    const blocks = itemBlocks(value);
    if (blocks) return blocks.some(({ block }) => hasBlockDirective(block));
    for (const item of value.items) if (hasDirective(item)) return true;
  } else if (value.kind === 'mapping') {
    for (const entry of value.entries) if (isMergeDirective(entry.name) || hasDirective(entry.value)) return true;
  }
  return false;
}

const hasBlockDirective = memo(({ items }: ItemBlock): boolean => items.some(hasDirective));
