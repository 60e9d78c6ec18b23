/** Finds rules of Kyverno that match Endpoints and not EndpointSlices. */
import type { TextEdit } from '../../text/edit.ts';
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { siteOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, Reach } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';
import {
  addWord,
  filterReach,
  isShared,
  joinReaches,
  literalTexts,
  comparableSource,
  type ApiObject,
} from './api-objects.ts';
import { celBelowReadsOnlyMetadata, hasOnlyLabels, patchesOnlyLabels, readsOnlyRequest } from './object-expressions.ts';

export function kyvernoReaders(object: ApiObject, text: SearchedText, estate: Estate): readonly FoundReader[] {
  const { kind, mapping } = object;
  const spec = valueOf(mapping, 'spec');
  if (spec?.kind !== 'mapping') return [];
  // Cleanup policies and exceptions have one match, and no rules.
  const rules = /Cleanup|Exception/.test(kind) ? [spec] : mappingsAt(spec, 'rules');
  const covering = rules.filter((rule) => matchesOf(rule).some(({ items }) => items.some(coversSlices)));
  const covered = new Set(covering.map((rule) => bodyText(object, rule)));
  return rules.flatMap((rule) => {
    const matches = matchesOf(rule).filter(({ items }) => items.some(isEndpoints));
    const [first] = matches;
    if (!first || covering.includes(rule) || covered.has(bodyText(object, rule))) return [];
    const reach = reachOfMatches(matches, object, text, estate);
    const item = first.items.find(isEndpoints);
    if (!reach || !item) return [];
    const isPlain = rule !== spec && !text.isTemplate && !inValuesFile(text) && isForBoth(rule, object);
    const edits = isPlain ? kindEdits(matches, object) : undefined;
    return [
      {
        ...reach,
        ...(text.isTemplate && { certainty: 'likely' as const }),
        span: object.tree.place(item.span),
        kind: 'policy-match',
        change: edits ? 'rewrite' : 'person',
        message: messageOf(object, rule === spec ? undefined : rule, edits !== undefined),
        fix: edits && { title: 'Match EndpointSlice too', edits },
      },
    ];
  });
}

/** A `resources` of a match, with its kinds. */
interface KindMatch {
  readonly resources: Mapping;
  readonly kinds: Sequence;
  readonly items: readonly Value[];
}

function matchesOf(rule: Mapping): readonly KindMatch[] {
  const match = valueOf(rule, 'match');
  if (match?.kind !== 'mapping') return [];
  const all = [match, ...mappingsAt(match, 'any'), ...mappingsAt(match, 'all')];
  return all.flatMap((each) => {
    const resources = valueOf(each, 'resources');
    const kinds = nestedValue(resources, ['kinds']);
    return resources?.kind === 'mapping' && kinds?.kind === 'sequence'
      ? [{ resources, kinds, items: kinds.items }]
      : [];
  });
}

/** `Endpoints`, `v1/Endpoints`, `*`+`/v1/Endpoints`, and with `/*` for subresources. */
function isEndpoints(item: Value): boolean {
  const { groups, kind } = partsOf(item);
  return kind === 'Endpoints' && groups.every((part) => /^(?:\*|v1|core|)$/.test(part));
}

/** Also by a wildcard. */
function coversSlices(item: Value): boolean {
  const { groups, kind } = partsOf(item);
  const [group, version] = groups.length > 1 ? groups : [undefined, groups[0]];
  const isKind = kind === 'EndpointSlice' || (/[*?]/.test(kind) && wildcard(kind).test('EndpointSlice'));
  return (
    isKind &&
    (group === undefined || wildcard(group).test('discovery.k8s.io')) &&
    (version === undefined || wildcard(version).test('v1'))
  );
}

function partsOf(item: Value): { readonly groups: readonly string[]; readonly kind: string } {
  const parts = (stringOf(item) ?? '').split('/');
  if (parts.length > 1 && parts.at(-1) === '*' && parts.at(-2) !== '*') parts.pop();
  return { groups: parts.slice(0, -1), kind: parts.at(-1) ?? '' };
}

