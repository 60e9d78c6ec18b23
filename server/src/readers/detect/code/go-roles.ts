/** Finds RBAC rules in Go: markers of controller-gen, from which roles are made, and values of PolicyRule. */
import { folderOf } from '../../../analysis/workspace/placement.ts';
import { spanOf } from '../../../frontends/code-slot/code-tokens.ts';
import { groupBy, uniqueBy } from '../../../text/group.ts';
import { memo } from '../../../text/memo.ts';
import { listed } from '../../../text/quote.ts';
import { inNamespaces, type Estate } from '../../estate.ts';
import type { FoundReader, Reach } from '../../reader.ts';
import type { SearchedText } from '../../searched-text.ts';
import { accessAdvice, addedVerbs, isMissing, reachOfNames, readingVerbs } from '../rbac.ts';
import { argumentsIn, codeText, type CodeArgument } from './code-arguments.ts';
import { codeAt, textsLike, type CodeSource } from './code-source.ts';
import { rbacMarkers, type RbacMarker } from './rbac-markers.ts';

export function goRoles(source: CodeSource, text: SearchedText, estate: Estate): readonly FoundReader[] {
  return [...markerReaders(text, estate), ...ruleReaders(source, text, estate)];
}

function markerReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const markers = rbacMarkers(text);
  const ofEndpoints = markers.filter(isOfEndpoints);
  if (ofEndpoints.length === 0) return [];
  const folder = folderOf(text.path);
  const giving = markersForSlices(estate);
  const far = giving.map(({ marker }) => marker);
  const near = giving.flatMap((each) => (each.folder === folder ? each.marker : []));
  const lacking = ofEndpoints.flatMap((marker) => {
    const isLacking = isMissing(marker.verbs, verbsOnSlices(near, marker), true);
    const reach = isLacking ? reachOfRule(text, estate, marker.resourceNames, marker.namespace) : undefined;
    return reach ? [{ marker, reach }] : [];
  });
  const byScope = groupBy(
    lacking.flatMap(({ marker }) => (isPlain(marker) ? [marker] : [])),
    ({ scope }) => scope,
  );
  const edits = new Map([...byScope].map(([scope, same]) => [scope, added(text, same)]));
  return lacking.map(({ marker, reach }): FoundReader => {
    const change = isPlain(marker) ? edits.get(marker.scope) : undefined;
    const fix = change && { title: 'Add a marker for endpointslices', edits: change };
    // Another package may be part of the same role.
    const isElsewhere = !isMissing(marker.verbs, verbsOnSlices(far, marker), true);
    return {
      ...reach,
      ...(isElsewhere && { certainty: 'likely' }),
      span: marker.resource,
      kind: 'rbac-code',
      change: fix ? 'rewrite' : 'person',
      message: messageFor('This marker', marker.verbs, marker.resourceNames !== undefined, 'marker'),
      fix,
    };
  });
}

function isOfEndpoints({ groups, resources }: RbacMarker): boolean {
  return (groups.includes('') || groups.includes('*')) && resources.some(isEndpoints);
}

function isEndpoints(resource: string): boolean {
  return /^endpoints(?:\/restricted)?$/.test(resource);
}

function isPlain({ verbs, resourceNames, resources }: RbacMarker): boolean {
  return (
    resourceNames === undefined &&
    !resources.includes('endpoints/restricted') &&
    verbs.every((verb) => readingVerbs.includes(verb))
  );
}

interface PlacedMarker {
  readonly folder: string;
  readonly marker: RbacMarker;
}

/** All markers that give access to slices. */
const markersForSlices = memo(({ texts }: Pick<Estate, 'texts'>): readonly PlacedMarker[] =>
  texts.flatMap((text) => {
    const giving = text.language === 'go' ? rbacMarkers(text).filter(givesSlices) : [];
    return giving.map((marker) => ({ folder: folderOf(text.path), marker }));
  }),
);

function givesSlices({ groups, resources, resourceNames }: RbacMarker): boolean {
  return (
    resourceNames === undefined &&
    groups.some((group) => group === '*' || group === 'discovery.k8s.io') &&
    resources.some((resource) => resource === '*' || resource === 'endpointslices')
  );
}

/** Of markers for the same role. */
function verbsOnSlices(markers: readonly RbacMarker[], { scope }: RbacMarker): ReadonlySet<string> {
  const same = markers.filter((each) => each.scope === scope || each.scope === '');
  return new Set(same.flatMap(({ verbs }) => verbs));
}

/** One line for all markers of a role, behind the last one. */
function added(
  text: SearchedText,
  markers: readonly RbacMarker[],
): readonly { span: FoundReader['span']; text: string }[] {
  const last = markers.at(-1);
  if (!last) return [];
  const verbs = addedVerbs(markers).join(';');
  const lineEnd = text.text.startsWith('\r', last.end) ? '\r\n' : '\n';
  const rest = last.scope === '' ? '' : `,${last.scope}`;
  const line = `${last.lead}groups=discovery.k8s.io,resources=endpointslices,verbs=${verbs}${rest}`;
  return [{ span: { start: last.end, end: last.end }, text: lineEnd + line }];
}

