/** Finds charts and operators that write Endpoints of their own: for the control plane, for nodes and for kubelets. */
import { entryOf, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { chartNames, hintsAround, isOff, isOn, releaseNamespace } from '../chart-hints.ts';
import { generated, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { flagsIn } from '../placed-strings.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';

const components = /^kube(?:Etcd|ControllerManager|Scheduler|Proxy)$/;

export function chartWriters(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/endpoints/.test(text.text)) return [];
  return text.trees.flatMap((tree) => entriesIn(tree.root).flatMap((placed) => writersAt(placed, tree, text, estate)));
}

function writersAt(
  placed: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const { entry, owner, path, around } = placed;
  const part = { tree, path, around };
  if (entry.name === 'endpoints' && hasItems(entry.value) && !isOff(valueOf(owner, 'enabled'))) {
    const component = path.at(-1) ?? '';
    const span = tree.place(entry.key);
    if (components.test(component) && isStack(part, text)) return [writer(component, span, inKubeSystem)];
    const isExporter = component === 'prometheus-node-exporter' || isExporterRoot(placed, part, text);
    if (isExporter && !isDisabled(around[1], 'nodeExporter'))
      return [writer('prometheus-node-exporter', span, inRelease(placed, tree, text, estate))];
  }
  return entry.name === 'value' ? parameterWriter(placed, tree, text) : [];
}

function hasItems(value: Value): boolean {
  return value.kind === 'sequence' && (value.items.length > 0 || value.isOpen);
}

function isDisabled(stack: Mapping | undefined, name: string): boolean {
  const component = stack && valueOf(stack, name);
  return component?.kind === 'mapping' && isOff(valueOf(component, 'enabled'));
}

const stackName = /kube-?prometheus|prometheus-?operator|victoria-?metrics|vm-?(?:k8s-?)?stack|\bkps\b|monitoring/i;

const neighbours =
  /^(?:kube(?:Etcd|ControllerManager|Scheduler|Proxy|ApiServer|Dns|StateMetrics|let)|coreDns|nodeExporter|prometheus(?:Operator|-node-exporter)?|alertmanager|grafana|defaultRules|defaultDashboards|kube-state-metrics|victoria-metrics-operator|vm(?:single|cluster|agent|alert|alertmanager))$/;

/** The values of kube-prometheus-stack or a chart like it: by the name of the chart, by other components, by the path. */
function isStack(
  part: Pick<PlacedEntry, 'path' | 'around'> & { readonly tree: SearchedTree },
  text: SearchedText,
): boolean {
  const [component, stack] = part.around;
  const names = chartNames(part);
  if (names.length > 0) return names.some((name) => stackName.test(name)) || hasSubchart(part.path);
  const others = stack?.entries.filter(({ name }) => neighbours.test(name)) ?? [];
  const isTyped = component !== undefined && valueOf(component, 'serviceMonitor') !== undefined;
  return others.length > 1 || isTyped || stackName.test(hintsAround(text, part));
}

function hasSubchart(path: readonly string[]): boolean {
  return path.some((name) => stackName.test(name));
}

/** The chart of the exporter alone has the list among its own values. */
function isExporterRoot(
  { path }: PlacedEntry,
  part: Pick<PlacedEntry, 'path' | 'around'> & { readonly tree: SearchedTree },
  { path: file }: SearchedText,
): boolean {
  const isRoot = path.length === 0 || /^values(?:Object|Inline)?$/.test(path.at(-1) ?? '');
  if (!isRoot) return false;
  const names = chartNames(part);
  return names.length > 0
    ? names.includes('prometheus-node-exporter')
    : path.length === 0 && /node-exporter[^/]*\/[^/]*values[^/]*$|node-exporter[\w.-]*values[\w.-]*$/.test(file);
}

/** `kubeEtcd.endpoints[0]` among the parameters of an Application. */
function parameterWriter(
  { owner, entry }: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
): readonly FoundReader[] {
  const name = textAt(owner, 'name') ?? '';
  const [, component = '', index] =
    /^(?:[\w-]{1,60}\.)?(kube(?:Etcd|ControllerManager|Scheduler|Proxy))\.endpoints(?:\[(\d+)\])?$/.exec(name) ?? [];
  if (component === '' || Number(index ?? 0) > 0 || /^(?:\[\]|\{\}|)$/.test(stringOf(entry.value) ?? '?')) return [];
  if (
    text.text.includes(`${component}.enabled`) &&
    new RegExp(`${component}\\.enabled[\\s\\S]{0,40}?value["']?:\\s*["']?false`).test(text.text)
  )
    return [];
  const key = entryOf(owner, 'name');
  return key ? [writer(component, tree.place(key.value.span), inKubeSystem)] : [];
}

const inKubeSystem: Reach = { ...generated(), for: ['kube-system/*'] };

function inRelease({ path, around }: PlacedEntry, tree: SearchedTree, text: SearchedText, estate: Estate): Reach {
  const namespace = releaseNamespace(text, { tree, path, around }, estate);
  return namespace === undefined ? generated() : { ...generated(), for: [`${namespace}/*`] };
}

function writer(component: string, span: FoundReader['span'], reach: Reach): FoundReader {
  return {
    ...reach,
    span,
    kind: 'values-writes',
    change: 'person',
    message: `The chart writes Endpoints for ${component}; without the mirroring controller they get no slices, so monitors find no target. Write the Service and its slice yourself and set endpoints: [], or wait until the chart does.`,
  };
}

export function operatorWriters(text: SearchedText): readonly FoundReader[] {
  return [...flagWriters(text), ...text.trees.flatMap((tree) => settingWriters(tree))];
}

/** The operator writes Endpoints for the Service of `--kubelet-service` unless `--kubelet-endpoints` is false. */
function flagWriters(text: SearchedText): readonly FoundReader[] {
  const flags = flagsIn(text, 'kubelet-endpoints|kubelet-service');
  const switches = flags.filter(({ name }) => name === 'kubelet-endpoints');
  const on = switches.filter(({ value }) => value === 'true' || value === '');
  const services = flags.filter(
    ({ name, value, piece }) =>
      name === 'kubelet-service' &&
      /^[^/]+\/[^/]+$/.test(value) &&
      !switches.some((each) => isBesides(each.piece.at?.list, piece.at?.list)),
  );
  return [...on, ...services].map(({ span }) => operatorWriter(span));
}

/** The same list of arguments; flags without lists are of one script. */
function isBesides(one: Value | undefined, other: Value | undefined): boolean {
  return one === other;
}

function settingWriters(tree: SearchedTree): readonly FoundReader[] {
  return entriesIn(tree.root).flatMap(({ entry, owner }) => {
    const isParameter = entry.name === 'value' && textAt(owner, 'name')?.endsWith('.kubeletEndpointsEnabled') === true;
    if ((entry.name !== 'kubeletEndpointsEnabled' && !isParameter) || !isOn(entry.value)) return [];
    if (isOff(valueOf(owner, 'enabled')) || isDisabled(owner, 'kubeletService')) return [];
    return [operatorWriter(tree.place(isParameter ? entry.value.span : entry.key))];
  });
}

function operatorWriter(span: FoundReader['span']): FoundReader {
  return {
    ...generated(),
    span,
    kind: 'operator-writes',
    change: 'person',
    message:
      'The Prometheus Operator writes Endpoints for the kubelets; without the mirroring controller they get no slices, so their monitors find no target. Turn on its slices (--kubelet-endpointslice=true) as well, then turn off its Endpoints.',
  };
}
