/** Finds RBAC rules that allow access to Endpoints and not to EndpointSlices. */
import type { TextEdit } from '../../text/edit.ts';
import { lineStartAt } from '../../text/line.ts';
import { listed, quote } from '../../text/quote.ts';
import { entryOf, stringOf, valueOf, type Entry, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { everything, inNamespaces, namedReach, reachOf, isWrittenName, siteOf, type Estate } from '../estate.ts';
import { itemsAt, textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, isInCondition, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { roleBindings, roleUsers } from './role-bindings.ts';
import { addBlockItem, addItems } from '../tree-fixes.ts';

/** The resource, or a wildcard, which YAML has only in quotes. */
const resourceWords = /\bendpoints\b|["']\*\\?["']/;

export function rbacReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!resourceWords.test(text.text)) return [];
  return text.trees.flatMap((tree) => ruleListsIn(tree).flatMap((list) => readersIn(list, { text, tree, estate })));
}

/** A list of rules, with the object that has it. */
interface RuleList {
  readonly rules: Sequence;
  /** Undefined for the values of a chart and other objects that make roles. */
  readonly role: Mapping | undefined;
}

/** Any list of mappings with `resources` and `verbs`: of a role, of an operator's bundle or of the values of a chart. */
function ruleListsIn({ root }: SearchedTree): readonly RuleList[] {
  return entriesIn(root).flatMap(({ entry: { value }, around }) => {
    if (value.kind !== 'sequence' || value.isAlias || !value.items.some(isRule)) return [];
    const role = around.find((each) => /^(?:Cluster)?Role$/.test(textAt(each, 'kind') ?? ''));
    const holder = around.find((each) => valueOf(each, 'kind'));
    return role || !holder || ruleHolders.test(textAt(holder, 'kind') ?? '') ? [{ rules: value, role }] : [];
  });
}

/** Kinds whose content makes roles: of operators, and of what installs charts. */
const ruleHolders =
  /^(?:ClusterServiceVersion|HelmRelease|HelmChart|HelmChartConfig|Application|ApplicationSet|ConfigMap|Secret)$/;

function isRule(value: Value): boolean {
  return (
    value.kind === 'mapping' &&
    valueOf(value, 'resources')?.kind === 'sequence' &&
    valueOf(value, 'verbs') !== undefined
  );
}

interface RuleSearch {
  readonly text: SearchedText;
  readonly tree: SearchedTree;
  readonly estate: Estate;
}

interface LackingRule {
  readonly rule: Mapping;
  /** The word that names Endpoints, or the wildcard. */
  readonly item: Value;
  readonly kind: 'rbac-rule' | 'rbac-wildcard';
  readonly verbs: readonly string[];
  readonly reach: Reach;
}

function readersIn(list: RuleList, search: RuleSearch): readonly FoundReader[] {
  const { text, tree, estate } = search;
  const rules = list.rules.items.filter((each) => each.kind === 'mapping');
  const isUnsure = list.rules.isOpen || rules.length < list.rules.items.length || inValuesFile(text);
  // The rule for slices may be in the part of a template that is not read.
  if (list.rules.isOpen && /endpointslices/.test(text.text)) return [];
  const allowed = new Set(rules.flatMap(verbsOnSlices));
  const lacking = rules.flatMap((rule) => lackingRule(rule, allowed, list, search) ?? []);
  const plain = lacking.filter((each) => isRewritten(each, search));
  const rewritten = new Set(plain);
  const edits = isUnsure ? undefined : ruleEdits(tree, list.rules, plain);
  return lacking.map((each): FoundReader => {
    const fix = rewritten.has(each) && edits ? { title: 'Add a rule for endpointslices', edits } : undefined;
    const isLikely = isUnsure || each.kind === 'rbac-wildcard' || isInCondition(text, tree.place(each.item.span).start);
    return {
      ...each.reach,
      ...(isLikely && { certainty: 'likely' }),
      span: tree.place(each.item.span),
      kind: each.kind,
      ...(!each.verbs.some((verb) => verb === '*' || readingVerbs.includes(verb)) && { isWriteOnly: true }),
      change: fix ? 'rewrite' : 'person',
      message: messageFor(each, list, estate),
      fix,
    };
  });
}

function lackingRule(
  rule: Mapping,
  allowed: ReadonlySet<string>,
  list: RuleList,
  search: RuleSearch,
): LackingRule | undefined {
  const groups = textsAt(rule, 'apiGroups') ?? (valueOf(rule, 'apiGroups') ? undefined : ['']);
  // Values of a chart decide.
  const verbs = textsAt(rule, 'verbs') ?? (valueOf(rule, 'verbs')?.kind === 'opaque' ? ['*'] : undefined);
  const items = itemsAt(rule, 'resources');
  if (!groups || !verbs || !items) return undefined;
  const named = items.find((item) => /^endpoints(?:\/restricted)?$/.test(stringOf(item) ?? ''));
  const wildcard = items.find((item) => stringOf(item) === '*');
  const isNamed = named !== undefined && (groups.includes('') || groups.includes('*'));
  const isWild =
    wildcard !== undefined && groups.includes('') && !groups.includes('*') && !groups.includes('discovery.k8s.io');
  const item = isNamed ? named : isWild ? wildcard : undefined;
  if (!item || !isMissing(verbs, allowed, isNamed)) return undefined;
  const reach = reachedBy(rule, list, search);
  return reach && { rule, item, kind: isNamed ? 'rbac-rule' : 'rbac-wildcard', verbs, reach };
}

export const readingVerbs: readonly string[] = ['get', 'list', 'watch'];

/** The verbs on slices for all who read Endpoints by these rules. */
export function addedVerbs(rules: readonly { readonly verbs: readonly string[] }[]): readonly string[] {
  const wanted = new Set([...rules.flatMap(({ verbs }) => verbs), 'list']);
  return readingVerbs.filter((verb) => wanted.has(verb));
}

/** Slices are found by label, so who gets Endpoints needs to list slices. */
export function isMissing(verbs: readonly string[], allowed: ReadonlySet<string>, isNamed: boolean): boolean {
  if (allowed.has('*')) return false;
  const isReading = verbs.includes('*') || verbs.some((verb) => readingVerbs.includes(verb));
  if (!isReading) return isNamed && verbs.some((verb) => !allowed.has(verb));
  const isWatching = verbs.includes('*') || verbs.includes('watch');
  return !allowed.has('list') || (isWatching && !allowed.has('watch'));
}

function verbsOnSlices(rule: Mapping): readonly string[] {
  const covers = (name: string, wanted: string): boolean =>
    textsAt(rule, name)?.some((each) => each === '*' || each === wanted) ?? valueOf(rule, name) !== undefined;
  if (!covers('apiGroups', 'discovery.k8s.io') || !covers('resources', 'endpointslices')) return [];
  return textsAt(rule, 'verbs') ?? ['*'];
}

/** Undefined for a rule that reaches no hand-written object. */
function reachedBy(rule: Mapping, { role }: RuleList, { text, estate }: RuleSearch): Reach | undefined {
  const { uri } = text;
  const names = textsAt(rule, 'resourceNames');
  const namespaces = role && namespacesOf(role, text, estate);
  if (names) return reachOfNames(names, namespaces, uri, estate);
  if (!namespaces) return everything(estate, uri);
  const reach = inNamespaces(estate, uri, namespaces);
  return reach.when === 'later' ? undefined : reach;
}

/** The hand-written objects of these names, or the Endpoints of the API server; undefined where others are meant. */
export function reachOfNames(
  names: readonly string[],
  namespaces: readonly string[] | undefined,
  uri: string,
  estate: Estate,
): Reach | undefined {
  const all = estate.objects.filter(({ name }) => names.includes(name));
  if (all.length > 0) return reachOf(all);
  if (!names.every(isWrittenName)) return everything(estate, uri, 'likely');
  const isOfApi = names.includes('kubernetes') && (!namespaces || namespaces.includes('default'));
  return isOfApi ? namedReach(estate, uri, { name: 'kubernetes', namespace: 'default' }) : undefined;
}

/** The namespaces in which a role holds; undefined for all, or where they are not known. */
function namespacesOf(role: Mapping, text: SearchedText, estate: Estate): readonly string[] | undefined {
  if (textAt(role, 'kind') === 'Role') {
    const { namespace } = siteOf(text.uri, role, estate.metadata);
    return namespace === undefined ? undefined : [namespace];
  }
  const bindings = roleBindings(role, estate);
  const isLimited = bindings.length > 0 && bindings.every(({ kind }) => kind === 'RoleBinding');
  const namespaces = bindings.flatMap(({ namespace }) => namespace ?? []);
  return isLimited && namespaces.length === bindings.length ? namespaces : undefined;
}

/** A tool may add a rule for reading; who writes Endpoints needs another program, not another rule. */
function isRewritten({ kind, rule, verbs, item }: LackingRule, { text }: RuleSearch): boolean {
  return (
    kind === 'rbac-rule' &&
    !text.isTemplate &&
    !inValuesFile(text) &&
    valueOf(rule, 'resourceNames') === undefined &&
    stringOf(item) === 'endpoints' &&
    !(textsAt(rule, 'resources') ?? []).includes('endpoints/restricted') &&
    verbs.every((verb) => readingVerbs.includes(verb))
  );
}

/** One rule for all that lack one. */
function ruleEdits(
  tree: SearchedTree,
  rules: Sequence,
  lacking: readonly LackingRule[],
): readonly TextEdit[] | undefined {
  const last = lacking.at(-1);
  if (!last) return undefined;
  const verbs = addedVerbs(lacking);
  const added = { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs };
  return (
    addBlockItem(tree, rules, ruleLines(tree, last.rule, verbs), last.rule) ?? addItems(tree, rules, [added], last.rule)
  );
}

/** The rule with its lists in the style of another one. */
function ruleLines(tree: SearchedTree, rule: Mapping, verbs: readonly string[]): readonly string[] {
  const written = entryOf(rule, 'verbs');
  const isFlow = written?.value.kind !== 'sequence' || written.value.style === 'flow';
  const [first] = itemsAt(rule, 'resources') ?? [];
  const mark = first?.kind === 'scalar' ? (/^["']/.exec(first.text)?.[0] ?? '') : '';
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['apiGroups', ['discovery.k8s.io']],
    ['resources', ['endpointslices']],
    ['verbs', verbs],
  ];
  const spelled = (word: string): string => mark + word + mark;
  const indent = written && !isFlow ? itemIndent(tree, written) : '';
  return lists.flatMap(([name, words]) =>
    isFlow
      ? [`${name}: [${words.map(spelled).join(', ')}]`]
      : [`${name}:`, ...words.map((word) => `${indent}- ${spelled(word)}`)],
  );
}

/** The blanks by which the items of a block list are further in than its key. */
function itemIndent({ text }: SearchedTree, { key, value }: Entry): string {
  const [first] = value.kind === 'sequence' ? value.items : [];
  if (!first) return '  ';
  const dash = text.lastIndexOf('-', first.span.start - 1);
  return ' '.repeat(Math.max(0, dash - lineStartAt(text, dash) - (key.start - lineStartAt(text, key.start))));
}

function messageFor({ rule, kind, verbs, item }: LackingRule, { role }: RuleList, estate: Estate): string {
  const title = role
    ? `${textAt(role, 'kind') ?? 'Role'} ${quote(textAt(role, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '')
    : 'This rule';
  const users = role ? roleUsers(role, estate) : '';
  const shown = verbs.includes('*') ? 'all verbs' : listed(verbs);
  if (kind === 'rbac-wildcard')
    return `${title}${users} allows ${shown} on all core resources, so on endpoints but not on endpointslices. If its users read endpoints, add a rule for endpointslices in discovery.k8s.io.`;
  const what = stringOf(item) ?? 'endpoints';
  // Only programs that write need this resource.
  const allowed = what === 'endpoints/restricted' ? ['*'] : verbs;
  const advice = accessAdvice('rule', allowed, valueOf(rule, 'resourceNames') !== undefined);
  return `${title}${users} allows ${shown} on ${what} but not on endpointslices. ${advice}`;
}

/** What to do about verbs that are allowed on Endpoints only. */
export function accessAdvice(noun: string, verbs: readonly string[], hasNames: boolean): string {
  if (verbs.some((verb) => !readingVerbs.includes(verb)))
    return 'Find out which program uses it; a program that writes slices needs other rights than one that reads them.';
  const start = `Add a ${noun} for endpointslices in discovery.k8s.io with`;
  if (hasNames) return `${start} list and without resourceNames: slices have other names.`;
  const more = verbs.includes('list') ? '' : ' and list, because slices are found by label';
  return `${start} the same verbs${more}.`;
}
