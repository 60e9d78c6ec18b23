/** Decides which targets of an object the relabeling rules of a Prometheus job keep, by the labels of its discovery. */
import { childrenOf, nestedValue, stringOf, valueOf, type Entry, type Mapping, type Value } from '../tree/value.ts';
import { isWrittenName, type ServedObjects } from './estate.ts';
import { itemsAt, textAt, textsAt } from './foreign-objects.ts';
import { allOf, type Match } from './label-selectors.ts';
import { safePattern } from './safe-pattern.ts';

/** A rule that may drop targets. What is not known is undefined. */
export interface TargetFilter {
  readonly action: 'keep' | 'drop' | undefined;
  readonly labels: readonly string[] | undefined;
  readonly pattern: string | undefined;
  readonly separator: string;
}

/** Returns a function that says whether the job keeps a target of the Service. */
export function keepsTargets(job: Mapping): (served: ServedObjects) => Match {
  const lists = ['relabel_configs', 'relabelings', 'relabelConfigs'].flatMap((name) => valueOf(job, name) ?? []);
  const isKnown = !job.isOpen && lists.every((each) => each.kind === 'sequence' && !each.isOpen);
  const filters = lists.flatMap(childrenOf).filter(isFilter).map(filterOf);
  return (served) => allOf([keptBy(filters, served), isKnown ? 'yes' : 'unknown']);
}

/** Whether the filters keep a target of the Service: that of one port is enough. */
export function keptBy(filters: readonly TargetFilter[], served: ServedObjects): Match {
  const answers = targetsOf(served).map((target) => allOf(filters.map((filter) => keeps(filter, target))));
  return answers.includes('yes') ? 'yes' : answers.includes('unknown') ? 'unknown' : 'no';
}

/** True for a rule that may drop targets. */
function isFilter(rule: Value): boolean {
  const action = nestedValue(rule, ['action']);
  return (
    rule.kind !== 'mapping' ||
    (action !== undefined && !/^(?:replace|lowercase|uppercase|hashmod|label\w+)$/i.test(stringOf(action) ?? ''))
  );
}

function filterOf(rule: Value): TargetFilter {
  const action = (textAt(rule, 'action') ?? '').toLowerCase();
  const labels =
    rule.kind === 'mapping' ? (textsAt(rule, 'source_labels') ?? textsAt(rule, 'sourceLabels')) : undefined;
  return {
    action: action === 'keep' || action === 'drop' ? action : undefined,
    labels,
    pattern: rule.kind === 'mapping' ? patternOf(valueOf(rule, 'regex')) : undefined,
    separator: textAt(rule, 'separator') ?? ';',
  };
}

interface Target {
  readonly served: ServedObjects;
  /** Undefined where it is not known. */
  readonly port: string | undefined;
}

/** One for each name of a port of the Endpoints, or of the Service where these are not known. */
function targetsOf(served: ServedObjects): readonly Target[] {
  const subsets = served.endpoints ? itemsAt(served.endpoints, 'subsets') : undefined;
  const written = subsets?.flatMap((subset) => (subset.kind === 'mapping' ? (itemsAt(subset, 'ports') ?? []) : []));
  const names = written?.map((port) => (port.kind === 'mapping' && !valueOf(port, 'name') ? '' : textAt(port, 'name')));
  const all = names ?? (served.service.ports ? [...served.service.ports] : []);
  return all.length === 0 ? [{ served, port: undefined }] : all.map((port) => ({ served, port }));
}

/** The parts of the pattern are compared with the labels one by one where not all labels are known. */
function keeps({ action, labels, pattern, separator }: TargetFilter, target: Target): Match {
  if (!action || !labels || pattern === undefined) return 'unknown';
  const values = labels.map((label) => valueOfLabel(label, target));
  const isMatch = values.every((value) => value !== undefined)
    ? matchText(pattern, values.join(separator))
    : matchParts(pattern.split(separator), values);
  if (action === 'keep') return isMatch;
  return isMatch === 'yes' ? 'no' : isMatch === 'no' ? 'yes' : 'unknown';
}

function patternOf(value: Value | undefined): string | undefined {
  if (!value) return '.*';
  return value.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
}

function matchParts(parts: readonly string[], values: readonly (string | undefined)[]): Match {
  if (parts.length !== values.length) return 'unknown';
  return allOf(values.map((value, i) => (value === undefined ? 'unknown' : matchText(parts[i] ?? '', value))));
}

function matchText(pattern: string, value: string): Match {
  const regex = safePattern(pattern);
  return regex ? (regex.test(value) ? 'yes' : 'no') : 'unknown';
}

/** Empty for a label that the target does not have; undefined where that is not known. */
function valueOfLabel(label: string, { served, port }: Target): string | undefined {
  const { service, endpoints, objects, hasService } = served;
  const name = /^__meta_kubernetes_(\w+)$/.exec(label)?.[1];
  if (name === undefined) return undefined;
  if (name === 'namespace') return service.site.namespace;
  if (name === 'service_name' || name === 'endpoints_name')
    return isWrittenName(service.name) ? service.name : undefined;
  if (name === 'endpoint_port_name') return port;
  const [, owner, kind, key] =
    /^(service|endpoints)_(label|labelpresent|annotation|annotationpresent)_(\w+)$/.exec(name) ?? [];
  if (owner !== undefined && kind !== undefined && key !== undefined) {
    const metadata = owner === 'service' ? service.metadata : nestedValue(endpoints, ['metadata']);
    if (owner === 'service' && !hasService) return undefined;
    return valueOfKey(nestedValue(metadata, [kind.startsWith('label') ? 'labels' : 'annotations']), kind, key);
  }
  // Addresses that are written by hand have neither Pods nor, as a rule, nodes.
  const isPlain = objects.length > 0 && endpoints !== undefined && hasNoTargets(endpoints);
  return isPlain && /^(?:pod_|endpoint_address_target_|endpoint_node_name|endpoint_hostname)/.test(name)
    ? ''
    : undefined;
}

function hasNoTargets(endpoints: Mapping): boolean {
  const addresses = (itemsAt(endpoints, 'subsets') ?? []).flatMap((subset) =>
    subset.kind === 'mapping' ? (itemsAt(subset, 'addresses') ?? []) : [],
  );
  const extra = ['targetRef', 'nodeName', 'hostname'];
  return addresses.every(
    (address) => address.kind === 'mapping' && !address.isOpen && extra.every((name) => !valueOf(address, name)),
  );
}

/** Prometheus replaces all characters of a key that a label cannot have. */
function valueOfKey(metadata: Value | undefined, kind: string, key: string): string | undefined {
  if (metadata && metadata.kind !== 'mapping') return undefined;
  const entries = metadata?.entries ?? [];
  const entry = entries.find((each: Entry) => each.name.replace(/\W/g, '_') === key);
  if (!entry) return metadata?.isOpen === true ? undefined : '';
  return kind.endsWith('present') ? 'true' : stringOf(entry.value);
}
