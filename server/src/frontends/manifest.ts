/** Finds the resources of ours in a Kubernetes manifest: the document itself, and the items of a list. */
import { isMergeDirective } from '../contract/directive.ts';
import { nearest } from '../text/nearest.ts';
import type { Misnamed, Resource } from '../tree/document.ts';
import { entryOf, isNull, stringOf, valueOf } from '../tree/value.ts';
import type { Mapping, Value } from '../tree/value.ts';

export interface Found {
  readonly resources: Resource[];
  readonly misnamed: Misnamed[];
}

/** What the root holds; nothing for kinds that are not ours. `isPartial` says that the file is known to be a patch. */
export function findInManifest(root: Value | undefined, isPartial: boolean): Found {
  const found: Found = { resources: [], misnamed: [] };
  if (root?.kind === 'mapping') visit(root, isPartial, undefined, found);
  if (root?.kind === 'sequence') found.misnamed.push(...root.items.flatMap(bareItem));
  return found;
}

/** An object of ours in a list that has no kind. */
function bareItem(item: Value): Misnamed[] {
  if (item.kind !== 'mapping') return [];
  const kind = entryOf(item, 'kind');
  const version = stringOf(valueOf(item, 'apiVersion'));
  if (version !== 'v1' || stringOf(kind?.value) !== 'Endpoints') return [];
  const span = kind?.value.span ?? item.span;
  return [{ what: 'bare-list', entry: undefined, span, written: '', right: undefined, mapping: item }];
}

function visit(mapping: Mapping, isPartial: boolean, listKind: string | undefined, found: Found): void {
  const kindEntry = entryOf(mapping, 'kind');
  const kind = stringOf(kindEntry?.value);
  if (kind === 'List' || kind === 'EndpointsList') {
    const items = valueOf(mapping, 'items');
    if (items?.kind !== 'sequence') return;
    for (const item of items.items) if (item.kind === 'mapping') visit(item, isPartial, kind, found);
    return;
  }
  // Templates may write several objects into one text; then nothing is known of any.
  if (mapping.isOpen && mapping.entries.filter((entry) => entry.name === 'kind').length > 1) return;
  const isImplied = kind === undefined && (listKind === 'EndpointsList' || looksLikeEndpoints(mapping));
  if (!isImplied && !isOurs(kind, mapping)) return;
  const misnamed = nameProblems(mapping, kind, listKind === 'EndpointsList');
  if (misnamed === 'foreign') return;
  found.misnamed.push(...misnamed);
  found.resources.push(resourceOf(mapping, isPartial));
}

/** `endpoints`, `Endpoint`, `EndpointsPatch`, a typo: whatever can only have meant our kind, seen what is beside it. */
function isOurs(kind: string | undefined, mapping: Mapping): boolean {
  if (kind === undefined) return false;
  const version = valueOf(mapping, 'apiVersion');
  const isExact = kind === 'Endpoints' && (version?.kind === 'opaque' || /^\/?v1$/.test(stringOf(version) ?? ''));
  if (isExact) return true;
  const isOnlyOurs = mapping.entries.every(({ name }) => ['apiVersion', 'kind', 'metadata', 'subsets'].includes(name));
  const hasShape =
    isOnlyOurs || entryOf(mapping, 'metadata') !== undefined || entryOf(mapping, 'subsets') !== undefined;
  if (/^end-?points?(patch)?$/i.test(kind)) return hasShape;
  return looksLikeEndpoints(mapping) && nearest(kind, ['Endpoints']) !== undefined;
}

/** Without a kind, only the shape can tell; nothing else in the core group has subsets at the top. */
function looksLikeEndpoints(mapping: Mapping): boolean {
  const subsets = valueOf(mapping, 'subsets');
  if (subsets?.kind !== 'sequence' || stringOf(valueOf(mapping, 'apiVersion')) !== 'v1') return false;
  const isSubset = (item: Value): boolean =>
    item.kind === 'mapping' && item.entries.some(({ name }) => name === 'addresses' || name === 'notReadyAddresses');
  return subsets.items.length > 0 && subsets.items.every(isSubset);
}

/** What is wrong with `kind` and `apiVersion`; `foreign` where the two name somebody else's kind. */
function nameProblems(mapping: Mapping, kind: string | undefined, isInTypedList: boolean): Misnamed[] | 'foreign' {
  const problems: Misnamed[] = [];
  const kindEntry = entryOf(mapping, 'kind');
  const versionEntry = entryOf(mapping, 'apiVersion');
  const version = versionEntry?.value;
  const isKnown = version?.kind !== 'opaque';
  const text = version?.kind === 'scalar' && version.value !== null ? String(version.value) : '';
  if (isForeign(text)) return 'foreign';
  if (kind === undefined && kindEntry?.value.kind !== 'opaque' && !isInTypedList && !mapping.isOpen) {
    problems.push({
      what: 'missing-kind',
      entry: kindEntry,
      span: kindEntry?.key ?? headOf(mapping),
      written: '',
      right: 'Endpoints',
      mapping,
    });
  } else if (kindEntry && kind !== undefined && kind !== 'Endpoints') {
    problems.push({
      what: 'kind',
      entry: kindEntry,
      span: kindEntry.value.span,
      written: kind,
      right: 'Endpoints',
      mapping,
    });
  }
  if (!isKnown || (isInTypedList && !versionEntry)) return problems;
  if (!versionEntry || isNull(version)) {
    const span = versionEntry?.key ?? kindEntry?.value.span ?? headOf(mapping);
    if (!mapping.isOpen)
      problems.push({ what: 'missing-api-version', entry: versionEntry, span, written: '', right: 'v1', mapping });
  } else if (!/^\/?v1$/.test(stringOf(version) ?? '')) {
    const written = version?.kind === 'scalar' ? version.text : '';
    problems.push({
      what: 'api-version',
      entry: versionEntry,
      span: versionEntry.value.span,
      written,
      right: 'v1',
      mapping,
    });
  }
  return problems;
}

/** A group of somebody else's may have a kind of the same name. The server's own groups have none. */
function isForeign(apiVersion: string): boolean {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return false;
  const group = apiVersion.slice(0, slash);
  return group.includes('.') && group !== 'discovery.k8s.io';
}

export function headOf(mapping: Mapping): { start: number; end: number } {
  return (
    mapping.entries[0]?.key ?? { start: mapping.span.start, end: Math.min(mapping.span.end, mapping.span.start + 1) }
  );
}

function resourceOf(mapping: Mapping, isPartial: boolean): Resource {
  const metadata = valueOf(mapping, 'metadata');
  const name = metadata?.kind === 'mapping' ? stringOf(valueOf(metadata, 'name')) : undefined;
  return {
    type: 'Endpoints',
    apiVersion: 'v1',
    form: 'kubernetes',
    name,
    properties: mapping,
    span: mapping.span,
    head: entryOf(mapping, 'kind')?.value.span ?? headOf(mapping),
    isPartial: isPartial || hasDirective(mapping),
    envelope: undefined,
  };
}

/** True where a `$patch` directive says that the text is a strategic merge patch. */
export function hasDirective(value: Value): boolean {
  if (value.kind === 'sequence') return value.items.some(hasDirective);
  if (value.kind !== 'mapping') return false;
  return value.entries.some((entry) => isMergeDirective(entry.name) || hasDirective(entry.value));
}