function wildcard(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${escaped}$`);
}

function reachOfMatches(
  matches: readonly KindMatch[],
  { kind, mapping }: ApiObject,
  { uri }: SearchedText,
  estate: Estate,
): Reach | undefined {
  const { namespace } = siteOf(uri, mapping, estate.metadata);
  const isNamespaced = /^(?:Policy|CleanupPolicy)$/.test(kind) && namespace !== undefined;
  const reaches = matches.flatMap(({ resources }) => {
    const name = stringOf(valueOf(resources, 'name'));
    const names = name === undefined ? literalTexts(valueOf(resources, 'names')) : undefined;
    const written = literalTexts(valueOf(resources, 'namespaces'));
    const namespaces = isNamespaced ? [namespace] : written;
    const single = name === undefined || /[*?${}]/.test(name) ? undefined : [name];
    return filterReach(estate, uri, { namespaces, names: single ?? names }) ?? [];
  });
  return joinReaches(reaches);
}

/** What a rule does, without its name and what it matches. */
function bodyText({ tree }: ApiObject, rule: Mapping): string {
  const entries = rule.entries.filter(({ name }) => !/^(?:name|match|exclude)$/.test(name));
  return entries.map(({ name, value }) => `${name}: ${comparableSource(tree, value)}`).join('\n');
}

const knownEntries = /^(?:name|match|exclude|preconditions|validate|mutate|skipBackgroundRequests|celPreconditions)$/;

/** True where the rule does not look into the object, so that it holds for slices as it is. */
function isForBoth(rule: Mapping, { tree }: ApiObject): boolean {
  const [match, validate, mutate] = ['match', 'validate', 'mutate'].map((name) => valueOf(rule, name));
  const exclude = valueOf(rule, 'exclude');
  const source = (value: Value): string => tree.text.slice(value.span.start, value.span.end);
  if (rule.isOpen || rule.isAlias || rule.entries.some(({ name, isMerged }) => isMerged || !knownEntries.test(name)))
    return false;
  if (!match || isShared(tree, rule) || /\bnames?["']?\s*:/.test(source(match))) return false;
  if (exclude && /\bkinds["']?\s*:|\bnames["']?\s*:/.test(source(exclude))) return false;
  const texts = rule.entries.flatMap(({ name, value }) => (/^(?:name|match)$/.test(name) ? [] : [source(value)]));
  if (!texts.every(readsOnlyRequest) || !celBelowReadsOnlyMetadata(rule)) return false;
  if (validate && mutate) return false;
  return validate ? isPlainValidation(validate) : isPlainMutation(mutate);
}

function isPlainValidation(validate: Value): boolean {
  if (validate.kind !== 'mapping' || validate.isOpen) return false;
  const names = validate.entries.map(({ name }) => name);
  const known =
    /^(?:message|failureAction|failureActionOverrides|allowExistingViolations|deny|pattern|anyPattern|cel)$/;
  if (!names.every((name) => known.test(name))) return false;
  const [deny, pattern, any, cel] = ['deny', 'pattern', 'anyPattern', 'cel'].map((name) => valueOf(validate, name));
  if ([deny, pattern, any, cel].filter((each) => each).length !== 1) return false;
  if (deny) return deny.kind === 'mapping' && !deny.isOpen;
  if (any) return any.kind === 'sequence' && !any.isOpen && any.items.length > 0 && any.items.every(hasOnlyLabels);
  return cel ? cel.kind === 'mapping' && !cel.isOpen : hasOnlyLabels(pattern);
}

function isPlainMutation(mutate: Value | undefined): boolean {
  if (mutate?.kind !== 'mapping' || mutate.isOpen) return false;
  const [entry, ...others] = mutate.entries;
  if (!entry || others.length > 0) return false;
  if (entry.name === 'patchStrategicMerge') return hasOnlyLabels(entry.value);
  return entry.name === 'patchesJson6902' && patchesOnlyLabels(stringOf(entry.value) ?? '');
}

function kindEdits(matches: readonly KindMatch[], { tree }: ApiObject): readonly TextEdit[] | undefined {
  const edits = matches.map(({ kinds, items }) => {
    const item = items.find(isEndpoints);
    return item && addWord(tree, kinds, sliceKind(stringOf(item) ?? ''), item);
  });
  return edits.every((each) => each !== undefined) ? edits.flat() : undefined;
}

/** `discovery.k8s.io/v1/EndpointSlice` where a version is written. */
function sliceKind(kind: string): string {
  const [word = '', ...more] = kind.split('Endpoints');
  const isVersioned = word !== '' && word !== '*/';
  return `${isVersioned ? 'discovery.k8s.io/v1/' : word}EndpointSlice${more.join('')}`;
}

function messageOf({ kind, mapping }: ApiObject, rule: Mapping | undefined, isRewritten: boolean): string {
  const title = `Kyverno ${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '');
  const name = rule && textAt(rule, 'name');
  const subject = name === undefined ? title : `Rule ${quote(name)} of ${title}`;
  if (/Exception/.test(kind))
    return `${subject} exempts Endpoints but not EndpointSlices, so the policy rejects the slices. Add EndpointSlice to kinds, if the exception is to hold for slices.`;
  const start = `${subject} matches Endpoints but not EndpointSlices, so it ignores the slices.`;
  if (isRewritten) return `${start} Add EndpointSlice to kinds.`;
  if (/Cleanup/.test(kind)) return `${start} Write a policy for EndpointSlice, whose names and fields differ.`;
  return `${start} Write a rule for EndpointSlice: its addresses are in endpoints[].addresses and ports[], not in subsets[], and its names differ.`;
}
