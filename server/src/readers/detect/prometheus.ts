/** Finds service discovery by Endpoints: in configurations of Prometheus and of programs that read the same ones. */
import type { Span } from '../../text/span.ts';
import { listed } from '../../text/quote.ts';
import { stringOf, valueOf, type Entry, type Mapping, type Scalar, type Value } from '../../tree/value.ts';
import { discoveryFix, labelAdvice, labelEdits, labelNames, labelsBelow, type RuleLabel } from '../discovery-fix.ts';
import { everything, generated, isWrittenName, reachOf, type Estate, type ServedObjects } from '../estate.ts';
import { mappingsAt, textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { keepsTargets } from '../relabeling.ts';
import { isSharedElsewhere } from '../shared-anchors.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { replaceScalar } from '../tree-fixes.ts';
import { areVariants } from '../../analysis/workspace/variants.ts';

export function prometheusReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/endpoint/i.test(text.text)) return [];
  return text.trees.flatMap((tree) => [
    ...jobsIn(tree).flatMap((job) => readersOf(job, { text, tree, estate })),
    ...selectorsIn(tree).flatMap((found) => selectorReader(found, { text, tree, estate })),
    ...valuesReaders({ text, tree, estate }),
  ]);
}

interface JobSearch {
  readonly text: SearchedText;
  readonly tree: SearchedTree;
  readonly estate: Estate;
}

/** A job with its discoveries. */
interface Job {
  readonly job: Mapping;
  readonly title: string;
  readonly configs: readonly Mapping[];
  readonly isOfAlertmanager: boolean;
  /** True where a merge key has the discoveries: their roles are found where they are written. */
  readonly isMerged: boolean;
}

function jobsIn({ root }: SearchedTree): readonly Job[] {
  const merged = new Set<Mapping>();
  return entriesIn(root).flatMap(({ entry, owner, path }: PlacedEntry) => {
    const own = isDiscovery(entry) ? entry : owner.entries.find((each) => each.isMerged && isDiscovery(each));
    if (!own || (own.isMerged && merged.has(owner))) return [];
    if (own.isMerged) merged.add(owner);
    const configs = mappingsAt(owner, own.name);
    const isOfAlertmanager = path.some((name) => /^alertmanagers?(?:_config)?$/i.test(name));
    const title = titleOf(owner, root, isOfAlertmanager);
    return [{ job: owner, title, configs, isOfAlertmanager, isMerged: own.isMerged }];
  });
}

function isDiscovery({ name }: Pick<Entry, 'name'>): boolean {
  return name === 'kubernetes_sd_configs' || name === 'kubernetesSDConfigs';
}

function titleOf(job: Mapping, root: Value, isOfAlertmanager: boolean): string {
  const name = textAt(job, 'job_name');
  if (name !== undefined) return `The job "${name}"`;
  if (isOfAlertmanager) return 'The Alertmanager configuration';
  const own = root.kind === 'mapping' ? textAt(root, 'kind') : undefined;
  return own === 'ScrapeConfig' || own === 'VMScrapeConfig'
    ? `${own} "${textAt(root, 'metadata', 'name') ?? ''}"`
    : 'This job';
}

/** The role of a discovery, if it is that of Endpoints. */
function roleIn(config: Mapping): Scalar | undefined {
  const role = valueOf(config, 'role');
  return role?.kind === 'scalar' && stringOf(role)?.toLowerCase() === 'endpoints' ? role : undefined;
}

function readersOf(job: Job, search: JobSearch): readonly FoundReader[] {
  const roles = job.configs.flatMap((config) => {
    const role = roleIn(config);
    return role ? [{ role, ...reachedBy(config, job, search) }] : [];
  });
  const labels = rulesOf(job.job).flatMap((rules) => labelsBelow(search.tree, rules));
  if (roles.length === 0) return leftOvers(job, labels, search);
  const fix = isRewritable(job, search)
    ? fixOf(
        job,
        roles.map(({ role }) => role),
        labels,
        search,
      )
    : undefined;
  const change = fix ? 'rewrite' : 'person';
  const [first] = roles;
  return [
    ...(job.isMerged ? [] : roles).map(({ role, reach, doubt }): FoundReader => {
      const written = stringOf(role) === 'endpoints' ? 'endpointslice' : 'EndpointSlice';
      const message = `${job.title} discovers targets by Endpoints${lossOf(reach)}${doubt}. ${adviceOf(written, job, search)}`;
      return { ...reach, span: search.tree.place(role.span), kind: 'prom-sd-role', change, message, fix };
    }),
    ...(first ? labels.map((label) => labelReader(label, { reach: first.reach, fix, change })) : []),
  ];
}