/** Undefined for a rule that reaches no hand-written object. */
function reachOfRule(
  { uri }: SearchedText,
  estate: Estate,
  names: readonly string[] | undefined,
  namespace: string | undefined,
): Reach | undefined {
  const namespaces = namespace === undefined || namespace === '' ? undefined : [namespace];
  if (names) return reachOfNames(names, namespaces, uri, estate);
  const reach = inNamespaces(estate, uri, namespaces);
  return reach.when === 'later' ? undefined : reach;
}

interface RuleValue {
  /** The index of the text that names Endpoints. */
  readonly at: number;
  readonly open: number;
}

/** `rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"endpoints"}, …}`, also with the type left out. */
function ruleReaders(source: CodeSource, text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\bPolicyRule\b/.test(text.text)) return [];
  const values = textsLike(source, /^endpoints(?:\/restricted)?$/).flatMap((at): readonly RuleValue[] => {
    const list = source.parents[at] ?? -1;
    const open = source.parents[list] ?? -1;
    const isOfRule = codeAt(source, list) === '{' && codeAt(source, open) === '{' && isFieldOf(source, list);
    return isOfRule ? [{ at, open }] : [];
  });
  return uniqueBy(values, ({ open }) => open).flatMap(({ at, open }) => {
    if (!hasCoreGroup(source, open)) return [];
    const verbs = textsOf(source, open, 'Verbs');
    const allowed = allowedBeside(source, open);
    const isLacking = verbs && allowed ? isMissing(verbs, allowed, true) : !allowed || allowed.size === 0;
    const names = textsOf(source, open, 'ResourceNames');
    const reach = isLacking && allowed ? reachOfRule(text, estate, names, undefined) : undefined;
    const token = source.tokens[at];
    if (!reach || !token) return [];
    const message = messageFor('This PolicyRule', verbs ?? [], names !== undefined, 'PolicyRule');
    return [{ ...reach, span: spanOf(token), kind: 'rbac-code', change: 'person', message }];
  });
}

/** Whether the list is the value of `Resources`: `Resources: []string{`. */
function isFieldOf(source: CodeSource, list: number): boolean {
  return codeAt(source, list - 4) === ':' && codeAt(source, list - 5) === 'Resources';
}

function hasCoreGroup(source: CodeSource, open: number): boolean {
  const groups = argumentsIn(source, open).find(({ name }) => name === 'APIGroups');
  const list = groups && braceOf(source, groups);
  if (list === undefined) return false;
  return argumentsIn(source, list).some(
    (each) => /^[*]?$/.test(codeText(source, each) ?? '?') || codeAt(source, each.to - 1) === 'GroupName',
  );
}

/** The brace that opens a literal; undefined for another value. */
function braceOf(source: CodeSource, { to }: CodeArgument): number | undefined {
  return codeAt(source, to - 1) === '}' ? source.partners[to - 1] : undefined;
}

/** The texts of a field; undefined where one of them is not written, or the field is missing. */
function textsOf(source: CodeSource, open: number, name: string): readonly string[] | undefined {
  const field = argumentsIn(source, open).find((each) => each.name === name);
  const list = field && braceOf(source, field);
  const texts = list === undefined ? undefined : argumentsIn(source, list).map((each) => codeText(source, each));
  return texts?.every((each) => each !== undefined) ? texts : undefined;
}

/** The verbs that the rules of the same list give on slices; undefined where they are not written. */
function allowedBeside(source: CodeSource, open: number): ReadonlySet<string> | undefined {
  const parent = source.parents[open] ?? -1;
  const close = source.partners[parent];
  if (codeAt(source, parent) !== '{' || close === undefined) return new Set();
  const allowed = new Set<string>();
  for (const item of argumentsIn(source, parent)) {
    const rule = braceOf(source, item);
    if (rule === undefined) continue;
    const isOf = (field: string, wanted: string): boolean =>
      textsOf(source, rule, field)?.some((each) => each === '*' || each === wanted) === true;
    if (!isOf('Resources', 'endpointslices') || !isOf('APIGroups', 'discovery.k8s.io')) continue;
    const verbs = textsOf(source, rule, 'Verbs');
    if (!verbs) return undefined;
    verbs.forEach((verb) => allowed.add(verb));
  }
  return allowed;
}

function messageFor(what: string, verbs: readonly string[], hasNames: boolean, noun: string): string {
  const shown = verbs.includes('*') ? 'all verbs' : verbs.length === 0 ? 'access' : listed(verbs);
  const start = `${what} allows ${shown} on endpoints but not on endpointslices, so the program gets 403 when it reads slices`;
  return `${start}. ${accessAdvice(noun, verbs, hasNames)}`;
}
