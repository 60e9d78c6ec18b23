/** Finds RBAC rules that allow access to the old kind but not to the new one. */
import { treesIn } from '../../frontends/trees.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import { itemsAt, foreignObjects, textAt, textsAt, type ForeignObject } from '../../readers/foreign-objects.ts';
import type { ConversionOutcome } from '../outcome.ts';
import {
  amongThese,
  isWrittenName,
  type FindReferences,
  type FoundReference,
  type KindNames,
  type ConvertedObjects,
} from './converted-objects.ts';

export const rbacReferences: FindReferences = ({ uri, text }, moved) => {
  const named = new RegExp(`\\b${moved.from.resource}\\b|["']\\*["']`);
  const trees = treesIn(uri, text, (part) => /\b(?:Cluster)?Role\b/.test(part) && named.test(part));
  return trees.flatMap((tree) =>
    foreignObjects(tree)
      .flatMap((object) => rulesWithout(object, moved))
      .map((found) => ({ ...found, span: tree.place(found.span) })),
  );
};

function rulesWithout({ kind, mapping }: ForeignObject, moved: ConvertedObjects): readonly FoundReference[] {
  const rules = itemsAt(mapping, 'rules');
  if ((kind !== 'Role' && kind !== 'ClusterRole') || !rules) return [];
  const namespace = textAt(mapping, 'metadata', 'namespace');
  const isPlaced = kind === 'Role' && namespace !== undefined && isWrittenName(namespace);
  const own = isPlaced ? amongThese([namespace], moved) : moved.outcomes;
  const mappings = rules.filter((rule) => rule.kind === 'mapping');
  // A template may generate the missing rule.
  if (mappings.length < rules.length || mappings.some(({ isOpen }) => isOpen)) return [];
  const title = `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '');
  return mappings.flatMap((rule) => {
    const place = namedIn(rule, moved.from) ?? wildcardIn(rule, moved.from);
    const verbs = textsAt(rule, 'verbs');
    if (!place || !verbs) return [];
    const objects = objectsOf(rule, own);
    const missing = missingVerbs(verbs, mappings, moved.to);
    const isReading = missing.some((verb) => reading.has(verb));
    if (objects.length === 0 || missing.length === 0 || (place.isWildcard && !isReading)) return [];
    const message = messageFor(title, { rule, verbs: missing, isWildcard: place.isWildcard }, moved);
    // Who uses the role is not known.
    const found = { span: place.span, message };
    return [isReading ? { ...found, reading: { certainty: 'likely' as const, objects } } : found];
  });
}

interface NamingPlace {
  readonly span: Span;
  readonly isWildcard: boolean;
}

/** The place of the kind in the rule; undefined if the rule does not name it. */
function namedIn(rule: Mapping, { group, resource }: KindNames): NamingPlace | undefined {
  const groups = textsAt(rule, 'apiGroups');
  if (!groups?.some((each) => each === group || each === '*')) return undefined;
  const item = itemsAt(rule, 'resources')?.find((each) => stringOf(each)?.split('/')[0] === resource);
  return item && { span: item.span, isWildcard: false };
}

/** The place of a wildcard for all resources of the kind's group. A wildcard for all groups covers both kinds. */
function wildcardIn(rule: Mapping, { group }: KindNames): NamingPlace | undefined {
  if (textsAt(rule, 'apiGroups')?.includes(group) !== true) return undefined;
  const item = itemsAt(rule, 'resources')?.find((each) => stringOf(each) === '*');
  return item && { span: item.span, isWildcard: true };
}

const reading: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** The converted objects that the rule is about; empty if `resourceNames` contains none of them. */
function objectsOf(rule: Mapping, outcomes: readonly ConversionOutcome[]): readonly ConversionOutcome[] {
  if (!valueOf(rule, 'resourceNames')) return outcomes;
  const names = new Set(textsAt(rule, 'resourceNames') ?? []);
  return outcomes.filter(({ name }) => isWrittenName(name) && names.has(name));
}

/** The verbs that the rules together do not allow on the new kind. Slices are found by label, so `list` replaces `get`. */
function missingVerbs(verbs: readonly string[], rules: readonly Mapping[], to: KindNames): readonly string[] {
  const allowed = new Set(rules.flatMap((rule) => verbsOn(rule, to)));
  const isFound = to.kind === 'EndpointSlice' && allowed.has('list');
  const wanted = verbs.includes('*') ? ['*', ...reading] : verbs;
  return allowed.has('*') ? [] : wanted.filter((verb) => !allowed.has(verb) && !(isFound && verb === 'get'));
}

function verbsOn(rule: Mapping, { group, resource }: KindNames): readonly string[] {
  const covers = (name: string, wanted: string): boolean =>
    textsAt(rule, name)?.some((each) => each === '*' || each === wanted) ?? valueOf(rule, name) !== undefined;
  if (!covers('apiGroups', group) || !covers('resources', resource)) return [];
  return textsAt(rule, 'verbs') ?? ['*'];
}

function messageFor(
  title: string,
  {
    rule,
    verbs,
    isWildcard,
  }: { readonly rule: Mapping; readonly verbs: readonly string[]; readonly isWildcard: boolean },
  { outcomes, from, to }: ConvertedObjects,
): string {
  const names = textsAt(rule, 'resourceNames');
  const made = outcomes.filter(({ name }) => names?.includes(name)).flatMap((outcome) => outcome.made);
  const which = made.length > 0 ? `, for ${listed(made.map(({ name }) => quote(name)))}` : '';
  const group = to.group === '' ? 'the core API group ""' : `the API group ${to.group}`;
  const shown = verbs.includes('*') ? 'all verbs' : listed(verbs);
  if (isWildcard)
    return `${title} allows ${shown} on all core resources, so also on ${from.resource}, but not on ${to.resource}. If its users read ${from.resource}, add a rule for ${to.resource} in ${group}${which}.`;
  // Slices are found by label.
  const isListed =
    to.kind !== 'EndpointSlice' || !verbs.includes('get') || verbs.includes('list') || verbs.includes('*');
  const added = isListed ? 'the same verbs' : 'the same verbs and list';
  return `${title} allows ${shown} on ${from.resource} but not on ${to.resource}. Add a rule with ${added} for ${to.resource} in ${group}${which}.`;
}