function adviceOf(written: string, { configs }: Job, { text }: JobSearch): string {
  const version = text.path.includes('/templates/') ? ', and a new major version of the chart' : '';
  if (text.isTemplate) return `Use the role ${written} and its labels in the template${version}.`;
  const isSelecting = configs.some((config) => valueOf(config, 'selectors'));
  const more = isSelecting ? ', in its selectors too, and select slices by the label kubernetes.io/service-name' : '';
  return `Use the role ${written}${more}, with the labels of slices in its relabeling rules.`;
}

/** The relabeling rules of a job. Rules for metrics come too late for labels of the discovery. */
function rulesOf(job: Mapping): readonly Value[] {
  return ['relabel_configs', 'relabelings', 'relabelConfigs'].flatMap((name) => valueOf(job, name) ?? []);
}

export function labelReader(
  label: RuleLabel,
  { reach, fix, change }: { readonly reach: Reach } & Pick<FoundReader, 'fix' | 'change'>,
): FoundReader {
  return {
    ...reach,
    span: label.place,
    kind: 'prom-meta-label',
    change,
    message: `${labelNames(label)} ${label.labels.length > 1 ? 'are' : 'is'} empty once the discovery reads slices, so "keep" drops every target and "drop" keeps every target. ${labelAdvice(label)}`,
    fix,
  };
}

/** Labels of Endpoints in a job that reads slices already are empty. */
function leftOvers(
  { configs, job }: Job,
  labels: readonly RuleLabel[],
  { text, tree, estate }: JobSearch,
): readonly FoundReader[] {
  const roles = configs.map((config) => textAt(config, 'role')?.toLowerCase());
  if (!roles.includes('endpointslice') || labels.length === 0) return [];
  const isShared = isSharedElsewhere(tree, job.span);
  const edits = text.isTemplate || job.isOpen || isShared ? undefined : labelEdits(labels, estate);
  const fix = discoveryFix('Use the labels of slices', [], edits);
  const reach = everything(estate, text.uri);
  return labels.map((label) => ({
    ...labelReader(label, { reach, fix, change: fix ? 'rewrite' : 'person' }),
    message: `This job discovers targets by EndpointSlice, so ${labelNames(label)} ${label.labels.length > 1 ? 'are' : 'is'} always empty. ${labelAdvice(label)}`,
  }));
}

/** Rules in the values of a chart, which makes the monitor or the job that uses them. */
function valuesReaders({ text, tree, estate }: JobSearch): readonly FoundReader[] {
  const isOfValues = inValuesFile(text);
  return entriesIn(tree.root).flatMap(({ entry, owner, path }) => {
    const isHere = isOfValues || path.some((name) => /^values(?:Object)?$/.test(name));
    const isKnown = ['kubernetes_sd_configs', 'kubernetesSDConfigs', 'endpoints'].some(
      (name) => valueOf(owner, name)?.kind === 'sequence',
    );
    const isOther =
      !/^relabel(?:ings|Configs|_configs)$/.test(entry.name) || path.includes('additionalServiceMonitors');
    if (!isHere || isOther || (isKnown && valueOf(owner, 'enabled') === undefined)) return [];
    const reach = everything(estate, text.uri, 'likely');
    return labelsBelow(tree, entry.value).map((label) =>
      labelReader(label, { reach, fix: undefined, change: 'person' }),
    );
  });
}

function isRewritable({ job, configs }: Job, { text, tree, estate }: JobSearch): boolean {
  const isOld = estate.versions.isSince('prometheus', [2, 35]) === false;
  const isPlain = configs.every((config) => !config.isOpen && !valueOf(config, 'selectors'));
  return !text.isTemplate && !isOld && isPlain && !job.isOpen && !isSharedElsewhere(tree, job.span);
}

function fixOf(
  { title }: Job,
  roles: readonly Scalar[],
  labels: readonly RuleLabel[],
  { tree, estate }: JobSearch,
): FoundReader['fix'] {
  const edits = roles.map((role) =>
    replaceScalar(tree, role, stringOf(role) === 'endpoints' ? 'endpointslice' : 'EndpointSlice'),
  );
  const all = edits.every((each) => each !== undefined) ? edits.flat() : undefined;
  const name = title.replace(/^The /, 'the ').replace(/^This /, 'this ');
  return discoveryFix(
    `Discover the targets of ${name} by EndpointSlice`,
    all,
    tree.isExact ? labelEdits(labels, estate) : undefined,
  );
}

interface JobReach {
  readonly reach: Reach;
  /** Why the loss is not certain, as the end of a sentence; empty if it is. */
  readonly doubt: string;
}

