/** Finds RBAC rules that allow access to the old kind but not to the new one. */
import { treesIn } from '../../frontends/trees.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import { itemsAt, foreignObjects, textAt, textsAt, type ForeignObject } from './foreign-objects.ts';
import {
  isAmong,
  isWrittenName,
  type FindReferences,
  type FoundReference,
  type KindNames,
  type ConvertedObjects,
} from './converted-objects.ts';

export const rbacReferences: FindReferences = ({ uri, text }, moved) => {
  const named = new RegExp(`\\b${moved.from.resource}\\b`);
  const trees = treesIn(uri, text, (part) => /\b(?:Cluster)?Role\b/.test(part) && named.test(part));
  return trees.flatMap((tree) =>
    foreignObjects(tree)
      .flatMap((object) => rulesWithout(object, moved))
      .map(({ span, message }) => ({ span: tree.place(span), message })),
  );
};

function rulesWithout({ kind, mapping }: ForeignObject, moved: ConvertedObjects): readonly FoundReference[] {
  const rules = itemsAt(mapping, 'rules');
  if ((kind !== 'Role' && kind !== 'ClusterRole') || !rules) return [];
  const namespace = textAt(mapping, 'metadata', 'namespace');
  if (kind === 'Role' && namespace !== undefined && isWrittenName(namespace) && !isAmong([namespace], moved)) return [];
  const mappings = rules.filter((rule) => rule.kind === 'mapping');
  // A template may generate the missing rule.
  if (mappings.length < rules.length || mappings.some(({ isOpen }) => isOpen)) return [];
  const title = `${kind} ${quote(textAt(mapping, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '');
  return mappings.flatMap((rule) => {
    const span = namedIn(rule, moved.from);
    const verbs = textsAt(rule, 'verbs');
    if (!span || !verbs || !isAboutMoved(rule, moved) || isAllowed(verbs, mappings, moved.to)) return [];
    return [{ span, message: messageFor(title, rule, verbs, moved) }];
  });
}

/** The place of the kind in the rule; undefined if the rule does not name it or uses a wildcard. */
function namedIn(rule: Mapping, { group, resource }: KindNames): Span | undefined {
  const groups = textsAt(rule, 'apiGroups');
  if (!groups?.some((each) => each === group || each === '*')) return undefined;
  return itemsAt(rule, 'resources')?.find((item) => stringOf(item)?.split('/')[0] === resource)?.span;
}

/** False if `resourceNames` contains no converted object. */
function isAboutMoved(rule: Mapping, { outcomes }: ConvertedObjects): boolean {
  if (!valueOf(rule, 'resourceNames')) return true;
  const names = textsAt(rule, 'resourceNames') ?? [];
  return names.length > 0 && outcomes.some(({ name }) => isWrittenName(name) && names.includes(name));
}

/** True if the rules together allow the verbs on the new kind, or if that is unknown. */
function isAllowed(verbs: readonly string[], rules: readonly Mapping[], to: KindNames): boolean {
  const allowed = new Set(rules.flatMap((rule) => verbsOn(rule, to)));
  return allowed.has('*') || verbs.every((verb) => allowed.has(verb));
}

function verbsOn(rule: Mapping, { group, resource }: KindNames): readonly string[] {
  const covers = (name: string, wanted: string): boolean =>
    textsAt(rule, name)?.some((each) => each === '*' || each === wanted) ?? valueOf(rule, name) !== undefined;
  if (!covers('apiGroups', group) || !covers('resources', resource)) return [];
  return textsAt(rule, 'verbs') ?? ['*'];
}

function messageFor(
  title: string,
  rule: Mapping,
  verbs: readonly string[],
  { outcomes, from, to }: ConvertedObjects,
): string {
  const names = textsAt(rule, 'resourceNames');
  const made = outcomes.filter(({ name }) => names?.includes(name)).flatMap((outcome) => outcome.made);
  const which = made.length > 0 ? `, for ${listed(made.map(({ name }) => quote(name)))}` : '';
  const group = to.group === '' ? 'the core API group ""' : `the API group ${to.group}`;
  const shown = verbs.includes('*') ? 'all verbs' : listed(verbs);
  return `${title} allows ${shown} on ${from.resource} but not on ${to.resource}. Add a rule with the same verbs for ${to.resource} in ${group}${which}.`;
}