/** Services of Alertmanager have selectors. */
function reachedBy(config: Mapping, { job, isOfAlertmanager }: Job, { text, estate }: JobSearch): JobReach {
  if (isOfAlertmanager) return { reach: generated(), doubt: '' };
  if (estate.objects.length === 0) return { reach: everything(estate, text.uri, 'likely'), doubt: '' };
  const scope = valueOf(config, 'namespaces');
  const names = scope?.kind === 'mapping' ? textsAt(scope, 'names') : undefined;
  const namespaces = names && names.length > 0 ? names : undefined;
  const keeps = keepsTargets(job);
  const isSelected = selectedBy(config);
  const found = estate.served.flatMap((served) => {
    const { namespace, uri } = served.service.site;
    const isOther = namespaces && namespace !== undefined && !namespaces.includes(namespace);
    if (served.objects.length === 0 || areVariants(text.uri, uri) || isOther) return [];
    const [kept, selected] = [keeps(served), isSelected(served)];
    if (kept === 'no' || selected === 'no') return [];
    const doubts = [
      ...(isElsewhere(config) ? ['it may read another cluster'] : []),
      ...(scope && !namespaces ? ['its namespaces are not known'] : []),
      ...(namespaces && namespace === undefined ? ['the namespace of its targets is not known'] : []),
      ...(selected === 'unknown' ? ['its selectors may leave them out'] : []),
      ...(kept === 'unknown' ? ['its relabeling rules may drop them'] : []),
    ];
    return [{ objects: served.objects, doubt: doubts[0] }];
  });
  const sure = found.filter(({ doubt }) => doubt === undefined);
  const objectsOf = (all: typeof found) => [...new Set(all.flatMap(({ objects }) => objects))];
  if (sure.length > 0) return { reach: reachOf(objectsOf(sure)), doubt: '' };
  const [first] = found;
  if (!first) return { reach: generated(), doubt: '' };
  return { reach: reachOf(objectsOf(found), 'likely'), doubt: `: ${first.doubt ?? ''}` };
}

/** The API server of another cluster. */
function isElsewhere(config: Mapping): boolean {
  return ['api_server', 'apiServer', 'kubeconfig_file'].some((name) => valueOf(config, name));
}

/** Whether the selectors of the discovery let through the objects of a Service. */
function selectedBy(config: Mapping): (served: ServedObjects) => 'yes' | 'no' | 'unknown' {
  const selectors = mappingsAt(config, 'selectors').filter(
    (each) => textAt(each, 'role')?.toLowerCase() === 'endpoints',
  );
  return ({ service }) => {
    const answers = selectors.map((selector) => {
      const name = fieldName(textAt(selector, 'field') ?? '');
      if (name !== undefined) return name === service.name ? 'yes' : 'no';
      return 'unknown';
    });
    return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes';
  };
}

/** The name in `metadata.name=db`. */
export function fieldName(field: string): string | undefined {
  return /(?:^|,)\s*metadata\.name\s*={1,2}\s*([^,\s]+)/.exec(field)?.[1];
}

interface FieldSelector {
  readonly span: Span;
  readonly name: string;
  readonly namespaces: readonly string[] | undefined;
}

/** The selectors of a discovery by the name of an Endpoints. */
function selectorsIn({ root }: SearchedTree): readonly FieldSelector[] {
  return entriesIn(root).flatMap(({ entry, owner }) => {
    if (entry.name !== 'selectors' || entry.value.kind !== 'sequence') return [];
    const scope = valueOf(owner, 'namespaces');
    const namespaces = scope?.kind === 'mapping' ? textsAt(scope, 'names') : undefined;
    return mappingsAt(owner, 'selectors').flatMap((selector) => {
      const field = valueOf(selector, 'field');
      const name = fieldName(stringOf(field) ?? '');
      const isOfEndpoints = textAt(selector, 'role')?.toLowerCase() === 'endpoints';
      return field && name !== undefined && isOfEndpoints ? [{ span: field.span, name, namespaces }] : [];
    });
  });
}

function selectorReader({ span, name, namespaces }: FieldSelector, { text, tree, estate }: JobSearch): FoundReader {
  const all = estate.objects.filter(
    (each) =>
      each.name === name &&
      (!namespaces || !isWrittenName(each.namespace) || namespaces.includes(each.namespace)) &&
      !areVariants(text.uri, each.uri),
  );
  const reach = estate.objects.length === 0 ? everything(estate, text.uri, 'likely') : reachOf(all);
  return {
    ...reach,
    span: tree.place(span),
    kind: 'prom-field-selector',
    change: 'person',
    message: `The discovery selects the Endpoints "${name}" by its name, and slices have other names${lossOf(reach)}. Select them by label: kubernetes.io/service-name=${name}.`,
  };
}

/** `, so it loses shop/db`. A message names only a few objects. */
export function lossOf({ for: names, when, certainty }: Reach): string {
  const shown = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} others`] : names;
  if (when === 'later') return ', so it finds nothing once the cluster stops making Endpoints';
  const what = names.includes('*') ? 'every target that slices replace' : listed(shown);
  return certainty === 'certain' ? `, so it loses ${what}` : `, so it may lose ${what}`;
}
